package kernel

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
)

// Connection is a connection file: where the sockets are bound, and the key of signatures.
type Connection struct {
	Transport string `json:"transport"`
	IP        string `json:"ip"`
	Shell     int    `json:"shell_port"`
	IOPub     int    `json:"iopub_port"`
	Stdin     int    `json:"stdin_port"`
	Control   int    `json:"control_port"`
	Heartbeat int    `json:"hb_port"`
	Scheme    string `json:"signature_scheme"`
	Key       string `json:"key"`
}

// ReadConnection reads a connection file. Others must not be able to write it, because its
// key lets code run; that others can read it is a warning. Addresses but the loopback ones
// and paths are refused unless remote is set.
func ReadConnection(path string, remote bool) (c Connection, warning string, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return c, "", err
	}
	if mode := st.Mode().Perm(); runtime.GOOS != "windows" {
		switch {
		case mode&0o022 != 0:
			return c, "", fmt.Errorf("%s can be written by others (mode %o): whoever writes "+
				"it runs code here; chmod 600 it", path, mode)
		case mode&0o044 != 0:
			warning = fmt.Sprintf("%s can be read by others (mode %o): whoever reads its key can run code here", path,
				mode)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return c, "", err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, "", fmt.Errorf("%s is no connection file: %v", path, err)
	}
	if c.Key == "" {
		if warning != "" {
			warning += "; "
		}
		warning += path + " has no key: messages are not signed, and whoever reaches the ports can run code here"
	}
	if c.Transport == "" {
		c.Transport = "tcp"
	}
	if c.Scheme == "" {
		c.Scheme = "hmac-sha256"
	}
	if c.IP == "" {
		c.IP = "127.0.0.1"
	}
	return c, warning, c.check(path, remote)
}

func (c Connection) check(path string, remote bool) error {
	if port, name := c.noPort(); name != "" {
		return fmt.Errorf("%s: %s must be a port from 1 to 65535, got %d", path, name, port)
	}
	switch {
	case c.Transport != "tcp" && c.Transport != "ipc":
		return fmt.Errorf("%s: the transport must be tcp or ipc, not %q", path, c.Transport)
	case c.Scheme != "hmac-sha256":
		return fmt.Errorf("%s: the signature scheme must be hmac-sha256, not %q", path, c.Scheme)
	case c.Transport == "tcp" && !remote && !loopback(c.IP):
		return fmt.Errorf("%s: the address %s can be reached from other machines; --allow-remote binds it all the same",
			path, c.IP)
	}
	return nil
}

// noPort finds the first port that is none; name is "" when all are.
func (c Connection) noPort() (port int, name string) {
	for _, p := range []struct {
		port int
		name string
	}{{c.Shell, "shell_port"}, {c.IOPub, "iopub_port"}, {c.Stdin, "stdin_port"}, {c.Control, "control_port"},
		{c.Heartbeat, "hb_port"}} {
		if p.port < 1 || p.port > 65535 {
			return p.port, p.name
		}
	}
	return 0, ""
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// address is where a socket is bound.
func (c Connection) address(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	host := c.IP
	if host == "*" {
		host = ""
	}
	return "tcp", net.JoinHostPort(host, strconv.Itoa(port))
}

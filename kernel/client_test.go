package kernel

import (
	"encoding/json"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/kernel/zmtp"
	"github.com/tfs-lang/tfs/session"
)

// client is a Jupyter client over real sockets.
type client struct {
	t       *testing.T
	k       *Kernel
	conn    Connection
	signer  *signer
	session string
	n       int

	shell, control, stdin, iopub, beat *zmtp.Conn

	mu  sync.Mutex
	log []string
}

// reply is a message as the tests look at it.
type reply struct {
	Type    string
	Parent  string // msg_id of the request
	Content map[string]any
	Data    map[string]any
}

const key = "secret"

// patience is how long a message may take; nothing passes or fails by speed.
const patience = 20 * time.Second

func start(t *testing.T, opts Options) *client {
	t.Helper()
	c := &client{t: t, session: "me", signer: newSigner(key)}
	opts.Version = "test"
	opts.Log = func(format string, args ...any) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.log = append(c.log, fmt.Sprintf(format, args...))
	}
	c.conn = Connection{Transport: "tcp", IP: "127.0.0.1", Key: key, Scheme: "hmac-sha256"}
	var k *Kernel
	for try := 0; ; try++ { // another program may take a port between its choice and its use
		for _, p := range []*int{&c.conn.Shell, &c.conn.IOPub, &c.conn.Stdin, &c.conn.Control, &c.conn.Heartbeat} {
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			*p = ln.Addr().(*net.TCPAddr).Port
			_ = ln.Close()
		}
		var err error
		if k, err = Start(c.conn, opts); err == nil {
			break
		}
		if try == 9 || !strings.Contains(err.Error(), "address already in use") {
			t.Fatal(err)
		}
	}
	c.k = k
	t.Cleanup(func() { k.Stop(); k.closeSockets(0) })
	dial := func(kind string, port int) *zmtp.Conn {
		network, address := c.conn.address(port)
		z, err := zmtp.Dial(kind, network, address, c.session)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = z.Close() })
		return z
	}
	c.shell, c.control, c.stdin = dial("DEALER", c.conn.Shell), dial("DEALER", c.conn.Control),
		dial("DEALER", c.conn.Stdin)
	c.iopub, c.beat = dial("SUB", c.conn.IOPub), dial("REQ", c.conn.Heartbeat)
	_ = c.iopub.Subscribe("")
	if m := c.recv(c.iopub); m.Type != "iopub_welcome" {
		t.Fatalf("the first message is %q", m.Type)
	}
	return c
}

// frames builds a request.
func (c *client) frames(kind string, content any) ([][]byte, string) {
	c.n++
	id := fmt.Sprintf("%s-%d", kind, c.n)
	head, _ := json.Marshal(header{ID: id, Session: c.session, Username: "u", Date: time.Now().Format(time.RFC3339),
		Type: kind, Version: "5.3"})
	body, _ := json.Marshal(content)
	parts := [][]byte{head, []byte("{}"), []byte("{}"), body}
	return append([][]byte{delimiter, c.signer.sign(parts)}, parts...), id
}

func (c *client) send(z *zmtp.Conn, kind string, content any) string {
	c.t.Helper()
	msg, id := c.frames(kind, content)
	if err := z.Send(msg); err != nil {
		c.t.Fatal(err)
	}
	return id
}

// recv waits for a message and checks its signature.
func (c *client) recv(z *zmtp.Conn) reply {
	c.t.Helper()
	msg, err := z.Recv(patience)
	if err != nil {
		c.t.Fatalf("waiting for a message: %v", err)
	}
	r, err := c.read(msg)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func (c *client) read(msg [][]byte) (r reply, err error) {
	m, err := newSigner(key).parse("", msg)
	if err != nil {
		return r, err
	}
	r.Type = m.head.Type
	var parent header
	for i, f := range msg {
		if string(f) == string(delimiter) {
			err = json.Unmarshal(msg[i+3], &parent)
		}
	}
	r.Parent = parent.ID
	if e := json.Unmarshal(m.content, &r.Content); e != nil {
		return r, e
	}
	r.Data, _ = r.Content["data"].(map[string]any)
	return r, err
}

// outputs collects what is published for a request, up to idle.
func (c *client) outputs(id string) []reply {
	c.t.Helper()
	var out []reply
	for {
		m := c.recv(c.iopub)
		if m.Parent != id {
			continue
		}
		if m.Type == "status" && m.Content["execution_state"] == "idle" {
			return out
		}
		if m.Type != "status" {
			out = append(out, m)
		}
	}
}

// do sends a shell request and gives its reply and outputs.
func (c *client) do(kind string, content any) (reply, []reply) {
	c.t.Helper()
	id := c.send(c.shell, kind, content)
	r := c.recv(c.shell)
	if r.Parent != id {
		c.t.Fatalf("a reply to %q, not to %q", r.Parent, id)
	}
	return r, c.outputs(id)
}

// run executes a cell and tells what came of it, a line a message.
func (c *client) run(code string) (reply, string) {
	c.t.Helper()
	r, msgs := c.do("execute_request", object{"code": code, "silent": false, "store_history": true, "allow_stdin": false,
		"stop_on_error": true})
	return r, describe(msgs)
}

func describe(msgs []reply) string {
	var out []string
	for _, m := range msgs {
		switch m.Type {
		case "execute_input":
		case "stream":
			out = append(out, fmt.Sprintf("%v: %v", m.Content["name"], m.Content["text"]))
		case "execute_result", "display_data", "update_display_data":
			out = append(out, fmt.Sprintf("%s: %v", m.Type, m.Data["text/plain"]))
		case "error":
			out = append(out, fmt.Sprintf("error: %v: %v", m.Content["ename"], m.Content["evalue"]))
		default:
			out = append(out, m.Type)
		}
	}
	return strings.Join(out, "\n")
}

func (c *client) logged(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Contains(strings.Join(c.log, "\n"), text)
}

func plain(t *testing.T) *client { return start(t, Options{}) }

func onDisk(t *testing.T) Options {
	return Options{History: filepath.Join(t.TempDir(), "past", "notebooks"), Lang: session.Options{}}
}

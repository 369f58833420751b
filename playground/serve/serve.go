// Package serve is a web server for one folder of static files on this machine's own address: as much of
// HTTP/1.1 as browsers need for that. net/http would add a tenth to the binary. It knows nothing of what
// the files are.
package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"path"
	"strconv"
	"strings"
	"time"
)

// Packed is the playground within the binary; nil where it was built without (packed.go).
var Packed fs.FS

// The bounds of a connection: how long it may be idle or take to send a file, and the bytes of a request.
const (
	idle       = 30 * time.Second
	sending    = 5 * time.Minute
	maxRequest = 16 << 10
)

// Listen opens a port of the loopback address; 0 is any free one.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	var op *net.OpError
	if errors.As(err, &op) {
		return nil, fmt.Errorf("port %d: %v", port, op.Err)
	}
	return l, err
}

// Serve answers requests for files until ctx ends. headers are sent with every answer.
func Serve(ctx context.Context, l net.Listener, files fs.FS, headers ...string) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		s := &server{files: files, headers: headers, conn: c, port: l.Addr().(*net.TCPAddr).Port}
		go s.serve(ctx)
	}
}

// server answers the requests of one connection.
type server struct {
	files   fs.FS
	headers []string
	conn    net.Conn
	port    int
}

func (s *server) serve(ctx context.Context) {
	defer s.conn.Close()
	defer context.AfterFunc(ctx, func() { s.conn.Close() })()
	for {
		_ = s.conn.SetDeadline(time.Now().Add(idle))
		r, err := read(bufio.NewReader(io.LimitReader(s.conn, maxRequest)))
		if err != nil {
			if errors.Is(err, errBad) {
				s.fail(r, 400, "Bad Request")
			}
			return
		}
		if s.answer(r) != nil || r.last {
			return
		}
	}
}

// request is what counts of a request. None has a body: those that say so end the connection.
type request struct {
	method, path, host string
	last               bool // the connection ends behind it
}

var errBad = errors.New("not a request")

func read(b *bufio.Reader) (request, error) {
	line, err := b.ReadString('\n')
	if err != nil {
		return request{}, err
	}
	f := strings.Fields(line)
	if len(f) != 3 || !strings.HasPrefix(f[2], "HTTP/1.") || !strings.HasPrefix(f[1], "/") {
		return request{last: true}, errBad
	}
	r := request{method: f[0], path: f[1], last: f[2] == "HTTP/1.0"}
	for {
		line, err := b.ReadString('\n')
		if err != nil {
			return request{last: true}, errBad
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "host":
			r.host = value
		case "connection":
			r.last = r.last || strings.EqualFold(value, "close")
		case "content-length", "transfer-encoding":
			r.last = r.last || value != "0"
		}
	}
	r.last = r.last || b.Buffered() > 0
	return r, nil
}

// answer sends the file a request asks for, or why not.
func (s *server) answer(r request) error {
	if host, _, _ := strings.Cut(r.host, ":"); host != "127.0.0.1" && host != "localhost" {
		return s.fail(r, 421, "Misdirected Request") // a page elsewhere gave its name this address
	}
	if r.method != "GET" && r.method != "HEAD" {
		return s.fail(r, 405, "Method Not Allowed")
	}
	name, _, _ := strings.Cut(r.path, "?")
	name = strings.TrimPrefix(path.Clean(name), "/")
	if strings.HasSuffix(r.path, "/") || name == "" {
		name = path.Join(name, "index.html")
	}
	if !fs.ValidPath(name) {
		return s.fail(r, 404, "Not Found")
	}
	body, err := fs.ReadFile(s.files, name)
	if err != nil {
		return s.fail(r, 404, "Not Found")
	}
	return s.send(r, 200, "OK", kind(name), body)
}

// kind is the type of a file by its name.
func kind(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".json":
		return "application/json"
	case ".wasm":
		return "application/wasm"
	case ".gz":
		return "application/gzip" // the page unpacks it
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

func (s *server) fail(r request, code int, reason string) error {
	return s.send(r, code, reason, "text/plain; charset=utf-8", []byte(reason+"\n"))
}

func (s *server) send(r request, code int, reason, kind string, body []byte) error {
	var h strings.Builder
	fmt.Fprintf(&h, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-cache\r\n"+
		"X-Content-Type-Options: nosniff\r\n", code, reason, kind, len(body))
	for _, line := range s.headers {
		h.WriteString(line + "\r\n")
	}
	if r.last {
		h.WriteString("Connection: close\r\n")
	}
	h.WriteString("\r\n")
	_ = s.conn.SetDeadline(time.Now().Add(sending))
	if _, err := io.WriteString(s.conn, h.String()); err != nil {
		return err
	}
	if r.method == "HEAD" {
		return nil
	}
	_, err := s.conn.Write(body)
	return err
}

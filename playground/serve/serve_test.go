package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

func start(t *testing.T) string {
	t.Helper()
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	files := fstest.MapFS{"index.html": {Data: []byte("<p>hello")}, "a/b.js": {Data: []byte("1")},
		"big.gz": {Data: make([]byte, 1<<20)}}
	go func() { ended <- Serve(ctx, l, files, "X-Own: yes") }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

func TestServe(t *testing.T) {
	addr := start(t)
	for _, c := range []struct {
		path string
		code int
		kind string
		size int
	}{
		{"/", 200, "text/html; charset=utf-8", 8}, {"/index.html?x=1", 200, "text/html; charset=utf-8", 8},
		{"/a/b.js", 200, "text/javascript; charset=utf-8", 1}, {"/big.gz", 200, "application/gzip", 1 << 20},
		{"/a", 404, "text/plain; charset=utf-8", 10}, {"/../serve.go", 404, "text/plain; charset=utf-8", 10},
		{"/none", 404, "text/plain; charset=utf-8", 10},
	} {
		r, err := http.Get("http://" + addr + c.path)
		if err != nil {
			t.Fatal(c.path, err)
		}
		b, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != c.code || r.Header.Get("Content-Type") != c.kind || len(b) != c.size ||
			r.Header.Get("X-Own") != "yes" || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %q, %d bytes, %v", c.path, r.StatusCode, r.Header, len(b), err)
		}
	}
}

// TestRefused sends what no browser on this machine would.
func TestRefused(t *testing.T) {
	addr := start(t)
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n":                       "421",
		"GET / HTTP/1.1\r\n\r\n":                                             "421",
		"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc": "405",
		"hello\r\n\r\n":                  "400",
		"GET http://x/ HTTP/1.1\r\n\r\n": "400",
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", maxRequest): "400",
	} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(c, request)
		line, err := bufio.NewReader(c).ReadString('\n')
		c.Close()
		if err != nil || !strings.HasPrefix(line, "HTTP/1.1 "+want) {
			t.Errorf("%.40q: %q, %v", request, line, err)
		}
	}
}

func TestTaken(t *testing.T) {
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if _, err := Listen(port); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("port %d: ", port)) {
		t.Error(err)
	}
}

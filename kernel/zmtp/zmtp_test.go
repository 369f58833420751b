package zmtp

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

func listen(t *testing.T, kind Kind, h Handlers, l Limits) *Socket {
	t.Helper()
	s, err := Listen(kind, "tcp", "127.0.0.1:0", h, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	return s
}

func dial(t *testing.T, kind string, s *Socket, id string) *Conn {
	t.Helper()
	c, err := Dial(kind, "tcp", s.Addr().String(), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func text(msg [][]byte) string { return string(bytes.Join(msg, []byte("|"))) }

func TestRouterAndRep(t *testing.T) {
	s := listen(t, Router, Handlers{Message: func(p *Peer, msg [][]byte) {
		p.Send(append([][]byte{[]byte(p.ID)}, msg...))
	}}, Limits{})
	c := dial(t, "DEALER", s, "me")
	big := strings.Repeat("x", 300000)
	for _, want := range []string{"me|a|", "me|" + big + "|b"} {
		if err := c.Send(bytes.Split([]byte(want[3:]), []byte("|"))); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Recv(5 * time.Second); err != nil || text(got) != want {
			t.Fatalf("%.40q %v", text(got), err)
		}
	}
	if !s.SendTo("me", [][]byte{[]byte("hello")}) || s.SendTo("nobody", nil) {
		t.Error("SendTo")
	}
	if got, _ := c.Recv(5 * time.Second); text(got) != "hello" {
		t.Errorf("%q", text(got))
	}
}

func TestPublishInOrder(t *testing.T) {
	var mu sync.Mutex
	subscribed := make(chan string, 4)
	s := listen(t, XPub, Handlers{Subscribe: func(p *Peer, topic []byte) {
		mu.Lock()
		defer mu.Unlock()
		subscribed <- string(topic)
	}}, Limits{})
	all, some := dial(t, "SUB", s, ""), dial(t, "SUB", s, "")
	_ = all.Subscribe("")
	_ = some.Subscribe("b")
	<-subscribed
	<-subscribed
	const n = 10000
	go func() {
		for i := range n {
			s.Publish([][]byte{[]byte("a"), fmt.Append(nil, i)})
		}
		s.Publish([][]byte{[]byte("b"), []byte("end")})
	}()
	for i := range n {
		if got, err := all.Recv(10 * time.Second); err != nil || text(got) != fmt.Sprintf("a|%d", i) {
			t.Fatalf("message %d: %q %v", i, text(got), err)
		}
	}
	if got, _ := some.Recv(10 * time.Second); text(got) != "b|end" {
		t.Errorf("%q", text(got))
	}
}

// TestStalledSubscriber: a peer that reads nothing must not hold the others up for long, nor
// fill the memory.
func TestStalledSubscriber(t *testing.T) {
	s := listen(t, XPub, Handlers{}, Limits{Queue: 1 << 20})
	stalled, live := dial(t, "SUB", s, ""), dial(t, "SUB", s, "")
	_ = stalled.Subscribe("")
	_ = live.Subscribe("")
	time.Sleep(50 * time.Millisecond)
	block := bytes.Repeat([]byte("x"), 1<<18)
	done := make(chan bool)
	go func() {
		for range 200 {
			s.Publish([][]byte{block})
		}
		s.Publish([][]byte{[]byte("end")})
		close(done)
	}()
	for {
		got, err := live.Recv(20 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if text(got) == "end" {
			break
		}
	}
	<-done
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.peers {
		p.mu.Lock()
		if p.waiting > 2<<20 {
			t.Errorf("%d bytes wait for a peer", p.waiting)
		}
		p.mu.Unlock()
	}
}

func TestRefusesWhatIsNotZMTP(t *testing.T) {
	var log []string
	var mu sync.Mutex
	s := listen(t, Router, Handlers{Message: func(p *Peer, msg [][]byte) { p.Send(msg) }, Log: func(f string, a ...any) {
		mu.Lock()
		log = append(log, fmt.Sprintf(f, a...))
		mu.Unlock()
	}}, Limits{Frame: 1000, Parts: 3})
	for _, junk := range []string{"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + strings.Repeat("y", 100),
		string(greeting()) + "\x04\x09\x05READYxxx"} {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write([]byte(junk))
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		buf := make([]byte, 1000)
		for err == nil { // until it is closed
			_, err = c.Read(buf)
		}
		if ne, ok := err.(net.Error); ok && ne.Timeout() {
			t.Errorf("%.20q: the connection stays open", junk)
		}
		_ = c.Close()
	}
	if _, err := Dial("SUB", "tcp", s.Addr().String(), ""); err == nil {
		c, _ := Dial("SUB", "tcp", s.Addr().String(), "")
		if _, err := c.Recv(5 * time.Second); err == nil {
			t.Error("a SUB socket was let in")
		}
	}
	for _, frames := range [][][]byte{{make([]byte, 2000)}, {{1}, {2}, {3}, {4}}} {
		c := dial(t, "DEALER", s, "")
		_ = c.Send(frames)
		if _, err := c.Recv(5 * time.Second); err == nil {
			t.Error("a message over the limits was taken")
		}
	}
	c := dial(t, "DEALER", s, "") // and the socket lives
	_ = c.Send([][]byte{[]byte("x")})
	if got, err := c.Recv(5 * time.Second); err != nil || text(got) != "x" {
		t.Errorf("%q %v", text(got), err)
	}
}

func TestManyConnections(t *testing.T) {
	s := listen(t, Router, Handlers{Message: func(p *Peer, msg [][]byte) { p.Send(msg) }}, Limits{})
	for i := range 200 {
		c, err := Dial("DEALER", "tcp", s.Addr().String(), "same")
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Send([][]byte{{byte(i)}})
		if got, err := c.Recv(5 * time.Second); err != nil || got[0][0] != byte(i) {
			t.Fatalf("%d: %v %v", i, got, err)
		}
		_ = c.Close()
	}
}

// FuzzFrames reads anything as frames: no panic, no memory for what a length only claims.
func FuzzFrames(f *testing.F) {
	f.Add([]byte("\x00\x03abc\x01\x00\x04\x05READY"))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00\x02ab"))
	f.Add([]byte("\x02\x7f\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bufio.NewReader(bytes.NewReader(b))
		for {
			_, body, err := readFrame(r, 1<<20)
			if err != nil {
				break
			}
			_, _ = properties(body)
		}
	})
}

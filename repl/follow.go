//go:build !js

package repl

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/chzyer/readline"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/teach"
)

// SecondScreen is the socket a presenter's second terminal reads notes from; only its user can.
type SecondScreen struct {
	Path string

	dir  string
	l    net.Listener
	mu   sync.Mutex
	last []byte
	to   map[net.Conn]bool
}

// NewSecondScreen opens the socket in a folder of its own.
func NewSecondScreen() (*SecondScreen, error) {
	dir, err := os.MkdirTemp("", "tfs-demo-")
	if err != nil {
		return nil, err
	}
	s := &SecondScreen{Path: filepath.Join(dir, "notes"), dir: dir, to: map[net.Conn]bool{}}
	if s.l, err = net.Listen("unix", s.Path); err == nil {
		err = os.Chmod(s.Path, 0o600)
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("demo: no socket for the second screen: %w", err)
	}
	go s.accept()
	return s, nil
}

func (s *SecondScreen) accept() {
	for {
		c, err := s.l.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.to[c] = true
		_, _ = c.Write(s.last)
		s.mu.Unlock()
	}
}

// Tell sends what is to be shown; those who are gone are forgotten.
func (s *SecondScreen) Tell(n teach.Note) {
	data, err := json.Marshal(n)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = append(data, '\n')
	for c := range s.to {
		if _, err := c.Write(s.last); err != nil {
			_ = c.Close()
			delete(s.to, c)
		}
	}
}

// Close ends it for all who follow.
func (s *SecondScreen) Close() {
	_ = s.l.Close()
	s.mu.Lock()
	for c := range s.to {
		_ = c.Close()
	}
	s.mu.Unlock()
	_ = os.RemoveAll(s.dir)
}

// Follow shows what a demo tells, until it ends or the context does.
func Follow(ctx context.Context, path string, out *os.File, style teach.Style) error {
	c, err := net.Dial("unix", path)
	if err != nil {
		return fmt.Errorf("%s: no demo is presented there", py.Visible(path))
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	lines := bufio.NewScanner(c)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var n teach.Note
		if json.Unmarshal(lines.Bytes(), &n) != nil {
			continue
		}
		columns := 80
		if w, _, err := readline.GetSize(int(out.Fd())); err == nil {
			columns = w
			_, _ = out.WriteString("\x1b[2J\x1b[H")
		}
		_, _ = out.WriteString(n.Text(columns, style) + "\n")
	}
	return nil
}

package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Cell is one input of a numbered session, as notebooks keep them.
type Cell struct {
	Session int    `json:"s"`
	Line    int    `json:"n"`
	Input   string `json:"in"`
	Output  string `json:"out,omitempty"`
}

// Sessions is the history of notebook sessions: every kernel has a number, every input a
// line in it. The file has one JSON object a line; lines that are none are passed over.
type Sessions struct {
	path   string
	number int
	cells  []Cell
}

// maxCells bounds what is kept; maxOutput the text of one output.
const (
	maxCells  = 20000
	maxOutput = 4096
)

// OpenSessions reads the history and takes the next session number. With the path "", or
// when the file cannot be used, the session is number 1 and lives in memory; notice says why.
func OpenSessions(path string) (s *Sessions, notice string) {
	s = &Sessions{path: path, number: 1}
	if path == "" {
		return s, ""
	}
	if err := s.load(); err != nil {
		s.path = ""
		return s, fmt.Sprintf("history: %v; this session's input is not kept", err)
	}
	return s, ""
}

func (s *Sessions) load() error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	unlock, err := lock(s.path)
	if err != nil {
		return err
	}
	defer unlock()
	data, cut, err := readTail(s.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	last := 0
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 4*maxEntry)
	for sc.Scan() {
		var c Cell
		if json.Unmarshal(sc.Bytes(), &c) != nil || c.Session < 1 {
			continue
		}
		last = max(last, c.Session)
		if c.Line > 0 {
			s.cells = append(s.cells, c)
		}
	}
	s.number = last + 1
	if len(s.cells) > 2*maxCells && !cut {
		s.cells = append([]Cell(nil), s.cells[len(s.cells)-maxCells:]...)
		if err := s.rewrite(); err != nil {
			return err
		}
	}
	return s.append(Cell{Session: s.number}) // takes the number
}

func (s *Sessions) rewrite() error {
	var b bytes.Buffer
	for _, c := range s.cells {
		line, _ := json.Marshal(c)
		b.Write(append(line, '\n'))
	}
	return replace(s.path, b.Bytes())
}

func (s *Sessions) append(c Cell) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return appendTo(s.path, append(line, '\n'))
}

// Add keeps an input with its result's text: for this session, and with store on disk.
// notice is a line for the user, once, when the file cannot be written.
func (s *Sessions) Add(line int, input, output string, store bool) (notice string) {
	c := Cell{s.number, line, input, output}
	s.cells = append(s.cells, c)
	if s.path == "" || !store || len(input) > maxEntry {
		return ""
	}
	if len(c.Output) > maxOutput {
		c.Output = c.Output[:maxOutput]
	}
	unlock, err := lock(s.path)
	if err == nil {
		err = s.append(c)
		unlock()
	}
	if err != nil {
		s.path = ""
		return fmt.Sprintf("history: %v; what comes is kept in this session only", err)
	}
	return ""
}

// Tail is the last n inputs.
func (s *Sessions) Tail(n int) []Cell {
	return s.cells[max(len(s.cells)-max(n, 0), 0):]
}

// Range is the inputs of a session from line start up to, not with, line stop. Sessions of
// zero and below count back from this one; stop 0 is the end.
func (s *Sessions) Range(session, start, stop int) []Cell {
	if session <= 0 {
		session += s.number
	}
	var out []Cell
	for _, c := range s.cells {
		if c.Session == session && c.Line >= start && (stop <= 0 || c.Line < stop) {
			out = append(out, c)
		}
	}
	return out
}

// Search is the last n inputs that match a pattern with * and ?; n 0 is all of them. With
// unique, only the last of equal ones.
func (s *Sessions) Search(pattern string, n int, unique bool) []Cell {
	seen := map[string]bool{}
	var out []Cell
	for i := len(s.cells) - 1; i >= 0 && (n <= 0 || len(out) < n); i-- {
		c := s.cells[i]
		if unique && seen[c.Input] || !glob(pattern, c.Input) {
			continue
		}
		seen[c.Input] = true
		out = append(out, c)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// glob matches a whole text: * is any characters, line breaks and slashes too, ? is one.
func glob(pattern, text string) bool {
	p, t := []rune(pattern), []rune(text)
	star, mark := -1, 0
	i, j := 0, 0
	for j < len(t) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == t[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}

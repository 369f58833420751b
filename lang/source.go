package lang

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// sourceError says in one line why a file cannot be read as source. cause is what the operating
// system says, if it does.
type sourceError struct {
	text  string
	cause error
}

func (e *sourceError) Error() string { return e.text }
func (e *sourceError) Unwrap() error { return e.cause }

func badSource(cause error, format string, args ...any) error {
	return &sourceError{fmt.Sprintf(format, args...), cause}
}

// ReadSource reads a file of source: UTF-8 text of at most syntax.MaxSource bytes, from a file, a
// pipe or a terminal. The error says what is wrong with it in one line.
func ReadSource(path string) (string, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", badSource(err, "%s: no such file", path)
	case err != nil:
		return "", badSource(err, "%s: %v", path, errors.Unwrap(err))
	case st.IsDir():
		return "", badSource(nil, "%s: is a folder, not a script", path)
	}
	py.LetGo()
	f, err := os.Open(path)
	if err != nil {
		return "", badSource(err, "%s: %v", path, errors.Unwrap(err))
	}
	defer f.Close()
	return ReadStream(path, f)
}

// ReadStream reads all of a stream as source; name is what errors call it. It reads no more than
// source may hold, so that a stream without an end is an error soon.
func ReadStream(name string, r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, syntax.MaxSource+1))
	switch {
	case err != nil:
		if cause := errors.Unwrap(err); cause != nil {
			err = cause
		}
		return "", badSource(err, "%s: %v", name, err)
	case len(b) > syntax.MaxSource:
		return "", badSource(nil, "%s: over the limit of %d bytes for a source", name, syntax.MaxSource)
	}
	if latinCookie(b) {
		b = []byte(string(latinRunes(b)))
	}
	text := CleanText(b)
	if i := strings.IndexByte(text, 0); i >= 0 {
		return "", badSource(nil, "%s: not a text file (a zero byte at offset %d)", name, i)
	}
	if at := badByte(text); at >= 0 {
		line := 1 + strings.Count(text[:at], "\n")
		return "", badSource(nil, "%s: not UTF-8 text (byte 0x%02x in line %d)", name, text[at], line)
	}
	return text, nil
}

// codingLine is a line that names the encoding of a source, as PEP 263 has it.
var codingLine = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)

// latinCookie tells whether one of the first two lines of a source names Latin-1 as its encoding.
func latinCookie(b []byte) bool {
	for range 2 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		if m := codingLine.FindSubmatch(line); m != nil {
			switch strings.ReplaceAll(strings.ToLower(string(m[1])), "_", "-") {
			case "latin-1", "latin1", "iso-8859-1", "iso8859-1", "l1":
				return true
			}
			return false
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			break
		}
		b = rest
	}
	return false
}

func latinRunes(b []byte) []rune {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return runes
}

// badByte is where a text is not UTF-8, -1 for nowhere.
func badByte(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n < 2 {
			return i
		}
		i += n
	}
}

// CleanText is a file's text without a byte order mark, its lines ended by line breaks alone.
func CleanText(b []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(b), "\ufeff"), "\r\n", "\n")
}

// ReadSourceFor is ReadSource for a command of a session: what has no end yet, such as a pipe
// nothing is written to, can be interrupted, and the errors are Python's.
func ReadSourceFor(t *py.Thread, path string) (string, error) {
	type read struct {
		text string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := ReadSource(path)
		done <- read{text, err}
	}()
	var r read
	select {
	case r = <-done:
	case <-t.Ctx.Done():
		return "", t.Check()
	}
	var se *sourceError
	if errors.As(r.err, &se) {
		if se.cause != nil {
			return "", py.OSErr(se.cause, path)
		}
		return "", py.ValueErrorf("%s", se.text)
	}
	return r.text, r.err
}

package records

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// linesOf reads all lines of a stream.
func linesOf(t *testing.T, r io.Reader) (lines []string) {
	l, err := NewLines(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		line, err := l.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
}

// FuzzLines holds the lines of any bytes to those that splitting them gives, however the stream is cut into pieces.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "a\r\nb\r", "\n\n", "a\rb\n", "\r", "\r\n", "\x00\n\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var want []string
		for line := range strings.Lines(string(b)) {
			want = append(want, strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\r", ""))
		}
		for _, r := range []io.Reader{bytes.NewReader(b), iotest.OneByteReader(bytes.NewReader(b))} {
			got := linesOf(t, r)
			if n := len(want); n == len(got)+1 && want[n-1] == "" { // an end of carriage returns alone is no line
				want = want[:n-1]
			}
			if strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
				t.Errorf("%q: %q, want %q", b, got, want)
			}
		}
	})
}

// FuzzFixed holds the records of any file to its bytes: those between header and footer, in equal parts, or an error.
func FuzzFixed(f *testing.F) {
	f.Add([]byte("HEADabcdefgFT"), 4, 3, 2)
	f.Add([]byte(""), 0, 1, 0)
	f.Add([]byte("abc"), 5, 2, 9)
	f.Fuzz(func(t *testing.T, b []byte, header, record, footer int) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := OpenFixed(path, FixedSize{Header: int64(header), Record: int64(record), Footer: int64(footer)}, Options{})
		if err != nil {
			return
		}
		defer r.Close()
		var got []byte
		for {
			x, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			if len(x) != record {
				t.Fatalf("a record of %d bytes, not %d", len(x), record)
			}
			got = append(got, x...)
		}
		if want := b[min(header, len(b)):max(len(b)-footer, min(header, len(b)))]; !bytes.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

package py

import (
	"io"
	"os"
	"strings"
)

// Show writes a text that the program shows: on its output for "stdout", to the end of a file for "file://" and
// its path, else where its errors go.
func (t *Thread) Show(stream, text string) error {
	if path, ok := strings.CutPrefix(stream, "file://"); ok {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return OSErr(err, path)
		}
		if _, err := io.WriteString(f, text); err != nil {
			f.Close()
			return OSErr(err, path)
		}
		return f.Close()
	}
	w := t.Stderr
	if stream == "stdout" {
		w = t.Stdout
	}
	_, err := io.WriteString(w, text)
	return err
}

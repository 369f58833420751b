package py

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ReadLine reads a line for input() and, hidden, getpass(): from the front end, else from standard input. At its end
// the error is an EOFError.
func (t *Thread) ReadLine(prompt string, hidden bool) (string, error) {
	if t.Ask != nil {
		line, err := t.Ask(t.Ctx, prompt, hidden)
		switch {
		case t.Ctx.Err() != nil:
			return "", Stopped(t.Ctx)
		case errors.Is(err, io.EOF):
			return "", NewExc(EOFErrorClass, "EOF when reading a line")
		case err != nil:
			return "", err
		}
		return line, nil
	}
	if _, err := fmt.Fprint(t.Stdout, prompt); err != nil {
		return "", err
	}
	r, ok := t.Stdin.(*bufio.Reader)
	if !ok {
		r = bufio.NewReaderSize(t.Stdin, 1)
		t.Stdin = r
	}
	line, err := r.ReadString('\n')
	if err != nil && line == "" {
		return "", NewExc(EOFErrorClass, "EOF when reading a line")
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Say writes a formatted text to the standard output of a thread.
//
//go:noinline
func (t *Thread) Say(format string, args ...any) error {
	_, err := fmt.Fprintf(t.Stdout, format, args...)
	return err
}

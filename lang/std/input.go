package std

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// ask reads a line for input() and getpass(): from the front end, else from standard input.
func ask(t *thread, prompt string, hidden bool) (value, error) {
	if t.Ask != nil {
		line, err := t.Ask(t.Ctx, prompt, hidden)
		switch {
		case t.Ctx.Err() != nil:
			return nil, py.Stopped(t.Ctx)
		case errors.Is(err, io.EOF):
			return nil, py.NewExc(py.EOFErrorClass, "EOF when reading a line")
		case err != nil:
			return nil, err
		}
		return line, nil
	}
	if _, err := fmt.Fprint(t.Stdout, prompt); err != nil {
		return nil, err
	}
	r, ok := t.Stdin.(*bufio.Reader)
	if !ok {
		r = bufio.NewReaderSize(t.Stdin, 1)
		t.Stdin = r
	}
	line, err := r.ReadString('\n')
	if err != nil && line == "" {
		return nil, py.NewExc(py.EOFErrorClass, "EOF when reading a line")
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// ReadLine reads a line as input() does.
func ReadLine(t *py.Thread, prompt string) (string, error) {
	v, err := ask(t, prompt, false)
	if err != nil {
		return "", err
	}
	return py.StrOf(v), nil
}

func getpassModule() *py.Module {
	return module(
		"getpass",
		"Reading a password.",
		nil,
		fn("getpass(prompt='Password: ')", "A line that is not shown while it is typed.",
			func(t *thread, a []value) (value, error) { return ask(t, py.StrOf(a[0]), true) }),
	)
}

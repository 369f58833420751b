//go:build !unix && !js

package repl

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"time"
)

// tty is not there on this system: the prompt edits with readline, line by line.
type tty struct{}

var errPoked = errors.New("interrupted")

const (
	asFound = iota
	editing
	running
	secret
)

// newTTY only watches for interrupts.
func newTTY(_, _ *os.File, interrupted func(), _ func(os.Signal)) (*tty, error) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		for range c {
			interrupted()
		}
	}()
	return nil, errors.New("no block editor on this system")
}

func (t *tty) setMode(int)                               {}
func (t *tty) close()                                    {}
func (t *tty) suspend()                                  {}
func (t *tty) Read(time.Duration) ([]byte, error)        { return nil, errPoked }
func (t *tty) Write(p []byte) (int, error)               { return os.Stdout.Write(p) }
func (t *tty) Size() (int, int)                          { return 80, 24 }
func (t *tty) ask(context.Context, bool) (string, error) { return "", errPoked }

func signalNumber(os.Signal) int { return 1 }

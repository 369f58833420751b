package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// sizeFlag is a number of bytes on the command line, 0 when it is not given.
type sizeFlag int64

func (s *sizeFlag) Set(text string) (err error) {
	n, err := memory.Parse(text)
	*s = sizeFlag(n)
	return err
}

func (s *sizeFlag) String() string {
	if *s == 0 {
		return ""
	}
	return memory.Text(int64(*s))
}

func (s *sizeFlag) Type() string { return "size" }

// unanswered is how long an interrupt may have no effect before the process ends by itself: a
// write to a terminal may never return.
const unanswered = 2 * time.Second

// interruptible is the context of a run: Ctrl-C raises KeyboardInterrupt in it, a second one
// ends it, and so does --timeout.
func (a *app) interruptible() (ctx context.Context, done func()) {
	whole, cancel := context.Background(), func() {}
	if a.limit > 0 {
		whole, cancel = py.WithTimeLimit(whole, a.limit)
		context.AfterFunc(whole, func() { a.leave(whole, 124) })
	}
	stop := py.NewStop(whole)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			stop.Interrupt()
			time.AfterFunc(unanswered, func() {
				if stop.Pending() {
					py.LetGo()
					os.Exit(130)
				}
			})
		}
	}()
	return stop.Context(), func() {
		signal.Stop(signals)
		cancel()
	}
}

// leave ends a process whose run does not end by itself.
func (a *app) leave(ctx context.Context, status int) {
	if !py.TimedOut(ctx) {
		return
	}
	time.Sleep(unanswered)
	fmt.Fprintln(os.Stderr, "TimeoutError:", py.Stopped(ctx).(*py.Exc).Message())
	py.LetGo()
	os.Exit(status)
}

// exhausted ends a process that takes far more memory than it may, before the system does.
func (a *app) exhausted() {
	fmt.Fprintf(
		os.Stderr,
		"MemoryError: the process may hold %s of memory (--max-memory) and took far more; it ends here\n",
		memory.Text(memory.Limit()),
	)
	py.LetGo()
	os.Exit(1)
}

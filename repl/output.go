package repl

import (
	"io"
	"strings"
	"sync"
	"time"
)

// output collects what an evaluation prints, so that many small prints become few writes,
// and remembers whether the cursor stands at the head of a line. Drop ends a long print that
// is under way.
type output struct {
	mu      sync.Mutex
	w       io.Writer
	buf     []byte
	drops   int
	timer   *time.Timer
	midLine bool
}

// The bytes collected at most, and the time they may wait.
const (
	outputChunk = 16 << 10
	outputDelay = 20 * time.Millisecond
)

func newOutput(w io.Writer) *output { return &output{w: w} }

// WriteString adds text. Long texts go out piece by piece.
func (o *output) WriteString(s string) {
	o.mu.Lock()
	drops := o.drops
	o.mu.Unlock()
	for s != "" {
		o.mu.Lock()
		if o.drops != drops {
			o.mu.Unlock()
			return
		}
		n := min(len(s), outputChunk-len(o.buf))
		o.buf = append(o.buf, s[:n]...)
		s = s[n:]
		if len(o.buf) >= outputChunk {
			o.flush()
		} else if o.timer == nil {
			o.timer = time.AfterFunc(outputDelay, o.Flush)
		}
		o.mu.Unlock()
	}
}

// flush writes what is collected; the lock is held.
func (o *output) flush() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	if len(o.buf) > 0 {
		last := o.buf[len(o.buf)-1]
		o.midLine = last != '\n' && last != '\r'
		_, _ = o.w.Write(o.buf)
		o.buf = o.buf[:0]
	}
}

// Flush writes what is collected.
func (o *output) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
}

// Drop forgets what is collected and the rest of a text being written.
func (o *output) Drop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drops++
	o.buf = o.buf[:0]
}

// FreshLine flushes, and ends a line that was begun.
func (o *output) FreshLine() {
	o.Flush()
	o.mu.Lock()
	mid := o.midLine
	o.midLine = false
	o.mu.Unlock()
	if mid {
		_, _ = io.WriteString(o.w, "\n")
	}
}

// Write makes output a writer.
func (o *output) Write(p []byte) (int, error) {
	o.WriteString(string(p))
	return len(p), nil
}

// height counts the rows a text takes on a screen of a width.
func height(text string, width int) int {
	n := 0
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		n += 1 + max(len(l)-1, 0)/max(width, 1)
	}
	return n
}

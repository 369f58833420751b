package repl

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/tfs-lang/tfs/lang"
)

// Bar draws progress for scripts.
type Bar struct{ b *bar }

// NewBar makes a Bar on a stream: a line that is drawn anew on terminals, plain lines now
// and then elsewhere.
func NewBar(w io.Writer, isTerminal bool) Bar { return Bar{newBar(w, !isTerminal)} }

// Show draws how far the work is.
func (b Bar) Show(p lang.Progress) { b.b.show(p) }

// End takes the bar away.
func (b Bar) End() { b.b.end() }

// bar draws progress on one line of the terminal, and takes it away at the end. Without
// redrawing it writes a line now and then.
type bar struct {
	out   io.Writer
	plain bool
	b     *progressbar.ProgressBar
	total int64
	told  time.Time
}

func newBar(out io.Writer, plain bool) *bar { return &bar{out: out, plain: plain} }

// plainEvery is the time between the lines where nothing can be redrawn.
const plainEvery = 5 * time.Second

func (b *bar) show(p lang.Progress) {
	if b.plain {
		if !p.Ended && time.Since(b.told) > plainEvery {
			if !b.told.IsZero() {
				fmt.Fprintf(b.out, "%s %d of %d\n", p.Label, p.Done, p.Total)
			}
			b.told = time.Now()
		}
		return
	}
	if b.b == nil || b.total != p.Total {
		b.end()
		total := p.Total
		if total == 0 {
			total = -1
		}
		b.total = p.Total
		b.b = progressbar.NewOptions64(
			total,
			progressbar.OptionSetWriter(b.out),
			progressbar.OptionSetDescription(p.Label),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(50*time.Millisecond),
		)
	}
	_ = b.b.Set64(p.Done)
	if p.Ended {
		b.end()
	}
}

// end takes the bar away.
func (b *bar) end() {
	if b.b != nil {
		_ = b.b.Clear()
		_ = b.b.Exit()
		b.b = nil
	}
	if !b.plain {
		b.told = time.Time{}
	}
}

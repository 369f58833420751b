package repl

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang"

	"github.com/rivo/uniseg"
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
	out     io.Writer
	plain   bool
	drawn   bool      // a line stands on the terminal
	told    time.Time // when the last line was written
	started time.Time
	label   string
	width   func() int // of the terminal, nil where it is not known: a bar that wraps could not be taken away
}

func newBar(out io.Writer, plain bool) *bar { return &bar{out: out, plain: plain} }

const (
	plainEvery = 5 * time.Second // between the lines where nothing can be redrawn
	drawEvery  = 50 * time.Millisecond
	barWidth   = 30
)

func (b *bar) show(p lang.Progress) {
	now := time.Now()
	if b.plain {
		if !p.Ended && now.Sub(b.told) > plainEvery {
			if !b.told.IsZero() {
				fmt.Fprintln(b.out, p.Label, amount(p))
			}
			b.told = now
		}
		return
	}
	if p.Ended {
		b.end()
		return
	}
	if !b.drawn || p.Label != b.label {
		b.started, b.label, b.told = now, p.Label, time.Time{}
	}
	if now.Sub(b.told) < drawEvery {
		return
	}
	b.told, b.drawn = now, true
	text := barText(p, now.Sub(b.started))
	if b.width != nil {
		text = fitting(text, b.width()-len("^C")-1) // what the terminal echoes behind it has room
	}
	fmt.Fprint(b.out, "\r\x1b[K", text)
}

// fitting is the beginning of a text that takes up to some columns.
func fitting(text string, columns int) string {
	rest, state, used := text, -1, 0
	for rest != "" {
		_, next, w, s := uniseg.FirstGraphemeClusterInString(rest, state)
		if used += w; used > columns {
			return text[:len(text)-len(rest)]
		}
		rest, state = next, s
	}
	return text
}

// amount is how much is done, of how much where that is known.
func amount(p lang.Progress) string {
	if p.Total > 0 {
		return fmt.Sprintf("%d of %d", p.Done, p.Total)
	}
	return fmt.Sprint(p.Done)
}

// barText is the line of a terminal: label, share, bar, numbers and what is left of the time, as far as they are known.
func barText(p lang.Progress, took time.Duration) string {
	var s strings.Builder
	if p.Label != "" {
		s.WriteString(p.Label + " ")
	}
	if p.Total <= 0 {
		fmt.Fprintf(&s, "(%d) [%s]", p.Done, took.Round(time.Second))
		return s.String()
	}
	share := min(max(float64(p.Done)/float64(p.Total), 0), 1)
	full := int(share * barWidth)
	fmt.Fprintf(&s, "%3d%% |%s%s| (%d/%d) [%s", int(share*100), strings.Repeat("█", full),
		strings.Repeat(" ", barWidth-full), p.Done, p.Total, took.Round(time.Second))
	if p.Done > 0 {
		left := time.Duration(float64(took) * (1/share - 1))
		fmt.Fprintf(&s, ":%s", left.Round(time.Second))
	}
	s.WriteString("]")
	return s.String()
}

// end takes the bar away.
func (b *bar) end() {
	if b.drawn {
		fmt.Fprint(b.out, "\r\x1b[K")
		b.drawn = false
	}
	if !b.plain {
		b.told = time.Time{}
	}
}

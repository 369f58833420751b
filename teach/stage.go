package teach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rivo/uniseg"
)

// typist types code with the small unevenness of hands, the same every time.
type typist struct{ seed uint32 }

func (t *typist) pause() time.Duration {
	t.seed ^= t.seed << 13
	t.seed ^= t.seed >> 17
	t.seed ^= t.seed << 5
	return keystroke * time.Duration(75+t.seed%51) / 100
}

// enter types statements at the prompt.
func (t *typist) enter(ctx context.Context, st stage, style Style, code string) {
	for i, l := range strings.Split(code, "\n") {
		prompt := ">>>"
		if i > 0 {
			prompt = "..."
		}
		st.write(dressed(style.Prompt, prompt))
		if l != "" {
			st.write(" ")
		}
		for g := uniseg.NewGraphemes(l); g.Next(); {
			st.wait(ctx, t.pause())
			st.write(g.Str())
		}
		st.write("\n")
	}
}

// Live plays on a writer, at a speed; 0 waits for nothing.
func (p *Player) Live(ctx context.Context, w io.Writer, speed float64) ([]Problem, error) {
	return p.Play(ctx, &liveStage{w, speed})
}

type liveStage struct {
	w     io.Writer
	speed float64
}

func (s *liveStage) write(text string) { _, _ = io.WriteString(s.w, text) }

func (s *liveStage) section(string) {}

func (s *liveStage) wait(ctx context.Context, d time.Duration) {
	if s.speed <= 0 || d <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(float64(d) / s.speed)):
	}
}

// Cast plays a deck into a recording of asciinema's format, version 2: a header line, then a line for each output and
// for each section a marker. Its time is counted, not measured, so that the same deck gives the same bytes.
func (p *Player) Cast(ctx context.Context, w io.Writer) ([]Problem, error) {
	p.Columns = func() int { return castColumns }
	p.Lang.Width = p.Columns
	s := &castStage{}
	found, err := p.Play(ctx, s)
	if err != nil {
		return found, err
	}
	head := struct {
		Version int    `json:"version"`
		Width   int    `json:"width"`
		Height  int    `json:"height"`
		Title   string `json:"title"`
	}{2, castColumns, 24, p.Deck.Title}
	if _, err := w.Write(jsonLine(head)); err != nil {
		return found, err
	}
	s.flush()
	_, err = w.Write(s.lines.Bytes())
	return found, err
}

const castColumns = 80

// castStage collects the events of a recording; neighbouring texts of one time are one event.
type castStage struct {
	at      time.Duration
	pending string
	lines   bytes.Buffer
}

func (s *castStage) write(text string) { s.pending += strings.ReplaceAll(text, "\n", "\r\n") }

func (s *castStage) flush() {
	if s.pending != "" {
		s.event("o", s.pending)
		s.pending = ""
	}
}

func (s *castStage) event(kind, text string) {
	b := jsonLine([]any{kind, text})
	fmt.Fprintf(&s.lines, "[%.3f, %s", s.at.Seconds(), b[1:])
}

func (s *castStage) wait(_ context.Context, d time.Duration) {
	if d > 0 {
		s.flush()
		s.at += d
	}
}

func (s *castStage) section(name string) {
	s.flush()
	s.event("m", name)
}

// jsonLine is a value as a line of JSON, with < and > as they are.
func jsonLine(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // of texts and numbers, which always have a form
	return b.Bytes()
}

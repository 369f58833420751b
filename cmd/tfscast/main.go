// Command tfscast draws a terminal recording (asciicast, format 2) as an SVG that plays itself: the text appears as it
// was written, can be selected, and is there at once for readers who want no motion. Looks are those of colours and
// bold; recordings that move the cursor are refused. .ci/recording makes the one of README.md.
//
//	tfs demo --cast FILE.cast SCRIPT.tfs && go run ./cmd/tfscast FILE.cast FILE.svg
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/tfscast FILE.cast FILE.svg")
		os.Exit(2)
	}
	if err := convert(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "tfscast:", err)
		os.Exit(1)
	}
}

func convert(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	svg, err := draw(f)
	if err != nil {
		return fmt.Errorf("%s: %v", from, err)
	}
	return os.WriteFile(to, []byte(svg), 0o644)
}

// piece is a text in one look that appeared at one time.
type piece struct {
	at       float64
	row, col int
	text     string
	look     string
}

// The measures of the picture in pixels.
const (
	charPx, rowPx, margin = 8.43, 20, 14
	mostRows              = 200
)

// looks are the classes of SGR codes.
var looks = map[string]string{"": "", "0": "", "1": "b", "2": "d", "31": "r", "32": "g", "33": "y", "34": "u",
	"35": "m",
	"36": "c", "1;31": "b r", "1;32": "b g", "1;33": "b y", "1;34": "b u", "1;35": "b m", "1;36": "b c"}

const sheet = `.cast{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.cast text{fill:#e6edf3;white-space:pre} .cast .b{font-weight:600} .cast .d{fill:#9da7b1} .cast .r{fill:#ff9b8e}
.cast .g{fill:#56d364} .cast .y{fill:#e3b341} .cast .u{fill:#79c0ff} .cast .m{fill:#d2a8ff} .cast .c{fill:#76e3ea}
@media (prefers-reduced-motion:no-preference){.cast text{visibility:hidden;animation:cast 1ms forwards}}
@keyframes cast{to{visibility:visible}}
`

// draw reads a recording and makes the picture.
func draw(r io.Reader) (string, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	var head struct {
		Version, Width int
		Title          string
	}
	if !in.Scan() || json.Unmarshal(in.Bytes(), &head) != nil || head.Version != 2 {
		return "", fmt.Errorf("it is no asciicast of format 2")
	}
	t := &tape{}
	for n := 2; in.Scan(); n++ {
		var at float64
		var kind, text string
		if err := json.Unmarshal(in.Bytes(), &[]any{&at, &kind, &text}); err != nil {
			return "", fmt.Errorf("line %d: %v", n, err)
		}
		if kind != "o" {
			continue
		}
		if err := t.write(at, text); err != nil {
			return "", fmt.Errorf("line %d: %v", n, err)
		}
	}
	if err := in.Err(); err != nil {
		return "", err
	}
	return t.svg(head.Title, head.Width), nil
}

// tape is what was written so far.
type tape struct {
	pieces   []piece
	row, col int
	look     string
}

func (t *tape) write(at float64, text string) error {
	for text != "" {
		i := strings.IndexAny(text, "\r\n\x1b")
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			t.pieces = append(t.pieces, piece{at, t.row, t.col, text[:i], t.look})
			t.col += scene.Width(text[:i])
			text = text[i:]
			continue
		}
		switch {
		case text[0] == '\r':
			t.col, text = 0, text[1:]
		case text[0] == '\n':
			if t.row, text = t.row+1, text[1:]; t.row > mostRows {
				return fmt.Errorf("more than %d lines", mostRows)
			}
		default:
			end := strings.IndexByte(text, 'm')
			if !strings.HasPrefix(text, "\x1b[") || end < 0 || strings.Trim(text[2:end], "0123456789;") != "" {
				return fmt.Errorf("%.12q: colours can be drawn, nothing else", text)
			}
			class, ok := looks[text[2:end]]
			if !ok {
				return fmt.Errorf("%q: no such look is known", text[:end+1])
			}
			t.look, text = class, text[end+1:]
		}
	}
	return nil
}

func (t *tape) svg(title string, columns int) string {
	rows := 0
	for _, p := range t.pieces {
		if strings.TrimSpace(p.text) != "" {
			rows = max(rows, p.row+1)
		}
	}
	w, h := int(float64(columns)*charPx)+2*margin, rows*rowPx+2*margin
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" class="cast" role="img" aria-labelledby="castt" viewBox="0 0 %d %d" `+
			`width="%d" height="%d"><title id="castt">%s</title>`+"\n<style>%s</style>\n", w, h, w, h, scene.Escape(title),
		sheet)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#0d1117"/>`+"\n", w, h)
	for _, p := range t.pieces {
		if strings.TrimSpace(p.text) == "" {
			continue
		}
		class := ""
		if p.look != "" {
			class = ` class="` + p.look + `"`
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f"%s style="animation-delay:%.2fs">%s</text>`+"\n",
			margin+float64(p.col)*charPx, margin+14+p.row*rowPx, float64(scene.Width(p.text))*charPx, class, p.at,
			scene.Escape(p.text))
	}
	return b.String() + "</svg>\n"
}

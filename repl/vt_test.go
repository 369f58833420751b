//go:build unix

package repl

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// vt is a screen emulator: enough of a terminal to see what a person would see.
type vt struct {
	mu       sync.Mutex
	w, h     int
	cells    [][]string // one string a cell; "" behind a wide character
	row, col int
	wrap     bool // the last column was written: the next character wraps
	pending  []byte
	gone     []string // rows scrolled off the top
	modes    map[string]bool
	raw      strings.Builder
}

func newVT(w, h int) *vt {
	v := &vt{w: w, h: h, modes: map[string]bool{}}
	v.cells = make([][]string, h)
	for i := range v.cells {
		v.cells[i] = blankRow(w)
	}
	return v
}

func blankRow(w int) []string {
	r := make([]string, w)
	for i := range r {
		r[i] = " "
	}
	return r
}

func (v *vt) resize(w, h int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	// rows are re-wrapped, as today's terminals do
	var rows [][]string
	cur := 0
	for i, r := range v.cells {
		text := strings.TrimRight(strings.Join(r, ""), " ")
		if i == v.row {
			cur = len(rows) + v.col/w
		}
		for uniseg.StringWidth(text) > w {
			rows = append(rows, fit(text[:w], w))
			text = text[w:]
		}
		rows = append(rows, fit(text, w))
	}
	v.col %= w
	last := cur
	for i, r := range rows {
		if strings.TrimSpace(strings.Join(r, "")) != "" {
			last = max(last, i)
		}
	}
	rows = rows[:last+1]
	if n := len(rows) - h; n > 0 {
		rows, cur = rows[n:], cur-n
	}
	for len(rows) < h {
		rows = append(rows, blankRow(w))
	}
	v.w, v.h, v.cells, v.row, v.wrap = w, h, rows, max(cur, 0), false
}

func fit(text string, w int) []string {
	r := blankRow(w)
	for i, c := range []rune(text) {
		r[i] = string(c)
	}
	return r
}

// Write interprets output.
func (v *vt) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.raw.Write(p)
	v.pending = append(v.pending, p...)
	for len(v.pending) > 0 {
		n := v.step()
		if n == 0 {
			break
		}
		v.pending = v.pending[n:]
	}
	return len(p), nil
}

// step interprets one character or sequence; 0 when its end is not there yet.
func (v *vt) step() int {
	b := v.pending
	switch c := b[0]; {
	case c == 0x1b:
		return v.escape()
	case c == '\r':
		v.col, v.wrap = 0, false
	case c == '\n':
		v.down()
	case c == '\b':
		v.col = max(v.col-1, 0)
	case c == '\t':
		v.col = min((v.col/8+1)*8, v.w-1)
	case c < 0x20:
	default:
		if !utf8.FullRune(b) {
			return 0
		}
		text := string(b)
		if i := strings.IndexAny(text, "\x1b\r\n\t\b"); i >= 0 {
			text = text[:i]
		}
		g, _, w, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		v.put(g, w)
		return len(g)
	}
	return 1
}

func (v *vt) put(g string, w int) {
	if w == 0 {
		return
	}
	if v.wrap || v.col+w > v.w {
		v.col = 0
		v.down()
	}
	v.wrap = false
	v.cells[v.row][v.col] = g
	for i := 1; i < w && v.col+i < v.w; i++ {
		v.cells[v.row][v.col+i] = ""
	}
	if v.col += w; v.col >= v.w {
		v.col, v.wrap = v.w-1, true
	}
}

func (v *vt) down() {
	v.wrap = false
	if v.row < v.h-1 {
		v.row++
		return
	}
	v.gone = append(v.gone, strings.TrimRight(strings.Join(v.cells[0], ""), " "))
	v.cells = append(v.cells[1:], blankRow(v.w))
}

func (v *vt) escape() int {
	b := v.pending
	if len(b) < 2 {
		return 0
	}
	if b[1] != '[' {
		return 2
	}
	end := 2
	for end < len(b) && (b[end] < 0x40 || b[end] > 0x7e) {
		end++
	}
	if end == len(b) {
		return 0
	}
	params := string(b[2:end])
	n, _ := strconv.Atoi(strings.Split(params, ";")[0])
	one := max(n, 1)
	v.wrap = false
	switch b[end] {
	case 'A':
		v.row = max(v.row-one, 0)
	case 'B':
		v.row = min(v.row+one, v.h-1)
	case 'C':
		v.col = min(v.col+one, v.w-1)
	case 'D':
		v.col = max(v.col-one, 0)
	case 'H':
		v.row, v.col = 0, 0
	case 'K':
		for i := v.col; i < v.w && n == 0 || i < v.w && n == 2; i++ {
			v.cells[v.row][i] = " "
		}
		if n == 2 {
			v.cells[v.row] = blankRow(v.w)
		}
	case 'J':
		if n == 2 {
			for i := range v.cells {
				v.cells[i] = blankRow(v.w)
			}
		}
	case 'h', 'l':
		v.modes[params] = b[end] == 'h'
	}
	return end + 1
}

// text is the screen without trailing blanks and rows.
func (v *vt) text() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var rows []string
	for _, r := range v.cells {
		rows = append(rows, strings.TrimRight(strings.Join(r, ""), " "))
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// all is the text with what scrolled off.
func (v *vt) all() string {
	t := v.text()
	v.mu.Lock()
	defer v.mu.Unlock()
	return strings.Join(append(append([]string(nil), v.gone...), t), "\n")
}

func (v *vt) cursor() (row, col int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.row, v.col
}

func (v *vt) output() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.raw.String()
}

func (v *vt) mode(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.modes[name]
}

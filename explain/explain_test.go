package explain_test

import (
	"context"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/explain"
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// example is one expression with its picture.
type example struct {
	name, expr string
	pic        scene.Picture
}

// examples draws the expressions of testdata/pictures.tfs.
func examples(t testing.TB) []example {
	t.Helper()
	explain.OnPanic(func(name string, r any) { t.Errorf("the drawer of %s failed: %v", name, r) })
	data, err := os.ReadFile("testdata/pictures.tfs")
	if err != nil {
		t.Fatal(err)
	}
	setup, rest, found := strings.Cut(string(data), "\n---\n")
	if !found {
		t.Fatal("no line of ---")
	}
	in := session.New(session.Options{})
	ctx := context.Background()
	if err := in.Eval(ctx, "setup", setup+"\n", lang.Script, func(e lang.Event) {}); err != nil {
		t.Fatal(err)
	}
	var out []example
	for _, l := range strings.Split(strings.TrimSpace(rest), "\n") {
		name, expr, _ := strings.Cut(l, ": ")
		pic, err := in.Explain(ctx, expr, false, func(lang.Event) {})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		out = append(out, example{name, expr, pic})
	}
	return out
}

var styles = regexp.MustCompile(`(?s)<style>.*?</style>`)

// golden is everything a picture is painted as.
func golden(p scene.Picture) string {
	var b strings.Builder
	for _, w := range []int{40, 80, 100} {
		for _, ascii := range []bool{false, true} {
			fmt.Fprintf(&b, "== %d columns, ascii %v\n%s", w, ascii, p.Text(scene.Options{Width: w, ASCII: ascii}))
		}
	}
	fmt.Fprintf(&b, "== words\n%s== svg\n%s", p.Words(), styles.ReplaceAllString(p.SVG(), "<style/>"))
	return b.String()
}

// TestGolden compares each picture at three widths, in ASCII, as SVG and in words. Run with -update after looking at
// what changed.
func TestGolden(t *testing.T) {
	for _, e := range examples(t) {
		file := filepath.Join("testdata", "golden", e.name+".txt")
		got := golden(e.pic)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s (%s): the picture changed\n%s", e.name, e.expr, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], append(w, "")[min(i, len(w))])
		}
	}
	return "it ends early"
}

var looks = regexp.MustCompile("\x1b\\[[0-9;]*m")

func transliterated(s string) string { return scene.PlainLines(s) }

// TestForms compares the forms with each other: colours are only added, ASCII is one for one, no line is too wide.
func TestForms(t *testing.T) {
	for _, e := range examples(t) {
		for _, w := range []int{1, 7, 12, 20, 23, 24, 31, 40, 55, 64, 80, 97, 120, 200} {
			plain := e.pic.Text(scene.Options{Width: w})
			if c := e.pic.Text(scene.Options{Width: w, Colour: true}); looks.ReplaceAllString(c, "") != plain {
				t.Errorf("%s at %d: colours change the text", e.name, w)
			}
			ascii := e.pic.Text(scene.Options{Width: w, ASCII: true})
			if tr := transliterated(plain); isASCII(tr) && ascii != tr {
				t.Errorf("%s at %d: ASCII is not one for one\n%s\n%s", e.name, w, ascii, tr)
			}
			if !isASCII(ascii) {
				t.Errorf("%s at %d: not ASCII:\n%s", e.name, w, ascii)
			}
			for _, l := range strings.Split(plain, "\n") {
				if scene.Width(l) > w || strings.TrimRight(l, " ") != l || strings.Contains(l, "\t") {
					t.Errorf("%s at %d: %q", e.name, w, l)
				}
			}
		}
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] > 0x7e {
			return false
		}
	}
	return true
}

var (
	textAt = regexp.MustCompile(`<text(?: class="([^"]*)")? x="(\d+)" y="(\d+)">([^<]*)</text>`)
	rectAt = regexp.MustCompile(`<rect class="c[^"]*" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/>`)
	viewAt = regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
)

func num(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// TestSVG reads the pictures as XML, and looks whether texts stay within them and cells apart.
func TestSVG(t *testing.T) {
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`)
	for _, e := range examples(t) {
		svg := e.pic.SVG()
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
		}
		if len(svg) > 64<<10 {
			t.Errorf("%s: %d bytes", e.name, len(svg))
		}
		view := viewAt.FindStringSubmatch(svg)
		w, h := num(view[1]), num(view[2])
		if w > 960 {
			t.Errorf("%s is %d wide", e.name, w)
		}
		for _, m := range textAt.FindAllStringSubmatch(svg, -1) {
			size := float64(scene.Width(unescape.Replace(m[4]))) * 9.03
			if strings.Contains(" "+m[1]+" ", " d ") {
				size *= 13.0 / 15
			}
			left := float64(num(m[2]))
			if strings.Contains(" "+m[1]+" ", " m ") {
				left -= size / 2
			}
			if left < 2 || left+size > float64(w)-2 || num(m[3]) > h-2 {
				t.Errorf("%s: %q does not fit", e.name, m[4])
			}
		}
		cells := rectAt.FindAllStringSubmatch(svg, -1)
		for i, a := range cells {
			for _, b := range cells[:i] {
				if num(a[1]) < num(b[1])+num(b[3]) && num(b[1]) < num(a[1])+num(a[3]) && num(a[2]) < num(b[2])+num(b[4]) &&
					num(b[2]) < num(a[2])+num(a[4]) {
					t.Errorf("%s: two cells overlap: %s and %s", e.name, a[0], b[0])
				}
			}
		}
	}
}

// TestOnce evaluates with effects: explain runs an expression once, and leaves its value and error as they are.
func TestOnce(t *testing.T) {
	in := session.New(session.Options{})
	src := `
log = []
def g(x):
    log.append(x)
    return x * 2
e = explain(g(tf.constant(3)) + g(1), width=30)
assert log[0] == 3 and log[1] == 1 and len(log) == 2
assert int(e.value) == 8 and e.error is None, e.value
assert e.steps == ["tf.constant(3)", "g(tf.constant(3))", "g(1)", "g(tf.constant(3)) + g(1)"], e.steps
bad = explain(tf.constant([1, 2]) + tf.constant([1, 2, 3]))
assert "Incompatible shapes" in str(bad.error) and bad.value is None
def local():
    n = tf.range(3)
    return [explain(n[k]).value for k in range(3)]
assert [int(v) for v in local()] == [0, 1, 2]
f = explain
assert "3" in repr(f(3))
def explain(x): return "mine"
assert explain(1 + 1) == "mine"
`
	if err := in.Eval(context.Background(), "once", src, lang.Script, func(e lang.Event) {
		if e.Kind == lang.Error {
			t.Error(e.Text)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// TestKeywords names what explain does not take.
func TestKeywords(t *testing.T) {
	in := session.New(session.Options{})
	for expr, want := range map[string]string{"explain(1, width=0)": "width is a number",
		"explain(1, bits='oct')": "bits is",
		"explain()":              "missing 1 required", "explain(1, color=2)": "unexpected keyword argument 'color'"} {
		_, _, err := in.Expr(context.Background(), expr, func(lang.Event) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", expr, err)
		}
	}
}

// TestOuterRows sets operands of fewer dimensions beside each row as a whole, with no rows too.
func TestOuterRows(t *testing.T) {
	explain.OnPanic(func(name string, r any) { t.Errorf("the drawer of %s failed: %v", name, r) })
	in := session.New(session.Options{})
	for expr, want := range map[string]string{
		"tf.ragged.constant([[1, 2], [3]]) + tf.ragged.constant([[[1, 2], [3]], [[5, 6], [7]]])": "(1 2)  (3)   +  (5 6) " +
			" (7) ",
		"tf.ragged.constant([], 'int32', 1) + tf.ragged.constant([[], []], 'int32', 2)": "[1]  ∅  +  ∅  → ∅",
	} {
		_, text, err := in.Expr(context.Background(), "explain("+expr+")", func(lang.Event) {})
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", expr, err, text)
		}
	}
}

// TestBits chooses how bytes are shown.
func TestBits(t *testing.T) {
	in := session.New(session.Options{})
	for expr, want := range map[string]string{
		"explain(tf.io.decode_raw('ab', tf.int16), bits='bin')": "01100001 01100010     bytes (bits)",
		"explain(tf.bitcast(1.5, tf.int32), bits='hex')":        "00   00   c0   3f",
		"explain(b'a', bits='bin')":                             "01100001",
		"explain(tf.constant(1.5), bits='hex')":                 "0x3fc00000",
	} {
		_, text, err := in.Expr(context.Background(), expr, func(lang.Event) {})
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", expr, err, text)
		}
	}
}

// TestLastError draws the op of the last error with its arguments.
func TestLastError(t *testing.T) {
	in := session.New(session.Options{})
	ctx := context.Background()
	for src, want := range map[string]string{
		"tf.constant([1, 2, 3]) + tf.constant([1, 2])":           "3 and 2 differ, and neither is 1",
		"tf.io.decode_raw(['a', 'bcd'], tf.uint8)":               "1 byte ✗",
		"tf.gather([10, 20], [5])":                               "positions are 0 to 1",
		"y = [tf.bitcast(tf.constant([1], tf.uint8), tf.int32)]": "int32 takes 4 bytes",
		"tf.ragged.constant([[1], []])[:, 0]":                    "no column 0",
		"tf.RaggedTensor.from_row_splits([1, 2], [0, 3, 2])":     "goes down by 1",
	} {
		if in.Eval(ctx, "bad", src+"\n", lang.Cell, func(lang.Event) {}) == nil {
			t.Errorf("%s does not fail", src)
		}
		var text string
		if err := in.Eval(ctx, "again", "%explain\n", lang.Cell, func(e lang.Event) { text += e.Text }); err != nil {
			t.Errorf("%s: %v", src, err)
		}
		if !strings.Contains(text, want) {
			t.Errorf("after %s:\n%s", src, text)
		}
	}
}

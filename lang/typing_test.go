package lang

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session/transcript"
)

// writer writes random programs of nested blocks as people type them, with comments, blank
// lines, docstrings and expressions over several lines. Each one runs and prints something.
type writer struct {
	*rand.Rand
	lines []string
	names int
}

func (w *writer) line(depth int, format string, args ...any) {
	w.lines = append(w.lines, strings.Repeat("    ", depth)+fmt.Sprintf(format, args...))
}

func (w *writer) fresh(head string) string {
	w.names++
	return fmt.Sprintf("%s%d", head, w.names)
}

// noise may write a comment at any column, or a blank line inside a block.
func (w *writer) noise(depth int) {
	switch w.IntN(12) {
	case 0:
		w.line(depth, "# a comment: if x: (")
	case 1:
		w.line(0, "# at the margin")
	case 2:
		w.line(depth+1, "# too far to the right")
	case 3:
		if depth > 0 {
			w.lines = append(w.lines, strings.Repeat(" ", w.IntN(6)))
		}
	}
}

// simple writes one statement of one or more lines.
func (w *writer) simple(depth int) {
	n := w.IntN(100)
	switch w.IntN(12) {
	case 0:
		w.line(depth, "print(%d,", n)
		w.line(depth+2, "# inside")
		w.line(w.IntN(3), "%d)", n+1)
	case 1:
		w.line(depth, "x = [%d,", n)
		w.line(0, "")
		w.line(0, "{'a': (1,")
		w.line(depth, "2)}]; print(x)")
	case 2:
		w.line(depth, "x = %d + \\", n)
		w.line(depth, "    2")
		w.line(depth, "print(x)")
	case 3:
		w.line(depth, "print('''a")
		w.line(0, "  if x:")
		w.line(0, "")
		w.line(0, "b''')")
	case 4:
		w.line(depth, "print('a\\")
		w.line(0, "b', f'{%d:>4}')", n)
	case 5:
		w.line(depth, "if %d > 50: print('big')  # on one line", n)
	case 6:
		w.line(depth, "x = %d; print(x, end=';'); print()", n)
	case 7:
		w.line(depth, "match = [1]; match[0] = %d; print(match)", n)
	case 8:
		w.line(depth, "print(*(lambda a, *b: [a, b])(%d, 2), sep=':')", n)
	default:
		w.line(depth, "print(%d)", n)
	}
}

func (w *writer) body(depth int) {
	w.noise(depth)
	for n := 1 + w.IntN(3); n > 0; n-- {
		w.statement(depth)
	}
}

func (w *writer) statement(depth int) {
	if depth > 4 || len(w.lines) > 16 || w.IntN(3) == 0 {
		w.simple(depth)
		return
	}
	[]func(int){w.branches, w.loops, w.tries, w.withs, w.function, w.class, w.match, w.decorated}[w.IntN(8)](depth)
	w.noise(depth)
}

func (w *writer) branches(depth int) {
	w.line(depth, "if %s:", w.condition())
	w.body(depth + 1)
	for w.IntN(2) == 0 {
		w.line(depth, "elif (%d >", w.IntN(9))
		w.line(depth, "      %d):", w.IntN(9))
		w.body(depth + 1)
	}
	if w.IntN(2) == 0 {
		w.noise(depth)
		w.line(depth, "else:  # otherwise")
		w.body(depth + 1)
	}
}

func (w *writer) condition() string {
	return []string{"1", "0", "not 1 == 2", "(n := 3) > 2", "[] or {}"}[w.IntN(5)]
}

func (w *writer) loops(depth int) {
	v := w.fresh("i")
	if w.IntN(2) == 0 {
		w.line(depth, "for %s in range(%d):", v, w.IntN(3))
	} else {
		w.line(depth, "%s = 0", v)
		w.line(depth, "while %s < %d:", v, w.IntN(3))
		w.line(depth+1, "%s += 1", v)
	}
	w.body(depth + 1)
	if w.IntN(3) == 0 {
		w.line(depth+1, "if %s: break", v)
	}
	if w.IntN(3) == 0 {
		w.line(depth, "else:")
		w.body(depth + 1)
	}
}

func (w *writer) tries(depth int) {
	w.line(depth, "try:")
	w.body(depth + 1)
	if w.IntN(2) == 0 {
		w.line(depth+1, "raise ValueError(%d)", w.IntN(9))
	}
	w.line(depth, "except (ValueError, TypeError) as e:")
	w.line(depth+1, "print(e)")
	if w.IntN(2) == 0 {
		w.line(depth, "else:")
		w.body(depth + 1)
	}
	if w.IntN(2) == 0 {
		w.line(depth, "finally:")
		w.body(depth + 1)
	}
}

func (w *writer) withs(depth int) {
	if w.IntN(2) == 0 {
		w.line(depth, "with CM() as a, CM():")
	} else {
		w.line(depth, "with (CM() as a,")
		w.line(depth, "      CM()):")
	}
	w.body(depth + 1)
}

func (w *writer) doc(depth int) {
	switch w.IntN(3) {
	case 0:
		w.line(depth, `"One line: of doc."`)
	case 1:
		w.line(depth, `"""Several lines.`)
		w.line(0, "")
		w.line(depth, `  >>> 1`)
		w.line(depth, `"""`)
	}
}

func (w *writer) function(depth int) {
	name := w.fresh("f")
	w.line(depth, "def %s(a, *b,", name)
	w.line(depth+2, "c=1, **d) -> int:")
	w.doc(depth + 1)
	w.body(depth + 1)
	w.line(depth+1, "return a")
	w.line(depth, "print(%s(%d))", name, w.IntN(9))
}

func (w *writer) class(depth int) {
	name := w.fresh("C")
	w.line(depth, "class %s:", name)
	w.doc(depth + 1)
	w.body(depth + 1)
	w.line(depth+1, "@property")
	w.noise(depth + 1)
	w.line(depth+1, "def p(self):")
	w.doc(depth + 2)
	w.body(depth + 2)
	w.line(depth+2, "return 5")
	w.line(depth, "print(%s().p)", name)
}

func (w *writer) decorated(depth int) {
	name := w.fresh("g")
	w.line(depth, "@deco")
	w.noise(depth)
	w.line(depth, "@deco")
	w.line(depth, "def %s():", name)
	w.body(depth + 1)
	w.line(depth, "%s()", name)
}

func (w *writer) match(depth int) {
	w.line(depth, "match %d, [2]:", w.IntN(3))
	w.noise(depth + 1)
	w.line(depth+1, "case 1, [x] if x > 1:")
	w.body(depth + 2)
	w.noise(depth + 1)
	w.line(depth+1, "case (2, _) | [0, *_]:")
	w.body(depth + 2)
	if w.IntN(2) == 0 {
		w.line(depth+1, "case _: print('other')")
	}
}

const typingHead = `class CM:
    def __enter__(self): return 1
    def __exit__(self, *a): pass

def deco(f): return f

`

func randomProgram(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 7))}
	for range 2 {
		w.statement(0)
	}
	return typingHead + strings.Join(w.lines, "\n") + "\n"
}

// TestTypedLineByLine types random programs as at a prompt: no line is refused, a statement is
// whole once the next one begins, and the units print what the file prints.
func TestTypedLineByLine(t *testing.T) {
	for seed := range uint64(500) {
		src := randomProgram(seed)
		var typed strings.Builder
		in, buffer := newWired(Options{}), ""
		run := func() {
			if strings.TrimSpace(buffer) == "" {
				return
			}
			if got := transcript.Complete(buffer + "\n"); got != transcript.Whole {
				t.Fatalf("seed %d: verdict %d on\n%s\nof\n%s", seed, got, buffer, src)
			}
			_ = in.Eval(context.Background(), "<typed>", buffer+"\n", Script, func(e Event) { typed.WriteString(e.Text) })
			buffer = ""
		}
		for n, l := range strings.Split(src, "\n") {
			if begins(l) && transcript.Complete(buffer+"\n") == transcript.Whole {
				run()
			}
			buffer += l
			pending := []string{"", "\n", "\n" + syntax.Indent(buffer), "\n            "}[(n+int(seed))%4]
			if transcript.Complete(buffer+pending) == transcript.Wrong {
				t.Fatalf("seed %d: refused\n%q\nof\n%s", seed, buffer+pending, src)
			}
			buffer += "\n"
		}
		run()
		if want, err := evalText(src, Script); typed.String() != want || err != nil {
			t.Fatalf("seed %d: %v typed\n%s\nas a file\n%s\nof\n%s", seed, err, typed.String(), want, src)
		}
	}
}

// begins tells whether a line begins a new statement at the margin.
func begins(l string) bool {
	return l != "" && !strings.HasPrefix(l, " ") && !strings.HasPrefix(l, "#") && !syntax.ClauseHead(l) && !strings.HasPrefix(l, "{'a'") &&
		!strings.HasPrefix(l, "b'")
}

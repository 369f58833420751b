package line

import (
	"io"
	"strings"
	"testing"
	"time"
)

// script is a terminal whose keys are known beforehand.
type script struct {
	in  []string // one read each
	out strings.Builder
}

func (s *script) Read(time.Duration) ([]byte, error) {
	if len(s.in) == 0 {
		return nil, io.EOF
	}
	b := s.in[0]
	s.in = s.in[1:]
	return []byte(b), nil
}
func (s *script) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s *script) Size() (int, int)            { return 20, 5 }

func TestKeys(t *testing.T) {
	k := keys{term: &script{in: []string{"ab\x1b[A\x1b[1;5C\x1b\r", "\x1bOH\x1b[", "3~\xe6\x97",
		"\xa5\x1b[13;2u\x01\x7f\x1bb\x1b\x1b[D",
		"\x1b[99;99X\x1b]11;rgb:0000/0000/0000\x07\x1bP1$r\x1b\\\x1b[200~x\r\ny\x1b[3", "1m\x00\x1b[201~z"}}}
	var got []string
	for {
		key, err := k.next()
		if err != nil {
			break
		}
		if got = append(got, key.Name+key.Text); key.Cut != (key.Name == "paste") {
			t.Errorf("%v: control characters taken out: %v", key.Name, key.Cut)
		}
	}
	want := "ab|up|C-right|M-enter|home|delete|日|S-enter|C-a|backspace|M-b|M-left|unknown|unknown|unknown|pastex\ny[31m|z"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%q, not %q", s, want)
	}
}

// FuzzEditor types anything at all into both modes: there is no panic, the cursor stays
// between characters of the text, and what is accepted is what was shown.
func FuzzEditor(f *testing.F) {
	for _, s := range []string{"for x in y:\r  a\r\r", "\x1b[A\x1b[B\t\t\x12foo\x07\x1f", "\x1bdwciwx\x1bu.3p%f)ya\"",
		"\x1b[200~>>> a\n1\n\x1b[201~", "日本\x02\x7f\x14", "if a:\relse:\r\x1b[Z\x0b\x19\x1by"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, in string, vi bool) {
		if len(in) > 500 {
			return
		}
		term := &script{in: []string{in}}
		e := New(Config{Term: term, Prompt: ">>> ", More: "... ", Vi: vi, History: fixed{"x = 1", "for i in x:\n  i"},
			Judge: func(s string) Verdict {
				if strings.HasSuffix(s, ":") {
					return More
				}
				return Accept
			},
			Complete: func(text string, at int) Completion {
				return Completion{From: at, To: at, Items: []Item{{Text: "one"}, {Text: "onto", Notes: []string{"f(x)"}}}}
			},
			Clause: func(_, l string) (string, bool) { return "", strings.HasSuffix(l, "else:") },
			Indent: func(string) string { return "    " }})
		for range 50 {
			if _, err := e.Read(""); err == io.EOF && len(term.in) == 0 && len(e.keys.buf) == 0 {
				break
			}
			if e.b.pos < 0 || e.b.pos > len(e.b.text) {
				t.Fatalf("cursor %d in %q", e.b.pos, e.b.text)
			}
		}
	})
}

type fixed []string

func (f fixed) Len() int           { return len(f) }
func (f fixed) Entry(i int) string { return f[i] }

func TestLayout(t *testing.T) {
	l := lay("ab\tc日本語x\nzz", 10, 12, ">>> ", "... ", "", nil)
	var got []string
	for _, r := range l.rows {
		got = append(got, r.text)
	}
	if s := strings.Join(got, "|"); s != ">>> ab      |c日本語x|... zz" || l.curRow != 1 || l.curCol != 5 {
		t.Errorf("%q, cursor %d %d", s, l.curRow, l.curCol)
	}
}

func TestLastArgument(t *testing.T) {
	for entry, want := range map[string]string{"": "", "x": "x", "x = [1, 2]": "[1, 2]", "print(a, f(b)[0])": "f(b)[0]",
		"f(x, shape=(2, 3))": "(2, 3)", "for i in range(3):\n    g('a, b')\n": "'a, b'", "x == y": "y", "f()": "f()",
		`open("a b.txt")`: `"a b.txt"`, "d['k']": "'k'", "x[1:2]": "1:2", "if f(a == b):": "a == b",
		"s = 'it\\'s (1'": `'it\'s (1'`,
		"import numpy":    "numpy", "(1, 2)": "(1, 2)", "größe(λ)": "λ", "%run a.tfs": "a.tfs",
		"f(g(1),\n)": "g(1)", ")": ")"} {
		if got := lastWord(entry); got != want {
			t.Errorf("%q: %q, not %q", entry, got, want)
		}
	}
}

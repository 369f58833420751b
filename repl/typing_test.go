//go:build unix

package repl

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session"
)

// program makes random nested Python.
type program struct {
	r   *rand.Rand
	out []string
	n   int
}

func (p *program) line(depth int, format string, a ...any) {
	p.out = append(p.out, strings.Repeat("    ", depth)+fmt.Sprintf(format, a...))
}

func (p *program) block(depth, level int) {
	for range 1 + p.r.IntN(2) {
		p.statement(depth, level)
	}
	if p.r.IntN(6) == 0 {
		p.out = append(p.out, "")
		p.statement(depth, level)
	}
}

func (p *program) statement(depth, level int) {
	p.n++
	n := p.n
	kind := p.r.IntN(16)
	if depth == 0 { // a program is one block
		kind = 6 + p.r.IntN(10)
	}
	if level == 0 {
		kind = p.r.IntN(6)
	}
	switch kind {
	case 0, 1:
		p.line(depth, "print(%d, 'a:')", p.n)
	case 2:
		p.line(depth, "x = [%d,", p.n)
		p.line(depth, "     2]")
		p.line(depth, "print(x, {1: 2}[1])")
	case 3:
		p.line(depth, "# if there is nothing else:")
		p.line(depth, "pass")
	case 4:
		p.line(depth, "s = '''first")
		p.line(0, "  second: %d", p.n)
		p.line(0, "third'''; print(s)")
	case 5:
		p.line(depth, "if x: print(1 + \\")
		p.line(depth, "            2)")
	case 6, 7:
		p.line(depth, "if %d %% 2:", p.n)
		p.block(depth+1, level-1)
		if p.r.IntN(2) == 0 {
			p.line(depth, "elif x:")
			p.block(depth+1, level-1)
		}
		if p.r.IntN(2) == 0 {
			p.line(depth, "else:")
			p.block(depth+1, level-1)
		}
	case 8, 9:
		p.line(depth, "for k%d in range(3):", depth)
		p.block(depth+1, level-1)
		if p.r.IntN(2) == 0 {
			p.line(depth+1, "%s", []string{"continue", "break", "pass"}[p.r.IntN(3)])
		}
		if p.r.IntN(3) == 0 {
			p.line(depth, "else:")
			p.block(depth+1, level-1)
		}
	case 10, 11:
		p.line(depth, "try:")
		p.block(depth+1, level-1)
		p.line(depth, "except (ValueError, KeyError) as e:")
		p.block(depth+1, level-1)
		if p.r.IntN(2) == 0 {
			p.line(depth, "finally:")
			p.block(depth+1, level-1)
		}
	case 12:
		p.line(depth, "match %d:", p.n)
		p.line(depth+1, "case 1 | 2:")
		p.block(depth+2, level-1)
		p.line(depth+1, "case y if y > 3:")
		p.block(depth+2, level-1)
	case 13, 14:
		p.line(depth, "def f%d(a, b=2):", p.n)
		p.line(depth+1, `"""Doc: of f.`)
		p.line(0, "")
		p.line(depth+1, `Two."""`)
		p.line(depth+1, "x = a")
		p.block(depth+1, level-1)
		p.line(depth+1, "return a, [q for q in range(b)")
		p.line(depth+1, "           if q]")
		p.line(depth, "print(f%d(%d))", n, n)
	case 15:
		p.line(depth, "class C%d:", p.n)
		p.line(depth+1, "x = 1")
		p.line(depth+1, "@property")
		p.line(depth+1, "def g(self):")
		p.line(depth+2, "x = self.x")
		p.block(depth+2, level-1)
		p.line(depth+2, "return x")
		p.line(depth+1, "def h(self, x=1):")
		p.block(depth+2, level-1)
		p.line(depth, "print(C%d().g, C%d().h())", n, n)
	}
}

// typist is a terminal behind which somebody types a program into the editor: of the blanks
// only what the editor has not put there.
type typist struct {
	lines  []string
	keys   []string
	text   string // shown by the editor
	cursor int
	extra  int // Enters after the last line
}

func (p *typist) Size() (int, int)            { return 80, 24 }
func (p *typist) Write(b []byte) (int, error) { return len(b), nil }

func (p *typist) Read(wait time.Duration) ([]byte, error) {
	if wait > 0 {
		return nil, nil
	}
	if len(p.keys) == 0 {
		if len(p.lines) == 0 {
			if p.extra++; p.extra > 3 {
				return nil, io.EOF
			}
			return []byte("\r"), nil
		}
		p.plan(p.lines[0])
		p.lines = p.lines[1:]
	}
	k := p.keys[0]
	p.keys = p.keys[1:]
	return []byte(k), nil
}

func (p *typist) plan(l string) {
	above := p.text[:strings.LastIndexByte(p.text[:p.cursor], '\n')+1]
	there := p.text[len(above):p.cursor]
	code := strings.TrimLeft(l, " ")
	want := len(l) - len(code)
	after := "\r"
	if len(p.lines) > 1 && p.lines[1] == "" && strings.TrimSpace(l) != "" || code == "" {
		after = "\x1b\r" // a blank line inside the block
	}
	if blanks, ok := syntax.ClauseIndent(above, there+code); ok && strings.HasSuffix(code, ":") && len(blanks) == want {
		there = blanks // it goes there by itself
	}
	switch have := len(there); {
	case code == "":
	case want < have:
		for ; have > want; have = (have - 1) / 4 * 4 {
			p.keys = append(p.keys, "\x7f")
		}
		for range want - have {
			p.keys = append(p.keys, " ")
		}
	case want > have && (want-have)%4 == 0 && have > 0:
		for range (want - have) / 4 {
			p.keys = append(p.keys, "\t")
		}
	case want > have:
		for range want { // blanks of one's own take the place of the editor's
			p.keys = append(p.keys, " ")
		}
	}
	for _, c := range code {
		p.keys = append(p.keys, string(c))
	}
	p.keys = append(p.keys, after)
}

// TestTypingNestedPrograms types random programs line by line: none is refused or run before
// its end, and what comes out is the program.
func TestTypingNestedPrograms(t *testing.T) {
	p := &Prompt{in: session.New(session.Options{})}
	count := 500
	if testing.Short() {
		count = 60
	}
	for seed := range uint64(count) {
		g := &program{r: rand.New(rand.NewPCG(seed, 7))}
		for len(g.out) == 0 || !strings.HasSuffix(g.out[0], ":") {
			g.out = nil
			g.statement(0, 3)
		}
		for i, l := range g.out { // what follows the block on its own level is another input
			if i > 0 && l != "" && l[0] != ' ' && !syntax.ClauseHead(l) && !strings.HasPrefix(l, "third'''") {
				g.out = g.out[:i]
				break
			}
		}
		src := strings.TrimRight(strings.Join(g.out, "\n"), "\n")
		who := &typist{lines: strings.Split(src, "\n")}
		e := line.New(line.Config{Term: who, Judge: p.judge, Indent: syntax.Indent, Clause: syntax.ClauseIndent,
			Step: syntax.Step,
			Paint: func(text string, cursor int) []line.Span {
				if cursor >= 0 {
					who.text, who.cursor = text, cursor
				}
				return nil
			}})
		in, err := e.Read("")
		if err != nil || len(who.lines) > 0 || clean(in.Text) != clean(src) {
			t.Fatalf("program %d, %v, %d lines left:\n%s\nbecame\n%s", seed, err, len(who.lines), src, in.Text)
		}
	}
}

// clean takes blanks off the ends of lines: empty lines may hold some.
func clean(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n "), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// TestTypingInEveryMode types nested programs at prompts of each kind and compares with what
// they print as a whole.
func TestTypingInEveryMode(t *testing.T) {
	for _, mode := range []string{"block", "vi", "readline", "plain", "TERM=dumb"} {
		home := t.TempDir()
		config, set := "editor = "+mode+"\n", []string{}
		switch mode {
		case "vi":
			config = "editing = vi\n"
		case "TERM=dumb":
			config, set = "", []string{mode}
		}
		writeConfig(t, home, config)
		s := openAny(t, 200, 50, home, set...)
		s.see(">>>")
		s.typed("x = 1")
		s.typed("\r")
		for seed := range uint64(6) {
			s.line(">>>")
			g := &program{r: rand.New(rand.NewPCG(seed, 11))}
			g.line(0, "if 1:")
			for range 2 {
				g.statement(1, 2)
			}
			g.line(1, "print('end', 'of', %d)", seed)
			src := strings.Join(g.out, "\n")
			for strings.Contains(src, "\n\n") { // in all modes an empty line ends a block
				src = strings.ReplaceAll(src, "\n\n", "\n")
			}
			for _, l := range strings.Split(src, "\n") {
				if mode != "plain" && mode != "TERM=dumb" {
					s.unindent()
				}
				s.typed(l)
				s.typed("\r")
			}
			s.send("\x15\r"[map[bool]int{true: 1, false: 0}[mode == "plain" || mode == "TERM=dumb"]:])
			s.see(fmt.Sprintf("end of %d\n", seed))
			var want strings.Builder
			_ = session.New(session.Options{}).Eval(context.Background(), "p", "x = 1\n"+src+"\n", lang.Script,
				func(e lang.Event) { want.WriteString(e.Text) })
			if got := s.vt.all(); !strings.Contains(got, "\n"+want.String()) {
				t.Fatalf("%s, program %d:\n%s\nprints not\n%s\nbut\n%s", mode, seed, src, want.String(), got)
			}
		}
	}
}

// unindent takes away what the editor put into the line by itself.
func (s *term) unindent() {
	s.t.Helper()
	if _, col := s.vt.cursor(); col == 4 {
		return
	}
	s.send("\x15")
	s.wait("an empty line", func() bool {
		_, col := s.vt.cursor()
		return col == 4
	})
}

// typed sends keys as a person does, who sees what they do before the next ones: it waits until the screen
// has answered and the cursor stands behind a prompt.
func (s *term) typed(keys string) {
	s.t.Helper()
	before, quiet := len(s.vt.output()), 3*time.Millisecond
	if strings.HasSuffix(keys, "\r") { // what the editor indents by itself may come in a second piece
		quiet = 15 * time.Millisecond
	}
	s.send(keys)
	s.wait(fmt.Sprintf("an answer to %q", keys), func() bool {
		n := len(s.vt.output())
		row, col := s.vt.cursor()
		line := strings.Split(s.vt.text()+strings.Repeat("\n", s.vt.h), "\n")[row]
		prompt := strings.HasPrefix(line, ">>>") || strings.HasPrefix(line, "...")
		if n == before || col == 0 || !prompt {
			return false
		}
		time.Sleep(quiet)
		return len(s.vt.output()) == n
	})
}

// TestReadlineIndents types only what is needed with editor=readline.
func TestReadlineIndents(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "editor = readline\n")
	s := openAny(t, 80, 24, home)
	s.see(">>>")
	for _, l := range []string{"for i in range(2):", "if i:", "print('yes', i)", "else:", "print('no', i)",
		"\x7fprint('each')"} {
		for _, c := range l {
			s.typed(string(c))
		}
		s.typed("\r")
	}
	s.send("\r")
	s.see("no 0\neach\nyes 1\neach\n>>>")
	for _, l := range []string{"if 1:", "\x7f\tif 2:", "\x7f\x7f\t\tprint('tabs')"} {
		for _, c := range l {
			s.typed(string(c))
		}
		s.typed("\r")
	}
	s.send("\r")
	s.see("\ntabs\n>>>")
}

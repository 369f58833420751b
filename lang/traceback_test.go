package lang

import (
	"context"
	"strings"
	"testing"
)

// events runs a text and gives what it showed, one text for each kind.
func events(t *testing.T, in *Interp, src string) map[EventKind]string {
	t.Helper()
	out := map[EventKind]string{}
	_ = in.Eval(context.Background(), "<test>", src+"\n", Interactive, func(e Event) { out[e.Kind] += e.Text })
	return out
}

// TestDataIsVisible raises and shows data with escapes: none comes out raw but by print.
func TestDataIsVisible(t *testing.T) {
	for _, src := range []string{
		`tf.io.read_file("\x1b]0;pwn\x07")`, `raise ValueError("\x1b[2J")`, `assert 0, "\x1b[2J\u202e"`, `raise KeyError("a", "\x1b")`,
		`tf.strings.to_number("\x1b[2J")`, `getattr(tf, "\x1b[2J")`, `type("\x1b[2J", (), {})().x`, `type("\x1b[2J", (), {})`, `int("\x9b2J")`,
		"x = 1; raise ValueError  # \x1b[2J", "'\u202e' + 1", "1 + '\x1b[2J", `raise type("E\x1b[2J", (Exception,), {})("x")`,
		"e = ValueError('x')\ne.add_note('\x1b[2J')\nraise e", "class A:\n    def __repr__(self): return '\x1b[2J'\nA()",
		"class A:\n    def __repr__(self): return '\x1b[2J'\na = A()\n%who", "def f():\n    '\x1b[2J'\nhelp(f)", `import sys; sys.exit("\x1b[2J")`,
		`%nope\x1b[2J`, "%time 1/0 # \x1b[2J", `help("\x1b[2J")`, `display(type("\x1b[2J", (), {}))`,
		`import warnings; warnings.warn("\x1b[2J\u202e")`, `import argparse; argparse.ArgumentParser(prog="\x1b").parse_args(["\u009b"])`,
	} {
		for kind, text := range events(t, newWired(Options{}), src) {
			if strings.ContainsAny(text, "\x1b\x07\u009b\u202e") {
				t.Errorf("%q: event %d: %q", src, kind, text)
			}
		}
	}
	if got := events(t, newWired(Options{}), `print("\x1b[1m"); tf.print("\x1b[0m")`); got[Stdout]+got[Stderr] != "\x1b[1m\n\x1b[0m\n" {
		t.Errorf("print: %v", got)
	}
	if got := events(t, newWired(Options{}), "try:\n    raise ValueError('\x1b')\nexcept ValueError as e:\n    print(str(e))"); got[Stdout] != "\x1b\n" {
		t.Errorf("str(e): %v", got)
	}
}

// TestCarets puts the marks below what they mean, counted as terminals do.
func TestCarets(t *testing.T) {
	long := strings.Repeat("1, ", 1000)
	for _, c := range []struct{ src, line, marks string }{
		{`"ab" + 1`, `    "ab" + 1`, `    ~~~~~^~~`},
		{`"日本語" + 1`, `    "日本語" + 1`, `    ~~~~~~~~~^~~`},
		{"if 1:\n\tx = \"日\"[2]", "    x = \"日\"[2]", "        ~~~~^^^"},
		{"x = '\x1b'; x + 1", `    x = '\x1b'; x + 1`, "                ~~^~~"},
		{"x = (", "    x = (", "        ^"},
		{"[" + long + "zz, " + long + "]", "    ..." + strings.Repeat("1, ", 1000)[3000-100:] + "zz, " + strings.Repeat("1, ", 98) + "1,...", "    " + strings.Repeat(" ", 103) + "^^"},
	} {
		got := strings.Split(events(t, newWired(Options{}), c.src)[Error], "\n")
		at := 1
		if !strings.HasPrefix(got[0], "Traceback") {
			at = 0
		}
		if got[at+1] != c.line || got[at+2] != c.marks {
			t.Errorf("%.40q:\n%s\n%s\nnot\n%s\n%s", c.src, got[at+1], got[at+2], c.line, c.marks)
		}
	}
}

// TestOwnFrames leaves the frames of the library's private modules out, but where a person asks
// for all, and keeps those of the person's functions that such a module calls.
func TestOwnFrames(t *testing.T) {
	src := "tf.io.RaggedFeature(tf.int32)"
	if got := events(t, newWired(Options{}), src)[Error]; strings.Contains(got, "<tfs>/") || !strings.Contains(got, src) {
		t.Errorf("plain: %s", got)
	}
	if got := events(t, newWired(Options{}), "%xmode Verbose\n"+src)[Error]; !strings.Contains(got, "<tfs>/_tf_example.py") {
		t.Errorf("verbose: %s", got)
	}
	back := "def f(x): return 1 / 0\ntf.keras.layers.Lambda(f)(tf.constant(1.))"
	if got := events(t, newWired(Options{}), back)[Error]; strings.Contains(got, "<tfs>/_") || !strings.Contains(got, ", in f\n") {
		t.Errorf("called back: %s", got)
	}
}

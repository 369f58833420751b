package session

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// events runs an input at a prompt and gives what it showed, by kind.
func events(t *testing.T, in *lang.Interp, src string) map[lang.EventKind]string {
	t.Helper()
	out := map[lang.EventKind]string{}
	_ = in.Eval(context.Background(), "<test>", src+"\n", lang.Interactive, func(e lang.Event) { out[e.Kind] += e.Text })
	return out
}

// TestFunctionSource shows the text of a function and what it holds of the names around it.
func TestFunctionSource(t *testing.T) {
	in := New(Options{})
	_ = in.Eval(context.Background(), "<test>", "k = 3\ndef f(x):\n    return x * k\n", lang.Script, func(lang.Event) {})
	v, _ := in.Get("f")
	fn := v.(*lang.Func)
	if fn.Source() != "def f(x):\n    return x * k" || fn.Captured()["k"] != int64(3) {
		t.Errorf("source %q, captured %v", fn.Source(), fn.Captured())
	}
	if text, _ := Of(in).Question("f??"); !strings.Contains(text, "# captured: k") {
		t.Errorf("f?? shows %q", text)
	}
}

// TestMagics runs two commands and one that is not there.
func TestMagics(t *testing.T) {
	in := New(Options{})
	got := events(t, in, "%expr a.b(1)\nx = 2\n%who\n")[lang.Stdout]
	if want := "name  type  shape  dtype  bytes\nx     int   2\n"; !strings.HasPrefix(got, "a.b(1)\n") ||
		!strings.Contains(got, want) {
		t.Errorf("%q", got)
	}
	if got := events(t, in, "%tyme 1\n")[lang.Error]; !strings.Contains(got, "Did you mean %time?") {
		t.Errorf("%q", got)
	}
}

// TestNoHost runs a command where there are none.
func TestNoHost(t *testing.T) {
	got := events(t, lang.New(lang.Options{}), "%who\n")[lang.Error]
	if !strings.Contains(got, "%who: there are no commands in this program") {
		t.Errorf("%q", got)
	}
}

func TestOtherNames(t *testing.T) {
	for name, own := range otherNames {
		if magicNamed(name) == nil || magicNamed(own) != magicNamed(name) {
			t.Errorf("%%%s is not %%%s", name, own)
		}
	}
}

// TestWhoFits cuts values, not columns, where a terminal is narrow.
func TestWhoFits(t *testing.T) {
	in := New(Options{Options: lang.Options{Width: func() int { return 60 }}})
	got := typed(t, in, "text = 'x' * 100", "t = tf.ones([2, 3])", "%who")[lang.Stdout]
	for _, l := range strings.Split(got, "\n") {
		if len(l) > 60 {
			t.Errorf("%d columns: %s", len(l), l)
		}
	}
	if !strings.Contains(got, "'xxxx") || !strings.Contains(got, "(2, 3)") {
		t.Error(got)
	}
}

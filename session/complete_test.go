package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// at marks the cursor in the texts of these tests.
const at = "|"

func TestCompletion(t *testing.T) {
	in := New(Options{})
	_ = in.Eval(context.Background(), "<test>", `
d = {'one': 1, 'two words': 2, 3: 4}
def f(alpha, beta=2): return alpha
class A:
    def m(self, gamma): return gamma
    @property
    def p(self): raise ValueError
import collections
a = A()
odd = {'\x1b[2J': 1, "it's": 2, '\u202e': 3}
rows = [tf.ragged.constant([[1]])]
`, lang.Script, func(lang.Event) {})
	for src, want := range map[string]string{
		"tf.io.decode_raw|":                   "decode_raw",
		"import os.pa|":                       "path",
		"from os.path import joi|":            "join",
		"collections.abc.Mappi|":              "Mapping MappingView",
		"tf.keras.layers.Dense(units|":        "units=",
		"tf.keras.Model.fit|":                 "fit fit_generator",
		"tf.keras.Sequential().summ|":         "summary",
		"tf.data.Dataset.from_tensor_s|":      "from_tensor_slices",
		"tf.io.decode_raw(x, lit|":            "little_endian=",
		"f(|)":                                "alpha= beta=",
		"f(1, be|":                            "beta=",
		"f(alpha=[1, f(beta=2)], be|":         "beta=",
		"f(beta=1, beta|":                     "",
		"f(beta=1, alp|":                      "alpha=",
		"1.|":                                 "",
		"x = 25|":                             "",
		"a.m(|":                               "gamma=",
		"a.|":                                 "m p",
		"a.p.|":                               "deleter fdel fget fset getter setter",
		"d['|":                                "one two words",
		"d['tw|":                              "two words",
		"d[|":                                 "'one' 'two words' 3",
		"rows[0].row_l|":                      "row_lengths row_limits",
		"rows[0].flat_values.num|":            "numpy",
		"(tf.constant(1) + 2).num|":           "numpy",
		"tf.zeros([1], dtype=tf.floa|":        "float16 float32 float64",
		"tf.zeros([1], dtype='comp|":          "complex128 complex64",
		"%timei|":                             "timeit",
		":sche|":                              "schema",
		"import num|":                         "numbers numpy",
		"from tensorflow.rag|":                "ragged",
		"# tf.|":                              "",
		"[1].app|":                            "append",
		"f'{a}'.upp|":                         "upper",
		"for whil|":                           "",
		"from math import sq|":                "sqrt",
		"from collections import (Cou|":       "Counter",
		"from math import (\n    sq|":         "sqrt",
		"from math import (pi,\n    cos, sq|": "sqrt",
		"print(\n    sort|":                   "sorted",
		"from tensorflow import rag|":         "ragged",
		"import math, ra|":                    "random",
		"f\"{rows[0].row_l|":                  "row_lengths row_limits",
		"f'{{{a.|":                            "m p",
		"x.numpy().|":                         "",
		"tf.ones(2).numpy().tol|":             "tolist",
		"np.array([1]).tol|":                  "tolist",
		"'a'.upper().startsw|":                "startswith",
		"'a b'.split().app|":                  "append",
		"print('a', se|":                      "sep= set setattr",
		"tf.rsum|":                            "reduce_logsumexp reduce_sum",
		"tf.Reduce_s|":                        "reduce_sum",
		"TF.one|":                             "tf.one_hot tf.ones tf.ones_initializer tf.ones_like",
		"%TIMEI|":                             "timeit",
		"odd['|":                              `\x1b[2J it\'s \u202e`,
		`odd["it|`:                            "it's",
		`odd['it|`:                            `it\'s`,
		"x = tf.strings.unicode_dec|; y = 1":  "unicode_decode unicode_decode_with_offsets",
	} {
		cursor := strings.Index(src, at)
		text := strings.Replace(src, at, "", 1)
		c := Of(in).Complete(text, cursor)
		var names []string
		for _, it := range c.Items {
			if it.Kind != "keyword" && (it.Text != "a" && it.Text != "d" && it.Text != "f" && it.Text != "rows" &&
				it.Text != "odd" && it.Text != "A" || !strings.HasSuffix(src, "(|") && !strings.Contains(src, "(|)") &&
				!strings.HasSuffix(src, "[|")) {
				names = append(names, it.Text)
			}
		}
		if got := strings.Join(names, " "); got != want && (!strings.HasSuffix(src, "[|") || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: %q, not %q", src, got, want)
		}
		if c.From > c.To || c.To != cursor {
			t.Errorf("%s: range %d to %d", src, c.From, c.To)
		}
	}
}

func TestAt(t *testing.T) {
	in := New(Options{})
	for src, want := range map[string]string{
		"tf.io.decode|_raw(x)": "tf.io.decode_raw", "tf.io.decode_raw(x, |": "tf.io.decode_raw", "len(|)": "len", "1 + |": "",
		"tf.reduce_sum(tf.rag|ged.constant([[1]]))": "tf.ragged",
	} {
		_, name, ok := Of(in).At(strings.Replace(src, at, "", 1), strings.Index(src, at))
		if name != want || ok != (want != "") {
			t.Errorf("%s: %q %v, not %q", src, name, ok, want)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	in := New(Options{})
	for _, src := range []string{"tf.", "", "tf.reduce_sum(", "tf.constant([1.]).", "tf.io.decode_r"} {
		b.Run(src, func(b *testing.B) {
			for b.Loop() {
				Of(in).Complete(src, len(src))
			}
		})
	}
}

// TestPathsOfCommands completes the files that commands of the session and of the shell take.
func TestPathsOfCommands(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	in := New(Options{})
	for _, head := range []string{"%cd ", "%ls -l ", "!cat ", "x = !head -n 1 ", "!sort < ", "!ls|cat ", "%%writefile ", "%edit "} {
		c := Of(in).Complete(head+dir+"/ro", len(head)+len(dir)+3)
		if len(c.Items) != 1 || c.Items[0].Text != "rows.csv" {
			t.Errorf("%s: %v", head, c.Items)
		}
	}
}

// TestCommandAt tells of the command the cursor stands at.
func TestCommandAt(t *testing.T) {
	in := Of(New(Options{}))
	for src, want := range map[string]string{"%ti|meit x": "%timeit", "%%bash|\nls": "%%bash", "x\n  %time| y": "%time", "%timeit x|": "",
		"x % ti|me": "", "|x\n%time": "", "%|": ""} {
		text, ok := in.CommandAt(strings.Replace(src, at, "", 1), strings.Index(src, at))
		if ok != (want != "") || !strings.HasPrefix(text, want) {
			t.Errorf("%q: %q", src, text)
		}
	}
}

// TestReset: %reset forgets names and results, not what was typed; In is the user's to break.
func TestReset(t *testing.T) {
	in := New(Options{})
	run := func(src string) string {
		in.Remember(src)
		return in.RunExample(context.Background(), src, false).Out
	}
	run("x = 1")
	run("In.clear()")
	run("%reset")
	if got := run("%history 1-3"); got != "   1  x = 1\n   2  In.clear()\n   3  %reset\n" {
		t.Errorf("%q", got)
	}
	if got := run("In[1], len(Out)"); got != "('x = 1', 0)\n" {
		t.Errorf("%q", got)
	}
}

// TestModulesAreCompleted offers modules that are texts, beside the program and of the library, without running them.
func TestModulesAreCompleted(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"shapes.py": "import math\n1/0\ndef area(r): pass\nclass Box: pass\n_x = side = 1\n",
		"tools/__init__.py": "", "tools/saws.tfs": "def cut(): pass\n", "notes.txt": "", "no-name.py": "", "bad.py": "def (\n"} {
		_ = os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := New(Options{})
	for src, want := range map[string]string{"import sha": "shapes", "from shapes import ": "Box area math side",
		"from tools.saws import c": "cut", "import argp": "argparse", "from argparse import ArgumentP": "ArgumentParser",
		"import too": "tools", "import no-": "", "from bad import ": "", "import bad": "bad", "import not": ""} {
		var names []string
		for _, item := range Of(in).Complete(src, len(src)).Items {
			names = append(names, item.Text)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %q, not %q", src, got, want)
		}
	}
	for src, want := range map[string]string{"import shpes": "  hint: Did you mean shapes?\n", "import argprse": "argparse?\n",
		"import qqqq": "no file qqqq.py or qqqq.tfs beside the program"} {
		if got := typed(t, in, src)[lang.Error]; !strings.Contains(got, want) {
			t.Errorf("%s: %s", src, got)
		}
	}
}

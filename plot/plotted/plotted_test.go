package plotted_test

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// TestTutorials runs the plotting cells of TensorFlow's tutorials.
func TestTutorials(t *testing.T) {
	in, dir := session.New(session.Options{}), t.TempDir()
	in.Set("folder", dir)
	b, err := os.ReadFile("testdata/tutorials.tfs")
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range transcript.ParseTranscript(string(b)) {
		if it.Example == nil {
			continue
		}
		rule, err := it.Example.Rule()
		if err != nil {
			t.Fatal(err)
		}
		if got := in.RunExample(context.Background(), it.Example.Source, false); !rule.Same(got, it.Example.Want) {
			t.Errorf("line %d: %s\n%s", it.Example.Line, it.Example.Source, strings.Join(got.Lines(), "\n"))
		}
	}
	if b, err = os.ReadFile(filepath.Join(dir, "one.svg")); err != nil ||
		!bytes.Contains(b, []byte("shades from 0 to 254")) {
		t.Errorf("%.200s, %v", b, err)
	}
	if b, err = os.ReadFile(filepath.Join(dir, "four.png")); err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(b)); err != nil || img.Bounds().Dx() != img.Bounds().Dy() {
		t.Error(err)
	}
}

// run gives what a cell shows: the texts of its events, and the values of displays.
func run(t *testing.T, in *lang.Interp, src string) (text string, shown int) {
	t.Helper()
	_ = in.Eval(context.Background(), "<cell>", src+"\n", lang.Cell, func(e lang.Event) {
		if e.Kind == lang.Display {
			shown++
		}
		text += e.Text
	})
	return text, shown
}

// TestCells shows figures at the end of a cell, once.
func TestCells(t *testing.T) {
	in := session.New(session.Options{Options: lang.Options{Figures: true}})
	for _, c := range []struct {
		src   string
		shown int
	}{
		{"import matplotlib.pyplot as plt\nplt.plot([1, 2]);", 1}, {"1", 0}, {"plt.plot([1, 2])\nplt.show()", 1},
		{"plt.figure(); plt.plot([1]); plt.figure(); plt.plot([2]);", 2}, {"plt.figure();", 0},
	} {
		if text, shown := run(t, in, c.src); shown != c.shown {
			t.Errorf("%q shows %d figures\n%s", c.src, shown, text)
		}
	}
}

// TestFunctions draws with the names every program has, and asks for what cannot be.
func TestFunctions(t *testing.T) {
	in := session.New(session.Options{})
	for src, want := range map[string]string{
		"plot([1, 2, 3]).words()":                                    "from 1 at 0 to 3 at 2",
		"plot(tf.ragged.constant([[1, 2], [], [3]])).words()":        "row 1: no values",
		"plot({'loss': [1, float('nan')]}).words()":                  "loss: 1 of 2 values are nan or infinite and not drawn",
		"plot([0, 1, 2], [3, 4, 5], title='T').words()":              "T",
		"hist(tf.ragged.constant([[1., 2.], [2.]]), bins=2).words()": "2 bars",
		"scatter(tf.range(3), np.arange(3)).words()":                 "3 points",
		"bar(tf.constant(['a', 'b']), [1, 2]).text(30, True)":        "a            b",
		"heatmap(tf.ragged.constant([[1, 2], [3]])).words()":         "1 of 4 values are nan",
		"imshow(tf.zeros([2, 3, 3], tf.uint8)).words()":              "A picture of 2 by 3 points.",
		"imshow(tf.zeros([2, 3, 1])).svg()":                          "<svg",
		"plot(tf.Variable([1., 2.])).words()":                        "2 points",
		"plot('abc')":                                                "TypeError: plot: expected numbers, got str",
		"plot(tf.zeros([2, 2, 2]))": "ValueError: plot: values of 3 dimensions have no " +
			"lines, got shape (2, 2, 2)",
		"plot([1, 2], [1])": "ValueError: x and y must have same first " +
			"dimension, but have shapes (2,) and (1,)",
		"bar(['a'], [1, 2])": "ValueError: bar: 1 names for 2 heights",
		"heatmap(tf.zeros([1, 1, 1]))": "ValueError: heatmap: expected rows and columns, " +
			"got shape (1, 1, 1)",
		"imshow(tf.zeros([2, 2, 7]))": "TypeError: Invalid shape (2, 2, 7) for image data",
		"plot([1], width=-3)": "ValueError: plot: width must be from 1 to 1000, " +
			"got -3",
		"plot([1]).save('x.bmp')": "a picture is written as",
		"plot([]).words()":        "no values",
		"h = type('H', (), {'history': {'loss': [2., 1.]}, 'epoch': [0, 1]})()\nplot(h).words()": "x is epoch",
	} {
		if text, _ := run(t, in, src); !strings.Contains(text, want) {
			t.Errorf("%s: %s", src, text)
		}
	}
}

// TestSharesBoxesContours draws what is not made of single marks, and names what cannot be drawn.
func TestSharesBoxesContours(t *testing.T) {
	in := session.New(session.Options{Options: lang.Options{Figures: true}})
	if text, _ := run(t, in, "import matplotlib.pyplot as plt\nimport numpy as np"); text != "" {
		t.Fatal(text)
	}
	for src, want := range map[string]string{
		"_ = plt.pie([1, 3], labels=['a', 'b'])":                             "b 75.0%",
		"_ = plt.boxplot([[1, 2, 3, 4, 20], [2, 3]], labels=['one', 'two'])": "two",
		"_ = plt.contour([[0., 1.], [1., 2.]], levels=[0.5])":                "a 0.5",
		"plt.pie([-1, 2])":    "must be non negative",
		"plt.contour([1, 2])": "z of shape (2,)",
		"plt.gca().quiver(1)": "tfs draws lines",
		"p = plt.boxplot([1, 2, 3, 4])\nprint(p['medians'][0].about['y'][:2])\nplt.close()": "[2.5 2.5]",
		"c = plt.contour(np.eye(3), 1)\nprint(c.levels)\nplt.close()":                       "[0.5]",
	} {
		text, _ := run(t, in, src)
		if !strings.Contains(text, want) || strings.Contains(text, "nan or infinite") {
			t.Errorf("%s:\n%s", src, text)
		}
	}
}

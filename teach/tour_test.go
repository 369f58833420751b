package teach

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// guided is a tour with what it showed last.
type guided struct {
	t    *testing.T
	tour *Tour
	text string
}

func (g *guided) show(e lang.Event) { g.text += eventText(e) }

func (g *guided) take(src string) string {
	g.t.Helper()
	g.text = ""
	if err := g.tour.Take(context.Background(), src, g.show); err != nil {
		g.t.Fatalf("%s: %v", src, err)
	}
	return g.text
}

func startAt(t *testing.T, dir, name string, o Options) *guided {
	t.Helper()
	lessons, err := Lessons()
	if err != nil {
		t.Fatal(err)
	}
	p, notice := OpenProgress(dir)
	if notice != "" {
		t.Fatal(notice)
	}
	g := &guided{t: t, tour: &Tour{Options: o, Lessons: lessons, Progress: p}}
	if err := g.tour.Begin(context.Background(), name, g.show); err != nil {
		t.Fatal(err)
	}
	return g
}

func has(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

// TestTries types what learners type: looks, steps on the way, slips, wrong answers, and at last the right one.
func TestTries(t *testing.T) {
	dir := t.TempDir()
	g := startAt(t, dir, "01-bytes/one", Options{})
	has(t, g.text, "Exercise 1 of 3: 01-bytes/one", ">>> raw = tf.constant(")
	tries := func(want int) {
		t.Helper()
		m := g.tour.Progress.Mark(g.tour.lesson, g.tour.active)
		if got := 0; m != nil {
			if got = m.Tries; got != want {
				t.Errorf("%d tries, not %d", got, want)
			}
		} else if want != 0 {
			t.Errorf("no tries, not %d", want)
		}
	}
	for _, look := range []string{"raw", "x = 3", "print(raw)", "def f():\n  return 1\n",
		"%who", "tf.io.decode_raw(raw, tf.uint1)", "1 +"} {
		if got := g.take(look); strings.Contains(got, "Not yet") {
			t.Errorf("%s is judged: %s", look, got)
		}
	}
	tries(0)
	has(t, g.take("tf.io.decode_raw(raw, tf.uint8)"), "✗ Not yet. One number for each byte", ":hint helps")
	has(t, g.take("[1, 2, 3, 4]"), "A tensor is asked for, this is a list", "Hint 1 of 2")
	has(t, g.take("print(tf.io.decode_raw(raw, tf.uint16))"), "leave print away")
	has(t, g.take(":hint"), "Hint 2 of 2: Two bytes without a sign")
	has(t, g.take(":hint"), "all the help")
	has(t, g.take("tf.io.decode_raw(raw, tf.int64)"), "Shape (1,), asked for (4,)")
	has(t, g.take("tf.io.decode_raw(raw, tf.int32)[:2]"), ":answer shows the answer")
	tries(4)
	has(t, g.take(":answer"), ">>> tf.io.decode_raw(raw, tf.uint16)")
	has(t, g.take(""), "An answer is waited for")
	has(t, g.take("got = tf.io.decode_raw(raw, tf.uint16)"), "✓ Right")
	has(t, g.take(""), "Exercise 2 of 3")
	if m := g.tour.Progress.Mark(g.tour.lesson, g.tour.lesson.Exercises[0]); m.State != Done || m.Tries != 5 {
		t.Errorf("%+v", m)
	}
}

// TestCommands goes about in a lesson.
func TestCommands(t *testing.T) {
	g := startAt(t, "", "05", Options{})
	has(t, g.text, "05-ragged: Your first ragged tensor", ":hint")
	has(t, g.take("digits = 5\n"), "")
	g.take("")
	has(t, g.take("cart = tf.ragged.constant([[1, 2], [7]])"), "The empty row counts too")
	has(t, g.take("tf.ragged.constant([[1, 2], [], [7]])"), "give it the name cart, that is, type:")
	has(t, g.take(":skip"), "Skipped", ">>> cart = tf.ragged.constant([[1, 2], [], [7]])")
	has(t, g.take("cart"), "[[1, 2], [], [7]]")
	g.take(":next")
	has(t, g.take("[0, 2, 3]"), "The empty row needs its split too")
	has(t, g.take(":free"), "Nothing is judged")
	if got := g.take("[0, 2, 3]"); strings.Contains(got, "Not yet") {
		t.Error(got)
	}
	g.take(":free")
	has(t, g.take(":back"), "Exercise 1 of 4", "skipped before")
	has(t, g.take(":again"), "Exercise 1 of 4")
	has(t, g.take("cart = tf.constant([[1, 2], [], [7]])"), "equally long rows")
	has(t, g.take(":tour nonsense"), "there is no lesson")
	has(t, g.take(":tour list"), "05-ragged", "1 skipped")
	has(t, g.take(":tour 12"), "12-unicode")
	has(t, g.take(":quit"), "Left at 12-unicode")
	if !g.tour.Over() {
		t.Error("the tour goes on")
	}
}

// TestNoSkip keeps answers back.
func TestNoSkip(t *testing.T) {
	g := startAt(t, "", "01-bytes/one", Options{NoSkip: true})
	has(t, g.take(":skip"), "not skipped")
	if got := g.take(":answer"); strings.Contains(got, "uint16)") {
		t.Error(got)
	}
	has(t, g.take("same = lambda a, b: True\n"), "")
	if got := g.take("1"); strings.Contains(got, "Right") {
		t.Error("a name of the learner's own passes the check")
	}
	has(t, g.take(":next"), "stays open", "Exercise 2")
	if r := g.tour.Report(); r.Done != 0 || r.Open < 40 || r.Lessons[0].Exercises[0].Tries != 2 {
		t.Errorf("%+v", r)
	}
}

// TestProgress keeps what was done across sessions and damage.
func TestProgress(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tfs")
	g := startAt(t, dir, "02-bitcast/one", Options{})
	g.take("tf.bitcast(1.0, tf.uint32)")
	path := filepath.Join(dir, "tour.json")
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", st, err)
	}
	other := startAt(t, dir, "03-float-bits/exponent", Options{})
	other.take("123")
	g.take("")
	has(t, startAt(t, dir, "", Options{}).text, "When the sizes differ") // behind the exercise that is done
	var kept map[string]any
	data, _ := os.ReadFile(path)
	if err := json.Unmarshal(data, &kept); err != nil || kept["version"] != 1.0 ||
		!strings.Contains(string(data), "03-float-bits/exponent") ||
		!strings.Contains(string(data), "02-bitcast/one") {
		t.Errorf("%v %s", err, data)
	}
	for _, damage := range []string{"{", "[]", `{"version": 7}`, `{"version":1,"lessons":{"a":null}}`, "\x00"} {
		if err := os.WriteFile(path, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		p, notice := OpenProgress(dir)
		if !strings.Contains(notice, "damaged") || len(p.Lessons) != 0 {
			t.Errorf("%q: %q", damage, notice)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%q stays", damage)
		}
	}
	if files, _ := filepath.Glob(path + ".damaged*"); len(files) != 5 {
		t.Errorf("%q", files)
	}
}

// TestAuto plays all lessons with their answers.
func TestAuto(t *testing.T) {
	lessons, err := Lessons()
	if err != nil {
		t.Fatal(err)
	}
	p, _ := OpenProgress("")
	tour := &Tour{Lessons: lessons, Progress: p}
	var b strings.Builder
	found, err := tour.Auto(context.Background(), "", func(e lang.Event) { b.WriteString(eventText(e)) })
	if err != nil || len(found) > 0 {
		t.Errorf("%v %v", found, err)
	}
	if text := b.String(); !strings.Contains(text, "43 of 43 exercises are done") || strings.Contains(text, "Not yet") {
		t.Errorf("%s", text[max(len(text)-2000, 0):])
	}
}

// TestGiven puts code into the editor, and draws where an answer failed.
func TestGiven(t *testing.T) {
	l, err := ParseLesson("f.tfs", `#: lesson x
#: title T
#: goal G

#: exercise x/a
# Mend it.
#: given tf.constant([1, 2]) +
#:     tf.constant([1, 2, 3])
#: answer tf.constant([1, 2]) + tf.constant([1, 2])
#: check same(_, tf.constant([2, 4]))
#: wrong tf.constant([1, 2]) => Half of it.
#: raises tf.constant([1, 2]) + tf.constant([1, 2, 3]) => Three is not two.
#: hint Leave the 3 away.
#: end
`)
	if err != nil {
		t.Fatal(err)
	}
	given := ""
	g := &guided{t: t, tour: &Tour{Lessons: []*Lesson{l}}}
	err = g.tour.Begin(context.Background(), "1", func(e lang.Event) {
		if e.Kind == lang.NextInput {
			given = e.Text
		}
	})
	if err != nil || given != "tf.constant([1, 2]) +\n    tf.constant([1, 2, 3])" {
		t.Errorf("%q %v", given, err)
	}
	has(t, g.take("tf.constant([1, 2]) + tf.constant([1, 2, 3])"),
		"Incompatible shapes", "▸ tf.constant([1, 2]) +", "Three is not two.")
	has(t, g.take("tf.constant([1, 2]) + 1"), "1 of 2 values differ, the first at position 1", "▸ yours")
	has(t, g.take("tf.constant([1, 2]) * 2"), "Right")
	has(t, g.take(""), "The end of the tour", "All of them")
}

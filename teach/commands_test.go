package teach

import (
	"strings"
	"testing"
)

// TestNewcomer does what someone does who reads only what the tour shows.
func TestNewcomer(t *testing.T) {
	dir := t.TempDir()
	g := startAt(t, dir, "", Options{})
	has(t, g.text, ":help", "is code; what it gives stands below")
	has(t, g.take("help"), "Trying things out costs nothing", ":tour list")
	has(t, g.take("?"), "helps with an exercise")
	has(t, g.take("hint"), "Hints are for exercises")
	has(t, g.take("next"), "Two bytes, one number")
	has(t, g.take(""), "01-bytes/one", "Type an answer")
	if text := g.take("tf.io.decode_raw(raw)"); strings.Contains(text, "▸") {
		t.Errorf("a picture that shows nothing:\n%s", text)
	}
	has(t, g.take(""), "An answer is waited for")
	has(t, g.take("Hint"), "Hint 1 of 2")
	has(t, g.take("tf.io.decode_raw(raw, tf.uint16)"), "Right")
	has(t, g.take(""), "01-bytes/two")
	has(t, g.take("back"), "01-bytes/one", "done before")
	has(t, g.take(""), "01-bytes/two") // what is done is not asked again
	has(t, g.take("hint = 3\n"), "")
	has(t, g.take("hint"), "3") // a name of the learner's
	has(t, g.take(":tour next"), "02-bitcast")
	has(t, g.take(":tour back"), "01-bytes")
	has(t, g.take("exit"), "the tour goes on there")
	if !g.tour.Over() {
		t.Error("exit does not leave")
	}
}

// TestUnnamed gives values where a name is asked for, and the name that is another one.
func TestUnnamed(t *testing.T) {
	g := startAt(t, t.TempDir(), "05-ragged/make", Options{})
	has(t, g.take("tf.ragged.constant([[1, 2], [], [7]])"), "The value is right",
		"cart = tf.ragged.constant([[1, 2], [], [7]])")
	has(t, g.take("kart = tf.ragged.constant([[1, 2], [], [7]])"), "the name asked for is cart")
	has(t, g.take("tf.ragged.constant([[1, 2], [7]])"), "The empty row counts too")
	has(t, g.take("tf.range(3)"), "begin with cart = ")
	has(t, g.take("cart = kart"), "Right")
}

package session

import (
	"strings"
	"testing"
)

// TestHelpOfLibrary asks for names of modules that are loaded when they are needed.
func TestHelpOfLibrary(t *testing.T) {
	for name, want := range map[string]string{
		"tf.keras.layers.Dense":  "activation(inputs @ kernel + bias)",
		"tf.data.Dataset.map":    "map(self, map_func",
		"matplotlib.pyplot":      "savefig",
		"matplotlib.pyplot.bar":  "bar(x, height",
		"matplotlib.pyplot.pie":  "Shares of a whole",
		"collections.Counter":    "most_common",
		"matplotlib.pyplot.Axes": "boxplot",
	} {
		text, found := Of(New(Options{})).Topic(name)
		if !found || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", name, found, text)
		}
	}
	for _, name := range []string{"tf.keras.layers.Dens"} {
		if text, found := Of(New(Options{})).Topic(name); found {
			t.Errorf("%s is found:\n%s", name, text)
		}
	}
}

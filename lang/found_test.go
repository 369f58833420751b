package lang

import (
	"os"
	"strings"
	"testing"
)

// TestFound keeps what random programs found: each ends in a value or in the exception named.
func TestFound(t *testing.T) {
	for src, want := range map[string]string{
		"a = [1., 2.]\na *= tf.constant([3., 4.])\nprint(a)\n":                                        "tf.Tensor([3. 8.], shape=(2,), dtype=float32)\n",
		"import itertools\nitertools.tee([1], 2**63)\n":                                               "MemoryError",
		"import itertools\nitertools.tee([1], -1)\n":                                                  "ValueError",
		"import dataclasses\n@dataclasses.dataclass\nclass A(tuple):\n    x: int = 1\nprint(A().x)\n": "1\n",
	} {
		printed, class := outcome(t, t.Context(), src)
		if printed+class != want {
			t.Errorf("%s\nprinted %q and ended with %q", src, printed, class)
		}
	}
}

// TestFoundValues compares small programs that once gave wrong values with what CPython, NumPy and TensorFlow print
// for them, and the class of the exception they end with.
func TestFoundValues(t *testing.T) {
	text, err := os.ReadFile("testdata/found.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Split(string(text), "#\n") {
		src, want, _ := strings.Cut(p, "=\n")
		printed, class := outcome(t, t.Context(), src)
		if class != "" {
			class += "\n"
		}
		if printed+class != want {
			t.Errorf("%s\nprinted %q and ended with %q, want %q", src, printed, class, want)
		}
	}
}

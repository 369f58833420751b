package lang

import "testing"

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

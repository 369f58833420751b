package lang

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestInterpretersApart: what one interpreter does to a class or module that all have is not seen in another.
func TestInterpretersApart(t *testing.T) {
	one, other := newWired(Options{}), newWired(Options{})
	for _, c := range []string{"tf.RaggedTensor", "tf.Tensor", "np.ndarray", "tf.SparseTensor", "int", "list"} {
		for _, change := range []string{"(lambda: %.__dict__.__setitem__('x_', 1))()", "setattr(%, 'x_', 1)",
			"%.__dict__.update(x_=1)", "vars(%).__setitem__('x_', 1)"} {
			change = strings.ReplaceAll(change, "%", c)
			_, _ = one.Value(py.Background(), "<change>", change) // an error is as good as an effect of its own
			v, err := other.Value(py.Background(), "<look>", "hasattr("+c+", 'x_')")
			if err != nil || v != false {
				t.Errorf("%s: the other interpreter sees it (%v, %v)", change, v, err)
			}
		}
	}
	for _, m := range []string{"tf", "np", "tf.ragged"} {
		if _, err := one.Value(py.Background(), "<change>", "setattr("+m+", 'x_', 1)"); err != nil {
			continue
		}
		if v, err := other.Value(py.Background(), "<look>", "hasattr("+m+", 'x_')"); err != nil || v != false {
			t.Errorf("%s.x_ is seen by the other interpreter (%v, %v)", m, v, err)
		}
	}
}

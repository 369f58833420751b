package lang

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// selfHeld are values that hold themselves, by the names the calls below have for them.
const selfHeld = `a = []
a.append(a)
d = {}
d["d"] = d
t = [tf.constant(1.)]
t.append(t)
w = []
w.append(w)
w.append(w)
o = np.array([None])
o[0] = o
`

// takers are calls of every kind with X for the value: constructors, structures, datasets, traces, kernels, arrays.
var takers = strings.Split(strings.TrimSpace(`
tf.data.Dataset.from_tensors(X)
tf.data.Dataset.from_tensor_slices(X)
list(tf.data.Dataset.range(2).map(lambda q: X))
tf.data.Dataset.zip(X)
tf.data.Dataset.from_generator(lambda: iter([1]), output_types=X)
tf.function(lambda v: 1)(X)
tf.function(lambda: X)()
tf.function(lambda q: tf.stack([q, X]))(tf.constant(1.))
tf.function(lambda q: tf.concat([q, X], 0))(tf.constant([1.]))
tf.function(lambda q: q + X)(tf.constant(1.))
tf.function(lambda q: tf.reduce_sum(X))(tf.constant(1.))
tf.cond(tf.constant(True), lambda: X, lambda: X)
tf.while_loop(lambda v: False, lambda v: v, [X])
tf.map_fn(lambda v: v, X)
tf.GradientTape().gradient(tf.constant(1.), X)
tf.py_function(lambda v: v, [X], tf.float32)
tf.zeros(X)
tf.stack(X)
tf.concat(X, 0)
tf.add_n(X)
tf.Variable(X)
tf.reshape(1, X)
tf.nest.flatten(X)
tf.nest.pack_sequence_as(X, [1])
tf.strings.join(X)
tf.strings.format("{}", X)
tf.constant([1.]) + X
tf.ragged.constant(X)
tf.ragged.stack(X)
tf.ragged.map_flat_values(lambda *v: 1, X, tf.ragged.constant([[1]]))
tf.sparse.SparseTensor(X, X, X)
tf.io.parse_example(X, X)
tf.keras.Sequential(X)
tf.keras.layers.Dense.from_config(X)
tf.print(X)
np.array(X)
np.where(X)
np.sort(X)
np.array_equal(X, X)
bool(X)
any(X)
sorted([X, X])
str(X) + repr(X)
explain(X)
tf.expand_dims(X, 0)
tf.io.serialize_tensor(X)
X == X
import json; json.dumps(X)
import copy; copy.deepcopy(X)
import pickle; pickle.dumps(X)
`), "\n")

// TestSelfHeldValues calls each with each value: a result or an exception, no crash and no fault of tfs.
func TestSelfHeldValues(t *testing.T) {
	for _, call := range takers {
		for _, name := range []string{"a", "d", "t", "w", "o"} {
			src := strings.ReplaceAll(call, "X", name)
			if _, class := outcome(t, t.Context(), selfHeld+src+"\n"); class == py.InternalErrorClass.Name {
				t.Errorf("%s ends with an InternalError", src)
			}
		}
	}
}

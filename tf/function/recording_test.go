package function_test

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestFactoriesReadVariables makes ragged tensors of variables: tapes see them read, and a traced function reads what
// they hold when it runs.
func TestFactoriesReadVariables(t *testing.T) {
	src := `
x = tf.Variable([1., 2., 3.])
make = [lambda: tf.RaggedTensor.from_row_lengths(x, [2, 1]), lambda: tf.RaggedTensor.from_row_splits(x, [0, 2, 3]),
        lambda: tf.RaggedTensor.from_nested_row_splits(x, [[0, 1], [0, 3]])]
def slope(f):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(f() * 2.)
    return tape.gradient(y, x)
for f in make:
    print(slope(f).numpy(), tf.function(slope)(f).numpy())
@tf.function
def next():
    x.assign_add([1., 1., 1.])
    return [tf.reduce_sum(f()) for f in make]
for _ in range(2):
    print(*[v.numpy() for v in next()])
`
	var out strings.Builder
	err := session.New(session.Options{}).Eval(t.Context(), "<test>", src, lang.Script, func(e lang.Event) { out.WriteString(e.Text) })
	want := strings.Repeat("[2. 2. 2.] [2. 2. 2.]\n", 3) + "9.0 9.0 9.0\n12.0 12.0 12.0\n"
	if err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}

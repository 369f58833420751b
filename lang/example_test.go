package lang_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// An interpreter evaluates source and sends what happens as events.
func ExampleInterp_Eval() {
	in := session.New(session.Options{})
	src := "x = tf.constant([1.0, 2.0])\nprint('sum', float(tf.reduce_sum(x)))\ntf.bitcast(x, tf.uint32)\n"
	_ = in.Eval(context.Background(), "<example>", src, lang.Cell, func(e lang.Event) {
		switch e.Kind {
		case lang.Stdout:
			fmt.Print(e.Text)
		case lang.Result:
			fmt.Println(e.Text)
		}
	})
	// Output:
	// sum 3.0
	// <tf.Tensor: shape=(2,), dtype=uint32, numpy=array([1065353216, 1073741824], dtype=uint32)>
}

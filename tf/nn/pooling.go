package nn

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Pooling: the greatest or the mean of windows of images.

func init() {
	const image = "tf.reshape(tf.range(16.), [1, 4, 4, 1])"
	type shape struct{ name, format, example string }
	for _, kind := range []struct {
		name, what string
		defs       [2]*op.Def
	}{{"max_pool", "The greatest", [2]*op.Def{op.MaxPool, op.MaxPool3D}},
		{"avg_pool", "The mean", [2]*op.Def{op.AvgPool, op.AvgPool3D}}} {
		for n, s := range []shape{{"", "None", image}, {"1d", "'NWC'", "tf.reshape(tf.range(4.), [1, 4, 1])"},
			{"2d", "'NHWC'", image}, {"3d", "'NDHWC'", "tf.reshape(tf.range(8.), [1, 2, 2, 2, 1])"}} {
			table.Register(table.Edges(table.Plain(table.Entry("tf.nn."+kind.name+s.name,
				"(input, ksize, strides, padding, data_format="+s.format+", name=None)", kind.defs[0].Name,
				func(c *bind.Call) (py.Value, error) { return pooled(c, kind.defs, n) },
				kind.what+" of each window.\n\n>>> tf.nn."+kind.name+s.name+"("+s.example+", 2, 2, 'VALID')"))))
		}
	}
}

// pooled runs a pooling over n axes; 0 chooses by the rank of the input.
func pooled(c *bind.Call, defs [2]*op.Def, n int) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Input(0, tensor.Invalid)
	if f.Err != nil {
		return nil, f.Err
	}
	if n == 0 {
		if n = f.Rank(x) - 2; f.Err == nil && (n < 1 || n > 3) {
			return nil, py.ValueErrorf("`input.shape.rank` must be 3, 4 or 5. Received: input.shape=%s of rank %d.",
				op.StaticShape(x), n+2)
		}
		if c.Args[4] == py.None {
			c.Args[4] = []string{"NWC", "NHWC", "NDHWC"}[max(n, 1)-1]
		}
	}
	if n == 1 {
		return pooled1(f, x, defs[0])
	}
	kernel := defs[n-2]
	name, first := dataFormat(f, c.Args[4], map[int]string{2: "NHWC", 3: "NDHWC"}[n])
	size, step := perAxis(f, c.Args[1], n, first, "ksize"), perAxis(f, c.Args[2], n, first, "strides")
	at := append(paddingOf(f, c.Args[3], n+2, kernel.Name), op.KV{Name: "ksize", Value: size},
		op.KV{Name: "strides", Value: step}, op.KV{Name: "data_format", Value: name})
	return f.Result(f.With(kernel, at, x))
}

func pooled1(f *table.Flow, x op.Value, kernel *op.Def) (py.Value, error) {
	c := f.C
	at, axis := attrs1(f, kernel.Name, c.Args[2], c.Args[3], c.Args[4], nil, "strides")
	size, _ := attrs1(f, kernel.Name, c.Args[1], c.Args[3], c.Args[4], nil, "ksize")
	if f.Err != nil {
		return nil, f.Err
	}
	for _, a := range size {
		if a.Name == "strides" {
			at = append(at, op.KV{Name: "ksize", Value: a.Value})
		}
	}
	z := f.With(kernel, at, f.One(op.ExpandDims, x, table.Int32s(axis)))
	return f.Result(f.With(op.Squeeze, op.Attrs{{Name: "squeeze_dims", Value: []int{axis}}}, z))
}

package saved

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

// What public functions are made of in TensorFlow's kernels, where a graph is written to a file: the rules are
// the library's (tf/lib/_tf_lowering.py), here is what they need of the graph.

func init() { bind.LowerCall = lowerCall }

// lowerCall computes a call by a rule of the library.
func lowerCall(t *py.Thread, name string, each []int, args []py.Value) (py.Value, error) {
	f, err := py.FromLibrary(t, "_tf_lowering:lower")
	if err != nil {
		return nil, err
	}
	places := make([]py.Value, len(each))
	for i, k := range each {
		places[i] = int64(k)
	}
	rec := *bind.Recorded(t)
	rec.Autograph = false
	var v py.Value
	err = rec.With(t, func() (err error) {
		v, err = py.Call(t, f, []py.Value{name, py.NewTuple(places...), py.NewTuple(args...)}, nil)
		return err
	})
	if v == py.NotImplemented {
		return nil, bind.ErrDynamic
	}
	return v, err
}

// GraphModule is _tf_graph.
func GraphModule() *py.Module {
	m := &py.Module{Name: "_tf_graph", Short: "_tf_graph", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "Ragged tensors of values of a graph, for tfs's own modules."}
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	fn("ragged(flat_values, nested_row_splits)", "A ragged tensor of its parts, or the values if there are no splits.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			splits, ok := tfvalues.ListItems(a[1])
			if !ok {
				return nil, py.TypeErrorf("nested_row_splits must be a list")
			}
			if len(splits) == 0 {
				return a[0], nil
			}
			return symbolicRagged(t, a[0], splits)
		})
	fn("is_ragged(value)", "Whether a value is a ragged tensor.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return py.TypeOf(a[0]) == bind.RaggedClass, nil
	})
	return m
}

// symbolicRagged puts row splits over flat values, edges or not.
func symbolicRagged(t *py.Thread, flat py.Value, splits []py.Value) (py.Value, error) {
	parts := make([]op.Value, 0, len(splits)+1)
	for _, v := range append([]py.Value{flat}, splits...) {
		x, ok := v.(op.Value)
		if !ok {
			c, err := bind.Convert(t, v, tensor.Invalid)
			if err != nil {
				return nil, err
			}
			x = c
		}
		parts = append(parts, x)
	}
	return bind.Rebuild(&bind.SymRagged{Shape: raggedShape(parts)}, parts)
}

// raggedShape is what is known of the shape of a ragged tensor from that of its parts.
func raggedShape(parts []op.Value) tensor.PartialShape {
	values := op.StaticShape(parts[0])
	if values.UnknownRank || len(values.Dims) == 0 {
		return tensor.PartialShape{UnknownRank: true}
	}
	rows := -1
	if p := op.StaticShape(parts[1]); !p.UnknownRank && len(p.Dims) == 1 && p.Dims[0] > 0 {
		rows = p.Dims[0] - 1
	}
	dims := []int{rows}
	for range parts[1:] {
		dims = append(dims, -1)
	}
	return tensor.KnownShape(append(dims, values.Dims[1:]...))
}

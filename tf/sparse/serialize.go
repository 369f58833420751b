package sparse

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Sparse tensors as strings, three for each: indices, values, dense shape.
func init() {
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(ByParts(table.Plain(table.Entry("tf.io."+name, sig, raw, f, doc))))
	}
	reg("serialize_sparse", "(sp_input, out_type=tf.string, name=None)", "SerializeSparse",
		func(c *bind.Call) (py.Value, error) { return serialize(c, op.SerializeSparse) },
		`A sparse tensor as three serialized tensors.

>>> tf.io.serialize_sparse(tf.sparse.from_dense([0, 1])).shape`)
	reg("serialize_many_sparse", "(sp_input, out_type=tf.string, name=None)", "SerializeManySparse",
		func(c *bind.Call) (py.Value, error) { return serialize(c, op.SerializeManySparse) },
		`Each row of a sparse tensor as three serialized tensors.

>>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 1], [2, 0]])).shape`)
	reg("deserialize_many_sparse", "(serialized_sparse, dtype, rank=None, name=None)", "DeserializeManySparse",
		deserializeMany, `The sparse tensor of rows of serialized tensors.

>>> tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 1], [2, 0]])), tf.int32)`)
}

func serialize(c *bind.Call, kernel *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	return f.Result(f.With(kernel, op.Attrs{{Name: "out_type", Value: f.Dtype(1, tensor.String)}}, p.at, p.values, p.dims))
}

// deserializeMany reads rows; rank is that of each row and one more.
func deserializeMany(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	out := f.Do(op.DeserializeManySparse, op.Attrs{{Name: "dtype", Value: f.Dtype(1, tensor.Invalid)}},
		f.Input(0, tensor.String))
	z := three(out)
	if !c.Given(2) {
		return z.value(f)
	}
	rank := f.IntArg(2)
	if f.Err != nil {
		return nil, f.Err
	}
	if have := op.StaticShape(z.dims); rank < 0 || !have.Compatible(tensor.KnownShape([]int{rank})) {
		return nil, py.ValueErrorf("Shapes %s and (%d,) are not compatible", have, rank)
	}
	z.shape = tensor.PartialShape{Dims: slices.Repeat([]int{-1}, rank)}
	for i, s := range [][]int{{-1, rank}, nil, {rank}} {
		if e, ok := out[i].(*op.Edge); ok && s != nil {
			e.Shape = tensor.PartialShape{Dims: s}
		}
	}
	return z.value(f)
}

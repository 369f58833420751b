package sparse

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// parts are the tensors of a sparse tensor, known or edges of a graph, and what is known of its shape.
type parts struct {
	at, values, dims op.Value
	shape            tensor.PartialShape
}

// ByParts is an entry whose kernel reads sparse tensors by their parts: it runs on edges of a graph too.
func ByParts(o *bind.Op) *bind.Op {
	o.Edges, o.Parts = true, bind.SparseParts
	return o
}

// isSparse tells a sparse tensor, of edges or not.
func isSparse(v py.Value) bool {
	switch v.(type) {
	case *sparse.Sparse, *bind.SymSparse:
		return true
	}
	return false
}

// DimsOf is the dense shape of a sparse tensor, of edges or not; nil for any other value.
func DimsOf(v py.Value) op.Value {
	if !isSparse(v) {
		return nil
	}
	return bind.Components(v)[2]
}

// partsOf reads a value that must be a sparse tensor.
func partsOf(f *table.Flow, v py.Value) parts {
	if !isSparse(v) {
		f.Fail(py.TypeErrorf("Input must be a SparseTensor."))
		return parts{}
	}
	c := bind.Components(v)
	return parts{c[0], c[1], c[2], values.SparseShape(v)}
}

// part reads argument i.
func part(f *table.Flow, i int) parts { return partsOf(f, f.C.Args[i]) }

// rank is the number of dimensions; a function of edges must know it.
func (p parts) rank(f *table.Flow) int {
	if f.Err != nil {
		return 0
	}
	if n := op.StaticShape(p.dims); !n.UnknownRank && n.Dims[0] >= 0 {
		return n.Dims[0]
	}
	if !p.shape.UnknownRank {
		return len(p.shape.Dims)
	}
	f.Fail(bind.ErrDynamic)
	return 0
}

// sparseOf is a sparse tensor of parts.
func (p parts) value(f *table.Flow) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	return bind.Rebuild(&bind.SymSparse{Shape: p.shape}, []op.Value{p.at, p.values, p.dims})
}

// unshaped is a sparse tensor of whose shape only its dims tell.
func unshaped(at, vals, dims op.Value) parts {
	return parts{at, vals, dims, tensor.PartialShape{UnknownRank: true}}
}

// three is a sparse tensor of a kernel's first outputs.
func three(out []op.Value) parts { return unshaped(out[0], out[1], out[2]) }

// long is an argument as int64, as tf.cast would make it.
func long(f *table.Flow, i int) op.Value { return f.Cast(f.Arg(i), tensor.Int64) }

// reordered puts a sparse tensor into row-major order.
func (p parts) reordered(f *table.Flow) parts {
	out := f.Do(op.SparseReorder, nil, p.at, p.values, p.dims)
	p.at, p.values = out[0], out[1]
	return p
}

// zero is 0 of a type: of texts the empty one.
func zero(f *table.Flow, d tensor.DType) op.Value {
	if d == tensor.String {
		return tensor.StringScalar("")
	}
	return table.Got(f, func() (op.Value, error) { return tensor.New(d, nil) })
}

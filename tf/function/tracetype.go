package function

import (
	"fmt"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/values"
)

// Trace types: what a trace of a function knows of its arguments. A type is a nest of lists, tuples and
// dicts whose leaves are specs of tensors, Python values that are part of the trace, and objects.

// VariableSpec is the type of a variable.
type VariableSpec struct {
	shape     tensor.PartialShape
	dtype     tensor.DType
	trainable bool
}

// LiteralType is a Python value a trace was made for.
type LiteralType struct{ V py.Value }

// ObjectType is an object a trace was made for: itself, not one equal to it.
type ObjectType struct{ V py.Value }

var variableSpecClass = py.NewClass("tensorflow.python.ops.resource_variable_ops", "VariableSpec", bind.TypeSpecClass, nil)

func init() {
	py.Register[*VariableSpec](variableSpecClass)
	variableSpecClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		s := v.(*VariableSpec)
		return fmt.Sprintf("VariableSpec(shape=%s, dtype=tf.%s, trainable=%s, alias_id=None)", s.shape, s.dtype.Name(),
			py.ReprOf(s.trainable)), nil
	}
}

// traceable is what has a spec of its own: datasets, their iterators, optionals.
type traceable interface{ TraceSpec() py.Value }

// typeOfArg is the type of an argument. Values that cannot be told from each other are an error.
func typeOfArg(t *py.Thread, v py.Value) (py.Value, error) {
	if err := t.Enter(""); err != nil { // a list may hold itself
		return nil, err
	}
	defer t.Leave()
	switch x := v.(type) {
	case *py.List:
		items, err := typesOf(t, x.Items)
		return &py.List{Items: items}, err
	case *py.Tuple:
		items, err := typesOf(t, x.Items)
		return &py.Tuple{Items: items, Class: x.Class}, err
	case *py.Dict:
		out := py.NewDict()
		err := x.Each(func(k, e py.Value) error {
			y, err := typeOfArg(t, e)
			if err != nil {
				return err
			}
			return out.Set(k, y)
		})
		return out, err
	case *bind.Variable:
		return &VariableSpec{shape: x.Shape, dtype: x.Holds(), trainable: x.IsTrainable()}, nil
	case *bind.Spec, *values.RaggedSpec, *values.SparseSpec, *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return v, nil
	case *py.NoneType, bool, int64, float64, complex128, *big.Int, string, py.Bytes, tensor.DType, *bind.Shape:
		return &LiteralType{v}, nil
	case *py.Set, *py.Slice:
		return nil, py.TypeErrorf("Could not generate a generic TraceType for %s. Please verify that it is immutable/"+
			"hashable. Otheriwse, consider implementing the Tracing Protocol for it.", py.ReprOf(v))
	}
	if s := SymbolicSpec(v); s != nil {
		return s, nil
	}
	if isExtensionSpec(v) {
		return v, nil
	}
	if s, err := customType(t, v); s != nil || err != nil {
		return s, err
	}
	return &ObjectType{v}, nil
}

func typesOf(t *py.Thread, items []py.Value) ([]py.Value, error) {
	out := make([]py.Value, len(items))
	for i, e := range items {
		y, err := typeOfArg(t, e)
		if err != nil {
			return nil, err
		}
		out[i] = y
	}
	return out, nil
}

// SymbolicSpec is the spec of a tensor, known or of a graph; nil for anything else.
func SymbolicSpec(v py.Value) py.Value {
	switch x := v.(type) {
	case *op.Edge:
		return &bind.Spec{Shape: x.Shape, DType: x.Type, Name: py.None}
	case *tensor.Tensor:
		return &bind.Spec{Shape: tensor.KnownShape(x.Shape()), DType: x.DType(), Name: py.None}
	case *bind.SymRagged:
		return &values.RaggedSpec{Shape: x.Shape, Dtype: x.DType(), Rank: len(x.Splits), Splits: x.Splits[0].DType()}
	case *bind.SymSparse:
		return &values.SparseSpec{Shape: x.Static(), Dtype: x.Values.DType()}
	case *ragged.Ragged, *sparse.Sparse:
		return values.SpecOf(v)
	case *py.Instance:
		if h, ok := x.Native.(traceable); ok {
			return h.TraceSpec()
		}
		return extensionSpec(x)
	case traceable:
		return x.TraceSpec()
	}
	return nil
}

// typeKey is a text that two types have in common just when they are equal.
func typeKey(b *strings.Builder, v py.Value) {
	switch x := v.(type) {
	case *py.List:
		b.WriteByte('[')
		for _, e := range x.Items {
			typeKey(b, e)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case *py.Tuple:
		if x.Class != nil {
			fmt.Fprintf(b, "%p", x.Class)
		}
		b.WriteByte('(')
		for _, e := range x.Items {
			typeKey(b, e)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case *py.Dict:
		keys, vals := values.SortedItems(x)
		b.WriteByte('{')
		for i, k := range keys {
			b.WriteString(py.ReprOf(k))
			b.WriteByte(':')
			typeKey(b, vals[i])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case *bind.Spec:
		b.WriteByte('T')
		b.WriteString(strconv.Itoa(int(x.DType)))
		shapeKey(b, x.Shape)
		if name, ok := x.Name.(string); ok {
			b.WriteString(strconv.Quote(name))
		}
	case *values.RaggedSpec:
		fmt.Fprintf(b, "R%d/%d/%d", x.Dtype, x.Rank, x.Splits)
		shapeKey(b, x.Shape)
	case *values.SparseSpec:
		fmt.Fprintf(b, "S%d", x.Dtype)
		shapeKey(b, x.Shape)
	case *DatasetSpec, *OptionalSpec, *IteratorSpec:
		b.WriteString(py.ReprOf(x))
	case *VariableSpec:
		fmt.Fprintf(b, "V%d/%t", x.dtype, x.trainable)
		shapeKey(b, x.shape)
	case *CustomType:
		b.WriteString("C" + strconv.Itoa(x.id))
	case *LiteralType:
		literalKey(b, x.V)
	case *ObjectType:
		fmt.Fprintf(b, "@%p", x.V)
	case *py.Instance:
		if _, of, ok := specFields(x); ok {
			leaves, form := flatFields(x, of)
			b.WriteString("X" + form)
			for _, l := range leaves {
				leafKey(b, l)
				b.WriteByte(',')
			}
		}
	}
}

func shapeKey(b *strings.Builder, p tensor.PartialShape) {
	if p.UnknownRank {
		b.WriteByte('?')
		return
	}
	for _, d := range p.Dims {
		b.WriteByte('.')
		b.WriteString(strconv.Itoa(d))
	}
}

// literalKey is equal for values that Python holds equal: 1, 1.0 and True are one.
func literalKey(b *strings.Builder, v py.Value) {
	switch x := v.(type) {
	case bool:
		if x {
			b.WriteString("n1")
		} else {
			b.WriteString("n0")
		}
	case int64:
		b.WriteString("n" + strconv.FormatInt(x, 10))
	case float64:
		if n := int64(x); float64(n) == x {
			b.WriteString("n" + strconv.FormatInt(n, 10))
			return
		}
		b.WriteString("f" + strconv.FormatFloat(x, 'g', -1, 64))
	case string:
		b.WriteString("s" + strconv.Quote(x))
	default:
		b.WriteString(py.TypeOf(v).Name + py.ReprOf(v))
	}
}

// covers tells whether every value of type b is one of type a.
func covers(a, b py.Value) bool {
	switch x := a.(type) {
	case *py.List:
		y, ok := b.(*py.List)
		return ok && coversAll(x.Items, y.Items)
	case *py.Tuple:
		y, ok := b.(*py.Tuple)
		return ok && x.Class == y.Class && coversAll(x.Items, y.Items)
	case *py.Dict:
		y, ok := b.(*py.Dict)
		if !ok {
			return false
		}
		xk, xv := values.SortedItems(x)
		yk, yv := values.SortedItems(y)
		return py.ReprOf(py.NewList(xk...)) == py.ReprOf(py.NewList(yk...)) && coversAll(xv, yv)
	case *bind.Spec:
		y, ok := b.(*bind.Spec)
		return ok && x.DType == y.DType && x.Shape.Covers(y.Shape) && (y.Name == py.None || y.Name == x.Name)
	case *values.RaggedSpec:
		y, ok := b.(*values.RaggedSpec)
		return ok && x.Dtype == y.Dtype && x.Rank == y.Rank && x.Splits == y.Splits && x.Shape.Covers(y.Shape)
	case *values.SparseSpec:
		y, ok := b.(*values.SparseSpec)
		return ok && x.Dtype == y.Dtype && x.Shape.Covers(y.Shape)
	case *CustomType:
		y, ok := b.(*CustomType)
		return ok && x.covers(y)
	case *py.Instance:
		if _, of, ok := specFields(x); ok {
			return extensionCovers(x, of, b)
		}
	}
	var p, q strings.Builder
	typeKey(&p, a)
	typeKey(&q, b)
	return p.String() == q.String()
}

func coversAll(xs, ys []py.Value) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i, x := range xs {
		if !covers(x, ys[i]) {
			return false
		}
	}
	return true
}

// relaxed is the most specific type that covers both, nil when they differ in more than shapes.
func relaxed(a, b py.Value) py.Value {
	switch x := a.(type) {
	case *py.List:
		if y, ok := b.(*py.List); ok {
			if items := relaxedAll(x.Items, y.Items); items != nil {
				return &py.List{Items: items}
			}
		}
		return nil
	case *py.Tuple:
		if y, ok := b.(*py.Tuple); ok && x.Class == y.Class {
			if items := relaxedAll(x.Items, y.Items); items != nil {
				return &py.Tuple{Items: items, Class: x.Class}
			}
		}
		return nil
	case *bind.Spec:
		if y, ok := b.(*bind.Spec); ok && x.DType == y.DType {
			return &bind.Spec{Shape: x.Shape.Common(y.Shape), DType: x.DType, Name: x.Name}
		}
		return nil
	case *values.RaggedSpec:
		if y, ok := b.(*values.RaggedSpec); ok && x.Dtype == y.Dtype && x.Rank == y.Rank && x.Splits == y.Splits {
			return &values.RaggedSpec{Shape: x.Shape.Common(y.Shape), Dtype: x.Dtype, Rank: x.Rank, Splits: x.Splits}
		}
		return nil
	case *py.Instance:
		if _, of, ok := specFields(x); ok {
			return extensionRelaxed(x, of, b)
		}
	}
	if covers(a, b) {
		return a
	}
	return nil
}

func relaxedAll(xs, ys []py.Value) []py.Value {
	if len(xs) != len(ys) {
		return nil
	}
	out := make([]py.Value, len(xs))
	for i, x := range xs {
		if out[i] = relaxed(x, ys[i]); out[i] == nil {
			return nil
		}
	}
	return out
}

// typeText is a type as signatures show it.
func typeText(v py.Value) string {
	switch x := v.(type) {
	case *py.List:
		return "List[" + typeTexts(x.Items) + "]"
	case *py.Tuple:
		if x.Class != nil && x.Class != py.TupleClass {
			fields := TupleFields(x)
			parts := make([]string, len(x.Items))
			for i, e := range x.Items {
				parts[i] = "['" + fields[i] + "', " + typeText(e) + "]"
			}
			return x.Class.Name + "[" + strings.Join(parts, ", ") + "]"
		}
		return "Tuple[" + typeTexts(x.Items) + "]"
	case *py.Dict:
		var parts []string
		_ = x.Each(func(k, e py.Value) error {
			parts = append(parts, "["+py.ReprOf(k)+", "+typeText(e)+"]")
			return nil
		})
		return "Dict[" + strings.Join(parts, ", ") + "]"
	case *LiteralType:
		return "Literal[" + py.ReprOf(x.V) + "]"
	case *ObjectType:
		return "Weakref[<weakref at 0x7f0000000000; to '" + py.TypeOf(x.V).Name + "' at 0x7f0000000000>]"
	case *bind.Spec:
		return py.ReprOf(&bind.Spec{Shape: x.Shape, DType: x.DType, Name: x.Name})
	}
	return py.ReprOf(v)
}

// TupleFields are the names of the fields of a tuple, empty texts where it has none.
func TupleFields(x *py.Tuple) []string {
	out := make([]string, len(x.Items))
	f, _ := x.Class.Lookup("_fields").(*py.Tuple)
	for i := range out {
		if f != nil && i < len(f.Items) {
			out[i] = py.StrOf(f.Items[i])
		}
	}
	return out
}

func typeTexts(items []py.Value) string {
	parts := make([]string, len(items))
	for i, e := range items {
		parts[i] = typeText(e)
	}
	return strings.Join(parts, ", ")
}

// moreSpecific orders traces: the one that covers less comes first.
func moreSpecific(cs []*Concrete) {
	sort.SliceStable(
		cs,
		func(i, j int) bool { return covers(cs[j].Args, cs[i].Args) && !covers(cs[i].Args, cs[j].Args) },
	)
}

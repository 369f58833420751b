package values

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
)

// RaggedSlots gives a class the operators and the indexing of ragged tensors.
func RaggedSlots(c *py.Class) {
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		switch o {
		case "<<", ">>":
			return py.NotImplemented, nil
		case "==", "!=":
			return raggedEqual(t, o, a, b)
		case "&", "|", "^":
			return Operators["bool "+o].Run(t, a, b)
		}
		return Operators[o].Run(t, a, b)
	}
	c.Unary = func(t *py.Thread, o string, v py.Value) (py.Value, error) {
		f := map[string]*bind.Public{"-": public.Negative, "~": public.LogicalNot, "abs": public.Abs}[o]
		if f == nil {
			return nil, py.TypeErrorf("bad operand type for unary %s: 'RaggedTensor'", o)
		}
		return f.Run(t, v)
	}
	c.Truth = func(*py.Thread, py.Value) (bool, error) {
		return false, py.TypeErrorf("RaggedTensor may not be used as a boolean.")
	}
	c.Hash = func(py.Value) (any, error) { return nil, py.TypeErrorf("RaggedTensor is unhashable.") }
	c.Iter = func(_ *py.Thread, v py.Value) (py.Iterator, error) {
		r := v.(*ragged.Ragged)
		i := 0
		return py.IterFunc(func(*py.Thread) (py.Value, error) {
			if i >= r.Part.NRows() {
				return nil, nil
			}
			i++
			return r.Row(i - 1), nil
		}), nil
	}
	c.GetItem = func(t *py.Thread, v, key py.Value) (py.Value, error) {
		keys := []py.Value{key}
		if items, ok := ListItems(key); ok {
			keys = items
		}
		if m, ok := key.(*ragged.Ragged); ok && m.DType() == tensor.Bool { // a mask: TensorFlow refuses it
			return public.RaggedBooleanMask.Run(t, v, m)
		}
		index := func(in ragged.Value) (ragged.Value, error) {
			return ragged.Index(t.Ctx, in.(*ragged.Ragged), raggedKeys(keys)...)
		}
		var z ragged.Value
		var err error
		if r := v.(*ragged.Ragged); len(keys) > 1 && isSlice(keys[0]) && isSlice(keys[1]) { // values of each row are gathered
			z, err = bind.Picked(t, r.Part.DType, index, r)
		} else {
			z, err = bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) { return index(in[0]) }, r)
		}
		return z, bind.Wrap(t, err, "", false)
	}
}

func isSlice(v py.Value) bool {
	_, ok := v.(*py.Slice)
	return ok
}

// raggedEqual compares element by element; values that do not broadcast are not equal.
func raggedEqual(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	if a == py.None || b == py.None {
		return false, nil // TensorFlow's answer to both
	}
	v, err := Operators[o].Run(t, a, b)
	if e, ok := err.(*py.Exc); ok && (e.Class.Is(bind.InvalidArgumentError) || e.Class == py.ValueErrorClass) {
		return o == "!=", nil
	}
	return v, err
}

// raggedKeys reads keys; one that cannot be read is an error only when its dimension is reached.
func raggedKeys(keys []py.Value) []ragged.Key {
	out := make([]ragged.Key, len(keys))
	for i, k := range keys {
		switch k := k.(type) {
		case *py.NoneType:
			out[i] = ragged.NewAxis{}
			if k == py.Ellipsis {
				out[i] = ragged.Rest{}
			}
		case *py.Slice:
			out[i] = sliceKey(k)
		default:
			n, ok := IntKey(k)
			out[i] = ragged.At(n)
			if !ok {
				out[i] = ragged.BadKey{Rows: BadIndex(k)}
			}
		}
	}
	return out
}

// sliceKey reads a slice, whose bounds are integers or None.
func sliceKey(k *py.Slice) ragged.Key {
	var out ragged.Slice
	var bad ragged.BadKey
	for _, p := range []struct {
		from py.Value
		to   **int
		what string
	}{{k.Start, &out.Start, "offsets"}, {k.Stop, &out.Stop, "offsets"}, {k.Step, &out.Step, "strides"}} {
		if p.from == py.None {
			continue
		}
		n, ok := IntKey(p.from)
		if !ok && bad.Rows == nil {
			bad = ragged.BadKey{Rows: BadIndex(k), Columns: py.TypeErrorf("slice %s must be integers or None", p.what)}
		}
		i := int(n)
		*p.to = &i
	}
	if bad.Rows != nil {
		return bad
	}
	return out
}

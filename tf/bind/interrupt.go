package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

const (
	// large is the size in bytes from which a call may take so long that Ctrl-C must not wait
	// for it.
	large = 1 << 20
	// itemCost is what a Python value counts for: converting it takes as long as so many bytes.
	itemCost = 64
)

// Aside runs a computation on arguments so that Ctrl-C need not wait for it: when they are
// large, on a thread of its own and on copies of the lists among them. f changes nothing
// but its own result.
func Aside(t *py.Thread, args []py.Value, f func(t *py.Thread, args []py.Value) (py.Value, error)) (py.Value, error) {
	if t.Ctx.Done() == nil || !isLarge(args) {
		return f(t, args)
	}
	own, ok, err := snapshot(t, args, 0)
	if err != nil {
		return nil, err
	}
	if !ok {
		return f(t, args)
	}
	return t.Aside(func(t *py.Thread) (py.Value, error) { return f(t, own) })
}

// isLarge tells whether arguments hold much data, or numbers that ask for as much.
func isLarge(args []py.Value) bool {
	total := 0
	for _, a := range args {
		if total += weight(a, 0); total >= large {
			return true
		}
	}
	return false
}

// weight estimates how much a value holds; of long lists it looks at a few items.
func weight(v py.Value, depth int) int {
	switch x := v.(type) {
	case nil, float64, bool, *py.NoneType, tensor.DType:
		return 0
	case int64:
		return int(min(max(x, ^x), large)) // a size, perhaps
	case string:
		return len(x)
	case py.Bytes:
		return len(x)
	case *py.List:
		return weightOf(x.Items, depth)
	case *py.Tuple:
		return weightOf(x.Items, depth)
	case *py.Dict:
		return min(x.Len(), large) * itemCost
	case *py.Range:
		return int(min(x.Len(), large)) * itemCost
	}
	return sizeOf(v)
}

// looked is how many items of a list are looked at.
const looked = 16

func weightOf(items []py.Value, depth int) int {
	n := len(items)
	if n == 0 || depth > 4 {
		return 0
	}
	total, product := 0, int64(1)
	for i := range min(n, looked) {
		switch x := items[i*n/min(n, looked)].(type) {
		case int64:
			product *= min(max(x, 1), large)
			product = min(product, large)
		case float64, bool:
		default:
			total += min(weight(x, depth+1), large)
		}
	}
	if n <= looked { // a shape, perhaps
		total += int(product)
	}
	return total*max(n/looked, 1) + n*itemCost
}

func sizeOf(v py.Value) int {
	switch x := v.(type) {
	case *ragged.Ragged:
		return sizeOfTensor(x.Flat())
	case *sparse.Sparse:
		return sizeOfTensor(x.Values) + 8*len(x.Indices)
	}
	if a, ok := v.(*Array); ok && (a.Len() > looked || !a.DType().IsNumber()) {
		return a.Len() * a.DType().Size
	}
	t, ok := AsTensor(v)
	if !ok {
		return 0
	}
	size := sizeOfTensor(t)
	if n := t.Len(); n > 0 && n <= looked && t.DType().IsInteger() { // a shape, perhaps
		product := int64(1)
		for i := range n {
			product = min(product*min(max(t.Int(i), 1), large), large)
		}
		size += int(product)
	}
	return size
}

func sizeOfTensor(t *tensor.Tensor) int { return len(t.Bytes()) + 16*len(t.Strings().Off) }

// snapshot copies the containers among values. It fails where one holds a function or an
// object of the program's, which could change things after they were left alone.
func snapshot(t *py.Thread, values []py.Value, depth int) (out []py.Value, ok bool, err error) {
	if depth > t.MaxDepth/4 {
		return nil, false, nil
	}
	if err := py.FitsItems(len(values)); err != nil {
		return nil, false, err
	}
	out = make([]py.Value, len(values))
	for i, v := range values {
		if err := t.Poll(); err != nil {
			return nil, false, err
		}
		switch x := v.(type) {
		case *py.List:
			items, ok, err := snapshot(t, x.Items, depth+1)
			if !ok || err != nil {
				return nil, false, err
			}
			v = &py.List{Items: items}
		case *py.Tuple:
			items, ok, err := snapshot(t, x.Items, depth+1)
			if !ok || err != nil {
				return nil, false, err
			}
			v = &py.Tuple{Items: items, Class: x.Class}
		case *py.Dict:
			if x.Len() > 0 {
				return nil, false, nil
			}
		case nil, int64, float64, bool, string, py.Bytes, *py.NoneType, tensor.DType:
		case *py.Class: // of a dtype: str, float, np.int8
			if x.User {
				return nil, false, nil
			}
		case *py.Builtin, *py.Method, *py.Instance:
			return nil, false, nil
		default:
			if py.IsCallable(v) {
				return nil, false, nil
			}
		}
		out[i] = v
	}
	return out, true, nil
}

// Compute runs a kernel on tensors, as Aside does when they are large.
func Compute(t *py.Thread, f func(t *py.Thread) ([]*tensor.Tensor, error), x ...*tensor.Tensor) ([]*tensor.Tensor,
	error) {
	total := 0
	for _, e := range x {
		total += sizeOfTensor(e)
	}
	if total < large || t.Ctx.Done() == nil {
		return f(t)
	}
	v, err := t.Aside(func(t *py.Thread) (py.Value, error) {
		z, err := f(t)
		return z, err
	})
	if err != nil {
		return nil, err
	}
	return v.([]*tensor.Tensor), nil
}

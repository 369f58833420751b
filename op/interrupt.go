package op

import (
	"time"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// large is the size in bytes from which a call may take so long that Ctrl-C must not wait
// for it, and grace the time a kernel has to notice the interrupt itself.
const (
	large = 1 << 20
	grace = 10 * time.Millisecond
)

// MayTakeLong tells whether a call on arguments is to be run by Interruptible: it can be
// interrupted at all, and its arguments hold much data.
func MayTakeLong(t *py.Thread, args []py.Value) bool { return t.Ctx.Done() != nil && isLarge(args) }

// Interruptible runs a computation without waiting for it after an interrupt: kernels change
// nothing but their own result, so one that does not look at the context is left to end by
// itself.
func Interruptible(t *py.Thread, f func() (py.Value, error)) (py.Value, error) {
	type outcome struct {
		v     py.Value
		err   error
		panic any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panic = recover()
			done <- o
		}()
		o.v, o.err = f()
	}()
	var o outcome
	select {
	case o = <-done:
	case <-t.Ctx.Done():
		select {
		case o = <-done:
		case <-time.After(grace):
			return nil, py.Interrupted()
		}
	}
	if o.panic != nil {
		panic(o.panic)
	}
	return o.v, o.err
}

// isLarge tells whether arguments hold much data and no function of the user's, which could
// change things after it was left alone.
func isLarge(args []py.Value) bool {
	total := 0
	for _, a := range args {
		switch x := a.(type) {
		case nil, int64, float64, string, bool, py.Bytes:
		case *py.List:
			for i := 0; i < min(len(x.Items), 16); i++ {
				total += sizeOf(x.Items[i])
			}
		case *py.Tuple, *py.Dict:
		case *py.Builtin, *py.Method, *py.Instance, *py.Class:
			return false
		default:
			if py.IsCallable(a) {
				return false
			}
			total += sizeOf(a)
		}
	}
	return total >= large
}

func sizeOf(v py.Value) int {
	if r, ok := v.(*ragged.Ragged); ok {
		return sizeOfTensor(r.Flat())
	}
	if t, ok := AsTensor(v); ok {
		return sizeOfTensor(t)
	}
	return 0
}

func sizeOfTensor(t *tensor.Tensor) int { return len(t.Bytes()) + 16*len(t.Strings().Off) }

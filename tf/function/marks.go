package function

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Attributes that programs set on tensors, as Keras does with masks. Few tensors have any, so they lie
// beside the tensors: by weak pointers, which keep nothing alive.

// marks holds the attributes of the tensors that have some.
var marks struct {
	mu  sync.Mutex
	n   atomic.Int64
	all map[any]*py.Dict
}

// markKey is the key of a tensor in marks, and what has the key forgotten when the tensor is gone.
func markKey(v py.Value) (key any, forget func()) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return weakKey(x)
	case *op.Edge:
		return weakKey(x)
	case *ragged.Ragged:
		return weakKey(x)
	case *bind.SymRagged:
		return weakKey(x)
	case *bind.SymSparse:
		return weakKey(x)
	}
	return nil, nil
}

func weakKey[T any](x *T) (any, func()) {
	key := weak.Make(x)
	return key, func() { runtime.AddCleanup(x, dropMarks, any(key)) }
}

func dropMarks(key any) {
	marks.mu.Lock()
	defer marks.mu.Unlock()
	delete(marks.all, key)
	marks.n.Store(int64(len(marks.all)))
}

// marked is an attribute that was set on a tensor.
func marked(v py.Value, name string) (py.Value, bool) {
	if marks.n.Load() == 0 {
		return nil, false
	}
	key, _ := markKey(v)
	if key == nil {
		return nil, false
	}
	marks.mu.Lock()
	defer marks.mu.Unlock()
	if d := marks.all[key]; d != nil {
		return d.GetStr(name)
	}
	return nil, false
}

// mark sets an attribute of a tensor; values of other kinds have no place for one.
func mark(_ *py.Thread, v py.Value, name string, val py.Value) error {
	key, forget := markKey(v)
	if key == nil {
		return py.NoAttr(v, name)
	}
	marks.mu.Lock()
	defer marks.mu.Unlock()
	if marks.all == nil {
		marks.all = map[any]*py.Dict{}
	}
	d := marks.all[key]
	if d == nil {
		d = py.NewDict()
		marks.all[key] = d
		forget()
		marks.n.Store(int64(len(marks.all)))
	}
	d.SetStr(name, val)
	return nil
}

// markClasses lets programs set attributes on tensors of all classes; properties stay as they are.
func markClasses() {
	for _, c := range []*py.Class{bind.TensorClass, symbolicClass, bind.RaggedClass, bind.SparseClass} {
		read := c.GetAttr
		c.GetAttr = func(t *py.Thread, v py.Value, name string) (py.Value, error) {
			if a, ok := marked(v, name); ok {
				return a, nil
			}
			if read == nil {
				return nil, py.NoAttr(v, name)
			}
			return read(t, v, name)
		}
		c.SetAttr = mark
	}
}

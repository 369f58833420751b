package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/table"
)

// CustomType is the type of an argument whose class says by which it is traced: a tf.types.experimental.TraceType.
type CustomType struct {
	V  py.Value
	t  *py.Thread
	id int // equal types have one
}

var customTypeClass = py.NewClass("tensorflow.python.types.trace", "TraceType", py.ObjectClass, nil)

func init() {
	py.Register[*CustomType](customTypeClass)
	customTypeClass.Repr = func(t *py.Thread, v py.Value) (string, error) { return py.Repr(t, v.(*CustomType).V) }
	table.InLibrary("_tf_tracing", "tf.types.experimental.TraceType", "tf.types.experimental.SupportsTracingProtocol")
}

type customTypesKey struct{}

// customTypes are the different types an interpreter has seen.
type customTypes struct{ seen []py.Value }

// customType asks an object for its type; nil when it has none of its own.
func customType(t *py.Thread, v py.Value) (py.Value, error) {
	obj, ok := v.(*py.Instance)
	if !ok || obj.Class.Lookup("__tf_tracing_type__") == nil {
		return nil, nil
	}
	ty, err := py.CallMethod(t, obj, "__tf_tracing_type__", py.None)
	if err != nil {
		return nil, err
	}
	all := t.Local(customTypesKey{}, func() any { return &customTypes{} }).(*customTypes)
	for i, other := range all.seen {
		same, err := py.Equal(t, other, ty)
		if err != nil {
			return nil, err
		}
		if same {
			return &CustomType{other, t, i}, nil
		}
	}
	all.seen = append(all.seen, ty)
	return &CustomType{ty, t, len(all.seen) - 1}, nil
}

// covers tells whether a trace for the type serves another.
func (c *CustomType) covers(other *CustomType) bool {
	if c.id == other.id {
		return true
	}
	v, err := py.CallMethod(c.t, other.V, "is_subtype_of", c.V)
	if err != nil {
		return false
	}
	yes, err := py.Truth(c.t, v)
	return err == nil && yes
}

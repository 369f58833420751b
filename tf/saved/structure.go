package saved

import (
	"fmt"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Structures of values as files hold them: what a trace takes and gives, Python signatures.

//go:noinline
func savedValue(v any) *saved.StructuredValue { return &saved.StructuredValue{Value: v} }

//go:noinline
func tupleOf(vs ...*saved.StructuredValue) *saved.StructuredValue {
	return savedValue(&saved.TupleValue{Values: vs})
}

// StructureOf writes a nest of types or of values.
func StructureOf(v py.Value, name string) (*saved.StructuredValue, error) {
	switch x := v.(type) {
	case *py.NoneType:
		return savedValue(&saved.NoneValue{}), nil
	case bool, int64, float64, string:
		return savedValue(x), nil
	case *function.LiteralType:
		return StructureOf(x.V, name)
	case tensor.DType:
		return savedValue(saved.TypeOf(x)), nil
	case *bind.Shape:
		return savedValue(saved.ShapeOf(x.PartialShape)), nil
	case *bind.Spec:
		s := &saved.TensorSpec{Name: name, Shape: saved.ShapeOf(x.Shape), DType: saved.TypeOf(x.DType)}
		if n, ok := x.Name.(string); ok {
			s.Name = n
		}
		return savedValue(s), nil
	case *values.RaggedSpec:
		return savedValue(
			&saved.TypeSpec{
				Class:     saved.RaggedSpec,
				ClassName: "RaggedTensorSpec",
				NumFlat:   int32(x.Rank + 1),
				State: tupleOf(
					savedValue(saved.ShapeOf(x.Shape)),
					savedValue(saved.TypeOf(x.Dtype)),
					savedValue(int64(x.Rank)),
					savedValue(saved.TypeOf(x.Splits)),
				),
			},
		), nil
	case *values.SparseSpec:
		return savedValue(&saved.TypeSpec{Class: saved.SparseSpec, ClassName: "SparseTensorSpec", NumFlat: 3,
			State: tupleOf(savedValue(saved.ShapeOf(x.Shape)), savedValue(saved.TypeOf(x.Dtype)))}), nil
	case *py.Tuple:
		if x.Class != nil && x.Class != py.TupleClass {
			return namedStructure(x, name)
		}
		vals, err := structuresOf(x.Items, name)
		return tupleOf(vals...), err
	case *py.List:
		vals, err := structuresOf(x.Items, name)
		return savedValue(&saved.ListValue{Values: vals}), err
	case *py.Dict:
		d := &saved.DictValue{Fields: map[string]*saved.StructuredValue{}}
		err := x.Each(func(k, e py.Value) error {
			key, ok := k.(string)
			if !ok {
				return fmt.Errorf("the key %s of a dict is no text", py.ReprOf(k))
			}
			y, err := StructureOf(e, partName(name, key))
			d.Fields[key] = y
			return err
		})
		return savedValue(d), err
	case *py.Instance:
		if function.IsSpec(x) {
			return extensionStructure(x, name)
		}
	case *function.VariableSpec:
		return nil, fmt.Errorf("an argument is a variable: hold it as an attribute")
	case *function.ObjectType:
		return nil, fmt.Errorf("an argument is a Python object: %s", py.ReprOf(x.V))
	}
	return nil, fmt.Errorf("%s cannot be written into a model", py.ReprOf(v))
}

// extensionStructure writes the spec of an ExtensionType: the name of its class, and its fields.
func extensionStructure(x *py.Instance, name string) (*saved.StructuredValue, error) {
	class, fields := function.ExtensionState(x)
	if class == "" {
		return nil, fmt.Errorf("%s cannot be written into a model: its class has no __name__, by which models tell it",
			py.ReprOf(x))
	}
	var state []*saved.StructuredValue
	for _, f := range fields {
		y, err := StructureOf(f.Value, partName(name, f.Name))
		if err != nil {
			return nil, err
		}
		state = append(state, tupleOf(savedValue(f.Name), y))
	}
	_, parts, _ := function.ExtensionHole(x)
	return savedValue(&saved.TypeSpec{Class: saved.ExtensionSpec, ClassName: class, NumFlat: int32(parts),
		State: tupleOf(state...)}), nil
}

// partName names a part of a value that has a name.
func partName(name, part string) string {
	if name == "" {
		return ""
	}
	return name + "_" + part
}

func structuresOf(items []py.Value, name string) ([]*saved.StructuredValue, error) {
	out := make([]*saved.StructuredValue, len(items))
	for i, e := range items {
		y, err := StructureOf(e, partName(name, table.Itoa(i)))
		if err != nil {
			return nil, err
		}
		out[i] = y
	}
	return out, nil
}

func namedStructure(x *py.Tuple, name string) (*saved.StructuredValue, error) {
	vals, err := structuresOf(x.Items, name)
	if err != nil {
		return nil, err
	}
	n := &saved.NamedTupleValue{Name: x.Class.Name}
	for i, f := range function.TupleFields(x) {
		n.Values = append(n.Values, &saved.PairValue{Key: f, Value: vals[i]})
	}
	return savedValue(n), nil
}

// inputs is what a trace takes: positional arguments and those by keyword.
func (s *saving) inputs(k *function.Concrete) (*saved.StructuredValue, error) {
	var pos []*saved.StructuredValue
	kw := &saved.DictValue{Fields: map[string]*saved.StructuredValue{}}
	for i, p := range k.Params {
		ty := k.Args.Items[i]
		switch {
		case p.Star:
			items, _ := values.ListItems(ty)
			vals, err := structuresOf(items, p.Name)
			if err != nil {
				return nil, err
			}
			pos = append(pos, vals...)
		case p.DStar:
			d, err := StructureOf(ty, p.Name)
			if err != nil {
				return nil, err
			}
			for key, v := range d.Value.(*saved.DictValue).Fields {
				kw.Fields[key] = v
			}
		default:
			v, err := StructureOf(ty, p.Name)
			if err != nil {
				return nil, err
			}
			if p.KwOnly {
				kw.Fields[p.Name] = v
			} else {
				pos = append(pos, v)
			}
		}
	}
	return tupleOf(tupleOf(pos...), savedValue(kw)), nil
}

// outStructure is what a trace gives; its tensors are listed in the order files have them: dicts by their keys.
func outStructure(k *function.Concrete, form py.Value, outs *[]op.Value) (*saved.StructuredValue, error) {
	switch x := form.(type) {
	case *bind.Hole:
		*outs = append(*outs, k.Outs[x.At:x.At+x.N]...)
		v, err := bind.Rebuild(x.Like, k.Outs[x.At:x.At+x.N])
		if err != nil {
			return nil, err
		}
		return StructureOf(function.SymbolicSpec(v), "")
	case *py.Dict:
		d := &saved.DictValue{Fields: map[string]*saved.StructuredValue{}}
		keys, vals := values.SortedItems(x)
		for i, key := range keys {
			name, ok := key.(string)
			if !ok {
				return nil, fmt.Errorf("the key %s of a result is no text", py.ReprOf(key))
			}
			v, err := outStructure(k, vals[i], outs)
			if err != nil {
				return nil, err
			}
			if s, ok := v.Value.(*saved.TensorSpec); ok {
				s.Name = name
			}
			d.Fields[name] = v
		}
		return savedValue(d), nil
	case *py.List:
		vals, err := outStructures(k, x.Items, outs)
		return savedValue(&saved.ListValue{Values: vals}), err
	case *py.Tuple:
		vals, err := outStructures(k, x.Items, outs)
		if err != nil || x.Class == nil || x.Class == py.TupleClass {
			return tupleOf(vals...), err
		}
		n := &saved.NamedTupleValue{Name: x.Class.Name}
		for i, f := range function.TupleFields(x) {
			n.Values = append(n.Values, &saved.PairValue{Key: f, Value: vals[i]})
		}
		return savedValue(n), nil
	}
	return StructureOf(form, "")
}

func outStructures(k *function.Concrete, items []py.Value, outs *[]op.Value) ([]*saved.StructuredValue, error) {
	out := make([]*saved.StructuredValue, len(items))
	for i, e := range items {
		v, err := outStructure(k, e, outs)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// specOfParams writes a Python signature. A default that no file can hold is a text that says so.
func specOfParams(params []py.Param, signature []py.Value) *saved.FunctionSpec {
	none := savedValue(&saved.NoneValue{})
	sig := none
	if signature != nil {
		if s, err := StructureOf(py.NewTuple(signature...), ""); err == nil {
			sig = s
		}
	}
	list := func(vs []*saved.StructuredValue) *saved.StructuredValue {
		return savedValue(&saved.ListValue{Values: vs})
	}
	var args, defaults, kwonly []*saved.StructuredValue
	kwdefaults := &saved.DictValue{Fields: map[string]*saved.StructuredValue{}}
	star, dstar := none, none
	given := func(v py.Value) *saved.StructuredValue {
		if s, err := StructureOf(v, ""); err == nil {
			return s
		}
		return savedValue("<captured_default_value>")
	}
	for _, p := range params {
		switch {
		case p.Star:
			star = savedValue(p.Name)
		case p.DStar:
			dstar = savedValue(p.Name)
		case p.KwOnly:
			kwonly = append(kwonly, savedValue(p.Name))
			if p.Default != nil {
				kwdefaults.Fields[p.Name] = given(p.Default)
			}
		default:
			args = append(args, savedValue(p.Name))
			if p.Default != nil {
				defaults = append(defaults, given(p.Default))
			}
		}
	}
	pair := func(k string, v *saved.StructuredValue) *saved.PairValue { return &saved.PairValue{Key: k, Value: v} }
	def, kwdef := none, none
	if len(defaults) > 0 {
		def = tupleOf(defaults...)
	}
	if len(kwdefaults.Fields) > 0 {
		kwdef = savedValue(kwdefaults)
	}
	return &saved.FunctionSpec{InputSignature: sig, FullArgSpec: savedValue(&saved.NamedTupleValue{Name: "FullArgSpec",
		Values: []*saved.PairValue{pair("args", list(args)), pair("varargs", star), pair("varkw", dstar),
			pair("defaults", def), pair("kwonlyargs", list(kwonly)), pair("kwonlydefaults", kwdef),
			pair("annotations", savedValue(&saved.DictValue{}))}})}
}

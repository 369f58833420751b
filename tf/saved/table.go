package saved

import (
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/lookup"
	"github.com/tfs-lang/tfs/tf/table"
)

// Tables in a model: a resource with a function that makes it and one that fills it.

// table describes a table by its functions. One that programs change has its entries in the bundle, with functions
// that save and restore them; any other one is filled when the model is loaded.
func (s *saving) table(i int, h *lookup.HashTable) error {
	if h.Kind == lookup.DenseTable {
		return py.NewExc(bind.UnimplementedError, "tf.saved_model.save does not write tables of class DenseHashTable")
	}
	s.graph.Nodes[i].Kind = &saved.ResourceObject{}
	keys, vals, err := h.All(s.t)
	if err != nil {
		return err
	}
	types := map[string]*saved.AttrValue{"key_dtype": typeAttr(h.Key), "value_dtype": typeAttr(h.Val),
		"shared_name": {Value: []byte("hash_table_" + table.Itoa(i))}}
	kernel := "HashTableV2"
	if h.Kind == lookup.MutableTable {
		kernel = "MutableHashTableV2"
		if h.Def.Rank() > 0 {
			kernel = "MutableHashTableOfTensorsV2"
			types["value_shape"] = &saved.AttrValue{Value: saved.ShapeOf(tensor.KnownShape(h.Def.Shape()))}
		}
	}
	resource, int32s := saved.TypeOf(tensor.Resource), saved.TypeOf(tensor.Int32)
	s.resourceFunction(i, "_create_resource", nil, resource, "hash_table:table_handle:0",
		&saved.NodeDef{Name: "hash_table", Op: kernel, Attr: types})
	one := constNode("done", tensor.Scalar(int32(1)))
	if h.Kind == lookup.MutableTable {
		s.resourceFunction(i, "_initialize", nil, int32s, "done:output:0", one)
		s.content(i, h, keys, vals)
	} else {
		s.resourceFunction(i, "_initialize", []int32{int32(i)}, int32s, "done:output:0",
			importNode(h, "keys:output:0", "values:output:0"), constNode("keys", keys), constNode("values", vals), one)
	}
	s.resourceFunction(i, "_destroy_resource", nil, int32s, "done:output:0", one)
	return nil
}

func typeAttr(d tensor.DType) *saved.AttrValue { return &saved.AttrValue{Value: saved.TypeOf(d)} }

func constNode(name string, x *tensor.Tensor) *saved.NodeDef {
	return &saved.NodeDef{Name: name, Op: "Const", Attr: map[string]*saved.AttrValue{"dtype": typeAttr(x.DType()),
		"value": {Value: saved.ProtoOf(x)}}}
}

// importNode fills the table that the argument "table" is.
func importNode(h *lookup.HashTable, keys, values string) *saved.NodeDef {
	return &saved.NodeDef{Name: "import", Op: "LookupTableImportV2", Input: []string{"table", keys, values},
		Attr: map[string]*saved.AttrValue{"Tin": typeAttr(h.Key), "Tout": typeAttr(h.Val)}}
}

// content puts the entries of a table into the bundle, and describes the functions that TensorFlow saves and restores
// them with.
func (s *saving) content(i int, h *lookup.HashTable, keys, vals *tensor.Tensor) {
	key := s.keys[i] + "/.ATTRIBUTES/table"
	s.ckpt.Nodes[i].Attributes = []*saved.SerializedTensor{
		{Name: "table", FullName: "table_" + table.Itoa(i), CheckpointKey: key},
	}
	s.items = append(
		s.items,
		saved.Item{Key: key + "-keys", Value: keys},
		saved.Item{Key: key + "-values", Value: vals},
	)
	text, resource := saved.TypeOf(tensor.String), saved.TypeOf(tensor.Resource)
	anyOf := func(d tensor.DType) *saved.StructuredValue {
		return savedValue(&saved.TensorSpec{Shape: &saved.TensorShapeProto{UnknownRank: true}, DType: saved.TypeOf(d)})
	}
	scalar := func(d tensor.DType, name string) *saved.StructuredValue {
		return savedValue(&saved.TensorSpec{Name: name, Shape: &saved.TensorShapeProto{}, DType: saved.TypeOf(d)})
	}
	arg := func(name string, t saved.DataType) *saved.ArgDef { return &saved.ArgDef{Name: name, Type: t} }

	suffix := func(name, tail string) []*saved.NodeDef {
		return []*saved.NodeDef{constNode(name+"_tail", tensor.StringScalar(tail)), {Name: name, Op: "Add",
			Input: []string{"checkpoint_key", name + "_tail:output:0"},
			Attr:  map[string]*saved.AttrValue{"T": typeAttr(tensor.String)}}}
	}
	save := &saved.FunctionDef{Signature: &saved.OpDef{Name: "__inference_save_" + table.Itoa(i), IsStateful: true,
		InputArg: []*saved.ArgDef{arg("checkpoint_key", text), arg("table", resource)}},
		NodeDef: append(append([]*saved.NodeDef{
			{Name: "export", Op: "LookupTableExportV2", Input: []string{"table"},
				Attr: map[string]*saved.AttrValue{"Tkeys": typeAttr(h.Key), "Tvalues": typeAttr(h.Val)}},
			constNode(
				"slice",
				tensor.StringScalar(""),
			),
		}, suffix("key_name", "-keys")...), suffix("value_name", "-values")...),
		Ret: map[string]string{}}
	list := &saved.ListValue{}
	for _, part := range []struct {
		name, from string
		d          tensor.DType
	}{{"key_name:z:0", "export:keys:0", h.Key}, {"value_name:z:0", "export:values:0", h.Val}} {
		for _, out := range []struct {
			ref string
			d   tensor.DType
		}{{part.name, tensor.String}, {"slice:output:0", tensor.String}, {part.from, part.d}} {
			name := "output_" + table.Itoa(len(save.Ret))
			save.Signature.OutputArg = append(save.Signature.OutputArg, arg(name, saved.TypeOf(out.d)))
			save.Ret[name] = out.ref
		}
		list.Values = append(list.Values, savedValue(&saved.DictValue{Fields: map[string]*saved.StructuredValue{
			"name": scalar(tensor.String, "name"), "slice_spec": scalar(tensor.String, "slice_spec"),
			"tensor": anyOf(part.d)}}))
	}
	restore := &saved.FunctionDef{
		Signature: &saved.OpDef{
			Name:       "__inference_restore_" + table.Itoa(i),
			IsStateful: true,
			InputArg: []*saved.ArgDef{
				arg("keys", saved.TypeOf(h.Key)),
				arg("values", saved.TypeOf(h.Val)),
				arg("table", resource),
			},
			OutputArg:     []*saved.ArgDef{arg("output_0", saved.TypeOf(tensor.Int32))},
			ControlOutput: []string{"import"},
		},
		NodeDef:    []*saved.NodeDef{importNode(h, "keys", "values"), constNode("done", tensor.Scalar(int32(1)))},
		Ret:        map[string]string{"output_0": "done:output:0"},
		ControlRet: map[string]string{"import": "import"},
	}
	none := savedValue(&saved.DictValue{})
	s.graph.Nodes[i].Saveables = map[string]*saved.SaveableObject{"table": {
		Save: s.bareFunction(
			i,
			save,
			[]string{"checkpoint_key"},
			tupleOf(tupleOf(scalar(tensor.String, "checkpoint_key")), none),
			savedValue(list),
		),
		Restore: s.bareFunction(
			i,
			restore,
			[]string{"keys", "values"},
			tupleOf(tupleOf(anyOf(h.Key), anyOf(h.Val)), none),
			scalar(tensor.Int32, ""),
		),
	}}
}

// bareFunction adds a concrete function that is bound to the object i and gives its number among the objects.
func (s *saving) bareFunction(i int, def *saved.FunctionDef, args []string, in, out *saved.StructuredValue) int32 {
	name := def.Signature.Name
	s.ex.Library.Function = append(s.ex.Library.Function, saved.NewLazy(def))
	s.graph.Functions[name] = &saved.SavedConcreteFunction{BoundInputs: []int32{int32(i)}, Input: in, Output: out}
	id := s.add(&describedObject{name}, name)
	s.graph.Nodes[id].Kind = &saved.BareFunction{
		Function:          name,
		ArgumentKeywords:  args,
		AllowedPositional: int64(len(args)),
	}
	return id
}

// resourceFunction adds a function without arguments to a resource; effects are its first node.
func (s *saving) resourceFunction(
	i int,
	name string,
	bound []int32,
	out saved.DataType,
	ret string,
	nodes ...*saved.NodeDef,
) {
	full := "__inference_" + name + "_" + table.Itoa(i)
	def := &saved.FunctionDef{Signature: &saved.OpDef{
		Name:       full,
		IsStateful: true,
		OutputArg: []*saved.ArgDef{
			{Name: "output_0", Type: out},
		},
	}, NodeDef: nodes, Ret: map[string]string{"output_0": ret}}
	if len(bound) > 0 {
		def.Signature.InputArg = []*saved.ArgDef{{Name: "table", Type: saved.TypeOf(tensor.Resource)}}
	}
	if first := nodes[0].Name; name != "_destroy_resource" {
		def.Signature.ControlOutput, def.ControlRet = []string{first}, map[string]string{first: first}
	}
	s.ex.Library.Function = append(s.ex.Library.Function, saved.NewLazy(def))
	none := tupleOf(tupleOf(), savedValue(&saved.DictValue{}))
	s.graph.Functions[full] = &saved.SavedConcreteFunction{BoundInputs: bound, Input: none,
		Output: savedValue(&saved.TensorSpec{Shape: &saved.TensorShapeProto{}, DType: out})}
	id := s.add(&describedObject{full}, s.keys[i]+"/"+name)
	s.graph.Nodes[id].Kind = &saved.FunctionObject{Functions: []string{full}, Spec: specOfParams(nil, nil)}
	s.graph.Nodes[i].Children = append(s.graph.Nodes[i].Children, &saved.ObjectReference{Node: id, Name: name})
}

package tf

import (
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Tables in a model: a resource with a function that makes it and one that fills it.

// table describes a table by its functions.
func (s *saving) table(i int, h *hashTable) error {
	if h.kind != staticTable {
		return py.NewExc(bind.UnimplementedError, "tf.saved_model.save writes tables of class StaticHashTable, not "+
			py.TypeOf(h).Name)
	}
	s.graph.Nodes[i].Kind = &saved.ResourceObject{}
	keys, vals, err := h.all(s.t)
	if err != nil {
		return err
	}
	typed := func(d tensor.DType) *saved.AttrValue { return &saved.AttrValue{Value: saved.TypeOf(d)} }
	constant := func(name string, x *tensor.Tensor) *saved.NodeDef {
		return &saved.NodeDef{Name: name, Op: "Const", Attr: map[string]*saved.AttrValue{"dtype": typed(x.DType()),
			"value": {Value: saved.ProtoOf(x)}}}
	}
	resource := saved.TypeOf(tensor.Resource)
	make := &saved.NodeDef{Name: "hash_table", Op: "HashTableV2", Attr: map[string]*saved.AttrValue{
		"key_dtype": typed(h.key), "value_dtype": typed(h.val),
		"shared_name": {Value: []byte("hash_table_" + itoa(i))}}}
	s.resourceFunction(i, "_create_resource", nil, resource, "hash_table:table_handle:0", make)
	fill := &saved.NodeDef{Name: "import", Op: "LookupTableImportV2", Input: []string{"table", "keys:output:0",
		"values:output:0"}, Attr: map[string]*saved.AttrValue{"Tin": typed(h.key), "Tout": typed(h.val)}}
	one := func() *saved.NodeDef { return constant("done", tensor.Scalar(int32(1))) }
	int32s := saved.TypeOf(tensor.Int32)
	s.resourceFunction(i, "_initialize", []int32{int32(i)}, int32s, "done:output:0", fill, constant("keys", keys),
		constant("values", vals), one())
	s.resourceFunction(i, "_destroy_resource", nil, int32s, "done:output:0", one())
	return nil
}

// resourceFunction adds a function without arguments to a resource; effects are its first node.
func (s *saving) resourceFunction(i int, name string, bound []int32, out saved.DataType, ret string, nodes ...*saved.NodeDef) {
	full := "__inference_" + name + "_" + itoa(i)
	def := &saved.FunctionDef{Signature: &saved.OpDef{Name: full, IsStateful: true,
		OutputArg: []*saved.ArgDef{{Name: "output_0", Type: out}}}, NodeDef: nodes, Ret: map[string]string{"output_0": ret}}
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
	s.graph.Nodes[id].Kind = &saved.FunctionObject{Functions: []string{full}, Spec: specOfParams(nil)}
	s.graph.Nodes[i].Children = append(s.graph.Nodes[i].Children, &saved.ObjectReference{Node: id, Name: name})
}

package saved

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// A model that TensorFlow wrote: its functions, signatures, objects and variables.
func TestModelOfTensorFlow(t *testing.T) {
	m, err := OpenModel(background, "testdata/model")
	if err != nil {
		t.Fatal(err)
	}
	g := m.MetaGraphs[0]
	if g.MetaInfo.TensorFlowVersion != "2.21.0" || g.MetaInfo.Tags[0] != "serve" || g.Graph.Versions.Producer != 2474 {
		t.Errorf("%+v", g.MetaInfo)
	}
	if s := g.Signatures["serving_default"]; s.Inputs["x"].DType != TypeOf(tensor.Float32) ||
		s.Inputs["x"].Shape.Dim[0].Size != -1 || len(s.Outputs) != 2 {
		t.Errorf("%+v", s)
	}
	index, err := g.Graph.Library.Index()
	if err != nil {
		t.Fatal(err)
	}
	var call *FunctionDef
	for name, f := range index {
		if strings.HasPrefix(name, "__inference___call__") {
			if call, err = f.Get(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if call == nil || call.Signature.InputArg[0].Name != "x" || len(call.Signature.OutputArg) != 2 {
		t.Fatalf("%+v", call)
	}
	ops := map[string]*NodeDef{}
	for _, n := range call.NodeDef {
		ops[n.Op] = n
	}
	if ops["Mul"].Attr["T"].Value != TypeOf(tensor.Float32) || ops["ReadVariableOp"] == nil {
		t.Errorf("%v", ops)
	}
	one, err := ops["Const"].Attr["value"].Value.(*TensorProto).Tensor()
	if err != nil || one.Len() != 1 {
		t.Error(err)
	}
	objects(t, m)
}

// objects checks the objects of the recorded model and their values.
func objects(t *testing.T, m *Model) {
	t.Helper()
	g := m.MetaGraphs[0].Objects
	root := g.Nodes[0]
	if u, ok := root.Kind.(*UserObject); !ok || u.Identifier != "_generic_user_object" {
		t.Errorf("%+v", root.Kind)
	}
	names := map[string]*SavedObject{}
	for _, c := range root.Children {
		names[c.Name] = g.Nodes[c.Node]
	}
	if v, ok := names["w"].Kind.(*VariableObject); !ok || !v.Trainable || v.Name != "w" {
		t.Errorf("%+v", names["w"].Kind)
	}
	f := names["__call__"].Kind.(*FunctionObject)
	if spec, ok := f.Spec.FullArgSpec.Value.(*NamedTupleValue); !ok || spec.Name != "FullArgSpec" {
		t.Errorf("%+v", f.Spec.FullArgSpec.Value)
	}
	b, err := m.Variables()
	if err != nil {
		t.Fatal(err)
	}
	x, err := b.Tensor(background, ObjectGraphKey)
	if err != nil {
		t.Fatal(err)
	}
	var track TrackableObjectGraph
	if err := Unmarshal([]byte(x.Str(0)), &track); err != nil {
		t.Fatal(err)
	}
	if again, err := Marshal(&track); err != nil || string(again) != x.Str(0) {
		t.Errorf("the object graph is written otherwise: %v", err)
	}
}

// Messages of every kind of field come back as they were, and equal ones are equal bytes.
func TestRoundTrip(t *testing.T) {
	tensorOf := ProtoOf(tensor.FromStrings([]int{2}, []string{"a", "\xff"}))
	structure := func(v any) *StructuredValue { return &StructuredValue{v} }
	for _, m := range []any{
		&NodeDef{Name: "n", Op: "Op", Input: []string{"a", "", "^c"}, Attr: map[string]*AttrValue{
			"T": {TypeOf(tensor.Float32)}, "f": {float32(1.5)}, "i": {int64(-3)}, "s": {[]byte("\xff")}, "e": {[]byte{}},
			"b": {false}, "z": {int64(0)}, "shape": {&TensorShapeProto{Dim: []*Dim{{Size: -1}, {Size: 3}}}},
			"p": {Placeholder("q")},
			"t": {tensorOf}, "g": {&NameAttrList{Name: "g", Attr: map[string]*AttrValue{"T": {true}}}}, "n": {},
			"l": {&AttrList{S: [][]byte{[]byte("x"), {}}, I: []int64{1, -1, math.MinInt64}, F: []float32{0, 2},
				B: []bool{true, false}, Type: []DataType{1, 200}}},
		}},
		&FunctionDef{Signature: &OpDef{Name: "f", IsStateful: true}, Ret: map[string]string{"b": "x:y:0", "a": ""},
			ArgAttr: map[uint32]*ArgAttrs{0: {}, 300: {Attr: map[string]*AttrValue{"x": {int64(1)}}}}},
		structure(&DictValue{Fields: map[string]*StructuredValue{"a": structure(int64(-5)), "b": structure(&NoneValue{}),
			"c": structure(&TupleValue{Values: []*StructuredValue{structure(2.5), structure(""), structure(true)}}),
			"d": structure(&NamedTupleValue{Name: "P", Values: []*PairValue{{"x", structure(TypeOf(tensor.Int64))}}}),
			"e": structure(&TypeSpec{Class: RaggedSpec, State: structure(&ListValue{})})}}),
		&BundleEntry{DType: 1, Shape: &TensorShapeProto{}, Offset: 1 << 40, CRC: 0xffffffff},
		&SavedModel{SchemaVersion: 1, MetaGraphs: []*MetaGraphDef{{Objects: &SavedObjectGraph{
			Nodes: []*SavedObject{{Kind: &UserObject{Identifier: "x"}},
				{Kind: &ResourceObject{}, Children: []*ObjectReference{{}}}}}}}},
	} {
		data, err := Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		got := reflect.New(reflect.TypeOf(m).Elem()).Interface()
		if err := Unmarshal(data, got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m, got) {
			t.Errorf("%+v came back as %+v", m, got)
		}
		for range 5 {
			if again, _ := Marshal(got); !bytes.Equal(data, again) {
				t.Fatalf("%T is written in two ways", m)
			}
		}
	}
	if _, err := Marshal(&NodeDef{Name: "\xff"}); err == nil {
		t.Error("a name that is not UTF-8 is written")
	}
}

// Elements by their lists, the last one for all that are not listed.
func TestTensorProto(t *testing.T) {
	shape := &TensorShapeProto{Dim: []*Dim{{Size: 3}}}
	for _, c := range []struct {
		p    TensorProto
		want string
	}{
		{TensorProto{DType: TypeOf(tensor.Int8), Int: []int32{1, -2}}, "1 -2 -2"},
		{TensorProto{DType: TypeOf(tensor.Uint16), Int: []int32{65535}}, "65535 65535 65535"},
		{TensorProto{DType: TypeOf(tensor.Bool), Bool: []bool{true, false}}, "1 0 0"},
		{TensorProto{DType: TypeOf(tensor.Int64)}, "0 0 0"},
		{TensorProto{DType: TypeOf(tensor.Uint32), Uint32: []uint32{1, 2, 3, 4}}, "1 2 3"},
	} {
		c.p.Shape = shape
		x, err := c.p.Tensor()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range 3 {
			got = append(got, strconv.FormatInt(x.Int(i), 10))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, not %s", c.p.DType, s, c.want)
		}
	}
	half := TensorProto{DType: TypeOf(tensor.Float16), Shape: shape, Half: []int32{0x3c00}}
	if x, err := half.Tensor(); err != nil || x.Float(2) != 1 {
		t.Error(err)
	}
	complexes := TensorProto{DType: TypeOf(tensor.Complex64), Shape: shape, SComplex: []float32{1, 2, 3}}
	if x, err := complexes.Tensor(); err != nil || x.Complex(2) != 1+2i {
		t.Error(err)
	}
	for _, bad := range []TensorProto{
		{DType: 99}, {DType: 1, Shape: shape, Content: []byte{1}}, {DType: TypeOf(tensor.String), Shape: shape},
		{DType: 1, Shape: &TensorShapeProto{UnknownRank: true}}, {DType: TypeOf(tensor.Resource)},
		{DType: 1, Shape: &TensorShapeProto{Dim: []*Dim{{Size: 1 << 40}, {Size: 1 << 40}}}},
	} {
		if _, err := bad.Tensor(); err == nil {
			t.Errorf("%+v is read", bad)
		}
	}
}

// A model written by WriteModel is read again; the second one takes the place of the first.
func TestWriteModel(t *testing.T) {
	dir := t.TempDir() + "/models/one"
	for i := range 2 {
		m := &Model{Dir: dir, SavedModel: SavedModel{SchemaVersion: int64(i + 1)}}
		if err := WriteModel(background, m, []Item{{"v", tensor.Scalar(int32(i))}}); err != nil {
			t.Fatal(err)
		}
		got, err := OpenModel(background, dir)
		if err != nil || got.SchemaVersion != int64(i+1) {
			t.Fatal(err)
		}
		b, err := got.Variables()
		if err != nil {
			t.Fatal(err)
		}
		if x, err := b.Tensor(background, "v"); err != nil || x.Int(0) != int64(i) {
			t.Error(err)
		}
	}
	if files, _ := os.ReadDir(dir + "/.."); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
	_, err := OpenModel(background, dir+"2")
	want := "SavedModel file does not exist at: " + dir + "2/{saved_model.pbtxt|saved_model.pb}"
	if err == nil || err.Error() != want {
		t.Error(err)
	}
}

// Messages that nest too deep, and lists that ask for more than there is, are errors.
func TestHostileMessages(t *testing.T) {
	var deep []byte
	for range 200 { // a list in a list in a list
		deep = protowire.AppendBytes(protowire.AppendTag(nil, 51, protowire.BytesType), deep)
		deep = protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), deep)
	}
	if err := Unmarshal(deep, &ListValue{}); err == nil || !strings.Contains(err.Error(), "deep") {
		t.Error(err)
	}
	for _, b := range []string{"\x0a\xff\xff\xff\xff\x0f", "\x08", "\x0b", "\x0a\x01", "\x08\x01\x0a\x02\x08"} {
		if err := Unmarshal([]byte(b), &SavedModel{}); err == nil {
			t.Errorf("%q is read", b)
		}
	}
}

// Any bytes end in a message or an error; a message that was read is written and read again alike.
func FuzzMessage(f *testing.F) {
	seed, err := os.ReadFile("testdata/model/saved_model.pb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte("\x0a\x03\x12\x01\x61"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range []func() any{func() any { return &SavedModel{} }, func() any { return &TrackableObjectGraph{} },
			func() any { return &TensorProto{} }, func() any { return &StructuredValue{} }} {
			x, y := m(), m()
			if Unmarshal(data, x) != nil {
				continue
			}
			if s, ok := x.(*SavedModel); ok {
				for _, g := range s.MetaGraphs {
					if g.Graph != nil {
						_, _ = g.Graph.Library.Index()
					}
				}
			}
			if p, ok := x.(*TensorProto); ok {
				_, _ = p.Tensor()
			}
			b, err := Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			if err := Unmarshal(b, y); err != nil {
				t.Fatal(err)
			}
			if again, err := Marshal(y); err != nil || !bytes.Equal(b, again) {
				t.Fatal("written otherwise the second time", err)
			}
		}
	})
}

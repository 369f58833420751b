package saved

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"
)

// SavedObjectGraph is the objects of a model: variables, functions, tables, and what holds them.
type SavedObjectGraph struct {
	Nodes     []*SavedObject                    `pb:"1"`
	Functions map[string]*SavedConcreteFunction `pb:"2"`
}

// SavedObject is one object. Kind is one of *UserObject, *AssetObject, *FunctionObject,
// *VariableObject, *BareFunction, *ConstantObject, *ResourceObject, *CapturedTensor.
type SavedObject struct {
	Children       []*ObjectReference         `pb:"1"`
	Slots          []*SlotVariable            `pb:"3"`
	Kind           any                        `pb:"oneof"`
	Saveables      map[string]*SaveableObject `pb:"11"`
	RegisteredName string                     `pb:"13"`
	Dependencies   []*ObjectReference         `pb:"15"`
	SaverName      string                     `pb:"16"`
}

var objectAlternatives = []oneof{
	is[*UserObject](4), is[*AssetObject](5), is[*FunctionObject](6), is[*VariableObject](7), is[*BareFunction](8),
	is[*ConstantObject](9), is[*ResourceObject](10), is[*CapturedTensor](12),
}

// ObjectReference is an attribute of an object: the number and the name of another.
type ObjectReference struct {
	Node int32  `pb:"1"`
	Name string `pb:"2"`
}

// SlotVariable is a variable that an optimizer keeps for another.
type SlotVariable struct {
	Original int32  `pb:"1"`
	SlotName string `pb:"2"`
	Slot     int32  `pb:"3"`
}

// SaveableObject numbers the functions that save and restore a part of an object.
type SaveableObject struct {
	Save    int32 `pb:"2"`
	Restore int32 `pb:"3"`
}

// UserObject is an object of a class with the given name.
type UserObject struct {
	Identifier string      `pb:"1"`
	Version    *VersionDef `pb:"2"`
	Metadata   string      `pb:"3"`
}

// AssetObject is a file of the model.
type AssetObject struct {
	Index int32 `pb:"1"`
}

// FunctionObject is a function with its traces.
type FunctionObject struct {
	Functions []string      `pb:"1"`
	Spec      *FunctionSpec `pb:"2"`
}

// FunctionSpec is a Python signature.
type FunctionSpec struct {
	FullArgSpec    *StructuredValue `pb:"1"`
	IsMethod       bool             `pb:"2"`
	InputSignature *StructuredValue `pb:"5"`
	JITCompile     int32            `pb:"6"`
}

// VariableObject is a variable; its value is in the bundle.
type VariableObject struct {
	DType           DataType          `pb:"1"`
	Shape           *TensorShapeProto `pb:"2"`
	Trainable       bool              `pb:"3"`
	Synchronization int32             `pb:"4"`
	Aggregation     int32             `pb:"5"`
	Name            string            `pb:"6"`
	Device          string            `pb:"7"`
}

// BareFunction is a concrete function by itself.
type BareFunction struct {
	Function          string        `pb:"1"`
	ArgumentKeywords  []string      `pb:"2"`
	AllowedPositional int64         `pb:"3"`
	Spec              *FunctionSpec `pb:"4"`
}

// ConstantObject is the value of a Const node of the graph.
type ConstantObject struct {
	Operation string `pb:"1"`
}

// ResourceObject is made by functions of its own: a table.
type ResourceObject struct {
	Device string `pb:"1"`
}

// CapturedTensor is a tensor that a function captured.
type CapturedTensor struct {
	Name     string `pb:"1"`
	Function string `pb:"2"`
}

// SavedConcreteFunction is one trace: its captured objects and the structure of what it takes and gives.
type SavedConcreteFunction struct {
	BoundInputs []int32          `pb:"2"`
	Input       *StructuredValue `pb:"3"`
	Output      *StructuredValue `pb:"4"`
}

// StructuredValue is a nest of Python values, by Go type: *NoneValue, float64, int64, string, bool,
// *TensorShapeProto, DataType, *TensorSpec, *TypeSpec, *BoundedTensorSpec, *ListValue, *TupleValue,
// *DictValue, *NamedTupleValue, *TensorProto. In nil there is no value at all.
type StructuredValue struct {
	Value any `pb:"oneof"`
}

var structureAlternatives = []oneof{
	is[*NoneValue](1),
	is[float64](11),
	{num: 12, typ: reflect.TypeFor[int64](), zigzag: true},
	is[string](13),
	is[bool](
		14,
	),
	is[*TensorShapeProto](31),
	is[DataType](32),
	is[*TensorSpec](33),
	is[*TypeSpec](34),
	is[*BoundedTensorSpec](35),
	is[*ListValue](51),
	is[*TupleValue](52),
	is[*DictValue](53),
	is[*NamedTupleValue](54),
	is[*TensorProto](55),
}

// NoneValue is None.
type NoneValue struct{}

// TensorSpec describes a dense tensor.
type TensorSpec struct {
	Name  string            `pb:"1"`
	Shape *TensorShapeProto `pb:"2"`
	DType DataType          `pb:"3"`
}

// BoundedTensorSpec describes a dense tensor whose values have bounds.
type BoundedTensorSpec struct {
	Name    string            `pb:"1"`
	Shape   *TensorShapeProto `pb:"2"`
	DType   DataType          `pb:"3"`
	Minimum *TensorProto      `pb:"4"`
	Maximum *TensorProto      `pb:"5"`
}

// TypeSpec describes a value that is not a dense tensor.
type TypeSpec struct {
	Class     SpecClass        `pb:"1"`
	State     *StructuredValue `pb:"2"`
	ClassName string           `pb:"3"`
	NumFlat   int32            `pb:"4"`
}

// SpecClass is the kind of a TypeSpec.
type SpecClass int32

// The kinds of type specs.
const (
	SparseSpec        SpecClass = 1
	IndexedSlicesSpec SpecClass = 2
	RaggedSpec        SpecClass = 3
	TensorArraySpec   SpecClass = 4
	DatasetSpec       SpecClass = 5
	IteratorSpec      SpecClass = 6
	OptionalSpec      SpecClass = 7
	PerReplicaSpec    SpecClass = 8
	VariableSpec      SpecClass = 9
	RowPartitionSpec  SpecClass = 10
	ExtensionSpec     SpecClass = 13
)

// ListValue is a list.
type ListValue struct {
	Values []*StructuredValue `pb:"1"`
}

// TupleValue is a tuple.
type TupleValue struct {
	Values []*StructuredValue `pb:"1"`
}

// DictValue is a dict whose keys are texts.
type DictValue struct {
	Fields map[string]*StructuredValue `pb:"1"`
}

// NamedTupleValue is a namedtuple.
type NamedTupleValue struct {
	Name   string       `pb:"1"`
	Values []*PairValue `pb:"2"`
}

// PairValue is a field of a namedtuple.
type PairValue struct {
	Key   string           `pb:"1"`
	Value *StructuredValue `pb:"2"`
}

// TrackableObjectGraph is the objects of a checkpoint and where their values are in the bundle.
type TrackableObjectGraph struct {
	Nodes []*TrackableObject `pb:"1"`
}

// TrackableObject is one object: its attributes and its values.
type TrackableObject struct {
	Children        []*ObjectReference  `pb:"1"`
	Attributes      []*SerializedTensor `pb:"2"`
	Slots           []*SlotVariable     `pb:"3"`
	RegisteredSaver *RegisteredSaver    `pb:"4"`
	HasValues       *BoolValue          `pb:"5"`
}

// SerializedTensor is a value of an object: its name there, and its key in the bundle.
type SerializedTensor struct {
	Name          string `pb:"1"`
	FullName      string `pb:"2"`
	CheckpointKey string `pb:"3"`
}

// RegisteredSaver names a saver of an object's own.
type RegisteredSaver struct {
	Name       string `pb:"1"`
	ObjectName string `pb:"2"`
}

// BoolValue is protobuf's wrapper of a bool.
type BoolValue struct {
	Value bool `pb:"1"`
}

// ObjectGraphKey is the key of a bundle under which the object graph is kept, a scalar text.
const ObjectGraphKey = "_CHECKPOINTABLE_OBJECT_GRAPH"

// Text is the node in protobuf's text form, as TensorFlow's errors print it.
func (o *TrackableObject) Text() string {
	var b strings.Builder
	block := func(name string, lines ...string) {
		b.WriteString(name + " {\n")
		for _, l := range lines {
			if l != "" {
				b.WriteString("  " + l + "\n")
			}
		}
		b.WriteString("}\n")
	}
	text := func(name, v string) string {
		if v == "" {
			return ""
		}
		return name + ": " + literal.QuoteProto(v, true)
	}
	number := func(name string, v int32) string {
		if v == 0 {
			return ""
		}
		return name + ": " + strconv.Itoa(int(v))
	}
	for _, c := range o.Children {
		block("children", number("node_id", c.Node), text("local_name", c.Name))
	}
	for _, a := range o.Attributes {
		block(
			"attributes",
			text("name", a.Name),
			text("full_name", a.FullName),
			text("checkpoint_key", a.CheckpointKey),
		)
	}
	for _, s := range o.Slots {
		block("slot_variables", number("original_variable_node_id", s.Original), text("slot_name", s.SlotName),
			number("slot_variable_node_id", s.Slot))
	}
	if o.HasValues != nil {
		value := ""
		if o.HasValues.Value {
			value = "value: true"
		}
		block("has_checkpoint_values", value)
	}
	return b.String()
}

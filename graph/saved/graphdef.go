package saved

import (
	"reflect"
	"strconv"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// DataType is a number of TensorFlow's DataType enum as a file has it, which may be one that
// package tensor does not know.
type DataType int32

// TypeOf is the DataType of an element type.
func TypeOf(d tensor.DType) DataType { return DataType(d) }

// Known is the element type, or a failure of kind Unimplemented for types that tensors here do not have.
func (d DataType) Known() (tensor.DType, error) {
	if d > 0 && d < 256 && tensor.DType(d).Name() != "invalid" {
		return tensor.DType(d), nil
	}
	return tensor.Invalid, tensor.Failf(tensor.Unimplemented, "the element type %d of the file is not supported", int32(d))
}

// String is the name of the type, or its number.
func (d DataType) String() string {
	if k, err := d.Known(); err == nil {
		return k.Name()
	}
	return "DataType(" + strconv.Itoa(int(d)) + ")"
}

// GraphDef is a graph: its nodes and the functions they call.
type GraphDef struct {
	Node     []*NodeDef          `pb:"1"`
	Library  *FunctionDefLibrary `pb:"2"`
	Versions *VersionDef         `pb:"4"`
}

// VersionDef tells which TensorFlow wrote a file, and which it needs.
type VersionDef struct {
	Producer     int32   `pb:"1"`
	MinConsumer  int32   `pb:"2"`
	BadConsumers []int32 `pb:"3"`
}

// FunctionDefLibrary holds the functions of a graph, each parsed when it is asked for.
type FunctionDefLibrary struct {
	Function            []*Lazy[FunctionDef]  `pb:"1"`
	Gradient            []*GradientDef        `pb:"2"`
	RegisteredGradients []*RegisteredGradient `pb:"3"`
}

// GradientDef names the function that computes the gradient of another.
type GradientDef struct {
	FunctionName string `pb:"1"`
	GradientFunc string `pb:"2"`
}

// RegisteredGradient names the function behind a custom gradient.
type RegisteredGradient struct {
	GradientFunc     string `pb:"1"`
	RegisteredOpType string `pb:"2"`
}

// functionName is what names a FunctionDef, and no more of it.
type functionName struct {
	Signature *struct {
		Name string `pb:"1"`
	} `pb:"1"`
}

// Index finds the functions of a library by name without parsing their bodies.
func (l *FunctionDefLibrary) Index() (map[string]*Lazy[FunctionDef], error) {
	out := map[string]*Lazy[FunctionDef]{}
	if l == nil {
		return out, nil
	}
	for _, f := range l.Function {
		if f.message != nil {
			if f.message.Signature != nil {
				out[f.message.Signature.Name] = f
			}
			continue
		}
		var n functionName
		if err := Unmarshal(f.raw, &n); err != nil {
			return nil, err
		}
		if n.Signature != nil {
			out[n.Signature.Name] = f
		}
	}
	return out, nil
}

// FunctionDef is one function: its signature, its nodes, and which of their outputs it returns.
type FunctionDef struct {
	Signature         *OpDef                `pb:"1"`
	NodeDef           []*NodeDef            `pb:"3"`
	Ret               map[string]string     `pb:"4"`
	Attr              map[string]*AttrValue `pb:"5"`
	ControlRet        map[string]string     `pb:"6"`
	ArgAttr           map[uint32]*ArgAttrs  `pb:"7"`
	ResourceArgUnique map[uint32]uint32     `pb:"8"`
}

// ArgAttrs are the attributes of one argument of a function.
type ArgAttrs struct {
	Attr map[string]*AttrValue `pb:"1"`
}

// OpDef is the signature of an op or of a function.
type OpDef struct {
	Name          string     `pb:"1"`
	InputArg      []*ArgDef  `pb:"2"`
	OutputArg     []*ArgDef  `pb:"3"`
	Attr          []*AttrDef `pb:"4"`
	Summary       string     `pb:"5"`
	Description   string     `pb:"6"`
	IsAggregate   bool       `pb:"16"`
	IsStateful    bool       `pb:"17"`
	IsCommutative bool       `pb:"18"`
	AllowsUninit  bool       `pb:"19"`
	ControlOutput []string   `pb:"20"`
}

// ArgDef is one input or output: its type, or the attributes that say it.
type ArgDef struct {
	Name         string   `pb:"1"`
	Description  string   `pb:"2"`
	Type         DataType `pb:"3"`
	TypeAttr     string   `pb:"4"`
	NumberAttr   string   `pb:"5"`
	TypeListAttr string   `pb:"6"`
	IsRef        bool     `pb:"16"`
}

// AttrDef declares an attribute.
type AttrDef struct {
	Name          string     `pb:"1"`
	Type          string     `pb:"2"`
	DefaultValue  *AttrValue `pb:"3"`
	Description   string     `pb:"4"`
	HasMinimum    bool       `pb:"5"`
	Minimum       int64      `pb:"6"`
	AllowedValues *AttrValue `pb:"7"`
}

// NodeDef is one node. In a GraphDef an input is "node" or "node:1", in a function "argument" or
// "node:output:0"; "^node" is a control input.
type NodeDef struct {
	Name   string                `pb:"1"`
	Op     string                `pb:"2"`
	Input  []string              `pb:"3"`
	Device string                `pb:"4"`
	Attr   map[string]*AttrValue `pb:"5"`
}

// AttrValue is the value of an attribute, by its Go type: []byte (a text), int64, float32, bool,
// DataType, *TensorShapeProto, *TensorProto, *AttrList, *NameAttrList, Placeholder.
type AttrValue struct {
	Value any `pb:"oneof"`
}

// Placeholder is an attribute of a function that takes the value of one of the caller's.
type Placeholder string

// AttrList is a list of attribute values; only one of its fields is used.
type AttrList struct {
	S      [][]byte            `pb:"2"`
	I      []int64             `pb:"3"`
	F      []float32           `pb:"4"`
	B      []bool              `pb:"5"`
	Type   []DataType          `pb:"6"`
	Shape  []*TensorShapeProto `pb:"7"`
	Tensor []*TensorProto      `pb:"8"`
	Func   []*NameAttrList     `pb:"9"`
}

// NameAttrList is a function's name with attributes.
type NameAttrList struct {
	Name string                `pb:"1"`
	Attr map[string]*AttrValue `pb:"2"`
}

// TensorShapeProto is a static shape; a size of -1 is unknown.
type TensorShapeProto struct {
	Dim         []*Dim `pb:"2"`
	UnknownRank bool   `pb:"3"`
}

// Dim is one dimension.
type Dim struct {
	Size int64  `pb:"1"`
	Name string `pb:"2"`
}

// ShapeOf writes a static shape.
//
//go:noinline
func ShapeOf(s tensor.PartialShape) *TensorShapeProto {
	p := &TensorShapeProto{UnknownRank: s.UnknownRank}
	for _, d := range s.Dims {
		p.Dim = append(p.Dim, &Dim{Size: int64(d)})
	}
	return p
}

// Shape reads a static shape; nil has unknown rank, as TensorFlow takes an absent one.
func (p *TensorShapeProto) Shape() (tensor.PartialShape, error) {
	if p == nil || p.UnknownRank {
		return tensor.PartialShape{UnknownRank: true}, nil
	}
	if len(p.Dim) > maxRank {
		return tensor.PartialShape{}, tensor.Failf(tensor.DataLoss, "Shape has more than %d dimensions", maxRank)
	}
	dims := make([]int, len(p.Dim))
	for i, d := range p.Dim {
		if d.Size < -1 || d.Size > tensor.MaxElements {
			return tensor.PartialShape{}, tensor.Failf(tensor.DataLoss, "a dimension of a shape has size %d", d.Size)
		}
		dims[i] = int(d.Size)
	}
	return tensor.PartialShape{Dims: dims}, nil
}

// maxRank is how many dimensions TensorFlow's tensors have at most.
const maxRank = 254

// oneofs lists the alternatives of every struct that has a oneof field.
var oneofs = sync.OnceValue(func() map[reflect.Type][]oneof {
	return map[reflect.Type][]oneof{
		reflect.TypeFor[AttrValue]():       attrAlternatives,
		reflect.TypeFor[StructuredValue](): structureAlternatives,
		reflect.TypeFor[SavedObject]():     objectAlternatives,
	}
})

var attrAlternatives = []oneof{
	is[*AttrList](1), is[[]byte](2), is[int64](3), is[float32](4), is[bool](5), is[DataType](6),
	is[*TensorShapeProto](7), is[*TensorProto](8), is[Placeholder](9), is[*NameAttrList](10),
}

func is[T any](n int32) oneof { return oneof{num: protowire.Number(n), typ: reflect.TypeFor[T]()} }

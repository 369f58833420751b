package funcdef

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Library is the functions of a model, by name.
type Library struct {
	defs map[string]*saved.Lazy[saved.FunctionDef]

	// NewTable makes the table that a node of a kernel like HashTableV2 stands for.
	NewTable func(kernel string, key, value tensor.DType, row tensor.PartialShape) (op.Table, error)

	// Registered is the gradient that the model has under a name, nil where it has none.
	Registered func(name string) (*Registered, error)
}

// Open finds the functions of a model's library.
func Open(l *saved.FunctionDefLibrary) (*Library, error) {
	defs, err := l.Index()
	return &Library{defs: defs}, err
}

// Names lists the functions, sorted.
func (l *Library) Names() []string { return slices.Sorted(maps.Keys(l.defs)) }

// Function is one function of the library.
func (l *Library) Function(name string) (*saved.FunctionDef, error) {
	f := l.defs[name]
	if f == nil {
		return nil, tensor.Failf(tensor.NotFound, "the model has no function %s", name)
	}
	def, err := f.Get()
	if err != nil {
		return nil, tensor.Failf(tensor.DataLoss, "the function %s cannot be read: %s", name, err)
	}
	if def.Signature == nil {
		return nil, tensor.Failf(tensor.DataLoss, "the function %s has no signature", name)
	}
	return def, nil
}

// Missing lists the kernels that a function needs, those it calls included, and tfs does not compute.
func (l *Library) Missing(name string) ([]string, error) {
	seen, found := map[string]bool{}, map[string]bool{}
	for todo := []string{name}; len(todo) > 0; {
		f := todo[0]
		todo = todo[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		def, err := l.Function(f)
		if err != nil {
			return nil, err
		}
		for _, n := range def.NodeDef {
			if l.defs[n.Op] != nil {
				todo = append(todo, n.Op)
			} else if op.Get(n.Op) == nil && special[n.Op] == nil {
				found[n.Op] = true
			}
			todo = append(todo, called(n)...)
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// called lists the functions that a node's attributes name.
func called(n *saved.NodeDef) []string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(n.Attr)) {
		switch v := n.Attr[k].Value.(type) {
		case *saved.NameAttrList:
			out = append(out, v.Name)
		case *saved.AttrList:
			for _, f := range v.Func {
				out = append(out, f.Name)
			}
		}
	}
	return out
}

// attrsOf reads the attributes of a node by the kinds its row says. Those that are left out have their
// defaults.
func attrsOf(row *op.Row, n *saved.NodeDef) (op.Attrs, error) {
	var out op.Attrs
	for i := range row.Attr {
		a := &row.Attr[i]
		given := n.Attr[a.Name]
		if given == nil || given.Value == nil {
			if !a.HasDefault {
				return nil, fmt.Errorf("NodeDef missing attr '%s' from %s", a.Name, row.Summary)
			}
			continue
		}
		v, err := attrValue(a.Kind, given.Value)
		if err != nil {
			return nil, fmt.Errorf("attr '%s': %w", a.Name, err)
		}
		if v != nil {
			out = append(out, op.KV{Name: a.Name, Value: v})
		}
	}
	return out, nil
}

// attrValue is an attribute of a kind as kernels take it; nil for kinds that no kernel reads.
func attrValue(kind string, v any) (any, error) {
	bad := fmt.Errorf("a value of kind %s was expected", kind)
	if l, ok := v.(*saved.AttrList); ok {
		if !strings.HasPrefix(kind, "list(") {
			return nil, bad
		}
		return listValue(kind, l)
	}
	switch kind {
	case "bool":
		if x, ok := v.(bool); ok {
			return x, nil
		}
	case "int":
		if x, ok := v.(int64); ok && int64(int(x)) == x {
			return int(x), nil
		}
	case "float":
		if x, ok := v.(float32); ok {
			return float64(x), nil
		}
	case "string":
		if x, ok := v.([]byte); ok {
			return string(x), nil
		}
	case "type":
		if x, ok := v.(saved.DataType); ok {
			return known(x)
		}
	case "shape":
		if x, ok := v.(*saved.TensorShapeProto); ok {
			return shapeOf(x)
		}
	case "tensor", "func":
		return nil, nil
	}
	return nil, bad
}

func known(d saved.DataType) (any, error) {
	k, err := d.Known()
	if err != nil {
		return nil, err
	}
	return k, nil
}

func shapeOf(p *saved.TensorShapeProto) (any, error) {
	s, err := p.Shape()
	if err != nil {
		return nil, err
	}
	return s, nil
}

func listValue(kind string, l *saved.AttrList) (any, error) {
	switch kind {
	case "list(int)":
		return each(l.I, func(x int64) (int, error) { return int(x), nil })
	case "list(float)":
		return each(l.F, func(x float32) (float64, error) { return float64(x), nil })
	case "list(bool)":
		return l.B, nil
	case "list(string)":
		return each(l.S, func(x []byte) (string, error) { return string(x), nil })
	case "list(type)":
		return each(l.Type, saved.DataType.Known)
	case "list(shape)":
		return each(l.Shape, (*saved.TensorShapeProto).Shape)
	}
	return nil, nil
}

func each[T, V any](in []T, f func(T) (V, error)) (any, error) {
	out := make([]V, len(in))
	for i, x := range in {
		v, err := f(x)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// ints, types and so on are attributes as a node has them, their zero values when it has none.
func types(n *saved.NodeDef, name string) []saved.DataType {
	if a := n.Attr[name]; a != nil {
		if l, ok := a.Value.(*saved.AttrList); ok {
			return l.Type
		}
	}
	return nil
}

func integer(n *saved.NodeDef, name string) int64 {
	if a := n.Attr[name]; a != nil {
		v, _ := a.Value.(int64)
		return v
	}
	return 0
}

func dtype(n *saved.NodeDef, name string) (tensor.DType, error) {
	if a := n.Attr[name]; a != nil {
		if v, ok := a.Value.(saved.DataType); ok {
			return v.Known()
		}
	}
	return tensor.Invalid, fmt.Errorf("NodeDef missing attr '%s'", name)
}

// function names the function that an attribute holds.
func function(n *saved.NodeDef, name string) (string, error) {
	if a := n.Attr[name]; a != nil {
		if f, ok := a.Value.(*saved.NameAttrList); ok {
			return f.Name, nil
		}
	}
	return "", fmt.Errorf("NodeDef missing attr '%s'", name)
}

// checkInputs compares the inputs of a node with its row: how many there are, and the types of lists.
func checkInputs(row *op.Row, at op.Attrs, in []op.Value) error {
	want := 0
	for _, a := range row.In {
		switch {
		case a.Number != "":
			n, ok := attr(at, a.Number).(int)
			if !ok || n < 0 || n > len(in) {
				return fmt.Errorf("attr '%s' does not tell how many inputs '%s' has", a.Number, a.Name)
			}
			want += n
		case a.List:
			list, ok := attr(at, a.TypeAttr).([]tensor.DType)
			if !ok || want+len(list) > len(in) {
				return fmt.Errorf("attr '%s' does not tell how many inputs '%s' has", a.TypeAttr, a.Name)
			}
			for i, d := range list {
				if got := in[want+i].DType(); got != d {
					return op.WrongType(row.Name, want+i, got, d)
				}
			}
			want += len(list)
		default:
			want++
		}
	}
	if want != len(in) {
		return fmt.Errorf("it has %d inputs where %d are expected", len(in), want)
	}
	return nil
}

func attr(at op.Attrs, name string) any {
	for _, a := range at {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// reference is an input of a node: what is before it, which of its outputs, and the number there.
type reference struct {
	node, output string
	index        int
	control      bool
}

func parse(s string) (reference, error) {
	if n, ok := strings.CutPrefix(s, "^"); ok {
		return reference{node: n, control: true}, nil
	}
	parts := strings.Split(s, ":")
	r := reference{node: parts[0]}
	if len(parts) > 1 {
		r.output = parts[1]
	}
	if len(parts) > 2 {
		i, err := strconv.Atoi(parts[2])
		if err != nil || i < 0 {
			return r, fmt.Errorf("the reference %q is broken", s)
		}
		r.index = i
	}
	if len(parts) > 3 || r.node == "" {
		return r, fmt.Errorf("the reference %q is broken", s)
	}
	return r, nil
}

package op

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// What the errors of a node say of it while a function is traced.

// Namer is a graph that tells which name a node would get.
type Namer interface{ Next(name string) string }

// next is the name of the node that is about to be added.
func (x *Exec) next(n *Node) string {
	name := n.Name
	if name == "" {
		name = x.Name
	}
	if name == "" {
		name = n.Def.Name
	}
	if g, ok := x.Graph.(Namer); ok {
		return g.Next(name)
	}
	return name
}

// told is the failure of a shape function with the node and what is known of its inputs.
func (s *Shapes) told(name string) error {
	n := s.Node
	shapes := make([]string, len(n.In))
	for i := range n.In {
		shapes[i] = openShape(s.In(i))
	}
	text := s.err.Error() + " for '" + n.text(name) + "' with input shapes: " + strings.Join(shapes, ", ")
	var values, partial []string
	for i := range n.In {
		switch at := "input[" + itoa(i) + "] = "; {
		case i >= len(s.asked) || s.asked[i] == 0:
		case s.asked[i] == asShape:
			if dims, ok := StaticInts(n.In[i]); ok {
				partial = append(partial, at+openShape(tensor.KnownShape(dims)))
			}
		default:
			if t := Constant(n.In[i]); t != nil && t.DType().IsInteger() {
				values = append(values, at+"<"+strings.ReplaceAll(commas(t.Ints()), ",", " ")+">")
			}
		}
	}
	if len(values) > 0 {
		text += " and with computed input tensors: " + strings.Join(values, ", ")
	}
	if len(partial) > 0 {
		text += " and with input tensors computed as partial shapes: " + strings.Join(partial, ",")
	}
	return tensor.Failf(tensor.ValueError, "%s.", text)
}

// openShape is a static shape as shape functions write it: [2,?].
func openShape(p tensor.PartialShape) string {
	if p.UnknownRank {
		return "?"
	}
	parts := make([]string, len(p.Dims))
	for i, d := range p.Dims {
		parts[i] = "?"
		if d >= 0 {
			parts[i] = itoa(d)
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// text is the node with its attributes and inputs: {{node add}} = AddV2[T=DT_FLOAT](x, add/y).
func (n *Node) text(name string) string {
	row := n.Def.Row()
	at := n.attrTexts(row)
	in := make([]string, len(n.In))
	for i := range n.In {
		in[i] = n.InputName(name, i)
	}
	list := ""
	if len(at) > 0 {
		list = "[" + strings.Join(at, ", ") + "]"
	}
	return "{{node " + name + "}} = " + n.Def.Name + list + "(" + strings.Join(in, ", ") + ")"
}

// attrTexts are the attributes as the text of a node shows them, sorted.
func (n *Node) attrTexts(row *Row) []string {
	at := make([]string, 0, len(row.Attr))
	for i := range row.Attr {
		if v := n.attrText(&row.Attr[i]); v != "" {
			at = append(at, row.Attr[i].Name+"="+v)
		}
	}
	slices.Sort(at)
	return at
}

// attrText is an attribute as the text of a node shows it.
func (n *Node) attrText(a *Attr) string {
	switch a.Kind {
	case "type":
		return n.Type(a.Name).EnumName()
	case "int":
		return itoa(n.Int(a.Name))
	case "bool":
		if n.Bool(a.Name) {
			return "true"
		}
		return "false"
	case "string":
		return `"` + n.Str(a.Name) + `"`
	case "shape":
		return openShape(n.Shape(a.Name))
	case "list(int)":
		parts := make([]string, 0, 4)
		for _, v := range n.Ints(a.Name) {
			parts = append(parts, itoa(v))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case "list(type)":
		parts := make([]string, 0, 4)
		for _, d := range n.Types(a.Name) {
			parts = append(parts, d.EnumName())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return ""
}

// InputName is the name of input i of a node that has a name: the node it comes from, or, of a constant, a node of
// its own within the node's.
func (n *Node) InputName(name string, i int) string {
	if e, ok := n.In[i].(*Edge); ok && e.Node != nil {
		if e.I > 0 {
			return e.Node.Name + ":" + itoa(e.I)
		}
		return e.Node.Name
	}
	arg, group := n.argument(i)
	if group > 1 {
		return name + "/" + arg + "_" + itoa(group-1)
	}
	return name + "/" + arg
}

// argument is the declared name of input i, and which one it is of an input of several tensors, from 1; 0 of others.
func (n *Node) argument(i int) (string, int) {
	row := n.Def.row
	if row == nil || row() == nil {
		return "input", 0
	}
	at := 0
	for k, a := range row().In {
		size := len(n.Group(k))
		if i < at+size {
			if a.Number != "" || a.List {
				return a.Name, i - at + 1
			}
			return a.Name, 0
		}
		at += size
	}
	return "input", 0
}

// misuse words a wrong type of an input or attribute as functions that are traced do.
func (n *Node) misuse(err error) error {
	row := n.Def.Row()
	first := map[string]string{} // the arguments that settled the type attributes
	for i := range row.In {
		a := &row.In[i]
		group := n.Group(i)
		if len(group) == 0 {
			continue
		}
		if a.Number != "" {
			var types []string
			same := true
			for _, v := range group {
				types, same = append(types, v.DType().Name()), same && v.DType() == group[0].DType()
			}
			if !same {
				return tensor.Failf(tensor.TypeError, "Tensors in list passed to '%s' of '%s' Op have types [%s] that don't all "+
					"match.", a.Name, row.Name, strings.Join(types, ", "))
			}
		}
		got := group[0].DType()
		switch was, ok := first[a.TypeAttr]; {
		case a.List:
		case a.Type != tensor.Invalid && got != a.Type:
			return tensor.Failf(tensor.TypeError, "Input '%s' of '%s' Op has type %s that does not match expected type of %s.",
				a.Name, row.Name, got.Name(), a.Type.Name())
		case a.TypeAttr == "":
		case ok && got != n.Type(a.TypeAttr):
			return tensor.Failf(tensor.TypeError, "Input '%s' of '%s' Op has type %s that does not match type %s of argument "+
				"'%s'.", a.Name, row.Name, got.Name(), n.Type(a.TypeAttr).Name(), was)
		case !ok:
			first[a.TypeAttr] = a.Name
			if attr := row.Find(a.TypeAttr); attr != nil && attr.Mask != 0 && !attr.Mask.Has(got) {
				names := make([]string, len(attr.Types))
				for k, t := range attr.Types {
					names[k] = t.Name()
				}
				return tensor.Failf(tensor.TypeError, "Value passed to parameter '%s' has DataType %s not in list of allowed "+
					"values: %s", a.Name, got.Name(), strings.Join(names, ", "))
			}
		}
	}
	return err
}

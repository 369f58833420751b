package op

import "github.com/tfs-lang/tfs/tensor"

// Kernels of optional values: what the branches of a conditional hand to the branches of its gradient, which need the
// values of the one that ran. The gradient of an optional is an optional of the gradients of its components.

// Optional is a scalar of type variant that holds values, or none.
type Optional struct {
	Has   bool
	Parts []Value // the components
}

// DType makes optionals values that kernels work on.
func (o *Optional) DType() tensor.DType { return tensor.Variant }

// optional is input i, an optional.
func (n *Node) optional(i int) (*Optional, error) {
	o, ok := n.In[i].(*Optional)
	if !ok {
		return nil, tensor.Errorf("Input to %s must be an OptionalVariant object.", n.Def.Name)
	}
	return o, nil
}

// fits refuses an optional whose components are not of these types and shapes.
func (o *Optional) fits(types []tensor.DType, shapes []tensor.PartialShape) error {
	switch {
	case len(shapes) != len(types):
		return tensor.Errorf("output_types and output_shapes must be same length, got:\noutput_types: %d\n"+
			"output_shapes: %d", len(types), len(shapes))
	case !o.Has:
		return tensor.Errorf("The given optional does not have a value.")
	case len(o.Parts) != len(types):
		return tensor.Errorf("The given optional has %d components, expected %d", len(o.Parts), len(types))
	}
	for i, v := range o.Parts {
		if v.DType() != types[i] {
			return tensor.Errorf("The given optional does not match the expected type for component %d. Expected: %s. "+
				"Actual: %s.", i, types[i].CName(), v.DType().CName())
		}
		if is := StaticShape(v); !shapes[i].Compatible(is) {
			return tensor.Errorf("The given optional does not match the expected shape for component %d. Expected: %s. "+
				"Actual: %s.", i, shapeText(shapes[i]), shapeText(is))
		}
	}
	return nil
}

// Declared apart from their gradients, which refer to them.
var OptionalFromValue, OptionalNone, OptionalHasValue, OptionalGetValue *Def

func init() {
	OptionalNone = define(Def{Name: "OptionalNone", Infer: scalar, Grad: noGrad, Eval: func(_ *Exec, n *Node) error {
		n.Out = []Value{&Optional{}}
		return nil
	}})
	OptionalHasValue = define(Def{Name: "OptionalHasValue", Infer: scalar, Grad: noGrad,
		Eval: func(_ *Exec, n *Node) error {
			o, err := n.optional(0)
			if err != nil {
				return err
			}
			return n.one(tensor.Scalar(o.Has), nil)
		}})
	OptionalFromValue = define(Def{Name: "OptionalFromValue", Infer: scalar, Grad: optionalParts,
		Eval: func(_ *Exec, n *Node) error {
			n.Out = []Value{&Optional{Has: true, Parts: append([]Value(nil), n.In...)}}
			return nil
		}})
	OptionalGetValue = define(Def{Name: "OptionalGetValue", Infer: func(s *Shapes) { s.Is(s.Shapes("output_shapes")...) },
		Grad: optionalOf, Eval: func(_ *Exec, n *Node) error {
			o, err := n.optional(0)
			if err != nil {
				return err
			}
			if err := o.fits(n.Types("output_types"), n.Shapes("output_shapes")); err != nil {
				return err
			}
			out := make([]Value, len(o.Parts))
			for i, v := range o.Parts {
				out[i] = anew(v)
			}
			n.Out = out
			return nil
		}})
}

// optionalParts is the gradient of making an optional: the components of the gradient.
func optionalParts(b *B, n *Node, dy []Value) []Value {
	types, shapes := make([]tensor.DType, len(n.In)), make([]tensor.PartialShape, len(n.In))
	for i, v := range n.In {
		types[i], shapes[i] = v.DType(), StaticShape(v)
	}
	return b.Do(OptionalGetValue, Attrs{{"output_types", types}, {"output_shapes", shapes}}, dy[0])
}

// optionalOf is the gradient of taking the components: an optional of their gradients, zeros where there are none.
func optionalOf(b *B, n *Node, dy []Value) []Value {
	parts := make([]Value, len(dy))
	for i, g := range dy {
		if parts[i] = g; g == nil {
			parts[i] = b.Zero(n.Out[i])
		}
	}
	return b.List(b.One(OptionalFromValue, parts...))
}

package saved

import (
	"strconv"

	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
)

// Gradients that functions gave in SavedModels: each a function of its own, described beside the function in which its
// node is. What it takes of that function are objects that name its tensors.

// registered is the gradient that the model has under a name, nil where it has none.
func (l *Loaded) registered(name string) (*funcdef.Registered, error) {
	if l.meta.Graph.Library == nil {
		return nil, nil
	}
	for _, g := range l.meta.Graph.Library.RegisteredGradients {
		if g.RegisteredOpType == name {
			return l.gradient(g.GradientFunc)
		}
	}
	return nil, nil
}

// gradient describes a gradient by its function.
func (l *Loaded) gradient(name string) (*funcdef.Registered, error) {
	r := &funcdef.Registered{Function: name}
	c := l.meta.Objects.Functions[name]
	if c == nil {
		return r, nil
	}
	if c.Output != nil {
		if list, ok := c.Output.Value.(*saved.ListValue); ok {
			r.Gives = []bool{}
			for _, v := range list.Values {
				_, none := v.Value.(*saved.NoneValue)
				r.Gives = append(r.Gives, !none)
			}
		}
	}
	for _, i := range c.BoundInputs {
		v, err := l.at(i)
		if err != nil {
			return nil, err
		}
		if k, ok := l.nodes[i].Kind.(*saved.CapturedTensor); ok {
			r.Takes = append(r.Takes, funcdef.Taken{Tensor: k.Name, From: k.Function})
			continue
		}
		y, ok := v.(op.Value)
		if !ok {
			return nil, brokenModel("the gradient %s uses the object %d, which is no tensor, variable or table", name, i)
		}
		r.Takes = append(r.Takes, funcdef.Taken{Value: y})
	}
	return r, nil
}

// gradients describes the gradients of a function's nodes that have been written.
func (s *saving) gradients() error {
	for ; s.written < len(s.ex.Gradients); s.written++ {
		g := s.ex.Gradients[s.written]
		c := &saved.SavedConcreteFunction{}
		for _, name := range g.Takes {
			id := s.add(&capturedObject{name}, "")
			s.graph.Nodes[id].Kind = &saved.CapturedTensor{Name: name, Function: g.From}
			c.BoundInputs = append(c.BoundInputs, id)
		}
		if err := s.bind(c, g.Function, g.Bound); err != nil {
			return err
		}
		in := []*saved.StructuredValue{none()}
		out := make([]*saved.StructuredValue, len(g.Of))
		for i, v := range g.Of {
			spec := &saved.TensorSpec{Shape: saved.ShapeOf(op.StaticShape(v)), DType: saved.TypeOf(v.DType())}
			named := *spec
			named.Name = "result_grads_" + strconv.Itoa(i)
			in, out[i] = append(in, savedValue(&named)), none()
			if g.Gives[i] {
				out[i] = savedValue(spec)
			}
		}
		c.Input = savedValue(&saved.TupleValue{Values: []*saved.StructuredValue{
			savedValue(&saved.TupleValue{Values: in}), savedValue(&saved.DictValue{})}})
		c.Output = savedValue(&saved.ListValue{Values: out})
		s.graph.Functions[g.Function] = c
	}
	return nil
}

// capturedObject stands for a tensor of a function among the objects.
type capturedObject struct{ name string }

func none() *saved.StructuredValue { return savedValue(&saved.NoneValue{}) }

package op

import "github.com/tfs-lang/tfs/tensor"

// Storage is a value that holds a tensor which may change: a variable. Its own element type is resource.
type Storage interface {
	Value
	Load() *tensor.Tensor        // what it holds now, nil before it is initialised
	Store(t *tensor.Tensor)      // sets what it holds; the type and shape have been checked
	Holds() tensor.DType         // the element type of what it holds
	Static() tensor.PartialShape // what is known of the shape of what it holds
}

// Read is the kernel call that reads a variable: its value as a tensor of its own.
func (x *Exec) Read(v Storage) (Value, error) {
	return x.only(x.Do(ReadVariableOp, Attrs{{"dtype", v.Holds()}}, v))
}

// ReadVariableOp reads a variable. Input: the variable; output: what it holds when the node runs. The
// gradient is the variable's.
var ReadVariableOp = define(Def{Name: "ReadVariableOp", Effect: true, Eval: func(_ *Exec, n *Node) error {
	s, err := n.storage()
	if err != nil {
		return err
	}
	t := s.Load()
	if want, ok := n.attr("dtype").(tensor.DType); ok && want != s.Holds() {
		return tensor.Errorf("Trying to read variable with wrong dtype. Expected %s got %s", want.CName(), s.Holds().CName())
	}
	return n.one(t.WithShape(t.Shape()), nil)
}, Infer: func(s *Shapes) {
	if v, ok := s.Node.In[0].(Storage); ok {
		s.Is(v.Static())
		return
	}
	s.Is(unknown())
}, Grad: func(_ *B, _ *Node, dy []Value) []Value { return dy }})

// VariableShape is the shape of what a variable holds.
var VariableShape = define(Def{Name: "VariableShape", Effect: true, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	s, err := n.storage()
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(x.Ctx, tensor.Ints32(s.Load().Shape()...), n.Type("out_type")))
}, Infer: func(s *Shapes) {
	if v, ok := s.Node.In[0].(Storage); ok && !v.Static().UnknownRank {
		s.Is(known(len(v.Static().Dims)))
		return
	}
	s.Is(known(-1))
}})

// storage is the first input, a variable that holds something.
func (n *Node) storage() (Storage, error) {
	s, ok := n.In[0].(Storage)
	if !ok {
		return nil, tensor.Errorf("the first input is no variable")
	}
	if s.Load() == nil {
		if c, ok := s.(*Cell); ok {
			return nil, c.missing()
		}
		return nil, tensor.Failf(tensor.FailedPrecondition, "Could not find variable. This could mean that the "+
			"variable has been deleted. In TF1, it can also mean the variable is uninitialized.")
	}
	return s, nil
}

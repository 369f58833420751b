package op

import (
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of resources: what sets and changes variables, and what asks and fills tables. They run whether or
// not somebody needs their outputs, in the order in which they stand.

// Table is a value that maps keys to rows of values. Its own element type is resource.
type Table interface {
	Value
	Keys() tensor.DType                                                // the element type of keys
	Values() tensor.DType                                              // and of values
	Find(x *Exec, keys, def *tensor.Tensor) (*tensor.Tensor, error)    // the values of keys, def for those not there
	Insert(x *Exec, keys, values *tensor.Tensor, importing bool) error // adds entries, or replaces all
	Remove(x *Exec, keys *tensor.Tensor) error                         // takes entries out
	Count() int                                                        // the number of entries
	Export(x *Exec) (keys, values *tensor.Tensor, err error)           // all entries
}

// assigns declares a kernel that sets a variable by what it holds and a value of the same type.
func assigns(name string, change func(x *Exec, old, by *tensor.Tensor) (*tensor.Tensor, error)) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Infer: func(s *Shapes) { s.Is() }, Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			s, ok := n.In[0].(Storage)
			if !ok {
				return tensor.Errorf("the first input is no variable")
			}
			by := n.T(1)
			if by.DType() != s.Holds() {
				return tensor.Errorf("Trying to assign variable with wrong dtype. Expected %s got %s", s.Holds().CName(),
					by.DType().CName())
			}
			z, err := change(x, s.Load(), by)
			if err != nil {
				return err
			}
			if _, free := s.(*Cell); !free && !s.Static().Compatible(tensor.KnownShape(z.Shape())) {
				return tensor.Errorf("Trying to assign to variable with tensor with wrong shape. Expected %s got %s",
					s.Static(), tensor.ShapeString(z.Shape()))
			}
			s.Store(z)
			n.Out = nil
			return nil
		}})
}

// steps declares a kernel that adds to a variable or takes from it, by an elementwise kernel.
func steps(name string, by func() *Def) *Def {
	return assigns(name, func(x *Exec, old, v *tensor.Tensor) (*tensor.Tensor, error) {
		if old == nil {
			return nil, tensor.Failf(tensor.FailedPrecondition, "the variable has no value yet")
		}
		if !tensor.SameShape(old.Shape(), v.Shape()) {
			return nil, tensor.Errorf("Cannot update variable with shape %s using a Tensor with shape %s, shapes must be equal.",
				tensor.ShapeString(old.Shape()), tensor.ShapeString(v.Shape()))
		}
		return by().bin(x.Ctx, old, v)
	})
}

var (
	// AssignVariableOp sets a variable. Inputs: the variable, a value of its type and shape.
	AssignVariableOp = assigns("AssignVariableOp", func(_ *Exec, _, v *tensor.Tensor) (*tensor.Tensor, error) {
		return v, nil
	})
	// AssignAddVariableOp adds a value of the variable's shape to it, AssignSubVariableOp takes it away.
	AssignAddVariableOp = steps("AssignAddVariableOp", func() *Def { return AddV2 })
	AssignSubVariableOp = steps("AssignSubVariableOp", func() *Def { return Sub })
)

// table is the first input, a table whose types are those of the node's keys and values.
func (n *Node) table() (Table, error) {
	t, ok := n.In[0].(Table)
	if !ok {
		return nil, tensor.Errorf("the first input is no table")
	}
	for i, want := range []tensor.DType{t.Keys(), t.Values()} {
		if i+1 < len(n.In) && n.Def != InitializeTableFromTextFileV2 && n.In[i+1].DType() != want {
			return nil, tensor.Errorf("Key and value types of the table are %s and %s, but input %d is of type %s",
				t.Keys(), t.Values(), i+1, n.In[i+1].DType())
		}
	}
	return t, nil
}

// fills declares a kernel that changes a table.
func fills(name string, do func(x *Exec, t Table, n *Node) error) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Infer: func(s *Shapes) { s.Is() }, Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			t, err := n.table()
			if err != nil {
				return err
			}
			n.Out = nil
			return do(x, t, n)
		}})
}

var (
	// LookupTableFindV2 gives the values of keys, default_value for those that are not there.
	LookupTableFindV2 = define(Def{Name: "LookupTableFindV2", Effect: true, Grad: noGrad, Infer: func(s *Shapes) {
		keys, def := s.In(1), s.In(2)
		if keys.UnknownRank || def.UnknownRank {
			s.Is(unknown())
			return
		}
		s.Is(join(keys.Dims, def.Dims))
	}, Eval: func(x *Exec, n *Node) error {
		t, err := n.table()
		if err != nil {
			return err
		}
		return n.one(t.Find(x, n.T(1), n.T(2)))
	}})
	// LookupTableImportV2 replaces the entries of a table, LookupTableInsertV2 adds to them.
	LookupTableImportV2 = fills("LookupTableImportV2", func(x *Exec, t Table, n *Node) error {
		return t.Insert(x, n.T(1), n.T(2), true)
	})
	LookupTableInsertV2 = fills("LookupTableInsertV2", func(x *Exec, t Table, n *Node) error {
		return t.Insert(x, n.T(1), n.T(2), false)
	})
	// InitializeTableV2 is LookupTableImportV2 under an older name.
	InitializeTableV2 = fills("InitializeTableV2", func(x *Exec, t Table, n *Node) error {
		return t.Insert(x, n.T(1), n.T(2), true)
	})
	// LookupTableRemoveV2 takes entries out by their keys.
	LookupTableRemoveV2 = fills("LookupTableRemoveV2", func(x *Exec, t Table, n *Node) error {
		return t.Remove(x, n.T(1))
	})
	// LookupTableSizeV2 counts the entries.
	LookupTableSizeV2 = define(Def{Name: "LookupTableSizeV2", Effect: true, Infer: scalar, Grad: noGrad,
		Eval: func(_ *Exec, n *Node) error {
			t, err := n.table()
			if err != nil {
				return err
			}
			return n.Give(tensor.Scalar(int64(t.Count())))
		}})
	// LookupTableExportV2 gives all keys and all values.
	LookupTableExportV2 = define(Def{Name: "LookupTableExportV2", Effect: true, Grad: noGrad,
		Infer: func(s *Shapes) { s.Is(ranked(1), unknown()) },
		Eval: func(x *Exec, n *Node) error {
			t, err := n.table()
			if err != nil {
				return err
			}
			keys, vals, err := t.Export(x)
			if err != nil {
				return err
			}
			return n.Give(keys, vals)
		}})
)

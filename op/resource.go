package op

import (
	"slices"

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
	if n.Def == InitializeTableFromTextFileV2 {
		return t, nil
	}
	have, want, same := "resource", "resource", true
	for i, d := range []tensor.DType{t.Keys(), t.Values()} {
		if i+1 < len(n.In) {
			have, want = have+", "+n.In[i+1].DType().CName(), want+", "+d.CName()
			same = same && n.In[i+1].DType() == d
		}
	}
	have, want = have+"->", want+"->"
	if n.Def.Name == "LookupTableFindV2" {
		have, want = have+n.In[2].DType().CName(), want+t.Values().CName()
	}
	if !same {
		return nil, tensor.Errorf("Signature mismatch, have: %s expected: %s", have, want)
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

// ResourceGather takes rows of a variable: GatherV2 of what it holds along the first dimension after batch_dims. No
// gradient comes to a variable from it, as in TensorFlow, where only reads that a variable makes itself are watched.
var ResourceGather = define(Def{Name: "ResourceGather", Effect: true, Grad: noGrad, Infer: func(s *Shapes) {
	v, ok := s.Node.In[0].(Storage)
	at, n := s.In(1), s.Node.Int("batch_dims")
	if !ok || v.Static().UnknownRank || at.UnknownRank || n > len(at.Dims) || n >= len(v.Static().Dims) {
		s.Is(unknown())
		return
	}
	s.Is(known(slices.Concat(at.Dims, v.Static().Dims[n+1:])...))
}, Eval: func(x *Exec, n *Node) error {
	s, err := n.storage()
	if err != nil {
		return err
	}
	if want := n.Type("dtype"); want != s.Holds() {
		return tensor.Errorf("Trying to read variable with wrong dtype. Expected %s got %s", want.CName(), s.Holds().CName())
	}
	dims := n.Int("batch_dims")
	m, err := x.Do(GatherV2, Attrs{{"batch_dims", dims}}, s.Load(), n.In[1], tensor.Scalar(int32(dims)))
	if err != nil {
		return err
	}
	n.Out = m.Out
	return nil
}})

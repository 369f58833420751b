package saved

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// signature is one entry of the signatures that are saved.
type signature struct {
	name string
	of   *function.Concrete
}

// signatures reads the argument: one function, or a dict of them.
func (s *saving) signatures(root, v py.Value) ([]signature, error) {
	if v == py.None {
		k, err := s.defaultSignature(root)
		if k == nil || err != nil {
			return nil, err
		}
		return []signature{{"serving_default", k}}, nil
	}
	d, ok := v.(*py.Dict)
	if !ok {
		d = py.NewDict()
		d.SetStr("serving_default", v)
	}
	var out []signature
	err := d.Each(func(key, f py.Value) error {
		k, err := s.signatureFunction(f)
		out = append(out, signature{py.StrOf(key), k})
		return err
	})
	return out, err
}

// defaultSignature is the only function of the root that can be one, nil when there are none or several.
func (s *saving) defaultSignature(root py.Value) (*function.Concrete, error) {
	parts, err := py.FromLibrary(s.t, "_tf_saved:parts")
	if err != nil {
		return nil, err
	}
	v, err := py.Call(s.t, parts, []py.Value{root}, nil)
	if err != nil {
		return nil, err
	}
	var found *function.Concrete
	items, _ := values.ListItems(v)
	for _, it := range items {
		pair, _ := values.ListItems(it)
		var k *function.Concrete
		switch f := pair[1].(type) {
		case *function.Concrete:
			k = f
		case *function.Function:
			if f.Sig == nil {
				continue
			}
			if k, err = s.signatureFunction(f); err != nil {
				return nil, err
			}
		default:
			continue
		}
		if _, err := namedOutputs(k.Form); err != nil || k.NoTensor() != "" {
			continue
		}
		if found != nil && found != k {
			return nil, nil
		}
		found = k
	}
	return found, nil
}

func (s *saving) signatureFunction(v py.Value) (*function.Concrete, error) {
	switch f := v.(type) {
	case *function.Concrete:
		return f, nil
	case *restoredFunction:
		if len(f.traced) == 1 {
			return f.traced[0].concrete(s.t)
		}
	case *function.Function:
		if f.Sig != nil {
			k, err := f.ConcreteFor(s.t, nil, nil)
			if err != nil {
				return nil, err
			}
			return k.(*function.Concrete), nil
		}
	}
	return nil, py.ValueErrorf("Expected a TensorFlow function for which to generate a signature, but got %s. Only "+
		"`tf.functions` with an input signature or concrete functions can be used as a signature.", py.StrOf(v))
}

// signatureMap writes the object that holds the signatures: functions of keyword arguments that give dicts.
func (s *saving) signatureMap(sigs []signature) error {
	id := s.add(&describedObject{"signatures"}, "signatures")
	m := s.graph.Nodes[id]
	m.Kind = &saved.UserObject{Identifier: "signature_map", Version: &saved.VersionDef{Producer: 1, MinConsumer: 1}}
	s.graph.Nodes[0].Children = append(s.graph.Nodes[0].Children, &saved.ObjectReference{Node: id, Name: "signatures"})
	for _, g := range sigs {
		b, err := s.signature(g)
		if err != nil {
			return err
		}
		n := s.add(&describedObject{g.name}, "signatures/"+g.name)
		s.graph.Nodes[n].Kind = b
		m.Children = append(m.Children, &saved.ObjectReference{Node: n, Name: g.name})
	}
	return nil
}

// describedObject stands among the objects for one that is no value of a program: what says of it is there.
type describedObject struct{ name string }

// signature writes one: the tensors that its arguments are made of, in the order of their names. Each is named as its
// placeholder is, whatever nest it lies in; a ragged tensor is its values and its splits.
func (s *saving) signature(g signature) (*saved.BareFunction, error) {
	k := g.of
	if p := k.NoTensor(); p != "" {
		return nil, s.failed(k, fmt.Errorf("the argument %s of a signature is no tensor", p))
	}
	ins := slices.Clone(k.Plan.Graph.Inputs)
	sort.SliceStable(ins, func(i, j int) bool { return ins[i].Node.Name < ins[j].Node.Name })
	b := &saved.BareFunction{Function: s.ex.Fresh("__inference_signature_wrapper")}
	kw := &saved.DictValue{Fields: map[string]*saved.StructuredValue{}}
	for _, in := range ins {
		kw.Fields[in.Node.Name] = savedValue(&saved.TensorSpec{Name: in.Node.Name, Shape: saved.ShapeOf(op.StaticShape(in)),
			DType: saved.TypeOf(in.DType())})
		b.ArgumentKeywords = append(b.ArgumentKeywords, in.Node.Name)
	}
	if len(ins) == 1 { // it may be given by its place
		b.AllowedPositional = 1
	}
	form, err := namedOutputs(k.Form)
	if err != nil {
		return nil, s.failed(k, err)
	}
	var outs []op.Value
	out, err := outStructure(k, form, &outs)
	if err != nil {
		return nil, s.failed(k, err)
	}
	return b, s.library(k, b.Function, op.Values(ins), outs, tupleOf(tupleOf(), savedValue(kw)), out)
}

// namedOutputs makes a dict of a result: its own keys, else output_0 and so on.
func namedOutputs(form py.Value) (*py.Dict, error) {
	out := py.NewDict()
	if d, ok := form.(*py.Dict); ok {
		return d, d.Each(func(_, e py.Value) error {
			if _, ok := e.(*bind.Hole); !ok {
				return fmt.Errorf("the outputs of a signature are a flat dict of tensors")
			}
			return nil
		})
	}
	items, ok := values.ListItems(form)
	if !ok {
		items = []py.Value{form}
	}
	for i, e := range items {
		if _, ok := e.(*bind.Hole); !ok {
			return nil, fmt.Errorf("the outputs of a signature are tensors")
		}
		out.SetStr("output_"+table.Itoa(i), e)
	}
	return out, nil
}

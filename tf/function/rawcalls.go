package function

import (
	"sync"
	"weak"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// The functions of tf.raw_ops that call functions: calls, choices and loops. They take concrete functions, or the names
// of such, and their arguments flat: those of the placeholders, then what the function captured.

func init() {
	for name, run := range map[string]func(r *rawCall) ([]op.Value, error){
		"PartitionedCall": (*rawCall).partitioned, "StatefulPartitionedCall": (*rawCall).partitioned,
		"If": (*rawCall).choose, "StatelessIf": (*rawCall).choose, "Case": (*rawCall).choose,
		"StatelessCase": (*rawCall).choose, "While": (*rawCall).loop, "StatelessWhile": (*rawCall).loop,
	} {
		bind.RegisterRaw(name, func(c *bind.RawArgs) ([]op.Value, error) {
			x := *bind.ExecOf(c.T)
			if x.Name == "" {
				x.Name = name
			}
			if err := asEdges(&x, c.In[len(c.In)-1]); err != nil {
				return nil, err
			}
			return run(&rawCall{RawArgs: c, x: &x})
		})
	}
}

// rawCall is one call of such a function.
type rawCall struct {
	*bind.RawArgs
	x *op.Exec
}

// unnamed builds nodes beside the one that was given a name.
func unnamed(x *op.Exec) *op.B {
	y := *x
	y.Name = ""
	return &op.B{Exec: &y}
}

// asEdges makes edges of tensors where a tape watches a graph: what branches and loops use of them is followed then.
func asEdges(x *op.Exec, args []op.Value) error {
	if x.Graph == nil || x.Tape == nil {
		return nil
	}
	b := unnamed(x)
	for i, v := range args {
		if t, ok := v.(*tensor.Tensor); ok {
			args[i] = b.One(op.Identity, t)
		}
	}
	return b.Err
}

// named are the concrete functions whose names were asked for, by them.
var named sync.Map

// askedName notes that a program knows the function by its name.
func (k *Concrete) askedName() string {
	named.Store(k.Name, weak.Make(k))
	return k.Name
}

// concrete is the function an attribute tells.
func (r *rawCall) concrete(attr string, v any) (*Concrete, error) {
	name := ""
	switch f := v.(type) {
	case *Concrete:
		return f, nil
	case py.Bytes:
		name = string(f)
	case string:
		name = f
	case *Function:
		if r.x.Graph != nil {
			return nil, py.TypeErrorf("Don't know how to convert %s to a func for argument %s", py.ReprOf(f), attr)
		}
		name = f.FullName
	default:
		if r.x.Graph != nil {
			return nil, py.TypeErrorf("Don't know how to convert %s to a func for argument %s", py.ReprOf(v), attr)
		}
		return nil, tensor.Errorf("unable to set function value attribute from a %s object. If you think this is an "+
			"error, please file an issue at https://github.com/tensorflow/tensorflow/issues/new", py.TypeOf(v).Name)
	}
	if w, ok := named.Load(name); ok {
		if k := w.(weak.Pointer[Concrete]).Value(); k != nil {
			return k, nil
		}
		named.Delete(name)
	}
	return nil, tensor.Failf(tensor.InternalError, "Can't find a function: %s", name)
}

// call runs a concrete function, or adds a node that does.
func (r *rawCall) call(x *op.Exec, k *Concrete, args []op.Value) ([]op.Value, error) {
	places, captured := k.Plan.Graph.Inputs, k.captured()
	if want := len(places) + len(captured); len(args) != want {
		return nil, tensor.Errorf("Expects %d arguments, but %d is provided", want, len(args))
	}
	for i, e := range places {
		if d := args[i].DType(); d != e.Type {
			return nil, tensor.Errorf("Expects arg[%d] to be %s but %s is provided", i, e.Type.CName(), d.CName())
		}
	}
	for i, c := range captured {
		got := args[len(places)+i]
		if s, ok := c.(op.Storage); ok && got == op.Value(s.Load()) {
			continue
		}
		if got != c {
			return nil, tensor.Failf(tensor.Unimplemented, "argument %d is not what the function captured: "+
				"tfs takes the function's captured_inputs only", len(places)+i)
		}
	}
	in := args[:len(places):len(places)]
	if x.Graph == nil {
		outs, err := k.Plan.Run(x, append(in, k.Plan.Captures...))
		if err != nil {
			return nil, k.failed(r.T, err)
		}
		return outs, nil
	}
	return graph.AddCall(x, x.Name, k.Plan, in, k.outSpecs(in))
}

// outSpecs is what is known of the outputs for arguments, which may be of other shapes than those of the trace.
func (k *Concrete) outSpecs(in []op.Value) []graph.Spec {
	same := true
	for i, e := range k.Plan.Graph.Inputs {
		same = same && e.Shape.Covers(op.StaticShape(in[i]))
	}
	specs := make([]graph.Spec, len(k.Outs))
	for i, o := range k.Outs {
		if specs[i] = graph.SpecOf(o); !same {
			specs[i].Shape = tensor.PartialShape{UnknownRank: true}
		}
	}
	return specs
}

// fits checks the types of outputs.
func (r *rawCall) fits(outs []op.Value) ([]op.Value, error) {
	want, _ := r.Attr("Tout").([]tensor.DType)
	if len(want) != len(outs) {
		return nil, tensor.Errorf("the function gives %d values, and Tout tells %d", len(outs), len(want))
	}
	for i, o := range outs {
		if o.DType() != want[i] {
			return nil, tensor.Errorf("Type mismatch: actual %s vs. expect %s", o.DType().CName(), want[i].CName())
		}
	}
	return outs, nil
}

func (r *rawCall) partitioned() ([]op.Value, error) {
	k, err := r.concrete("f", r.Attr("f"))
	if err != nil {
		return nil, err
	}
	outs, err := r.call(r.x, k, r.In[0])
	if err != nil {
		return nil, err
	}
	return r.fits(outs)
}

// branches are the functions a choice is among, and the index of the chosen one: true chooses the first of two.
func (r *rawCall) branches() (index op.Value, fns []*Concrete, err error) {
	index = r.In[0][0]
	var given []any
	var names []string
	if list, ok := r.Attr("branches").([]py.Value); ok {
		for _, f := range list {
			given, names = append(given, f), append(names, "branches")
		}
		if len(list) == 0 {
			return nil, nil, tensor.Errorf("Length for attr 'branches' of 0 must be at least minimum 1")
		}
		if s := op.StaticShape(index); !s.UnknownRank && len(s.Dims) > 0 {
			return nil, nil, tensor.Errorf("branch_index must be scalar")
		}
	} else {
		names = []string{"then_branch", "else_branch"}
		given = []any{r.Attr(names[0]), r.Attr(names[1])}
		if index, err = truthOf(r.x, index); err != nil {
			return nil, nil, err
		}
	}
	for i, f := range given {
		k, err := r.concrete(names[i], f)
		if err != nil {
			return nil, nil, err
		}
		fns = append(fns, k)
	}
	return index, fns, nil
}

// truthOf is a condition as a bool: scalars are true unless they are zero or empty, others if they have elements.
func truthOf(x *op.Exec, v op.Value) (op.Value, error) {
	s := op.StaticShape(v)
	if v.DType() == tensor.Bool && !s.UnknownRank && len(s.Dims) == 0 {
		return v, nil
	}
	b := unnamed(x)
	if s.UnknownRank || len(s.Dims) > 0 {
		return b.One(op.Greater, b.One(op.Size, v), tensor.Scalar(int32(0))), b.Err
	}
	if v.DType() == tensor.String {
		return b.One(op.NotEqual, v, tensor.StringScalar("")), b.Err
	}
	zero, err := tensor.New(v.DType(), nil)
	if err != nil {
		return nil, err
	}
	return b.One(op.NotEqual, v, zero), b.Err
}

func (r *rawCall) choose() ([]op.Value, error) {
	index, fns, err := r.branches()
	if err != nil {
		return nil, err
	}
	g, ok := r.x.Graph.(*graph.Graph)
	if !ok {
		t, ok := index.(*tensor.Tensor)
		if !ok {
			return nil, tensor.Errorf("what is chosen by is no tensor")
		}
		at := int(t.Int(0))
		switch {
		case t.DType() == tensor.Bool:
			at = 1 - at
		case at < 0 || at >= len(fns):
			at = len(fns) - 1
		}
		outs, err := r.call(r.x, fns[at], r.In[1])
		if err != nil {
			return nil, err
		}
		return r.fits(outs)
	}
	part := &graph.If{}
	for _, k := range fns {
		inner := *r.x
		inner.Graph, inner.Name = g.Within("cond"), ""
		outs, err := r.call(&inner, k, r.In[1])
		if err == nil {
			outs, err = r.fits(outs)
		}
		if err != nil {
			return nil, err
		}
		part.Branches, part.Outs = append(part.Branches, inner.Graph.(*graph.Graph)), append(part.Outs, outs)
	}
	outs, err := graph.AddIf(r.x, r.x.Name, index, part)
	if err != nil {
		return nil, err
	}
	return r.shaped(outs, func(int) tensor.PartialShape { return tensor.PartialShape{UnknownRank: true} }), nil
}

// shaped gives outputs the shapes of output_shapes, others where there are none.
func (r *rawCall) shaped(outs []op.Value, other func(i int) tensor.PartialShape) []op.Value {
	said, _ := r.Attr("output_shapes").([]tensor.PartialShape)
	for i, o := range outs {
		e, ok := o.(*op.Edge)
		if !ok {
			continue
		}
		if i < len(said) {
			e.Shape = said[i]
		} else {
			e.Shape = other(i)
		}
	}
	return outs
}

func (r *rawCall) loop() ([]op.Value, error) {
	cond, err := r.concrete("cond", r.Attr("cond"))
	if err != nil {
		return nil, err
	}
	body, err := r.concrete("body", r.Attr("body"))
	if err != nil {
		return nil, err
	}
	if g, ok := r.x.Graph.(*graph.Graph); ok {
		return r.loopNode(g, cond, body)
	}
	vars := r.In[0]
	for {
		if err := r.T.Check(); err != nil {
			return nil, err
		}
		test, err := r.call(r.x, cond, vars)
		if err != nil {
			return nil, err
		}
		if len(test) != 1 {
			return nil, tensor.Errorf("Expected a single scalar return value, got %d", len(test))
		}
		ok, err := truthOf(r.x, test[0])
		if err != nil {
			return nil, err
		}
		if t, known := ok.(*tensor.Tensor); !known || t.Int(0) == 0 {
			return vars, nil
		}
		if vars, err = r.round(r.x, body, vars); err != nil {
			return nil, err
		}
	}
}

// round is the variables after the body ran; resources stay what they are.
func (r *rawCall) round(x *op.Exec, body *Concrete, vars []op.Value) ([]op.Value, error) {
	next, err := r.call(x, body, vars)
	if err != nil {
		return nil, err
	}
	if len(next) != len(vars) {
		return nil, tensor.Errorf("Expected %d return values, got %d", len(vars), len(next))
	}
	for i, v := range next {
		if have := vars[i].DType(); v.DType() != have {
			return nil, tensor.Errorf("Expected type %s for return value %d but got %s.", have.CName(), i, v.DType().CName())
		}
	}
	return next, nil
}

// loopNode adds the loop to a graph.
func (r *rawCall) loopNode(g *graph.Graph, cond, body *Concrete) ([]op.Value, error) {
	w := &graph.While{Cond: g.Within("while_cond"), Body: g.Within("while_body")}
	vars, inner := append([]op.Value{}, r.In[0]...), *r.x
	var init []op.Value
	for i, v := range vars {
		if v.DType() == tensor.Resource {
			continue
		}
		spec := graph.SpecOf(v)
		if said, _ := r.Attr("output_shapes").([]tensor.PartialShape); i < len(said) {
			spec.Shape = said[i]
		}
		vars[i] = w.LoopVar("loop_var_"+table.Itoa(i), spec)
		init = append(init, v)
	}
	inner.Graph, inner.Name = w.Cond, ""
	test, err := r.call(&inner, cond, vars)
	if err != nil {
		return nil, err
	}
	if len(test) != 1 {
		return nil, tensor.Errorf("Expected a single scalar return value, got %d", len(test))
	}
	if w.Test, err = truthOf(&inner, test[0]); err != nil {
		return nil, err
	}
	inner.Graph = w.Body
	next, err := r.round(&inner, body, vars)
	if err != nil {
		return nil, err
	}
	for i, v := range next {
		if vars[i].DType() == tensor.Resource {
			if v != vars[i] {
				return nil, tensor.Errorf("the body gives another resource than variable %d, which tfs does not follow", i)
			}
			continue
		}
		w.Next = append(w.Next, v)
	}
	made, err := graph.AddWhile(r.x, r.x.Name, init, w)
	if err != nil {
		return nil, err
	}
	for i, v := range vars {
		if v.DType() != tensor.Resource {
			vars[i], made = made[0], made[1:]
		}
	}
	return vars, nil
}

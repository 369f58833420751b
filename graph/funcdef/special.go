package funcdef

import (
	"fmt"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// special makes the nodes that are no kernels: constants, calls, control flow, what hands values on.
var special map[string]func(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error)

func init() { // here because calls lead back to it
	special = map[string]func(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error){
		"Const": constant, "Identity": handOn, "IdentityN": identities, "NoOp": nothing, "DisableCopyOnRead": nothing,
		"PartitionedCall": partitioned, "StatefulPartitionedCall": partitioned,
		"If": choose, "StatelessIf": choose, "Case": choose, "StatelessCase": choose,
		"While": loop, "StatelessWhile": loop, "ResourceGather": resourceGather, "VarIsInitializedOp": initialized,
		"HashTableV2": newTable, "MutableHashTableV2": newTable, "MutableHashTableOfTensorsV2": newTable,
	}
}

func nothing(*body, *saved.NodeDef, []op.Value) ([]op.Value, error) { return nil, nil }

func handOn(_ *body, _ *saved.NodeDef, in []op.Value) ([]op.Value, error) { return in, nil }

// Constant is the value of a Const node.
func Constant(n *saved.NodeDef) (*tensor.Tensor, error) {
	if a := n.Attr["value"]; a != nil {
		if p, ok := a.Value.(*saved.TensorProto); ok {
			return p.Tensor()
		}
	}
	return nil, fmt.Errorf("NodeDef missing attr 'value'")
}

func constant(_ *body, n *saved.NodeDef, _ []op.Value) ([]op.Value, error) {
	t, err := Constant(n)
	if err != nil {
		return nil, err
	}
	if d, err := dtype(n, "dtype"); err != nil || d != t.DType() {
		return nil, fmt.Errorf("its value is of type %s", t.DType())
	}
	return []op.Value{t}, nil
}

func partitioned(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	name, err := function(n, "f")
	if err != nil {
		return nil, err
	}
	return b.function(b.x, name, in, b.depth+1)
}

func initialized(_ *body, _ *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	s, ok := in[0].(op.Storage)
	if !ok {
		return nil, fmt.Errorf("its input is no variable")
	}
	return []op.Value{tensor.Scalar(s.Load() != nil)}, nil
}

// resourceGather reads a variable and takes rows of it.
func resourceGather(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	s, ok := in[0].(op.Storage)
	if !ok {
		return nil, fmt.Errorf("its first input is no variable")
	}
	if d, err := dtype(n, "dtype"); err != nil || d != s.Holds() {
		return nil, fmt.Errorf("the variable holds %s", s.Holds())
	}
	v, err := b.x.Read(s)
	if err != nil {
		return nil, err
	}
	dims := int(integer(n, "batch_dims"))
	return b.kernel(n, op.GatherV2, op.Attrs{{Name: "batch_dims", Value: dims}},
		[]op.Value{v, in[1], tensor.Scalar(int32(dims))})
}

// newTable makes a table: once for each time its node is built, which is when the model is loaded.
func newTable(b *body, n *saved.NodeDef, _ []op.Value) ([]op.Value, error) {
	if b.lib.NewTable == nil {
		return nil, fmt.Errorf("tables are made when a model is loaded")
	}
	key, err := dtype(n, "key_dtype")
	if err != nil {
		return nil, err
	}
	val, err := dtype(n, "value_dtype")
	if err != nil {
		return nil, err
	}
	var shape tensor.PartialShape
	if a := n.Attr["value_shape"]; a != nil {
		if p, ok := a.Value.(*saved.TensorShapeProto); ok {
			if shape, err = p.Shape(); err != nil {
				return nil, err
			}
		}
	}
	t, err := b.lib.NewTable(n.Op, key, val, shape)
	if err != nil {
		return nil, err
	}
	return []op.Value{t}, nil
}

// graphOf is the graph nodes go to.
func (b *body) graphOf() (*graph.Graph, error) {
	g, ok := b.x.Graph.(*graph.Graph)
	if !ok {
		return nil, fmt.Errorf("control flow needs a graph")
	}
	return g, nil
}

// choose makes an If or Case: its branches are functions of the same arguments.
func choose(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	g, err := b.graphOf()
	if err != nil {
		return nil, err
	}
	index, names := in[0], []string(nil)
	if a := n.Attr["branches"]; a != nil {
		if l, ok := a.Value.(*saved.AttrList); ok {
			for _, f := range l.Func {
				names = append(names, f.Name)
			}
		}
	} else {
		for _, k := range []string{"then_branch", "else_branch"} {
			f, err := function(n, k)
			if err != nil {
				return nil, err
			}
			names = append(names, f)
		}
		if index, err = b.truth(index); err != nil {
			return nil, err
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("it has no branches")
	}
	if r := op.StaticShape(index); !r.UnknownRank && len(r.Dims) != 0 {
		return nil, fmt.Errorf("what it chooses by is no scalar")
	}
	part := &graph.If{}
	for _, f := range names {
		inner := g.Within(n.Name + "/" + f)
		outs, err := b.within(inner, f, in[1:])
		if err != nil {
			return nil, err
		}
		part.Branches, part.Outs = append(part.Branches, inner), append(part.Outs, outs)
	}
	return b.joined(n, index, part)
}

// joined adds the If. Outputs that are one resource in every branch are no outputs of its node.
func (b *body) joined(n *saved.NodeDef, index op.Value, part *graph.If) ([]op.Value, error) {
	want := types(n, "Tout")
	out := make([]op.Value, len(want))
	outs := make([][]op.Value, len(part.Outs))
	for k, o := range part.Outs {
		if len(o) != len(want) {
			return nil, fmt.Errorf("a branch gives %d values and not %d", len(o), len(want))
		}
		for i, v := range o {
			if saved.TypeOf(v.DType()) != want[i] {
				return nil, fmt.Errorf("output %d of a branch is of type %s", i, v.DType())
			}
			if v.DType() != tensor.Resource {
				outs[k] = append(outs[k], v)
			} else if out[i] = v; part.Outs[0][i] != v {
				return nil, fmt.Errorf("its branches give different resources, which tfs does not follow")
			}
		}
	}
	part.Outs = outs
	made, err := graph.AddIf(b.x, n.Name, index, part)
	if err != nil {
		return nil, err
	}
	return filled(out, made), nil
}

// filled puts values into the places that are empty.
func filled(out, vals []op.Value) []op.Value {
	for i := range out {
		if out[i] == nil {
			out[i], vals = vals[0], vals[1:]
		}
	}
	return out
}

// truth is a condition as a bool: numbers are true unless they are zero.
func (b *body) truth(v op.Value) (op.Value, error) {
	if d := v.DType(); d == tensor.Bool {
		return v, nil
	} else if !d.IsInteger() && !d.IsFloating() {
		return nil, fmt.Errorf("a condition of type %s", d)
	}
	zero, err := tensor.New(v.DType(), nil)
	if err != nil {
		return nil, err
	}
	m, err := b.x.Do(op.NotEqual, nil, v, zero)
	if err != nil {
		return nil, err
	}
	return m.Out[0], nil
}

// loop makes a While: condition and body are functions of all its variables. Resources stay what they are.
func loop(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	g, err := b.graphOf()
	if err != nil {
		return nil, err
	}
	specs := make([]graph.Spec, len(in))
	for i, v := range in {
		specs[i] = graph.SpecOf(v)
	}
	for try := 0; ; try++ {
		next, w, err := b.round(n, g, in, specs)
		if err != nil {
			return nil, err
		}
		same := true
		for i, v := range next {
			if in[i].DType() == tensor.Resource {
				continue
			}
			m := specs[i].Merge(graph.SpecOf(v))
			if try > 2 {
				m.Shape = tensor.PartialShape{UnknownRank: true}
			}
			if m.Shape.String() != specs[i].Shape.String() {
				specs[i], same = m, false
			}
		}
		if same {
			return b.looped(n, in, next, w)
		}
	}
}

// round builds condition and body for variables of which so much is known.
func (b *body) round(
	n *saved.NodeDef,
	g *graph.Graph,
	in []op.Value,
	specs []graph.Spec,
) ([]op.Value, *graph.While, error) {
	cond, err := function(n, "cond")
	if err != nil {
		return nil, nil, err
	}
	step, err := function(n, "body")
	if err != nil {
		return nil, nil, err
	}
	w := &graph.While{Cond: g.Within(n.Name + "/cond"), Body: g.Within(n.Name + "/body")}
	vars := make([]op.Value, len(in))
	for i, v := range in {
		if vars[i] = v; v.DType() != tensor.Resource {
			vars[i] = w.LoopVar("Placeholder", specs[i])
		}
	}
	test, err := b.within(w.Cond, cond, vars)
	if err != nil {
		return nil, nil, err
	}
	if len(test) != 1 {
		return nil, nil, fmt.Errorf("its condition gives %d values", len(test))
	}
	x := *b.x
	x.Graph = w.Cond
	if w.Test, err = (&body{builder: b.builder, x: &x}).truth(test[0]); err != nil {
		return nil, nil, err
	}
	next, err := b.within(w.Body, step, vars)
	if err != nil {
		return nil, nil, err
	}
	if len(next) != len(in) {
		return nil, nil, fmt.Errorf("its body gives %d values and not %d", len(next), len(in))
	}
	return next, w, nil
}

// looped adds the While.
func (b *body) looped(n *saved.NodeDef, in, next []op.Value, w *graph.While) ([]op.Value, error) {
	out := make([]op.Value, len(in))
	var init []op.Value
	for i, v := range in {
		if next[i].DType() != v.DType() {
			return nil, fmt.Errorf("variable %d begins as %s and becomes %s", i, v.DType(), next[i].DType())
		}
		if v.DType() == tensor.Resource {
			if out[i] = v; next[i] != v {
				return nil, fmt.Errorf("its body gives another resource, which tfs does not follow")
			}
			continue
		}
		init, w.Next = append(init, v), append(w.Next, next[i])
	}
	made, err := graph.AddWhile(b.x, n.Name, init, w)
	if err != nil {
		return nil, err
	}
	return filled(out, made), nil
}

package graph

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Scan runs a body for each number below n, in order or backwards: variables go from round to round, and
// what each round gives is stacked. It is map, fold and scan of traced functions.
type Scan struct {
	Body      *Graph
	Index     *op.Edge   // the number of the round, an int32 scalar
	Vars      []*op.Edge // the variables; their first values follow n among the node's inputs
	Next      []op.Value // in Body: the variables after one round
	Collect   []op.Value // in Body: what a round gives
	Backwards bool

	// Stack puts the rounds' results together; there may be none.
	Stack func(x *op.Exec, rounds [][]op.Value) ([]op.Value, error)
}

var scanDef = &op.Def{Name: "Scan", Grad: viaTape}

// NewScan begins a scan within the graph x adds to.
func NewScan(g *Graph, name string) *Scan {
	s := &Scan{Body: g.Within(name)}
	s.Index = s.Body.Input("index", tensor.Int32, tensor.KnownShape(nil))
	return s
}

// Var adds a variable.
func (s *Scan) Var(sp Spec) *op.Edge {
	e := s.Body.Input("state", sp.Type, sp.Shape)
	s.Vars = append(s.Vars, e)
	return e
}

// AddScan adds the node: n rounds, the variables' first values, and what is known of the stacked results.
func AddScan(x *op.Exec, name string, n op.Value, init []op.Value, body *Scan, stacked []Spec) ([]op.Value, error) {
	m := &op.Node{Def: scanDef, Name: name, Body: body, In: append([]op.Value{n}, init...)}
	var specs []Spec
	for _, v := range body.Vars {
		specs = append(specs, SpecOf(v))
	}
	f := newFree(x.Graph)
	f.graph(body.Body)
	f.values(body.Next)
	f.values(body.Collect)
	m.In = append(m.In, f.list...)
	Outputs(m, append(specs, stacked...))
	return m.Out, record(x, m)
}

type scanRunner struct {
	*Scan
	index   int
	vars    []int
	body    []step
	next    []source
	collect []source
}

func (p *Plan) scan(s *Scan) *scanRunner {
	r := &scanRunner{Scan: s, index: p.place(s.Index)}
	for _, v := range s.Vars {
		r.vars = append(r.vars, p.place(v))
	}
	wanted := append(append([]op.Value{}, s.Next...), s.Collect...)
	r.next, r.collect = p.sources(s.Next), p.sources(s.Collect)
	r.body = p.steps(s.Body, wanted, p.sources(wanted), nil)
	return r
}

func (r *scanRunner) run(fr *frame, x *op.Exec, n *op.Node) error {
	rounds := int(n.In[0].(*tensor.Tensor).Int(0))
	now := append([]op.Value{}, n.In[1:1+len(r.vars)]...)
	given := make([][]op.Value, max(rounds, 0))
	for k := range rounds {
		if r.Backwards {
			k = rounds - 1 - k
		}
		fr.regs[r.index] = tensor.Scalar(int32(k))
		for i, v := range r.vars {
			fr.regs[v] = now[i]
		}
		if err := fr.run(x, r.body); err != nil {
			return err
		}
		now, given[k] = fr.values(r.next), fr.values(r.collect)
	}
	n.Out = now
	if r.Stack == nil {
		return nil
	}
	out, err := r.Stack(x, given)
	n.Out = append(n.Out, out...)
	return err
}

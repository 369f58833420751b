package graph

import "github.com/tfs-lang/tfs/op"

// cloner copies the nodes of graphs into others, with other values for some.
type cloner struct {
	vals  map[op.Value]op.Value
	nodes map[*op.Node]*op.Node
}

//go:noinline
func newCloner() *cloner {
	return &cloner{vals: map[op.Value]op.Value{}, nodes: map[*op.Node]*op.Node{}}
}

func (c *cloner) value(v op.Value) op.Value {
	if e, ok := v.(*op.Edge); ok && e.Const != nil {
		return e.Const
	}
	if w, ok := c.vals[v]; ok {
		return w
	}
	return v
}

//go:noinline
func (c *cloner) values(vs []op.Value) []op.Value {
	out := make([]op.Value, len(vs))
	for i, v := range vs {
		out[i] = c.value(v)
	}
	return out
}

// graph copies the nodes of g into another graph.
func (c *cloner) graph(g, into *Graph) error {
	for _, n := range g.Nodes {
		m := &op.Node{Def: n.Def, At: n.At, Name: n.Name, Stream: n.Stream, Place: n.Place, In: c.values(n.In)}
		var specs []Spec
		for _, y := range n.Out {
			specs = append(specs, SpecOf(y))
		}
		var err error
		if m.Body, err = c.body(n, into); err != nil {
			return err
		}
		Outputs(m, specs)
		if err := into.Add(m); err != nil {
			return err
		}
		for i, y := range n.Out {
			c.vals[y] = m.Out[i]
			m.Out[i].(*op.Edge).Known = y.(*op.Edge).Known
		}
		c.nodes[n] = m
	}
	return nil
}

// body copies what a node of control flow runs; other bodies depend on the node's inputs alone.
func (c *cloner) body(n *op.Node, into *Graph) (any, error) {
	switch b := n.Body.(type) {
	case *If:
		out := &If{}
		for i, g := range b.Branches {
			h := into.Within(n.Name)
			if err := c.graph(g, h); err != nil {
				return nil, err
			}
			out.Branches, out.Outs = append(out.Branches, h), append(out.Outs, c.values(b.Outs[i]))
		}
		return out, nil
	case *While:
		return c.loop(n, b, into)
	case *Scan:
		s := NewScan(into, n.Name)
		s.Backwards, s.Stack = b.Backwards, b.Stack
		c.vals[b.Index] = s.Index
		for _, v := range b.Vars {
			c.vals[v] = s.Var(SpecOf(v))
		}
		err := c.graph(b.Body, s.Body)
		s.Next, s.Collect = c.values(b.Next), c.values(b.Collect)
		return s, err
	case *pullback:
		out := *b
		if of := c.nodes[b.of]; of != nil {
			out.of = of
		}
		return &out, nil
	}
	return n.Body, nil
}

func (c *cloner) loop(n *op.Node, b *While, into *Graph) (*While, error) {
	w := &While{Cond: into.Within(n.Name), Body: into.Within(n.Name), Limit: b.Limit}
	for _, v := range b.Vars {
		c.vals[v] = w.LoopVar("Placeholder", SpecOf(v))
	}
	if err := c.graph(b.Cond, w.Cond); err != nil {
		return nil, err
	}
	w.Test = c.value(b.Test)
	err := c.graph(b.Body, w.Body)
	w.Next = c.values(b.Next)
	return w, err
}

package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// spotted is an attribute or an entry of a container that a statement sets, o.x or d['k']: in a choice or loop of a
// trace it is a variable as names are.
type spotted struct {
	name string // as it is written
	base *slot
	attr string // of an attribute
	key  *slot  // of an entry
}

// places lists what bodies set in this way, each once. Keys are constants, or names that the bodies leave alone.
func (u *Unit) places(s *scope, bodies ...[]syntax.Stmt) []*spotted {
	if s.kind != funcScope {
		return nil
	}
	inner := newScope(funcScope, nil)
	for _, b := range bodies {
		inner.collect(b)
	}
	c := &placeFinder{u: u, s: s, changed: map[string]bool{}, seen: map[string]bool{}}
	for _, n := range inner.names {
		c.changed[n] = true
	}
	for _, b := range bodies {
		c.block(b)
	}
	return c.found
}

type placeFinder struct {
	u       *Unit
	s       *scope
	changed map[string]bool // names that are set
	seen    map[string]bool
	found   []*spotted
}

func (c *placeFinder) block(body []syntax.Stmt) {
	for _, st := range body {
		switch x := st.(type) {
		case *syntax.Assign:
			for _, t := range x.Targets {
				c.target(t)
			}
		case *syntax.AugAssign:
			c.target(x.Target)
		}
		walkBlocks(st, c.block)
	}
}

func (c *placeFinder) target(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.Tuple:
		for _, t := range x.Items {
			c.target(t)
		}
	case *syntax.List:
		for _, t := range x.Items {
			c.target(t)
		}
	case *syntax.Attr:
		if base, ok := c.text(x.X); ok {
			c.add(&spotted{name: base + "." + x.Name, attr: x.Name}, x.X, nil)
		}
	case *syntax.Index:
		base, ok := c.text(x.X)
		key, plain := c.key(x.Key)
		if ok && plain {
			c.add(&spotted{name: base + "[" + key + "]"}, x.X, x.Key)
		}
	}
}

func (c *placeFinder) add(p *spotted, base, key syntax.Expr) {
	if c.seen[p.name] {
		return
	}
	c.seen[p.name] = true
	p.base = c.u.slot(base, c.s)
	if key != nil {
		p.key = c.u.slot(key, c.s)
	}
	c.found = append(c.found, p)
}

// text is a base as it is written: names that are left alone, their attributes and entries.
func (c *placeFinder) text(e syntax.Expr) (string, bool) {
	switch x := e.(type) {
	case *syntax.Name:
		return x.ID, !c.changed[x.ID]
	case *syntax.Attr:
		base, ok := c.text(x.X)
		return base + "." + x.Name, ok
	case *syntax.Index:
		base, ok := c.text(x.X)
		key, plain := c.key(x.Key)
		return base + "[" + key + "]", ok && plain
	}
	return "", false
}

func (c *placeFinder) key(e syntax.Expr) (string, bool) {
	switch x := e.(type) {
	case *syntax.Const:
		return py.ReprOf(x.Value), true
	case *syntax.Name:
		return x.ID, !c.changed[x.ID]
	}
	return "", false
}

// get is what is there, nil for nothing.
func (p *spotted) get(f *Frame) py.Value {
	v, _ := p.read(f)
	return v
}

func (p *spotted) read(f *Frame) (py.Value, error) {
	base, err := p.base.eval(f)
	if err != nil {
		return nil, err
	}
	if p.key == nil {
		return py.GetAttr(f.t, base, p.attr)
	}
	switch base.(type) {
	case *py.Dict, *py.List:
	default: // what may compute is not asked
		return nil, nil
	}
	key, err := p.key.eval(f)
	if err != nil {
		return nil, err
	}
	return py.GetItem(f.t, base, key)
}

// set puts a value there, nil takes away what is there.
func (p *spotted) set(f *Frame, v py.Value) error {
	now := p.get(f)
	if v == nil && now == nil || v != nil && now != nil && py.Is(v, now) {
		return nil
	}
	base, err := p.base.eval(f)
	if err != nil {
		return err
	}
	if p.key == nil {
		if v == nil {
			return py.DelAttr(f.t, base, p.attr)
		}
		return py.SetAttr(f.t, base, p.attr, v)
	}
	key, err := p.key.eval(f)
	if err != nil {
		return err
	}
	if v == nil {
		return py.DelItem(f.t, base, key)
	}
	return py.SetItem(f.t, base, key, v)
}

// held is what places hold.
func (f *Frame) held(ps []*spotted) []py.Value {
	if len(ps) == 0 {
		return nil
	}
	out := make([]py.Value, len(ps))
	for i, p := range ps {
		out[i] = p.get(f)
	}
	return out
}

// hold puts values into places.
func (f *Frame) hold(ps []*spotted, vals []py.Value) error {
	for i, p := range ps {
		if err := p.set(f, vals[i]); err != nil {
			return err
		}
	}
	return nil
}

package graph

import (
	"unsafe"

	"github.com/tfs-lang/tfs/tensor"
	kernels "github.com/tfs-lang/tfs/tensor/loop"
)

// A chain is neighbouring members of a group, of float32, that run while what each leaves is still in registers:
// only what others than the next one need goes to memory.
type chain struct {
	first, len int // its members
	steps      kernels.Chain
	at         []int // where the argument or the result of each step lies: an input or a member, -1 for none
}

// chain finds the group's chains.
func (g *group) chain() {
	for i := 0; i < len(g.members); i++ {
		n := 0
		for i+n < len(g.members) && g.links(i+n) {
			n++
		}
		if n < 2 {
			continue
		}
		g.chains = append(g.chains, g.linked(i, n))
		i += n - 1
	}
}

// links tells whether a member can be part of a chain.
func (g *group) links(i int) bool {
	m := &g.members[i]
	if m.from != tensor.Float32 || m.dtype != tensor.Float32 {
		return false
	}
	name := g.steps[i].node.Def.Name
	if m.y < 0 {
		return kernels.ChainOne(name)
	}
	return kernels.ChainTwo(name)
}

// linked makes the chain of n members.
func (g *group) linked(first, n int) chain {
	c := chain{first: first, len: n}
	k := len(g.ins)
	add := func(at int) { c.at = append(c.at, at) }
	load := func(at int) { c.steps.Load(); add(at) }
	for i := first; i < first+n; i++ {
		m, name := &g.members[i], g.steps[i].node.Def.Name
		last := -1 // what the registers hold
		if i > first {
			last = k + i - 1
		}
		x, y := m.x, m.y
		number := func(at int) bool { return at < k && g.spread[at] != nil }
		with := func(at int, memory, one kernels.Form) {
			if number(at) {
				memory = one
			}
			c.steps.Two(name, memory)
			add(at)
		}
		switch {
		case y < 0:
			if x != last {
				load(x)
			}
			c.steps.One(name)
			add(-1)
		case x == y:
			if x != last {
				load(x)
			}
			c.steps.Two(name, kernels.WithItself)
			add(-1)
		case y == last || x != last && number(x):
			if y != last {
				load(y)
			}
			with(x, kernels.MemoryWith, kernels.NumberWith)
		default:
			if x != last {
				load(x)
			}
			with(y, kernels.WithMemory, kernels.WithNumber)
		}
		if g.needed(i, first+n) {
			c.steps.Store()
			add(k + i)
		}
	}
	return c
}

// needed tells whether a member's values are read by others than the next one of its chain, which ends before end.
func (g *group) needed(i, end int) bool {
	if g.members[i].out >= 0 || i+1 == end {
		return true
	}
	at := len(g.ins) + i
	for j := i + 2; j < len(g.members); j++ {
		if g.members[j].x == at || g.members[j].y == at {
			return true
		}
	}
	return false
}

// run carries a chain out on a whole block, whose inputs and members lie in run.
func (c *chain) run(w *worker, run [][]byte) bool {
	if len(w.at) < len(c.at) {
		w.at = make([]unsafe.Pointer, len(c.at))
	}
	for i, k := range c.at {
		w.at[i] = nil
		if k >= 0 {
			w.at[i] = unsafe.Pointer(unsafe.SliceData(run[k]))
		}
	}
	ok := c.steps.Run(w.at, 4*blockLen)
	clear(w.at[:len(c.at)])
	return ok
}

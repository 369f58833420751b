package graph

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	kernels "github.com/tfs-lang/tfs/tensor/loop"
)

// Elementwise nodes of one shape run together: block by block through all of them, so that what one node leaves is
// still near the processor when the next one takes it, and what only they use is never a tensor.

// group is elementwise nodes of one shape, whose inputs are all there when the first of them runs.
type group struct {
	steps   []step // the nodes one by one, for inputs that have not one shape after all
	ins     []source
	types   []tensor.DType // of ins
	members []member
	outs    []result
	slots   int // blocks of memory for what stays inside
	stride  int // bytes of each
	cost    int // bytes of an element that its inputs and results move
	chains  []chain
	shape   string
	floats  bool // all it takes and gives is float32, float64 or bool: whole blocks run with denormals as zeros

	spread [][]byte // of inputs that are known scalars: a block of them
}

// member is a node of a group.
type member struct {
	block tensor.Block
	dtype tensor.DType // of what it gives
	from  tensor.DType // of what it takes
	x, y  int          // what it takes: an input, or len(ins) + a member; y is -1 for a node of one input
	slot  int          // where a block of what it gives lies, -1: in a tensor
	out   int          // which result it is, -1: it stays inside
}

// result is a register that a group sets.
type result struct {
	reg, member int
	dtype       tensor.DType
}

const (
	blockLen   = 2048 // elements of a block
	maxMembers = 64   // nodes of a group
	maxInputs  = 64
)

// fuse puts the elementwise steps among those of a graph together. wanted is what others need of the graph.
func (p *Plan) fuse(steps []step, wanted []source) []step {
	f := &fuser{made: map[int]int{}}
	reads := map[int]int{}
	count := func(in []source) {
		for _, s := range in {
			if s.reg >= 0 {
				reads[s.reg]++
			}
		}
	}
	for i := range steps {
		f.add(&steps[i])
		count(steps[i].in)
	}
	count(wanted)
	for i := range f.items {
		if it := &f.items[i]; it.group != nil {
			it.group.finish(reads)
			it.in = it.group.ins
			for _, o := range it.group.outs {
				it.out = append(it.out, o.reg)
			}
		}
	}
	return f.items
}

// fuser arranges steps.
type fuser struct {
	items []step
	made  map[int]int // registers and the items that set them
}

func (f *fuser) add(s *step) {
	at := len(f.items)
	if block, d := s.block(); block != nil {
		at = f.place(s)
		if at == len(f.items) {
			f.items = append(f.items, step{node: s.node, group: &group{shape: shapeOf(s.node)}})
		}
		g := f.items[at].group
		g.steps = append(g.steps, *s)
		g.members = append(g.members, member{block: block, dtype: d})
	} else {
		f.items = append(f.items, *s)
	}
	for _, r := range s.out {
		f.made[r] = at
	}
}

// place is the item a step joins: the last group of its shape that comes after what it reads. A step whose shape is
// not settled may fail, and is not moved before one that shows or changes something.
func (f *fuser) place(s *step) int {
	from := 0
	for _, in := range s.in {
		if at, ok := f.made[in.reg]; ok && in.reg >= 0 {
			from = max(from, at)
		}
	}
	shape, settled := shapeOf(s.node), op.StaticShape(s.node.Out[0]).FullyDefined()
	for at := len(f.items) - 1; at >= from; at-- {
		it := &f.items[at]
		if g := it.group; g != nil {
			if g.shape == shape && len(g.steps) < maxMembers && g.inputs() < maxInputs-1 {
				return at
			}
			continue
		}
		if !settled && keepsRunning(it.node) {
			break
		}
	}
	return len(f.items)
}

func (g *group) inputs() int {
	n := 0
	for i := range g.steps {
		n += len(g.steps[i].in)
	}
	return n
}

func shapeOf(n *op.Node) string { return op.StaticShape(n.Out[0]).String() }

// block is the kernel of a step that can be part of a group.
func (s *step) block() (tensor.Block, tensor.DType) {
	if s.part != nil || s.keep || s.node.Body != nil || len(s.node.Out) != 1 {
		return nil, tensor.Invalid
	}
	return s.node.Block()
}

// finish settles the group's inputs, results and memory. reads counts who reads each register.
func (g *group) finish(reads map[int]int) {
	home := map[int]int{} // registers of members
	for i := range g.steps {
		home[g.steps[i].out[0]] = i
	}
	within := map[int]int{}
	for i := range g.steps {
		s, m := &g.steps[i], &g.members[i]
		m.y, m.out, m.from = -1, -1, s.node.In[0].DType()
		for k, in := range s.in {
			at, ok := home[in.reg]
			if ok && in.reg >= 0 {
				within[in.reg]++
				at += maxInputs // told from the inputs below
			} else {
				at = g.input(in, s.node.In[k].DType())
			}
			if k == 0 {
				m.x = at
			} else {
				m.y = at
			}
		}
	}
	for i := range g.members {
		m := &g.members[i]
		for _, k := range []*int{&m.x, &m.y} {
			if *k >= maxInputs {
				*k += len(g.ins) - maxInputs
			}
		}
		if r := g.steps[i].out[0]; reads[r] > within[r] {
			m.out = len(g.outs)
			g.outs = append(g.outs, result{r, i, m.dtype})
			g.cost += m.dtype.Size()
		}
		g.stride = max(g.stride, blockLen*m.dtype.Size())
	}
	g.floats = len(g.members) > 1
	for _, m := range g.members {
		g.floats = g.floats && plainFloat(m.from) && plainFloat(m.dtype)
	}
	g.slot()
	for i, in := range g.ins {
		g.cost += g.types[i].Size()
		g.spread = append(g.spread, nil)
		if t, ok := in.val.(*tensor.Tensor); ok && t.Rank() == 0 {
			g.spread[i] = tensor.Spread(t.Bytes(), blockLen)
		}
	}
	g.chain()
}

func plainFloat(d tensor.DType) bool {
	return d == tensor.Float32 || d == tensor.Float64 || d == tensor.Bool
}

func (g *group) input(s source, d tensor.DType) int {
	for i, old := range g.ins {
		if old == s {
			return i
		}
	}
	g.ins, g.types = append(g.ins, s), append(g.types, d)
	return len(g.ins) - 1
}

// slot gives the members that stay inside memory, which is used again after the last member that reads it.
func (g *group) slot() {
	last := make([]int, len(g.members))
	for i, m := range g.members {
		for _, k := range []int{m.x, m.y} {
			if k >= len(g.ins) {
				last[k-len(g.ins)] = i
			}
		}
	}
	var free []int
	for i := range g.members {
		m := &g.members[i]
		m.slot = -1
		if m.out < 0 {
			if n := len(free); n > 0 {
				m.slot, free = free[n-1], free[:n-1]
			} else {
				m.slot = g.slots
				g.slots++
			}
		}
		for j := range i { // freed after m has its own: no node writes what it reads
			if last[j] == i && g.members[j].slot >= 0 {
				free = append(free, g.members[j].slot)
			}
		}
	}
}

// run carries the group out. done is false if its inputs have not one shape.
func (g *group) run(fr *frame, x *op.Exec) (done bool, err error) {
	w := workers.Get().(*worker)
	defer w.done(g)
	w.fit(g)
	in, z := w.in[:0], w.out[:0]
	var shape []int
	whole := uint64(0) // the inputs, then the members, that are no scalars
	for i, s := range g.ins {
		t, ok := fr.value(s).(*tensor.Tensor)
		if !ok || t.DType() != g.types[i] {
			return false, nil
		}
		in = append(in, t)
		if t.Rank() == 0 {
			continue
		}
		if whole != 0 && !slices.Equal(shape, t.Shape()) {
			return false, nil
		}
		shape = t.Shape()
		whole |= 1 << i
	}
	if whole != 0 && !g.allWhole(whole) {
		return false, nil
	}
	for _, o := range g.outs {
		t, err := fr.blank(o.dtype, shape)
		if err != nil {
			return true, err
		}
		z = append(z, t)
	}
	if err := g.compute(x, w, in, z, shape, whole); err != nil {
		return true, err
	}
	for i, o := range g.outs {
		fr.regs[o.reg] = z[i]
	}
	return true, nil
}

// allWhole tells whether every member takes something that is no scalar.
func (g *group) allWhole(ins uint64) bool {
	var made uint64
	for i := range g.members {
		m := &g.members[i]
		if !g.isWhole(m.x, ins, made) && (m.y < 0 || !g.isWhole(m.y, ins, made)) {
			return false
		}
		made |= 1 << i
	}
	return true
}

func (g *group) isWhole(k int, ins, made uint64) bool {
	if k < len(g.ins) {
		return ins>>k&1 == 1
	}
	return made>>(k-len(g.ins))&1 == 1
}

// compute fills the results.
func (g *group) compute(x *op.Exec, w *worker, in, z []*tensor.Tensor, shape []int, whole uint64) error {
	n := 1
	for _, d := range shape {
		n *= d
	}
	if n == 0 {
		return nil
	}
	scalars := w.scalars[:len(g.ins)]
	for i, t := range in {
		switch {
		case n == 1 || whole>>i&1 == 1:
			scalars[i] = nil
		case g.spread[i] != nil:
			scalars[i] = g.spread[i]
		default:
			scalars[i] = tensor.Spread(t.Bytes(), min(n, blockLen))
		}
	}
	if n <= blockLen {
		g.blocks(w, in, z, scalars, n, 0, 1)
		return nil
	}
	count := (n + blockLen - 1) / blockLen
	return tensor.Parallel(x.Ctx, count, blockLen*g.cost, func(lo, hi int) {
		w := workers.Get().(*worker)
		defer w.done(g)
		w.fit(g)
		g.blocks(w, in, z, scalars, n, lo, hi)
	})
}

// blocks computes the blocks from lo to hi of tensors of n elements, those without a part of a vector at their end
// in one switch of the processor's mode.
func (g *group) blocks(w *worker, in, z []*tensor.Tensor, scalars [][]byte, n, lo, hi int) {
	whole := hi
	if !g.floats {
		whole = lo
	} else if hi*blockLen > n && n%16 > 0 {
		whole = hi - 1
	}
	if lo < whole {
		kernels.Flushed(func() { g.each(w, in, z, scalars, n, lo, whole) })
	}
	g.each(w, in, z, scalars, n, max(lo, whole), hi)
}

func (g *group) each(w *worker, in, z []*tensor.Tensor, scalars [][]byte, n, lo, hi int) {
	k := len(g.ins)
	run := w.run[:k+len(g.members)]
	for b := lo; b < hi; b++ {
		from := b * blockLen
		size := min(n-from, blockLen)
		for i, t := range in {
			e := g.types[i].Size()
			if s := scalars[i]; s != nil {
				run[i] = s[:size*e]
			} else {
				run[i] = t.Bytes()[from*e : (from+size)*e]
			}
		}
		for i := range g.members {
			m := &g.members[i]
			e := m.dtype.Size()
			if m.out >= 0 {
				run[k+i] = z[m.out].Bytes()[from*e : (from+size)*e]
			} else {
				run[k+i] = w.room[m.slot*g.stride:][:size*e]
			}
		}
		chains := g.chains
		for i := 0; i < len(g.members); i++ {
			if len(chains) > 0 && chains[0].first == i {
				c := &chains[0]
				chains = chains[1:]
				if size == blockLen && c.run(w, run) {
					i += c.len - 1
					continue
				}
			}
			m := &g.members[i]
			var y []byte
			if m.y >= 0 {
				y = run[m.y]
			}
			m.block(run[k+i], run[m.x], y, min(max(tensor.Packets(m.from, n)-from, 0), size))
		}
	}
}

// worker is the memory one goroutine needs for a group.
type worker struct {
	run, scalars [][]byte
	in, out      []*tensor.Tensor
	room         []byte
	at           []unsafe.Pointer
}

var workers = sync.Pool{New: func() any { return new(worker) }}

func (w *worker) fit(g *group) {
	if n := len(g.ins) + len(g.members); len(w.run) < n {
		w.run = make([][]byte, n)
	}
	if n := len(g.ins); len(w.scalars) < n {
		w.scalars, w.in = make([][]byte, n), make([]*tensor.Tensor, n)
	}
	if n := len(g.outs); len(w.out) < n {
		w.out = make([]*tensor.Tensor, n)
	}
	if n := g.slots * g.stride; len(w.room) < n {
		w.room = make([]byte, n)
	}
}

// done gives the memory back, without the tensors.
func (w *worker) done(g *group) {
	clear(w.run[:len(g.ins)+len(g.members)])
	clear(w.scalars[:len(g.ins)])
	clear(w.in[:len(g.ins)])
	clear(w.out[:len(g.outs)])
	workers.Put(w)
}

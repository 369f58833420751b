package graph

import (
	"encoding/binary"
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// whileRunner runs a loop.
type whileRunner struct {
	vars       []int
	cond, body []step
	test       source
	next       []source
	limit      int
	count      *counter

	held  map[int]bool // registers that others than groups read
	fresh map[int]bool // registers that groups set and that nobody else holds at the end of a round
	local []bool       // variables of which nobody holds the tensor after a round
	from  []int        // which variable's tensor a variable takes over; made: one of the round
}

const (
	shared = -1 // a tensor that others may hold
	made   = -2
)

// loop prepares a loop.
func (p *Plan) loop(b *While) *whileRunner {
	r := &whileRunner{limit: b.Limit, held: map[int]bool{}, fresh: map[int]bool{}}
	for _, v := range b.Vars {
		r.vars = append(r.vars, p.place(v))
	}
	next := slices.Clone(b.Next)
	if r.count = p.counter(b); r.count != nil {
		next[r.count.at] = b.Vars[r.count.at]
	} else {
		test := []op.Value{b.Test}
		places := p.sources(test)
		r.cond, r.test = p.steps(b.Cond, test, places, r), places[0]
	}
	r.next = p.sources(next)
	r.body = p.steps(b.Body, next, r.next, r)
	r.own()
	return r
}

// own finds the variables whose tensors are free after a round: those that only groups read, and that go on to no
// variable whose tensors others hold.
func (r *whileRunner) own() {
	r.local, r.from = make([]bool, len(r.vars)), make([]int, len(r.vars))
	for i, v := range r.vars {
		r.local[i] = !r.held[v]
	}
	for changed := true; changed; {
		changed = false
		for i, s := range r.next {
			if r.local[i] {
				continue
			}
			delete(r.fresh, s.reg)
			if k := slices.Index(r.vars, s.reg); s.reg >= 0 && k >= 0 && r.local[k] {
				r.local[k], changed = false, true
			}
		}
	}
	for i, s := range r.next {
		r.from[i] = shared
		if s.reg < 0 {
			continue
		}
		if k := slices.Index(r.vars, s.reg); k >= 0 {
			r.from[i] = k
		} else if r.fresh[s.reg] && !r.held[s.reg] {
			r.from[i] = made
		}
	}
}

func (r *whileRunner) run(fr *frame, x *op.Exec, n *op.Node) error {
	now := append([]op.Value{}, n.In[:len(r.vars)]...)
	then, own, owned := make([]op.Value, len(now)), make([]bool, len(now)), make([]bool, len(now))
	var k count
	if r.count != nil {
		k = r.count.begin(fr, now)
	}
	for round := 0; r.limit == 0 || round < r.limit; round++ {
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		for i, v := range r.vars {
			fr.regs[v] = now[i]
		}
		if r.count != nil {
			if k.now >= k.end {
				break
			}
			if err := k.set(fr, now); err != nil {
				return err
			}
			fr.regs[r.vars[k.at]] = now[k.at]
			own[k.at] = true
		} else {
			if err := fr.run(x, r.cond); err != nil {
				return err
			}
			on := fr.value(r.test).(*tensor.Tensor)
			stop := on.Int(0) == 0
			if r.fresh[r.test.reg] && !r.held[r.test.reg] && x.Tape == nil {
				fr.put(on)
			}
			if stop {
				break
			}
		}
		if err := fr.run(x, r.body); err != nil {
			return err
		}
		for i, s := range r.next {
			then[i] = fr.value(s)
		}
		if r.count != nil {
			then[k.at] = nil // set at the next round's begin
		}
		if x.Tape == nil {
			r.free(fr, now, then, own, owned)
		}
		now, then, own, owned = then, now, owned, own
		k.now += k.by
	}
	if r.count != nil {
		if err := k.set(fr, now); err != nil {
			return err
		}
	}
	n.Out = now
	return nil
}

// free takes back the tensors of variables that are not needed in the next round.
func (r *whileRunner) free(fr *frame, now, then []op.Value, own, owned []bool) {
	for i, v := range now {
		if own[i] && r.local[i] && !slices.Contains(then, v) && !slices.Contains(now[:i], v) {
			fr.put(v.(*tensor.Tensor))
		}
	}
	for i, from := range r.from {
		owned[i] = from == made || from >= 0 && own[from]
	}
}

// counter is the variable of a loop that runs up to a limit that stays: `i < n` and `i + by`.
type counter struct {
	at    int // among the variables
	limit source
	by    int
}

// counter finds the loop's counter, nil for other loops.
func (p *Plan) counter(b *While) *counter {
	test, ok := b.Test.(*op.Edge)
	if !ok || test.Node == nil || test.Node.Def != op.Less || len(Needed(b.Cond, []op.Value{b.Test})) != 1 {
		return nil
	}
	at := slices.IndexFunc(b.Vars, func(e *op.Edge) bool { return test.Node.In[0] == op.Value(e) })
	if at < 0 || !isCount(b.Vars[at]) || !isCount(test.Node.In[1]) {
		return nil
	}
	if e, ok := test.Node.In[1].(*op.Edge); ok && e.Const == nil &&
		(slices.Contains(b.Vars, e) || e.Node.Owner == any(b.Cond)) {
		return nil
	}
	next, ok := b.Next[at].(*op.Edge)
	if !ok || next.Node == nil || next.Node.Def != op.AddV2 || next.Node.Owner != any(b.Body) ||
		next.Node.In[0] != op.Value(b.Vars[at]) {
		return nil
	}
	by := op.Constant(next.Node.In[1])
	if by == nil || by.Len() != 1 || by.Int(0) < 1 || by.Int(0) > 1<<20 {
		return nil
	}
	return &counter{at, p.sources(test.Node.In[1:])[0], int(by.Int(0))}
}

// isCount tells an int32 or int64 scalar.
func isCount(v op.Value) bool {
	s := op.StaticShape(v)
	d := v.DType()
	return (d == tensor.Int32 || d == tensor.Int64) && !s.UnknownRank && len(s.Dims) == 0
}

// count is a counter while a loop runs.
type count struct {
	*counter
	dtype        tensor.DType
	now, end, by int
}

func (c *counter) begin(fr *frame, vars []op.Value) count {
	first := vars[c.at].(*tensor.Tensor)
	return count{c, first.DType(), int(first.Int(0)), int(fr.value(c.limit).(*tensor.Tensor).Int(0)), c.by}
}

// set makes a tensor of the number.
func (k *count) set(fr *frame, vars []op.Value) error {
	z, err := fr.blank(k.dtype, nil)
	if err != nil {
		return err
	}
	if k.dtype == tensor.Int32 {
		binary.NativeEndian.PutUint32(z.Bytes(), uint32(k.now))
	} else {
		binary.NativeEndian.PutUint64(z.Bytes(), uint64(k.now))
	}
	vars[k.at] = z
	return nil
}

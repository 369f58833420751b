package graph

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Memory is used again where nobody can see it: what a group of elementwise nodes gives and only such groups read is
// free after the last of them. Other kernels may hand their inputs on or keep them, and tapes keep everything.

// settle finds the registers that are free after each step. wanted are those that others need; of a loop's, it learns
// which variables are free after a round.
func settle(items []step, wanted []source, loop *whileRunner) {
	last := map[int]int{} // results of groups and their last readers
	for i := range items {
		if items[i].group != nil {
			for _, r := range items[i].out {
				last[r] = i
			}
		}
		for k, in := range items[i].in {
			if in.reg < 0 {
				continue
			}
			if items[i].group == nil && !(items[i].pick && k == 1) {
				delete(last, in.reg)
				if loop != nil {
					loop.held[in.reg] = true
				}
			} else if _, ok := last[in.reg]; ok {
				last[in.reg] = i
			}
		}
	}
	for _, w := range wanted {
		if _, ok := last[w.reg]; ok && loop != nil {
			loop.fresh[w.reg] = true
		}
		delete(last, w.reg)
	}
	for r, i := range last {
		items[i].dead = append(items[i].dead, r)
	}
}

// spares is how many tensors a call keeps for its next results.
const spares = 32

// release takes back the tensors of registers.
func (fr *frame) release(regs []int) {
	for _, r := range regs {
		if t, ok := fr.regs[r].(*tensor.Tensor); ok {
			fr.put(t)
		}
		fr.regs[r] = nil
	}
}

func (fr *frame) put(t *tensor.Tensor) {
	if len(fr.spare) < spares {
		fr.spare = append(fr.spare, t)
	}
}

// blank is a tensor whose elements are not set yet.
func (fr *frame) blank(d tensor.DType, shape []int) (*tensor.Tensor, error) {
	for i := len(fr.spare) - 1; i >= 0; i-- {
		if t := fr.spare[i]; t.Refit(d, shape) {
			fr.spare[i] = fr.spare[len(fr.spare)-1]
			fr.spare[len(fr.spare)-1] = nil
			fr.spare = fr.spare[:len(fr.spare)-1]
			return t, nil
		}
	}
	return tensor.Blank(d, shape)
}

// picks tells a node that may take an element out of a vector, as a loop over its elements does.
func picks(n *op.Node) bool {
	if n.Def != op.GatherV2 || len(n.In) != 3 {
		return false
	}
	axis := op.Constant(n.In[2])
	return axis != nil && axis.Len() == 1 && axis.Int(0) == 0
}

// pick takes an element out of a vector of numbers; false when that is not what the step does, or fails.
func (fr *frame) pick(s *step) bool {
	x, ok := fr.value(s.in[0]).(*tensor.Tensor)
	i, known := fr.value(s.in[1]).(*tensor.Tensor)
	if !ok || !known || x.Rank() != 1 || i.Rank() != 0 || x.DType().Size() == 0 || x.DType() == tensor.String {
		return false
	}
	at := int(i.Int(0))
	if at < 0 || at >= x.Len() {
		return false
	}
	z, err := fr.blank(x.DType(), nil)
	if err != nil {
		return false
	}
	e := x.DType().Size()
	copy(z.Bytes(), x.Bytes()[at*e:(at+1)*e])
	fr.regs[s.out[0]] = z
	return true
}

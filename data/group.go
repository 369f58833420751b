package data

import (
	"github.com/tfs-lang/tfs/tensor"
)

// GroupByWindow collects elements by a key until there are as many as the key's window holds, and gives the
// elements of the dataset that reduce makes of the key and the window. The functions give: key an integer, size
// that of the window of a key, reduce a dataset.
func GroupByWindow(d *Dataset, key, reduce, size Func) *Dataset {
	var out *Dataset
	out = stage("GroupByWindow", Unknown, func(e *Env) (Iterator, error) {
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		g := &grouper{in: in, groups: map[int64][]Element{}, sizes: map[int64]int64{}}
		g.key = func(r *Run, x Element) (Element, error) { return out.called(r, e, key, x) }
		g.size = func(r *Run, x Element) (Element, error) { return out.called(r, e, size, x) }
		g.reduce = func(r *Run, k int64, rows []Element) (Iterator, error) {
			window := FromElements("Window", rows)
			y, err := out.called(r, e, reduce, Element{tensor.Scalar(k), window})
			if err != nil {
				return nil, err
			}
			root := y[0].(*Dataset)
			root.count(r)
			return root.Open(e)
		}
		return g, nil
	}, d).calls(key, reduce, size)
	return out
}

// grouper is the iterator of GroupByWindow.
type grouper struct {
	in        Iterator
	key, size func(r *Run, x Element) (Element, error)
	reduce    func(r *Run, k int64, rows []Element) (Iterator, error)

	groups map[int64][]Element
	sizes  map[int64]int64
	inner  Iterator // of the window at hand
	over   bool
}

// Next gives the elements of full windows as they come about, then those of the windows that are left, by key.
func (g *grouper) Next(r *Run) (Element, error) {
	for {
		if err := r.Check(); err != nil {
			return nil, err
		}
		if g.inner != nil {
			x, err := g.inner.Next(r)
			if err != End {
				return x, err
			}
			g.inner = nil
		}
		if !g.over {
			if err := g.collect(r); err != nil {
				return nil, err
			}
			continue
		}
		if len(g.groups) == 0 {
			return nil, End
		}
		if err := g.flush(r, g.least()); err != nil {
			return nil, err
		}
	}
}

// collect puts the next element into its group.
func (g *grouper) collect(r *Run) error {
	x, err := g.in.Next(r)
	if err == End {
		g.over = true
		return nil
	}
	if err != nil {
		return err
	}
	y, err := g.key(r, x)
	if err != nil {
		return err
	}
	k := y[0].(*tensor.Tensor).Int(0)
	if _, ok := g.sizes[k]; !ok {
		n, err := g.size(r, Element{tensor.Scalar(k)})
		if err != nil {
			return err
		}
		if g.sizes[k] = n[0].(*tensor.Tensor).Int(0); g.sizes[k] <= 0 {
			return tensor.Errorf("Window size must be greater than zero, but got %d.", g.sizes[k])
		}
	}
	g.groups[k] = append(g.groups[k], x)
	if int64(len(g.groups[k])) == g.sizes[k] {
		return g.flush(r, k)
	}
	return nil
}

func (g *grouper) flush(r *Run, k int64) (err error) {
	rows := g.groups[k]
	delete(g.groups, k)
	delete(g.sizes, k)
	g.inner, err = g.reduce(r, k, rows)
	return err
}

// least is the smallest key there is a group of.
func (g *grouper) least() int64 {
	first, least := true, int64(0)
	for k := range g.groups {
		if first || k < least {
			first, least = false, k
		}
	}
	return least
}

// Choose takes the next element of one of several datasets, whose number choice gives; stop ends at the first
// dataset that has no more, otherwise what chooses one is left out.
func Choose(choice *Dataset, ds []*Dataset, stop bool) *Dataset {
	size := int64(Unknown)
	for _, d := range ds {
		if d.Size == Infinite {
			size = Infinite
		}
	}
	return stage("DirectedInterleave", size, func(e *Env) (Iterator, error) {
		sel, err := choice.Open(e)
		if err != nil {
			return nil, err
		}
		ins := make([]Iterator, len(ds))
		for i, d := range ds {
			if ins[i], err = d.Open(e); err != nil {
				return nil, err
			}
		}
		left := len(ins)
		return next(func(r *Run) (Element, error) {
			for left > 0 {
				if err := r.Check(); err != nil {
					return nil, err
				}
				y, err := sel.Next(r)
				if err != nil {
					return nil, err
				}
				k := y[0].(*tensor.Tensor).Int(0)
				if k < 0 || k >= int64(len(ins)) {
					return nil, tensor.Errorf("Selector index out of range: %d >= %d", k, len(ins))
				}
				if ins[k] == nil {
					continue
				}
				x, err := ins[k].Next(r)
				if err != End {
					return x, err
				}
				if ins[k] = nil; stop {
					left = 0
				} else {
					left--
				}
			}
			return nil, End
		}), nil
	}, append([]*Dataset{choice}, ds...)...)
}

// Unique gives each element once; elements are scalars or tensors of one component.
func Unique(d *Dataset) *Dataset {
	size := int64(Unknown)
	if d.Size == 0 {
		size = 0
	}
	return over("Unique", size, d, func(*Env) (step, error) {
		seen := map[string]bool{}
		return func(r *Run, in Iterator) (Element, error) {
			return kept(r, in, func(x Element) (bool, error) {
				key := contents(x[0].(*tensor.Tensor))
				again := seen[key]
				seen[key] = true
				return !again, nil
			})
		}, nil
	})
}

// contents is a text that two tensors of one type have in common just when they are equal.
func contents(t *tensor.Tensor) string {
	key := dims(t.Shape())
	if t.DType() != tensor.String {
		return key + string(t.Bytes())
	}
	for i := range t.Len() {
		s := t.Str(i)
		key += dims([]int{len(s)}) + s
	}
	return key
}

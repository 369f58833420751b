package parquet

import (
	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

// assembly makes lists of levels. Of each entry the repetition level says which list goes on (0: the next row), the
// definition level how deep something is there.
type assembly struct {
	leaf   *leaf
	rows   int
	splits [][]int64 // of each list so far
	there  [][]bool  // of each list, and of the values
	n      int       // values, missing ones counted
	fixed  []byte
	texts  tensor.StringBuilder
	begun  int // rows so far
}

func newAssembly(l *leaf, rows int) *assembly {
	return &assembly{leaf: l, rows: rows, splits: make([][]int64, len(l.lists)), there: make([][]bool, len(l.lists)+1)}
}

// add adds the entries of a page and the values of those that are there.
func (a *assembly) add(n int, rep, def []uint32, v *values) error {
	lists := a.leaf.lists
	if !tensor.Reserve(int64(n)*int64(2+8*len(lists)) + int64(len(v.fixed))) {
		return tensor.Failf(tensor.ResourceExhausted, "the %d values of column %q do not fit", n, a.leaf.name)
	}
	if rep == nil && def == nil {
		a.begun += n
		return a.put(n, v)
	}
	at := 0
	for i := range n {
		r, d := 0, a.leaf.maxDef
		if rep != nil {
			r = int(rep[i])
		}
		if def != nil {
			d = int(def[i])
		}
		if r > len(lists) || r > 0 && (a.begun == 0 || d < lists[r-1].element) {
			return damaged("the levels of column %q do not fit each other", a.leaf.name)
		}
		if r == 0 {
			a.begun++
		}
		if a.descend(r, d) {
			ok := d == a.leaf.maxDef
			a.there[len(lists)] = append(a.there[len(lists)], ok)
			a.one(ok, v, &at)
		}
	}
	return nil
}

// descend begins the lists below level r as far as they are there; false when there is no value at the end.
func (a *assembly) descend(r, d int) bool {
	for k := r; k < len(a.leaf.lists); k++ {
		a.splits[k] = append(a.splits[k], a.count(k))
		a.there[k] = append(a.there[k], d >= a.leaf.lists[k].there)
		if d < a.leaf.lists[k].element {
			return false
		}
	}
	return true
}

// count is how many elements the lists of a level have so far.
func (a *assembly) count(k int) int64 {
	if k+1 < len(a.splits) {
		return int64(len(a.splits[k+1]))
	}
	return int64(a.n)
}

// one appends a value, or what stands for a missing one.
func (a *assembly) one(ok bool, v *values, at *int) {
	a.n++
	size := a.leaf.dtype.Size()
	switch {
	case a.leaf.dtype == tensor.String && ok:
		a.texts.Append(v.texts[*at])
	case a.leaf.dtype == tensor.String:
		a.texts.Append("")
	case ok:
		a.fixed = append(a.fixed, v.fixed[*at*size:(*at+1)*size]...)
	default:
		var zero [16]byte
		a.fixed = append(a.fixed, zero[:size]...)
	}
	if ok {
		*at++
	}
}

// put appends n values that are all there.
func (a *assembly) put(n int, v *values) error {
	a.n += n
	for _, s := range v.texts {
		a.texts.Append(s)
	}
	a.fixed = append(a.fixed, v.fixed...)
	return nil
}

// column is the finished column.
func (a *assembly) column() (*columnar.Column, error) {
	if a.begun != a.rows {
		return nil, damaged("column %q has %d rows instead of %d", a.leaf.name, a.begun, a.rows)
	}
	c := &columnar.Column{Name: a.leaf.name, Kind: a.leaf.kind}
	for k := range a.splits {
		c.Splits = append(c.Splits, append(a.splits[k], a.count(k)))
	}
	for _, mask := range a.there {
		all := true
		for _, ok := range mask {
			all = all && ok
		}
		if all {
			mask = nil
		}
		c.Valid = append(c.Valid, mask)
	}
	var err error
	if a.leaf.dtype == tensor.String {
		c.Values, err = a.texts.Tensor([]int{a.n})
	} else {
		c.Values = tensor.FromBytes(a.leaf.dtype, []int{a.n}, a.fixed)
	}
	if err != nil {
		return nil, err
	}
	if a.leaf.dtype == tensor.Bool {
		for i, x := range a.fixed {
			a.fixed[i] = x & 1
		}
	}
	return c, c.Check()
}

package data

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Windows says which elements are in a window: size of them, every stride-th one; the next window begins shift
// elements later.
type Windows struct {
	Size, Shift, Stride op.Value
	Drop                bool // windows that the input does not fill are left out
}

// size is the cardinality of windows over so many elements.
func (w *Windows) size(n int64) int64 {
	k, ok1 := number(w.Size)
	shift, ok2 := number(w.Shift)
	stride, ok3 := number(w.Stride)
	switch {
	case n < 0:
		return n
	case !ok1 || !ok2 || !ok3 || shift <= 0:
		return Unknown
	case w.Drop:
		need := (k-1)*stride + 1
		if n < need {
			return 0
		}
		return (n-need)/shift + 1
	}
	return (n + shift - 1) / shift
}

// Window makes datasets of consecutive elements, one for each component.
func Window(d *Dataset, w Windows) *Dataset {
	return stage("Window", w.size(d.Size), func(e *Env) (Iterator, error) {
		out := &windower{drop: w.Drop}
		for _, x := range []struct {
			v    op.Value
			to   *int64
			name string
		}{{w.Size, &out.size, "Window size"}, {w.Shift, &out.shift, "Window shift"},
			{w.Stride, &out.stride, "Window stride"}} {
			n, err := e.Int(x.v)
			if err != nil {
				return nil, err
			}
			if n <= 0 {
				return nil, tensor.Errorf("%s must be greater than zero.", x.name)
			}
			*x.to = n
		}
		var err error
		out.in, err = d.Open(e)
		return out, err
	}, d).uses(w.Size, w.Shift, w.Stride)
}

// windower is the iterator of Window: it holds the elements a window may still need.
type windower struct {
	in                  Iterator
	size, shift, stride int64
	drop                bool

	held []Element // from the first element of the next window on
	skip int64     // elements between windows to leave out
	over bool
}

// Next is the next window.
func (w *windower) Next(r *Run) (Element, error) {
	span := (w.size-1)*w.stride + 1
	for !w.over && int64(len(w.held)) < span {
		if err := r.Check(); err != nil {
			return nil, err
		}
		x, err := w.in.Next(r)
		if err == End {
			w.over = true
			break
		}
		if err != nil {
			return nil, err
		}
		if w.skip > 0 {
			w.skip--
			continue
		}
		w.held = append(w.held, x)
	}
	if len(w.held) == 0 || w.drop && int64(len(w.held)) < span {
		return nil, End
	}
	var rows []Element
	for i := int64(0); i < min(span, int64(len(w.held))); i += w.stride {
		rows = append(rows, w.held[i])
	}
	if k := min(w.shift, int64(len(w.held))); k < w.shift {
		w.skip, w.held = w.shift-k, nil
	} else {
		w.held = append([]Element(nil), w.held[k:]...)
	}
	return windows(rows), nil
}

// windows are the datasets of the components of some elements.
func windows(rows []Element) Element {
	out := make(Element, len(rows[0]))
	for i := range out {
		list := make([]Element, len(rows))
		for k, row := range rows {
			list[k] = row[i : i+1 : i+1]
		}
		out[i] = FromElements("Window", list)
	}
	return out
}

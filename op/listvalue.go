package op

import (
	"sync"

	"github.com/tfs-lang/tfs/tensor"
)

// List is a list of tensors of one type, TensorFlow's TensorList: what arrays and loops write into one by one.
// Those of type variant are lists and optionals.
// A list does not change: putting an element gives another list. Both share their memory. The newest holds the
// elements; an older one remembers how it differs from the next newer one, and takes the elements over when it is
// read, so that a list that is only ever read in its newest form costs no copies.
type List struct {
	Elem  tensor.DType
	Shape tensor.PartialShape // what is known of the elements' shapes

	n    int
	held *[]Value // the elements, nil for those that were not written; of the newest list only
	next *List    // a list closer to the newest one,
	at   int      // from which this one differs at this place, -1 for nowhere,
	was  Value    // by this element
}

// listMu guards the memory that lists share.
var listMu sync.Mutex

// NewList is a list of n elements that were not written.
func NewList(d tensor.DType, shape tensor.PartialShape, n int) (*List, error) {
	items, err := tensor.Make[Value](n)
	if err != nil {
		return nil, err
	}
	return listOf(d, shape, items), nil
}

// ListOf is a list of elements.
func ListOf(d tensor.DType, shape tensor.PartialShape, items []*tensor.Tensor) *List {
	held := make([]Value, len(items))
	for i, t := range items {
		if t != nil {
			held[i] = t
		}
	}
	return listOf(d, shape, held)
}

func listOf(d tensor.DType, shape tensor.PartialShape, items []Value) *List {
	return &List{Elem: d, Shape: shape, n: len(items), held: &items}
}

// DType makes lists values that kernels work on.
func (l *List) DType() tensor.DType { return tensor.Variant }

// Len is the number of elements.
func (l *List) Len() int { return l.n }

// take makes l the list that holds the elements. listMu is held.
func (l *List) take() {
	var chain []*List
	for k := l; k.held == nil; k = k.next {
		chain = append(chain, k)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		k := chain[i]
		newer := k.next
		if newer.at = k.at; k.at >= 0 {
			newer.was = (*newer.held)[k.at]
			(*newer.held)[k.at] = k.was
		}
		k.held, newer.held = newer.held, nil
		k.next, newer.next = nil, k
		k.was = nil
	}
}

// Item is an element, nil for one that was not written.
func (l *List) Item(i int) Value {
	listMu.Lock()
	defer listMu.Unlock()
	l.take()
	return (*l.held)[i]
}

// Items are the elements.
func (l *List) Items() []Value {
	listMu.Lock()
	defer listMu.Unlock()
	l.take()
	return append([]Value(nil), (*l.held)[:l.n]...)
}

// All are the elements that are tensors, nil for others and those that were not written.
func (l *List) All() []*tensor.Tensor {
	listMu.Lock()
	defer listMu.Unlock()
	l.take()
	items := make([]*tensor.Tensor, l.n)
	for i, v := range (*l.held)[:l.n] {
		items[i], _ = v.(*tensor.Tensor)
	}
	return items
}

// With is the list with another element at a place, which may be just behind the end.
func (l *List) With(i int, v Value) *List {
	listMu.Lock()
	defer listMu.Unlock()
	l.take()
	z := &List{Elem: l.Elem, Shape: l.Shape, n: max(l.n, i+1), held: l.held}
	if i == len(*z.held) {
		*z.held = append(*z.held, nil)
	}
	l.next, l.at, l.was, l.held = z, i, (*z.held)[i], nil
	(*z.held)[i] = v
	return z
}

// Cut is the list less its last elements.
func (l *List) Cut(n int) *List {
	listMu.Lock()
	defer listMu.Unlock()
	l.take()
	z := &List{Elem: l.Elem, Shape: l.Shape, n: n, held: l.held}
	l.next, l.at, l.held = z, -1, nil
	return z
}

// Sized is the list with so many elements: shorter, or with elements that were not written behind.
func (l *List) Sized(n int) (*List, error) {
	if n <= l.n {
		return l.Cut(n), nil
	}
	items, err := tensor.Make[Value](n)
	if err != nil {
		return nil, err
	}
	copy(items, l.Items())
	return listOf(l.Elem, l.Shape, items), nil
}

// shape is what is known of the shapes of the elements, with what a kernel was told and what those that are there
// have.
func (l *List) shape(told *tensor.Tensor, items []*tensor.Tensor) (tensor.PartialShape, error) {
	p, ok := l.Shape.Merge(elementShape(told))
	if !ok {
		return p, tensor.Errorf("Tried to read a list with element shape %s as %s", shapeText(l.Shape),
			shapeText(elementShape(told)))
	}
	for _, t := range items {
		if t == nil {
			continue
		}
		q, ok := p.Merge(tensor.KnownShape(t.Shape()))
		if !ok {
			return p, tensor.Errorf("Tried to stack elements of a list with non-fully-defined element_shape: %s does not fit "+
				"%s", tensor.ShapeString(t.Shape()), shapeText(p))
		}
		p = q
	}
	return p, nil
}

// elementShape reads an element shape as kernels take it: a vector with -1 for unknown dimensions, a scalar -1 when
// the rank is unknown.
func elementShape(t *tensor.Tensor) tensor.PartialShape {
	if t == nil || t.Rank() == 0 {
		return unknown()
	}
	return shaped(t.Ints(), true)
}

// read is an element as kernels give it: zeros for a tensor that was not written.
func (l *List) read(told *tensor.Tensor, v Value) (Value, error) {
	if l.Elem == tensor.Variant {
		if v == nil {
			return nil, tensor.Errorf("Trying to read an uninitialized element of a list of variants")
		}
		return anew(v), nil
	}
	t, _ := v.(*tensor.Tensor)
	z, _, err := l.full(told, []*tensor.Tensor{t})
	if err != nil {
		return nil, err
	}
	return anew(z[0]), nil
}

// anew is the same content as another value: tapes tell by the value which node it comes from.
func anew(v Value) Value {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x.WithShape(x.Shape())
	case *List:
		return x.Cut(x.Len())
	case *Optional:
		o := *x
		return &o
	}
	return v
}

// full gives every element that was not written zeros.
func (l *List) full(told *tensor.Tensor, items []*tensor.Tensor) ([]*tensor.Tensor, tensor.PartialShape, error) {
	p, err := l.shape(told, items)
	if err != nil {
		return nil, p, err
	}
	var zero *tensor.Tensor
	for i, t := range items {
		if t != nil {
			continue
		}
		if zero == nil {
			if !p.FullyDefined() {
				return nil, p, tensor.Errorf("Trying to read an uninitialized element but element_shape is not fully defined: %s. "+
					"Element shapes are only known if an element was written", shapeText(p))
			}
			if zero, err = zerosOf(l.Elem, p.Dims); err != nil {
				return nil, p, err
			}
		}
		items[i] = zero
	}
	return items, p, nil
}

func zerosOf(d tensor.DType, dims []int) (*tensor.Tensor, error) {
	if d != tensor.String {
		return tensor.New(d, dims)
	}
	n, err := tensor.Count(dims)
	if err != nil {
		return nil, err
	}
	texts, err := tensor.Make[string](n)
	return tensor.FromStrings(dims, texts), err
}

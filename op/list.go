package op

import (
	"context"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of lists of tensors. An element shape is an input: a vector with -1 for unknown dimensions, or a scalar
// -1. Gradients of lists are lists of gradients, of which elements that have none were not written.

// list is input i, a list of the node's element type.
func (n *Node) list(i int) (*List, error) {
	l, ok := n.In[i].(*List)
	if !ok {
		return nil, tensor.Errorf("input %d is no list", i)
	}
	if n.Def.Row().Find("element_dtype") != nil && l.Elem != n.Type("element_dtype") {
		return nil, tensor.Errorf("Invalid data types; op elements %s but list elements %s", n.Type("element_dtype").CName(),
			l.Elem.CName())
	}
	return l, nil
}

// listKernel declares a kernel whose first input is a list.
func listKernel(name string, infer func(s *Shapes), grad gradient, f func(x *Exec, n *Node, l *List) error) *Def {
	return define(Def{Name: name, Infer: infer, Grad: grad, Eval: func(x *Exec, n *Node) error {
		l, err := n.list(0)
		if err != nil {
			return err
		}
		return f(x, n, l)
	}})
}

func (n *Node) giveList(l *List, err error) error {
	if err != nil {
		return err
	}
	n.Out = []Value{l}
	return nil
}

// listSize is input i, a number of elements.
func (n *Node) listSize(i int) (int, error) {
	k := n.T(i)
	if k.Rank() != 0 {
		return 0, tensor.Errorf("The num_elements to reserve must be a tensor size 1, but got %s", tensor.ShapeString(k.Shape()))
	}
	if k.Int(0) < 0 {
		return 0, tensor.Errorf("The num_elements to reserve must be a non negative number, but got %d", k.Int(0))
	}
	return int(k.Int(0)), nil
}

// index is input i, the place of an element.
func (n *Node) index(i int, l *List) (int, error) {
	k := n.T(i)
	if k.Rank() != 0 || k.Int(0) < 0 || int(k.Int(0)) >= l.Len() {
		return 0, tensor.Errorf("Trying to access element %d in a list with %d elements.", k.Int(0), l.Len())
	}
	return int(k.Int(0)), nil
}

// elementsAt tells the shape that input i says elements have, in front of which dimensions stand.
func elementsAt(s *Shapes, i int, front ...int) {
	dims, ok := s.Vector(i)
	if !ok || s.Rank(i) == 0 {
		s.Is(unknown())
		return
	}
	s.Is(join(front, shaped(dims, true).Dims))
}

func element(i int) func(s *Shapes) { return func(s *Shapes) { elementsAt(s, i) } }
func elements(i int) func(s *Shapes) {
	return func(s *Shapes) {
		n := -1
		if s.Node.Def.Name == "TensorListStack" {
			n = s.Int("num_elements")
		}
		elementsAt(s, i, n)
	}
}

func elem(n *Node) KV { return KV{"element_dtype", n.Type("element_dtype")} }

// like is an empty list as long as another, of the same type.
func (b *B) listLike(n *Node, l Value) Value {
	return b.With(TensorListReserve, Attrs{elem(n)}, b.anyShape(), b.One(TensorListLength, l))
}

// anyShape says nothing of the elements' shape.
func (b *B) anyShape() Value { return tensor.Scalar(int32(-1)) }

// inner is the shape of the rows of a value.
func (b *B) inner(v Value) Value { return b.Part(b.Shape(v), 1, ToEnd) }

var (
	// EmptyTensorList is a list without elements.
	EmptyTensorList = define(Def{Name: "EmptyTensorList", Infer: scalar, Grad: noGrad, Eval: func(_ *Exec, n *Node) error {
		shape, err := n.elementShape(0)
		if err != nil {
			return err
		}
		return n.giveList(NewList(n.Type("element_dtype"), shape, 0))
	}})
	// TensorListReserve is a list of elements that were not written.
	TensorListReserve = define(Def{Name: "TensorListReserve", Infer: scalar, Grad: noGrad,
		Eval: func(_ *Exec, n *Node) error {
			shape, err := n.elementShape(0)
			if err != nil {
				return err
			}
			k, err := n.listSize(1)
			if err != nil {
				return err
			}
			return n.giveList(NewList(n.Type("element_dtype"), shape, k))
		}})
)

// Declared apart from their gradients, which refer to them.
var TensorListLength, TensorListElementShape, TensorListSetItem, TensorListGetItem, TensorListPushBack,
	TensorListPopBack, TensorListStack, TensorListFromTensor, TensorListGather, TensorListScatterV2, TensorListResize,
	TensorListConcatV2, TensorListSplit, TensorListConcatLists, TensorListScatterIntoExistingList *Def

func init() {
	TensorListLength = listKernel("TensorListLength", scalar, noGrad, func(_ *Exec, n *Node, l *List) error {
		return n.one(tensor.Scalar(int32(l.Len())), nil)
	})
	TensorListElementShape = listKernel("TensorListElementShape", func(s *Shapes) { s.Is(unknown()) }, noGrad,
		func(x *Exec, n *Node, l *List) error {
			t := tensor.Scalar(int32(-1))
			if !l.Shape.UnknownRank {
				t = tensor.Ints32(l.Shape.Dims...)
			}
			return n.one(tensor.Cast(x.Ctx, t, n.Type("shape_type")))
		})
	listItems()
	listParts()
	listJoins()
}

// listItems declares what puts and reads single elements.
func listItems() {
	TensorListGetItem = listKernel("TensorListGetItem", element(2), func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(TensorListSetItem, Attrs{elem(n)}, b.listLike(n, n.In[0]), n.In[1], dy[0]), nil, nil)
	}, func(_ *Exec, n *Node, l *List) error {
		i, err := n.index(1, l)
		if err != nil {
			return err
		}
		z, err := l.read(n.T(2), l.Item(i))
		n.Out = []Value{z}
		return err
	})
	TensorListSetItem = listKernel("TensorListSetItem", scalar, func(b *B, n *Node, dy []Value) []Value {
		item := b.With(TensorListGetItem, Attrs{elem(n)}, dy[0], n.In[1], b.Shape(n.In[2]))
		rest := b.One(TensorListResize, b.With(TensorListSetItem, Attrs{elem(n)}, dy[0], n.In[1], b.Unwatched(ZerosLike,
			n.In[2])), b.One(TensorListLength, n.In[0])) // the list may have grown
		return b.List(rest, nil, item)
	}, func(_ *Exec, n *Node, l *List) error {
		if k := n.T(1); n.Bool("resize_if_index_out_of_bounds") && k.Rank() == 0 && int(k.Int(0)) >= l.Len() {
			longer, err := l.Sized(int(k.Int(0)) + 1)
			if err != nil {
				return err
			}
			return n.put(longer, int(k.Int(0)), n.In[2])
		}
		i, err := n.index(1, l)
		if err != nil {
			return err
		}
		return n.put(l, i, n.In[2])
	})
	TensorListPushBack = listKernel("TensorListPushBack", scalar, func(b *B, n *Node, dy []Value) []Value {
		z := b.Do(TensorListPopBack, Attrs{elem(n)}, dy[0], b.Shape(n.In[1]))
		return b.List(z[0], z[1])
	}, func(_ *Exec, n *Node, l *List) error { return n.put(l, l.Len(), n.In[1]) })
	TensorListPopBack = listKernel("TensorListPopBack", func(s *Shapes) {
		elementsAt(s, 1)
		s.Is(known(), s.out[0])
	}, func(b *B, n *Node, dy []Value) []Value {
		rest, item := dy[0], dy[1]
		if rest == nil {
			rest = b.listLike(n, n.Out[0])
		}
		if item == nil {
			item = b.Unwatched(ZerosLike, n.Out[1])
		}
		return b.List(b.With(TensorListPushBack, Attrs{elem(n)}, rest, item), nil)
	}, func(_ *Exec, n *Node, l *List) error {
		if l.Len() == 0 {
			return tensor.Errorf("Trying to pop from an empty list.")
		}
		z, err := l.read(n.T(1), l.Item(l.Len()-1))
		n.Out = []Value{l.Cut(l.Len() - 1), z}
		return err
	})
	TensorListResize = listKernel("TensorListResize", scalar, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.One(TensorListResize, dy[0], b.One(TensorListLength, n.In[0])), nil)
	}, func(_ *Exec, n *Node, l *List) error {
		k, err := n.listSize(1)
		if err != nil {
			return err
		}
		return n.giveList(l.Sized(k))
	})
}

// put gives the list with an element, whose shape must fit.
func (n *Node) put(l *List, i int, v Value) error {
	if t, ok := v.(*tensor.Tensor); ok && !l.Shape.Compatible(tensor.KnownShape(t.Shape())) {
		return tensor.Errorf(
			"Tried to set a tensor with incompatible shape at a list index. Item element shape: %s list shape: "+
				"%s", tensor.ShapeString(t.Shape()), shapeText(l.Shape))
	}
	n.Out = []Value{l.With(i, v)}
	return nil
}

// listParts declares what makes a tensor of elements and elements of a tensor.
func listParts() {
	TensorListStack = listKernel("TensorListStack", elements(1), func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(TensorListFromTensor, Attrs{elem(n)}, dy[0], b.inner(dy[0])), nil)
	}, func(x *Exec, n *Node, l *List) error {
		if k := n.Int("num_elements"); k >= 0 && k != l.Len() {
			return tensor.Errorf("Operation expected a list with %d elements but got a list with %d elements.", k, l.Len())
		}
		return n.stacked(x.Ctx, l, n.T(1), l.All())
	})
	TensorListGather = listKernel("TensorListGather", elements(2), func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(TensorListScatterV2, Attrs{elem(n)}, dy[0], n.In[1], b.anyShape(),
			b.One(TensorListLength, n.In[0])), nil, nil)
	}, func(x *Exec, n *Node, l *List) error {
		items, all := make([]*tensor.Tensor, n.T(1).Len()), l.All()
		for i, k := range n.T(1).Ints() {
			if k < 0 || k >= len(all) {
				return tensor.Errorf("Trying to gather element %d in a list with %d elements.", k, len(all))
			}
			items[i] = all[k]
		}
		return n.stacked(x.Ctx, l, n.T(2), items)
	})
	TensorListFromTensor = define(Def{Name: "TensorListFromTensor", Infer: scalar,
		Grad: func(b *B, n *Node, dy []Value) []Value {
			return b.List(b.With(TensorListStack, Attrs{elem(n)}, dy[0], b.inner(n.In[0])), nil)
		}, Eval: func(_ *Exec, n *Node) error {
			rows, err := rowsOf(n.T(0))
			if err != nil {
				return err
			}
			shape, err := n.elementShape(1)
			if err != nil {
				return err
			}
			if row := n.T(0).Shape()[1:]; !shape.Compatible(tensor.KnownShape(row)) {
				return tensor.Errorf("Specified a list with shape %s from a tensor with shape %s", shapeText(shape),
					tensor.ShapeString(row))
			}
			return n.giveList(ListOf(n.T(0).DType(), shape, rows), nil)
		}})
	TensorListScatterV2 = define(Def{Name: "TensorListScatterV2", Infer: scalar,
		Grad: func(b *B, n *Node, dy []Value) []Value {
			return b.List(b.With(TensorListGather, Attrs{elem(n)}, dy[0], n.In[1], b.inner(n.In[0])), nil, nil, nil)
		}, Eval: func(_ *Exec, n *Node) error {
			size := int(n.T(3).Int(0))
			for _, k := range n.T(1).Ints() {
				size = max(size, k+1)
			}
			shape, err := n.elementShape(2)
			if err != nil {
				return err
			}
			l, err := NewList(n.T(0).DType(), shape, max(size, 0))
			if err != nil {
				return err
			}
			return n.scatter(l, n.T(0), n.T(1))
		}})
	TensorListScatterIntoExistingList = listKernel("TensorListScatterIntoExistingList", scalar,
		func(b *B, n *Node, dy []Value) []Value {
			zero := b.Unwatched(ZerosLike, n.In[1])
			return b.List(b.With(TensorListScatterIntoExistingList, Attrs{elem(n)}, dy[0], zero, n.In[2]),
				b.With(TensorListGather, Attrs{elem(n)}, dy[0], n.In[2], b.inner(n.In[1])), nil)
		}, func(_ *Exec, n *Node, l *List) error { return n.scatter(l, n.T(1), n.T(2)) })
}

func rowsOf(t *tensor.Tensor) ([]*tensor.Tensor, error) {
	if t.Rank() == 0 {
		return nil, tensor.Errorf("Tensor must be at least a vector, but saw shape: []")
	}
	rows, err := tensor.Make[*tensor.Tensor](t.Shape()[0])
	for i := range rows {
		rows[i] = t.Row(i)
	}
	return rows, err
}

// scatter puts the rows of a tensor at places of a list.
func (n *Node) scatter(l *List, t, places *tensor.Tensor) error {
	rows, err := rowsOf(t)
	if err != nil {
		return err
	}
	if len(rows) != places.Len() {
		return tensor.Errorf("Invalid number of rows in input tensor. Expected: %d Actual: %d", places.Len(), len(rows))
	}
	for i, k := range places.Ints() {
		if k < 0 || k >= l.Len() {
			return tensor.Errorf("Trying to scatter to element %d in a list with %d elements.", k, l.Len())
		}
		l = l.With(k, rows[i])
	}
	return n.giveList(l, nil)
}

// stacked gives elements of a list as one tensor.
func (n *Node) stacked(ctx context.Context, l *List, told *tensor.Tensor, items []*tensor.Tensor) error {
	items, p, err := l.full(told, items)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		if p.UnknownRank || !p.FullyDefined() {
			return tensor.Errorf("Tried to stack elements of an empty list with non-fully-defined element_shape: %s",
				shapeText(p))
		}
		return n.one(zerosOf(l.Elem, append([]int{0}, p.Dims...)))
	}
	for i, t := range items {
		items[i] = t.WithShape(append([]int{1}, t.Shape()...))
	}
	return n.one(tensor.Concat(ctx, items, 0))
}

// listJoins declares what joins elements along their first dimension, and splits a tensor into such.
func listJoins() {
	TensorListConcatV2 = listKernel("TensorListConcatV2", func(s *Shapes) {
		dims, ok := s.Vector(1)
		if !ok || len(dims) == 0 || s.Rank(1) == 0 {
			s.Is(unknown(), known(-1))
			return
		}
		s.Is(join([]int{-1}, shaped(dims[1:], true).Dims), known(-1))
	}, func(b *B, n *Node, dy []Value) []Value {
		shape := b.Joined(tensor.Vector([]int32{-1}), b.inner(dy[0]))
		return b.List(b.With(TensorListSplit, Attrs{elem(n)}, dy[0], shape, n.Out[1]), nil, nil)
	}, func(x *Exec, n *Node, l *List) error {
		items := l.All()
		lengths := make([]int64, len(items))
		for i, t := range items {
			if t == nil { // zeros, as many as the leading dimensions say
				var err error
				if t, err = n.missing(l, i); err != nil {
					return err
				}
				items[i] = t
			}
			if t.Rank() == 0 {
				return tensor.Errorf("Concat saw a scalar shape at index %d but requires at least vectors.", i)
			}
			lengths[i] = int64(t.Shape()[0])
		}
		if len(items) == 0 {
			p, _ := l.Shape.Merge(elementShape(n.T(1)))
			if p.UnknownRank || len(p.Dims) == 0 || !shaped(p.Dims[1:], true).FullyDefined() {
				return tensor.Errorf("All except the first dimension must be fully defined when concating an empty tensor list. "+
					"element_shape: %s", shapeText(p))
			}
			z, err := zerosOf(l.Elem, append([]int{0}, p.Dims[1:]...))
			if err != nil {
				return err
			}
			return n.Give(z, tensor.Vector(lengths))
		}
		z, err := tensor.Concat(x.Ctx, items, 0)
		if err != nil {
			return err
		}
		return n.Give(z, tensor.Vector(lengths))
	})
	TensorListSplit = define(Def{Name: "TensorListSplit", Infer: scalar, Grad: func(b *B, n *Node, dy []Value) []Value {
		z := b.Do(TensorListConcatV2, Attrs{elem(n)}, dy[0], b.castTo(n.In[1], tensor.Int32), n.In[2])
		return b.List(z[0], nil, nil)
	}, Eval: func(x *Exec, n *Node) error {
		items, shape, err := n.cuts()
		if err != nil {
			return err
		}
		return n.giveList(ListOf(n.T(0).DType(), shape, items), nil)
	}})
	TensorListConcatLists = listKernel("TensorListConcatLists", scalar, nil, func(_ *Exec, n *Node, l *List) error {
		m, err := n.list(1)
		if err != nil {
			return err
		}
		return n.giveList(listOf(l.Elem, l.Shape, append(l.Items(), m.Items()...)), nil)
	})
}

// cuts are the parts of a tensor by lengths, and the shape that elements are said to have.
func (n *Node) cuts() ([]*tensor.Tensor, tensor.PartialShape, error) {
	t, at := n.T(0), 0
	shape, err := n.elementShape(1)
	if err != nil {
		return nil, shape, err
	}
	if n.T(1).Rank() > 0 && len(shape.Dims) == 0 {
		return nil, shape, tensor.Errorf("TensorListSplit requires element_shape to be at least of rank 1, but saw: []")
	}
	if n.T(2).Rank() != 1 {
		return nil, shape, tensor.Errorf("Expected lengths to be a vector, received shape: %s",
			tensor.ShapeString(n.T(2).Shape()))
	}
	if t.Rank() == 0 {
		return nil, shape, tensor.Errorf("Tensor must be at least a vector, but saw shape: []")
	}
	if row := shape; !row.UnknownRank {
		row.Dims = append([]int{-1}, row.Dims[1:]...)
		if !row.Compatible(tensor.KnownShape(t.Shape())) {
			return nil, shape, tensor.Errorf("tensor shape %s is not compatible with element_shape %s",
				tensor.ShapeString(t.Shape()), shapeText(shape))
		}
	}
	items := make([]*tensor.Tensor, n.T(2).Len())
	for i, k := range n.T(2).Ints() {
		if k < 0 {
			return nil, shape, tensor.Errorf("Invalid value in lengths: %d", k)
		}
		if at+k > t.Shape()[0] {
			return nil, shape, tensor.Errorf("Attempting to slice [%d, %d] from tensor with length %d", at, at+k, t.Shape()[0])
		}
		items[i] = t.Rows(at, k)
		at += k
	}
	if at != t.Shape()[0] {
		return nil, shape, tensor.Errorf("Unused values in tensor. Length of tensor: %d Values used: %d", t.Shape()[0], at)
	}
	return items, shape, nil
}

// elementShape reads an input that is the shape of a list's elements, and refuses what is none.
func (n *Node) elementShape(i int) (tensor.PartialShape, error) {
	t := n.T(i)
	if t.Rank() > 1 && strings.HasPrefix(n.Def.Name, "TensorListFrom") {
		return unknown(), tensor.Errorf("TensorListFromTensor: element_shape must be at most rank 1 but has the shape of %s",
			tensor.ShapeString(t.Shape()))
	}
	if t.Rank() > 1 && strings.HasPrefix(n.Def.Name, "TensorListScatter") {
		return unknown(), tensor.Errorf("TensorListScatter: element_shape must be at most rank 1 but has the shape of %s",
			tensor.ShapeString(t.Shape()))
	}
	if t.Rank() > 1 {
		return unknown(), tensor.Errorf("Shape must be at most rank 1 but is rank %d", t.Rank())
	}
	for _, d := range t.Ints() {
		if t.Rank() == 0 && d != -1 {
			return unknown(), tensor.Errorf("The only valid scalar shape tensor is the fully unknown shape specified as -1.")
		}
		if d < -1 {
			return unknown(), tensor.Errorf("Dimension %d must be >= -1", d)
		}
	}
	return elementShape(t), nil
}

// missing is what TensorListConcatV2 has for an element that was not written.
func (n *Node) missing(l *List, i int) (*tensor.Tensor, error) {
	p, ok := l.Shape.Merge(elementShape(n.T(1)))
	if !ok || p.UnknownRank || len(p.Dims) == 0 || i >= n.T(2).Len() || !shaped(p.Dims[1:], true).FullyDefined() {
		return nil, tensor.Errorf("List contains uninitialized element at index %d but leading_dims has only %d elements.", i,
			n.T(2).Len())
	}
	return zerosOf(l.Elem, append([]int{int(max(n.T(2).Int(i), 0))}, p.Dims[1:]...))
}

// addVariants sums lists element by element, where one that was not written counts as zeros, and optionals component by
// component, where none counts as none.
func addVariants(ctx context.Context, in []Value) (Value, error) {
	sum := in[0]
	for _, v := range in[1:] {
		var err error
		if sum, err = addVariant(ctx, sum, v); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

func addVariant(ctx context.Context, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		y, ok := b.(*List)
		if !ok || y.Len() != x.Len() {
			return nil, tensor.Errorf("Trying to add two lists of tensors with different lengths.")
		}
		items, err := addEach(ctx, x.Items(), y.Items())
		return listOf(x.Elem, x.Shape, items), err
	case *Optional:
		y, ok := b.(*Optional)
		if !ok || x.Has != y.Has || len(x.Parts) != len(y.Parts) {
			return nil, tensor.Errorf("Cannot add optionals because they have different numbers of components.")
		}
		parts, err := addEach(ctx, slices.Clone(x.Parts), y.Parts)
		return &Optional{Has: x.Has, Parts: parts}, err
	}
	x, ok := a.(*tensor.Tensor)
	y, same := b.(*tensor.Tensor)
	if !ok || !same {
		return nil, tensor.Errorf("Cannot add a list or an optional and a tensor.")
	}
	return sumInOrder(ctx, []*tensor.Tensor{x, y})
}

func addEach(ctx context.Context, x, y []Value) ([]Value, error) {
	for i, v := range y {
		switch {
		case v == nil:
		case x[i] == nil:
			x[i] = v
		default:
			var err error
			if x[i], err = addVariant(ctx, x[i], v); err != nil {
				return nil, err
			}
		}
	}
	return x, nil
}

// zeroVariant is a list none of whose elements was written, or an optional of zeros.
func zeroVariant(v Value) (Value, error) {
	switch v := v.(type) {
	case *List:
		if v.Elem != tensor.Variant {
			return NewList(v.Elem, v.Shape, v.Len())
		}
		items, err := zeroEach(v.Items())
		return listOf(v.Elem, v.Shape, items), err
	case *Optional:
		parts, err := zeroEach(v.Parts)
		return &Optional{Has: v.Has, Parts: parts}, err
	case *tensor.Tensor:
		return zerosOf(v.DType(), v.Shape())
	}
	return nil, tensor.Errorf("A variant of this kind has no zeros.")
}

func zeroEach(in []Value) ([]Value, error) {
	out := make([]Value, len(in))
	for i, v := range in {
		if v == nil {
			continue
		}
		var err error
		if out[i], err = zeroVariant(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Package ndarray is NumPy's array as a data structure: memory that several arrays see, each
// with its own shape, strides and offset. It knows no Python; objects are opaque values.
//
// Tensors never change. An array made of a tensor, and a tensor made of an array, share their
// bytes until somebody writes: the writer then gets memory of its own (Buffer.own).
package ndarray

import (
	"context"
	"errors"

	"github.com/tfs-lang/tfs/tensor"
)

// Buffer is memory that arrays share: bytes, or values for arrays of objects.
type Buffer struct {
	data    []byte
	objs    []any
	texts   *tensor.Tensor // the byte strings objs are to be made of
	shared  bool           // tensors see data: it is copied before the first write
	foreign bool           // others write to data without telling, as a bytearray does
}

// MakeObject turns a byte string of a tensor into an object; the package above sets it.
var MakeObject = func(s string) any { return s }

// own makes sure that a write to the buffer changes no tensor.
func (b *Buffer) own() []byte {
	if b.shared {
		fresh := allocBytes(len(b.data))
		copy(fresh, b.data)
		b.data, b.shared = fresh, false
	}
	return b.data
}

func allocBytes(n int) []byte {
	return tensor.FromBytes(tensor.Int64, nil, make([]byte, n)).Bytes()
}

// objects gives the values of an object buffer.
func (b *Buffer) objects() []any {
	if b.texts != nil {
		b.objs = make([]any, b.texts.Len())
		for i := range b.objs {
			b.objs[i] = MakeObject(b.texts.Str(i))
		}
		b.texts = nil
	}
	return b.objs
}

// Array is a view on a buffer. Offset and strides count bytes; an object counts eight.
type Array struct {
	buf      *Buffer
	dtype    *DType
	shape    []int
	strides  []int
	offset   int
	n        int
	base     any
	readonly bool
}

// DType is the element type.
func (a *Array) DType() *DType { return a.dtype }

// Shape is the list of dimensions; callers must not change it.
func (a *Array) Shape() []int { return a.shape }

// Strides is the distance in bytes between neighbours along each dimension.
func (a *Array) Strides() []int { return a.strides }

// Rank is the number of dimensions.
func (a *Array) Rank() int { return len(a.shape) }

// Len is the number of elements.
func (a *Array) Len() int { return a.n }

// Base is the object whose memory the array sees, nil when it has its own.
func (a *Array) Base() any { return a.base }

// Writeable tells whether elements may be changed.
func (a *Array) Writeable() bool { return !a.readonly }

// SetWriteable allows or forbids writing; false when the memory itself is read-only.
func (a *Array) SetWriteable(on bool) bool {
	if on {
		if base, ok := a.base.(*Array); ok && base.readonly || a.base != nil && !ok && a.readonly {
			return false
		}
	}
	a.readonly = !on
	return true
}

// IsObject tells arrays of Python values.
func (a *Array) IsObject() bool { return a.dtype.Kind == 'O' }

// Count is the number of elements of a shape.
func count(shape []int) int {
	n := 1
	for _, d := range shape {
		if d == 0 {
			return 0
		}
	}
	for _, d := range shape {
		n *= d
	}
	return n
}

// contiguous gives the strides of a shape without gaps, last dimension fastest, or first with
// fortran.
func contiguous(shape []int, size int, fortran bool) []int {
	st := make([]int, len(shape))
	step := size
	for k := range shape {
		i := len(shape) - 1 - k
		if fortran {
			i = k
		}
		st[i] = step
		step *= max(shape[i], 1)
	}
	return st
}

// New makes a zero-filled array; zeros of objects are nil until they are set. The error tells
// a shape that does not fit.
func New(d *DType, shape []int, fortran bool) (*Array, error) {
	return NewContext(context.Background(), d, shape, fortran)
}

// NewContext is New that stops with ctx.
func NewContext(ctx context.Context, d *DType, shape []int, fortran bool) (*Array, error) {
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, TooLarge(d, shape)
	}
	a := &Array{dtype: d, shape: shape, strides: contiguous(shape, d.Size, fortran), n: n, buf: &Buffer{}}
	if d.Kind == 'O' {
		if n > 1<<28 || !tensor.Reserve(int64(n)*16) {
			return nil, TooLarge(d, shape)
		}
		a.buf.objs = make([]any, n)
		return a, nil
	}
	bytes := tensor.Uint8
	if d.IsNumber() {
		bytes = d.Num
	}
	dims := shape
	if !d.IsNumber() {
		dims = append([]int{d.Size}, shape...)
	}
	t, err := tensor.NewContext(ctx, bytes, dims)
	var te *tensor.Error
	if errors.As(err, &te) && te.Kind == tensor.ResourceExhausted {
		return nil, TooLarge(d, shape)
	}
	if err != nil {
		return nil, err
	}
	a.buf.data = t.Bytes()
	return a, nil
}

// TooLarge is the error of an array that does not fit into memory.
func TooLarge(d *DType, shape []int) error {
	return &tensor.Error{Kind: tensor.ResourceExhausted, Msg: "an array of shape " + Shape(shape) + " does not fit",
		Shape: shape, Of: d.String(), Bytes: float64(d.Size)}
}

// FromTensor sees a tensor as an array, without a copy until one of them is written to.
func FromTensor(t *tensor.Tensor) *Array {
	a := Own(t)
	a.buf.shared = true
	return a
}

// Own makes an array of a tensor that the caller gives away.
func Own(t *tensor.Tensor) *Array {
	d := Of(t.DType())
	a := &Array{dtype: d, shape: t.Shape(), strides: contiguous(t.Shape(), d.Size, false), n: t.Len()}
	if d.Kind == 'O' {
		a.buf = &Buffer{texts: t}
	} else {
		a.buf = &Buffer{data: t.Bytes()}
	}
	return a
}

// FromObjects makes an array of values that the caller gives away.
func FromObjects(shape []int, v []any) *Array {
	return &Array{dtype: Object, shape: shape, strides: contiguous(shape, 8, false), n: len(v), buf: &Buffer{objs: v}}
}

// FromMemory sees bytes as an array. base owns them; foreign tells that it writes to them too.
func FromMemory(d *DType, shape []int, data []byte, base any, readonly, foreign bool) *Array {
	return &Array{dtype: d, shape: shape, strides: contiguous(shape, d.Size, false), n: count(shape), base: base,
		readonly: readonly,
		buf:      &Buffer{data: data, foreign: foreign, shared: !foreign}}
}

// AsMemory sees the bytes of an array as an array of another type, from byte at on. The array
// must be contiguous and hold no objects.
func (a *Array) AsMemory(d *DType, shape []int, at int) *Array {
	return a.derive(d, shape, contiguous(shape, d.Size, false), a.offset+at)
}

// derive makes a view of the same memory. The view's base is the owner of the memory.
//
//go:noinline
func (a *Array) derive(d *DType, shape, strides []int, offset int) *Array {
	base := any(a)
	if a.base != nil {
		base = a.base
	}
	return &Array{buf: a.buf, dtype: d, shape: shape, strides: strides, offset: offset, n: count(shape), base: base,
		readonly: a.readonly}
}

// View is the whole array seen anew.
func (a *Array) View() *Array { return a.derive(a.dtype, a.shape, a.strides, a.offset) }

// As is the same elements under a type of the same size.
func (a *Array) As(d *DType) *Array { return a.derive(d, a.shape, a.strides, a.offset) }

// Strided is a view with any shape and strides; at is counted in bytes from the first element.
//
//go:noinline
func (a *Array) Strided(shape, strides []int, at int) *Array {
	return a.derive(a.dtype, shape, strides, a.offset+at)
}

// Field is the view of one field of a structured array.
func (a *Array) Field(f Field) *Array {
	shape, strides := a.shape, a.strides
	if f.Shape != nil {
		shape = append(append([]int(nil), shape...), f.Shape...)
		strides = append(append([]int(nil), strides...), contiguous(f.Shape, f.Type.Size, false)...)
	}
	return a.derive(f.Type, shape, strides, a.offset+f.Offset)
}

// CContiguous and FContiguous tell elements without gaps, in row-major and column-major order.
func (a *Array) CContiguous() bool { return a.packed(false) }

// FContiguous is CContiguous for column-major order.
func (a *Array) FContiguous() bool { return a.packed(true) }

//go:noinline
func (a *Array) packed(fortran bool) bool {
	if a.n == 0 {
		return true
	}
	step := a.dtype.Size
	for k := range a.shape {
		i := len(a.shape) - 1 - k
		if fortran {
			i = k
		}
		if a.shape[i] != 1 {
			if a.strides[i] != step {
				return false
			}
			step *= a.shape[i]
		}
	}
	return true
}

// whole tells an array that covers its buffer in row-major order.
func (a *Array) whole() bool {
	return a.offset == 0 && len(a.buf.data) == a.n*a.dtype.Size && a.CContiguous()
}

// Tensor gives the elements of a number array as a tensor that later writes do not change.
// Contiguous elements in the machine's order are shared until then.
func (a *Array) Tensor(ctx context.Context) (*tensor.Tensor, error) {
	if a.buf.foreign {
		return a.gather(ctx)
	}
	t, err := a.Borrow(ctx)
	if err == nil && a.n > 0 && len(t.Bytes()) > 0 && a.CContiguous() && !a.dtype.Swap {
		if 4*len(t.Bytes()) < len(a.buf.data) { // a small part is cheaper to copy than the whole later
			return tensor.FromBytes(t.DType(), t.Shape(), append(allocBytes(len(t.Bytes()))[:0], t.Bytes()...)), nil
		}
		a.buf.shared = true
	}
	return t, err
}

// Borrow is Tensor for a reader that is done before anything can be written and keeps nothing.
func (a *Array) Borrow(ctx context.Context) (*tensor.Tensor, error) {
	if !a.CContiguous() || a.dtype.Swap {
		return a.gather(ctx)
	}
	return tensor.FromBytes(a.dtype.Num, a.shape, a.Memory()), nil
}

func (a *Array) gather(ctx context.Context) (*tensor.Tensor, error) {
	z, err := NewContext(ctx, a.dtype.Native(), a.shape, false)
	if err != nil {
		return nil, err
	}
	if err := move(ctx, z, a); err != nil {
		return nil, err
	}
	return tensor.FromBytes(a.dtype.Num, a.shape, z.buf.data), nil
}

// Texts gives the tensor an object array was made of, while nobody changed or looked at it.
func (a *Array) Texts() *tensor.Tensor {
	if t := a.buf.texts; t != nil && a.offset == 0 && t.Len() == a.n && a.CContiguous() {
		return t.WithShape(a.shape)
	}
	return nil
}

// Copy is the elements in memory of their own. order is C, F, A or K, as NumPy has it.
func (a *Array) Copy(ctx context.Context, order byte) (*Array, error) {
	fortran := order == 'F' || (order == 'A' || order == 'K') && a.FContiguous() && !a.CContiguous()
	if t := a.Texts(); t != nil && !fortran {
		return Own(t), nil
	}
	z, err := NewContext(ctx, a.dtype, a.shape, fortran)
	if err != nil {
		return nil, err
	}
	if order == 'K' && !fortran && !a.CContiguous() {
		z.strides = keepOrder(a, a.dtype.Size)
	}
	return z, move(ctx, z, a)
}

// keepOrder gives strides without gaps whose order by size is that of a.
func keepOrder(a *Array, size int) []int {
	axes := CopyOrder(a)
	st := make([]int, len(axes))
	for k := len(axes) - 1; k >= 0; k-- {
		st[axes[k]] = size
		size *= max(a.shape[axes[k]], 1)
	}
	return st
}

// CopyOrder is the order of the dimensions in a copy of order K: by their strides, the longest first. Those that are 0
// come last, unlike Order's.
func CopyOrder(a *Array) []int {
	axes := make([]int, len(a.shape))
	for i := range axes {
		axes[i] = i
		for k := i; k > 0 && abs(a.strides[axes[k]]) > abs(a.strides[axes[k-1]]); k-- {
			axes[k], axes[k-1] = axes[k-1], axes[k]
		}
	}
	return axes
}

func abs(n int) int { return max(n, -n) }

// Offset is the place in the buffer of the element at i in row-major order.
func (a *Array) Offset(i int) int {
	o := a.offset
	for k := len(a.shape) - 1; k >= 0; k-- {
		d := a.shape[k]
		o += i % d * a.strides[k]
		i /= d
	}
	return o
}

// Element is the bytes of the element at a place that Offset gave, for reading only.
func (a *Array) Element(at int) []byte { return a.buf.data[at : at+a.dtype.Size] }

// Put gives the bytes of the element at a place for writing; no tensor sees the change.
func (a *Array) Put(at int) []byte { return a.buf.own()[at : at+a.dtype.Size] }

// Object is the value at a place of an object array.
func (a *Array) Object(at int) any { return a.buf.objects()[at/8] }

// SetObject changes the value at a place of an object array.
func (a *Array) SetObject(at int, v any) { a.buf.objects()[at/8] = v }

// Objects lists the values of an object array in row-major order.
func (a *Array) Objects() []any {
	objs := a.buf.objects()
	out := make([]any, 0, a.n)
	a.Each(func(at int) { out = append(out, objs[at/8]) })
	return out
}

// Each calls f with the place of every element in row-major order.
func (a *Array) Each(f func(at int)) {
	walk(a.shape, []int{a.offset}, [][]int{a.strides}, func(at []int, n int, step []int) bool {
		o := at[0]
		for range n {
			f(o)
			o += step[0]
		}
		return true
	})
}

// Places lists the places of all elements in row-major order.
func (a *Array) Places() []int {
	out := make([]int, 0, a.n)
	a.Each(func(at int) { out = append(out, at) })
	return out
}

// Start is the place of the first element.
func (a *Array) Start() int { return a.offset }

// SameMemory tells whether two arrays see one buffer.
func SameMemory(a, b *Array) bool { return a.buf == b.buf }

// Strides gives the strides of a shape without gaps in row-major order.
func Strides(shape []int, size int) []int { return contiguous(shape, size, false) }

// Shared tells whether a tensor sees the memory.
func (a *Array) Shared() bool { return a.buf.shared }

// Memory is the bytes of a contiguous array, for reading only.
func (a *Array) Memory() []byte {
	if a.n == 0 {
		return nil
	}
	return a.buf.data[a.offset : a.offset+a.n*a.dtype.Size]
}

// Lend gives the whole memory that the array is a view on, to somebody who reads it, or writes to it, from now on:
// arrays and tensors made of it later get copies. An array of objects has none.
func (a *Array) Lend() []byte {
	if a.IsObject() {
		return nil
	}
	if !a.readonly {
		a.buf.own()
		a.buf.foreign = true
	}
	return a.buf.data
}

// Become makes the array see what another one sees; its base stays.
func (a *Array) Become(z *Array) {
	base := a.base
	*a = *z
	a.base = base
}

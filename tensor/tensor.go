package tensor

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// MaxElements and MaxBytes bound one tensor. Requests above them end in an error instead
// of taking the machine's memory; TensorFlow's own limit is 2^63-1 elements. MaxRank is TensorFlow's.
const (
	MaxRank     = 254
	MaxElements = 1 << 40
	MaxBytes    = 8 << 30
)

// Tensor is an immutable dense array: an element type, a shape, and row-major elements
// without gaps. Numbers lie in buf; strings in str. Views share storage.
type Tensor struct {
	dtype DType
	shape []int
	n     int
	buf   []byte
	str   Strings
	from  *any
}

// Strings is n byte strings one after the other: element i is Data[Off[i]:Off[i+1]].
// Off has n+1 entries, so it is also the row splits of the characters.
type Strings struct {
	Off  []int64
	Data string
}

// DType is the element type.
func (t *Tensor) DType() DType { return t.dtype }

// Origin is what the maker of the tensor noted with SetOrigin, nil for most tensors.
func (t *Tensor) Origin() any {
	if t.from == nil {
		return nil
	}
	return *t.from
}

// SetOrigin notes where a new tensor comes from, before anyone else sees it: a slice of a
// variable knows the variable. Views and results of operations do not take it over.
func (t *Tensor) SetOrigin(v any) { t.from = &v }

// Shape is the list of dimensions; callers must not change it.
func (t *Tensor) Shape() []int { return t.shape }

// Rank is the number of dimensions.
func (t *Tensor) Rank() int { return len(t.shape) }

// Len is the number of elements.
func (t *Tensor) Len() int { return t.n }

// Bytes is the storage of a numeric tensor in native byte order; callers must not change it.
func (t *Tensor) Bytes() []byte { return t.buf }

// Strings is the storage of a string tensor.
func (t *Tensor) Strings() Strings { return t.str }

// Str is element i of a string tensor.
func (t *Tensor) Str(i int) string { return t.str.Data[t.str.Off[i]:t.str.Off[i+1]] }

// Count is the number of elements of a shape, or an error when it is past the limits: those of
// a shape, and MaxElements.
func Count(shape []int) (int, error) {
	if len(shape) > MaxRank {
		return 0, Errorf("Too many dimensions")
	}
	n := 1
	for _, d := range shape {
		if d < 0 {
			return 0, Errorf("Dimension %d must be >= 0", d)
		}
		var ok bool
		if n, ok = Times(n, d); !ok {
			return 0, Errorf("Shape %s would have more than 2**63 - 1 elements", ShapeString(shape))
		}
	}
	if n > MaxElements {
		return 0, Failf(ResourceExhausted, "OOM when allocating tensor with shape%s: it has more than %d elements",
			ShapeString(shape), MaxElements)
	}
	return n, nil
}

// Times is the product of two counts; ok is false when it is past 2^63-1.
func Times(a, b int) (n int, ok bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int(lo), hi == 0 && lo <= math.MaxInt64
}

// Room tells whether n items of size bytes each can be held: every size that an argument decides
// is asked for here before it is allocated. The error says what they are.
func Room(n, size int, what string) error {
	if total, ok := Times(n, size); n < 0 || !ok || total > MaxBytes || !Reserve(int64(total)) {
		return Failf(ResourceExhausted, "OOM when allocating %s: %d of them, of %d bytes each", what, n, size)
	}
	return nil
}

// Make is a slice of n zero values, n being what an argument asks for: an error when there is no
// room for it.
func Make[T any](n int) ([]T, error) {
	var z T
	if err := Room(n, int(unsafe.Sizeof(z)), "items"); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// New makes a tensor of zeros (false, empty strings) of a shape. A dimension below 0 is InvalidArgument, more elements
// than fit into memory are ResourceExhausted.
func New(d DType, shape []int) (*Tensor, error) { return NewContext(context.Background(), d, shape) }

// NewContext is New that stops with ctx and zeroes a large tensor on all cores.
func NewContext(ctx context.Context, d DType, shape []int) (*Tensor, error) {
	if d == Invalid || d >= numDTypes {
		return nil, Errorf("there are no tensors of type %d", d)
	}
	t, err := alloc(d, shape)
	if err != nil {
		return nil, err
	}
	if len(t.buf) < hugeBytes {
		clearBytes(t.buf)
		return t, nil
	}
	if err = parallel(ctx, len(t.buf), 1, func(lo, hi int) { clear(t.buf[lo:hi]) }); err != nil {
		return nil, err
	}
	return t, nil
}

// alloc makes a tensor whose elements are not set yet: every kernel writes all of them. There are none of handles and
// variants.
func alloc(d DType, shape []int) (*Tensor, error) {
	if d.IsOpaque() {
		return nil, Failf(Unimplemented, "a tensor of %s has no elements", d.Name())
	}
	n, err := Count(shape)
	if e, ok := err.(*Error); ok && e.Kind == ResourceExhausted {
		return nil, oom(d, shape)
	}
	if err != nil {
		return nil, err
	}
	if d == String {
		if n > 1<<28 || !Reserve(int64(n+1)*8) {
			return nil, oom(d, shape)
		}
		return &Tensor{dtype: d, shape: shape, n: n, str: Strings{Off: make([]int64, n+1)}}, nil
	}
	size := d.Size()
	if size > 0 && n > MaxBytes/size || !Reserve(int64(n*size)) {
		return nil, oom(d, shape)
	}
	if n*size <= smallBytes { // one piece of memory for both
		z := new(struct {
			t Tensor
			v [smallBytes / 8]uint64
		})
		z.t = Tensor{dtype: d, shape: shape, n: n, buf: unView(z.v[:])[:n*size]}
		return &z.t, nil
	}
	return &Tensor{dtype: d, shape: shape, n: n, buf: getBuf(n * size)}, nil
}

// smallBytes is the size up to which elements lie beside the tensor's own fields.
const smallBytes = 32

func oom(d DType, shape []int) error {
	return &Error{Kind: ResourceExhausted, Msg: "OOM when allocating tensor with shape" + ShapeString(shape) +
		" and type " + d.CName() + " on /job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu", Shape: shape, Of: d.Name(),
		Bytes: float64(max(d.Size(), 1))}
}

// Of makes a tensor of a shape and its elements in row-major order, which the caller gives away. The
// error tells of a dimension below 0, of more elements than a tensor can have, and of a shape that asks
// for another number of elements than there are.
func Of[T Element](shape []int, v []T) (*Tensor, error) {
	if err := fits(shape, len(v)); err != nil {
		return nil, err
	}
	return FromSlice(shape, v), nil
}

// OfStrings is Of for strings, which are copied: that needs room, a list may name one long string often.
func OfStrings(shape []int, v []string) (*Tensor, error) {
	if err := fits(shape, len(v)); err != nil {
		return nil, err
	}
	total := 0
	for _, s := range v {
		if total += len(s); total > MaxBytes {
			break
		}
	}
	var b StringBuilder
	if err := b.Grow(len(v), total); err != nil {
		return nil, oom(String, shape)
	}
	for _, s := range v {
		b.Append(s)
	}
	return b.Tensor(shape)
}

// OfBytes is Of for the bytes of elements of a type, in the machine's order.
func OfBytes(d DType, shape []int, buf []byte) (*Tensor, error) {
	size := d.Size()
	if d == String || size == 0 {
		return nil, Errorf("%s has no elements of one size", d.Name())
	}
	if len(buf)%size != 0 {
		return nil, Errorf("%d bytes are no whole number of %s elements", len(buf), d.Name())
	}
	if err := fits(shape, len(buf)/size); err != nil {
		return nil, err
	}
	return FromBytes(d, shape, buf), nil
}

func fits(shape []int, n int) error {
	want, err := Count(shape)
	if err == nil && want != n {
		err = Errorf("shape %s has %d elements, but %d are given", ShapeString(shape), want, n)
	}
	return err
}

// FromBytes wraps storage that the caller gives away and whose size it knows to be the shape's; OfBytes
// checks.
func FromBytes(d DType, shape []int, buf []byte) *Tensor {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return &Tensor{dtype: d, shape: shape, n: n, buf: aligned(d, buf)}
}

// FromSlice wraps a typed slice that the caller gives away and whose length it knows to be the shape's;
// Of checks.
func FromSlice[T Element](shape []int, v []T) *Tensor {
	if n, err := Count(shape); err == nil && n != len(v) { // of a wrong declaration; reading past the end would tell less
		panic("tensor: shape " + ShapeString(shape) + " for " + strconv.Itoa(len(v)) + " elements")
	}
	return FromBytes(dtypeOf[T](), shape, unView(v))
}

// Vector wraps a typed slice, which the caller gives away, as a tensor of rank 1.
func Vector[T Element](v []T) *Tensor {
	z := &struct {
		t   Tensor
		dim [1]int
	}{dim: [1]int{len(v)}}
	d := dtypeOf[T]()
	z.t = Tensor{dtype: d, shape: z.dim[:], n: len(v), buf: aligned(d, unView(v))}
	return &z.t
}

// Ints32 is a vector of int32; short ones, such as shapes, take one piece of memory.
func Ints32(v ...int) *Tensor {
	if len(v) == 0 || len(v) > 4 {
		out := make([]int32, len(v))
		for i, x := range v {
			out[i] = int32(x)
		}
		return Vector(out)
	}
	z := &struct {
		t   Tensor
		dim [1]int
		v   [4]int32
	}{dim: [1]int{len(v)}}
	for i, x := range v {
		z.v[i] = int32(x)
	}
	z.t = Tensor{dtype: Int32, shape: z.dim[:], n: len(v), buf: unView(z.v[:len(v)])}
	return &z.t
}

// Scalar makes a tensor of rank 0 of a Go number or bool; int64 gives int64, float64 gives float64.
func Scalar[T Element](v T) *Tensor {
	z := &struct {
		t Tensor
		v [1]T
	}{v: [1]T{v}}
	z.t = Tensor{dtype: dtypeOf[T](), n: 1, buf: unView(z.v[:])}
	return &z.t
}

// FromStrings makes a string tensor from its elements, of which there are as many as the shape has;
// OfStrings checks.
func FromStrings(shape []int, v []string) *Tensor {
	total := 0
	for _, s := range v {
		total += len(s)
	}
	b := StringBuilder{off: make([]int64, 1, len(v)+1), data: make([]byte, 0, total)}
	for _, s := range v {
		b.data = append(b.data, s...)
		b.off = append(b.off, int64(len(b.data)))
	}
	return b.finish(shape)
}

// StringScalar makes a string tensor of rank 0 without copying.
//
//go:noinline
func StringScalar(s string) *Tensor {
	return &Tensor{dtype: String, n: 1, str: Strings{Off: []int64{0, int64(len(s))}, Data: s}}
}

// StringBuilder collects the elements of a string tensor. What does not fit into memory is not
// kept; Tensor tells of it.
type StringBuilder struct {
	off  []int64
	data []byte
	full bool
}

// Grow reserves room for n elements of total bytes, or says that there is none.
func (b *StringBuilder) Grow(n, total int) error {
	if total < 0 || total > MaxBytes {
		return b.oom(n)
	}
	if err := Room(n, 8, "the strings of a tensor"); err != nil {
		return err
	}
	if !Reserve(int64(total) + int64(n)*8) {
		return b.oom(n)
	}
	b.off = make([]int64, 1, n+1)
	b.data = make([]byte, 0, total)
	return nil
}

// Expect makes room for n more elements of total bytes, which the memory account has; for none if they are negative.
func (b *StringBuilder) Expect(n, total int) {
	if n >= 0 && total >= 0 && total <= MaxBytes {
		b.off, b.data = slices.Grow(b.off, n+1), slices.Grow(b.data, total)
	}
}

func (b *StringBuilder) oom(n int) error { return oom(String, []int{max(n, len(b.off)-1)}) }

// Append adds one element; each time that storage grows, the memory for it is asked for.
func (b *StringBuilder) Append(s string) {
	if b.full {
		return
	}
	if b.off == nil {
		b.off = append(b.off, 0)
	}
	if n := len(b.data) + len(s); n > cap(b.data) && (n > MaxBytes || !Reserve(2*int64(n))) ||
		len(b.off) == cap(b.off) && !Reserve(16*int64(len(b.off))) {
		b.full = true
		return
	}
	b.data = append(b.data, s...)
	b.off = append(b.off, int64(len(b.data)))
}

// Size is how many bytes the elements hold together.
func (b *StringBuilder) Size() int { return len(b.data) }

// AppendAll adds the elements of another builder.
func (b *StringBuilder) AppendAll(o *StringBuilder) {
	if b.full = b.full || o.full; b.full || len(o.off) < 2 {
		return
	}
	if b.off == nil {
		b.off = append(b.off, 0)
	}
	if n := len(b.data) + len(o.data); n > cap(b.data) && (n > MaxBytes || !Reserve(int64(n))) {
		b.full = true
		return
	}
	base := int64(len(b.data))
	b.data = append(b.data, o.data...)
	for _, end := range o.off[1:] {
		b.off = append(b.off, base+end)
	}
}

// Full tells that an element did not fit: the rest need not be computed.
func (b *StringBuilder) Full() bool { return b.full }

// Tensor gives the finished tensor; the builder must not be used again. It fails when the
// elements did not fit into memory, or are not as many as the shape holds.
func (b *StringBuilder) Tensor(shape []int) (*Tensor, error) {
	if b.full {
		return nil, b.oom(0)
	}
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if have := max(len(b.off)-1, 0); have != n {
		return nil, Failf(InternalError, "%d strings for shape %s", have, ShapeString(shape))
	}
	return b.finish(shape), nil
}

func (b *StringBuilder) finish(shape []int) *Tensor {
	if b.off == nil {
		b.off = []int64{0}
	}
	return &Tensor{dtype: String, shape: shape, n: len(b.off) - 1,
		str: Strings{Off: b.off, Data: unsafe.String(unsafe.SliceData(b.data), len(b.data))}}
}

// WithShape is the same data seen with another shape of as many elements.
//
//go:noinline
func (t *Tensor) WithShape(shape []int) *Tensor {
	z := *t
	z.shape, z.from = shape, nil
	return &z
}

// WithDType is the same bytes under another type of the same element size.
func (t *Tensor) WithDType(d DType) *Tensor {
	z := *t
	z.dtype, z.from = d, nil
	return &z
}

// Rows is the view of n rows from row start on; the rank must be at least 1.
func (t *Tensor) Rows(start, n int) *Tensor {
	row := 1
	for _, d := range t.shape[1:] {
		row *= d
	}
	z := &Tensor{dtype: t.dtype, shape: append([]int{n}, t.shape[1:]...), n: n * row}
	z.share(t, start*row)
	return z
}

// Row is the view of one row, one rank lower.
//
//go:noinline
func (t *Tensor) Row(i int) *Tensor {
	z := t.Rows(i, 1)
	z.shape = t.shape[1:]
	return z
}

// share points z at t's elements from element at on; z.n must be set.
func (z *Tensor) share(t *Tensor, at int) {
	if t.dtype == String {
		z.str = Strings{Off: t.str.Off[at : at+z.n+1], Data: t.str.Data}
		return
	}
	s := t.dtype.Size()
	z.buf = t.buf[at*s : (at+z.n)*s]
}

// Int is element i of a bool, integer or floating tensor as an int64, and 0 of one that holds no numbers.
func (t *Tensor) Int(i int) int64 {
	if t.dtype == String {
		return 0
	}
	switch t.dtype.Base() {
	case Int32:
		return int64(Slice[int32](t)[i])
	case Int64:
		return Slice[int64](t)[i]
	case Uint8:
		return int64(t.buf[i])
	case Bool:
		return int64(t.buf[i])
	case Int8:
		return int64(int8(t.buf[i]))
	case Int16:
		return int64(Slice[int16](t)[i])
	case Uint16:
		return int64(Slice[uint16](t)[i])
	case Uint32:
		return int64(Slice[uint32](t)[i])
	case Uint64:
		return int64(Slice[uint64](t)[i])
	}
	if t.dtype.IsFloating() || t.dtype.IsComplex() {
		return int64(t.Float(i))
	}
	return 0
}

// Float is element i of a real tensor as a float64, and 0 of one that holds no numbers.
func (t *Tensor) Float(i int) float64 {
	if t.dtype == String {
		return 0
	}
	switch t.dtype {
	case Float32:
		return float64(Slice[float32](t)[i])
	case Float64:
		return Slice[float64](t)[i]
	case Float16:
		return float64(Slice[Half](t)[i].Float32())
	case BFloat16:
		return float64(Slice[BHalf](t)[i].Float32())
	case Complex64, Complex128:
		return real(t.Complex(i))
	case Uint64:
		return float64(Slice[uint64](t)[i])
	}
	return float64(t.Int(i))
}

// Complex is element i of a numeric tensor as a complex128.
func (t *Tensor) Complex(i int) complex128 {
	switch t.dtype {
	case Complex64:
		return complex128(Slice[complex64](t)[i])
	case Complex128:
		return Slice[complex128](t)[i]
	}
	return complex(t.Float(i), 0)
}

// Int64s is the elements of an integer tensor in row-major order. Those of an int64 tensor are its own:
// callers must not write into them.
func (t *Tensor) Int64s() []int64 {
	if t.dtype == Int64 {
		v := Slice[int64](t)
		return v[:len(v):len(v)]
	}
	out := make([]int64, t.n)
	if t.dtype == Int32 {
		map1(out, view[int32](t.buf), func(v int32) int64 { return int64(v) })
		return out
	}
	for i := range out {
		out[i] = t.Int(i)
	}
	return out
}

// Ints is all elements of an integer tensor as int.
func (t *Tensor) Ints() []int {
	out := make([]int, t.n)
	switch t.dtype {
	case Int32:
		map1(out, view[int32](t.buf), func(v int32) int { return int(v) })
	case Int64:
		map1(out, view[int64](t.buf), func(v int64) int { return int(v) })
	default:
		for i := range out {
			out[i] = int(t.Int(i))
		}
	}
	return out
}

// ShapeString is a shape as kernels print it: [2,3].
func ShapeString(shape []int) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, d := range shape {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(d))
	}
	b.WriteByte(']')
	return b.String()
}

// Equal tells whether two tensors have the same type, shape and bits (nan equals nan).
func Equal(x, y *Tensor) bool {
	if x.dtype != y.dtype || !SameShape(x.shape, y.shape) {
		return false
	}
	if x.dtype != String {
		return string(x.buf) == string(y.buf)
	}
	for i := range x.n {
		if x.Str(i) != y.Str(i) {
			return false
		}
	}
	return true
}

// SameShape compares dimensions.
func SameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Element is the set of Go types that elements have in storage.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | complex64 | complex128 |
		Half | BHalf
}

func dtypeOf[T Element]() DType {
	var z T
	switch any(z).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	case complex128:
		return Complex128
	case Half:
		return Float16
	}
	return BFloat16
}

// Slice is the elements of a numeric tensor under their Go type; callers must not write.
func Slice[T Element](t *Tensor) []T { return view[T](t.buf) }

// view is the one place where bytes become typed elements.
func view[T any](b []byte) []T {
	var z T
	size := int(unsafe.Sizeof(z))
	if len(b) < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
}

// sizeOf is how many bytes an element takes.
func sizeOf[T any]() int {
	var z T
	return int(unsafe.Sizeof(z))
}

// perElement is bytes whose length and capacity count elements of a size. A loop over slices of T, called as one over
// bytes through unsafe.Pointer, takes such slices for what they are: slices of all types are passed alike. So one
// adapter calls the loops of all types; one for each pair of types made a thousand functions.
func perElement(b []byte, size int) []byte {
	n := len(b) / size
	return b[:n:n]
}

func unView[T any](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(v[0])))
}

// aligned returns b, or a copy of it when its address does not suit elements of type d.
func aligned(d DType, b []byte) []byte {
	size := min(d.Size(), 8)
	if len(b) == 0 || size < 2 || uintptr(unsafe.Pointer(unsafe.SliceData(b)))%uintptr(size) == 0 {
		return b
	}
	z := newBuf(len(b))
	copy(z, b)
	return z
}

// newBuf is zeroed storage, aligned for every element type.
func newBuf(n int) []byte {
	if n == 0 {
		return nil
	}
	return unView(make([]uint64, (n+7)/8))[:n]
}

// stringBytes sees a string as bytes without copying; the result must not be written.
func stringBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

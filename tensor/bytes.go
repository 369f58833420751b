package tensor

import (
	"context"
	"encoding/binary"
	"math/bits"
)

// Bitcast reads the same bytes as another type without copying. A larger source type adds a
// last dimension, a smaller one takes the last dimension away (tf.bitcast).
func Bitcast(x *Tensor, to DType) (*Tensor, error) {
	if err := firstOf(sized(x.dtype), sized(to)); err != nil {
		return nil, err
	}
	from, size := x.dtype.Size(), to.Size()
	shape := x.shape
	switch {
	case from > size:
		shape = append(append([]int(nil), shape...), from/size)
	case from < size:
		if len(shape) == 0 || shape[len(shape)-1] != size/from {
			return nil, Errorf("Cannot bitcast from %d to %d", x.dtype, to)
		}
		shape = shape[:len(shape)-1]
	}
	return FromBytes(to, shape, x.buf), nil
}

// DecodeRaw reads the bytes of strings, of any shape [...], as numbers of a type that has a size: [..., length / size].
// The strings are of one length, which the size divides. One little-endian string is not copied. Source: DecodeRaw
// (tf.io.decode_raw without fixed_length).
func DecodeRaw(ctx context.Context, x *Tensor, to DType, little bool) (*Tensor, error) {
	if err := firstOf(stringsOnly("DecodeRaw", x), sized(to)); err != nil {
		return nil, err
	}
	size := to.Size()
	width := 0
	for i := range x.n {
		n := int(x.str.Off[i+1] - x.str.Off[i])
		if i == 0 {
			width = n
		}
		if n != width {
			return nil, Errorf("DecodeRaw requires input strings to all be the same size, "+
				"but element %d has size %d != %d", i, width, n)
		}
	}
	if width%size != 0 {
		return nil, Errorf("Input to DecodeRaw has length %d that is not a multiple of %d, the size of %s", width, size,
			to.CName())
	}
	shape := append(append([]int(nil), x.shape...), width/size)
	if x.n == 0 {
		shape[len(shape)-1] = 0
		return NewContext(ctx, to, shape)
	}
	raw := stringBytes(x.str.Data[x.str.Off[0]:x.str.Off[x.n]])
	if to == Bool {
		raw = normalBools(raw)
	}
	return decoded(ctx, to, shape, raw, little)
}

// DecodePaddedRaw is DecodeRaw of strings of any lengths, which it first cuts or pads with zeros to fixed bytes: a
// number greater than 0 that the size of the type divides. Source: DecodePaddedRaw.
func DecodePaddedRaw(ctx context.Context, x *Tensor, to DType, fixed int, little bool) (*Tensor, error) {
	if err := firstOf(stringsOnly("DecodePaddedRaw", x), sized(to)); err != nil {
		return nil, err
	}
	size := to.Size()
	if fixed <= 0 {
		return nil, Errorf("fixed_length (%d) must be greater than zero.", fixed)
	}
	if fixed%size != 0 {
		return nil, Errorf("fixed_length (%d) must be a multiple of the size of out_type (%d)", fixed, size)
	}
	shape := append(append([]int(nil), x.shape...), fixed/size)
	z, err := NewContext(ctx, Uint8, []int{x.n, fixed})
	if err != nil {
		return nil, err
	}
	err = parallelRows(ctx, x.n, fixed, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(z.buf[i*fixed:(i+1)*fixed], x.Str(i))
		}
	})
	if err != nil {
		return nil, err
	}
	return decoded(ctx, to, shape, z.buf, little)
}

// normalBools keeps the invariant that a bool is 0 or 1.
func normalBools(raw []byte) []byte {
	z := newBuf(len(raw))
	for i, b := range raw {
		if b != 0 {
			z[i] = 1
		}
	}
	return z
}

func decoded(ctx context.Context, to DType, shape []int, raw []byte, little bool) (*Tensor, error) {
	unit := to.Size()
	if to.IsComplex() {
		unit /= 2
	}
	if little || unit == 1 {
		return FromBytes(to, shape, raw), nil
	}
	z := getBuf(len(raw))
	err := parallel(ctx, len(raw)/unit, unit*2, func(lo,
		hi int) {
		swapBytes(z[lo*unit:hi*unit], raw[lo*unit:hi*unit], unit)
	})
	return FromBytes(to, shape, z), err
}

// swapBytes reverses the bytes of every unit; eight bytes at a time where units are short.
func swapBytes(z, x []byte, unit int) {
	le := binary.LittleEndian
	i := 0
	switch unit {
	case 2:
		for ; i+8 <= len(x); i += 8 {
			v := le.Uint64(x[i:])
			le.PutUint64(z[i:], v&0x00ff00ff00ff00ff<<8|v>>8&0x00ff00ff00ff00ff)
		}
		for ; i < len(x); i += 2 {
			z[i], z[i+1] = x[i+1], x[i]
		}
	case 4:
		for ; i+8 <= len(x); i += 8 {
			le.PutUint64(z[i:], bits.RotateLeft64(binary.BigEndian.Uint64(x[i:]), 32))
		}
		for ; i < len(x); i += 4 {
			le.PutUint32(z[i:], binary.BigEndian.Uint32(x[i:]))
		}
	case 8:
		for ; i < len(x); i += 8 {
			le.PutUint64(z[i:], binary.BigEndian.Uint64(x[i:]))
		}
	}
}

// StringPack makes the string tensor whose element i is symbols[begins[i]:ends[i]]
// (OpenVINO StringTensorPack-15). begins and ends share one shape; ranges may skip,
// repeat or overlap symbols.
func StringPack(ctx context.Context, begins, ends, symbols *Tensor) (*Tensor, error) {
	if len(symbols.shape) != 1 {
		return nil, Errorf("symbols must be a 1-D uint8 tensor, but its shape is %s", ShapeString(symbols.shape))
	}
	if !SameShape(begins.shape, ends.shape) {
		return nil, Errorf("begins and ends must have the same shape, but begins is %s and ends is %s",
			ShapeString(begins.shape), ShapeString(ends.shape))
	}
	total := 0
	for i := range begins.n {
		b, e := begins.Int(i), ends.Int(i)
		at := indexString(i, begins.shape)
		switch {
		case b < 0:
			return nil, Errorf("begins%s = %d is negative", at, b)
		case e < 0:
			return nil, Errorf("ends%s = %d is negative", at, e)
		case b > e:
			return nil, Errorf("begins%s = %d is beyond ends%s = %d", at, b, at, e)
		case e > int64(symbols.n):
			return nil, Errorf("ends%s = %d is beyond the %d symbols", at, e, symbols.n)
		}
		if total += int(e - b); total > MaxBytes {
			return nil, oom(String, begins.shape)
		}
		if i&0xffff == 0xffff && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	var out StringBuilder
	if err := out.Grow(begins.n, total); err != nil {
		return nil, err
	}
	for i := range begins.n {
		out.data = append(out.data, symbols.buf[begins.Int(i):ends.Int(i)]...)
		out.off = append(out.off, int64(len(out.data)))
		if i&0xffff == 0xffff && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out.Tensor(begins.shape)
}

// StringUnpack is the inverse of StringPack: begins, ends and the bytes of all strings.
func StringUnpack(x *Tensor, index DType) (begins, ends, symbols *Tensor) {
	base := x.str.Off[0]
	b, e := make([]int64, x.n), make([]int64, x.n)
	for i := range x.n {
		b[i], e[i] = x.str.Off[i]-base, x.str.Off[i+1]-base
	}
	begins, ends = FromSlice(x.shape, b), FromSlice(x.shape, e)
	if index == Int32 {
		begins, _ = Cast(context.Background(), begins, Int32)
		ends, _ = Cast(context.Background(), ends, Int32)
	}
	raw := stringBytes(x.str.Data[base:x.str.Off[x.n]])
	return begins, ends, FromBytes(Uint8, []int{len(raw)}, raw)
}

// EncodeRaw is the bytes of the last axis of x, of shape [..., n] and a type that has a size, as strings of shape
// [...], in the asked byte order. It is the inverse of DecodeRaw, beyond TensorFlow.
func EncodeRaw(ctx context.Context, x *Tensor, little bool) (*Tensor, error) {
	if err := firstOf(hasRows(x), sized(x.dtype)); err != nil {
		return nil, err
	}
	r := len(x.shape)
	row := x.shape[r-1] * x.dtype.Size()
	y, err := decoded(ctx, x.dtype, x.shape, x.buf, little)
	if err != nil {
		return nil, err
	}
	n := 1
	for _, d := range x.shape[:r-1] {
		n *= d
	}
	var b StringBuilder
	if err := b.Grow(n, len(y.buf)); err != nil {
		return nil, err
	}
	for i := range n {
		b.Append(string(y.buf[i*row : (i+1)*row]))
	}
	return b.Tensor(x.shape[:r-1])
}

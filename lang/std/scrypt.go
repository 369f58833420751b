package std

import (
	"encoding/binary"
	"math/bits"

	"github.com/tfs-lang/tfs/lang/py"
)

// scryptMix is ROMix of scrypt (RFC 7914) on one block of 128*r bytes.
func scryptMix(t *thread, a []value) (value, error) {
	b, err := bufferOf(a[0])
	if err != nil {
		return nil, err
	}
	n, err := py.ToInt(a[1])
	if err != nil {
		return nil, err
	}
	size := len(b) / 4
	if err := py.Fits(n * int64(len(b))); err != nil {
		return nil, err
	}
	x, y := make([]uint32, size), make([]uint32, size)
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	kept := make([]uint32, int(n)*size)
	for i := range 2 * int(n) {
		if err := t.Check(); err != nil {
			return nil, err
		}
		if i < int(n) {
			copy(kept[i*size:], x)
		} else {
			j := int(x[size-16]) & (int(n) - 1) * size
			for k := range x {
				x[k] ^= kept[j+k]
			}
		}
		blockMix(y, x)
		x, y = y, x
	}
	out := make([]byte, 4*size)
	for i, w := range x {
		binary.LittleEndian.PutUint32(out[4*i:], w)
	}
	return py.Bytes(out), nil
}

// blockMix chains Salsa20/8 over pieces of 64 bytes: the even ones go to the first half.
func blockMix(to, from []uint32) {
	var x [16]uint32
	copy(x[:], from[len(from)-16:])
	for i := 0; i < len(from); i += 16 {
		for k := range x {
			x[k] ^= from[i+k]
		}
		salsa8(&x)
		copy(to[(i/32+i/16%2*(len(from)/32))*16:], x[:])
	}
}

func salsa8(x *[16]uint32) {
	in := *x
	quarter := func(a, b, c, d int) {
		x[b] ^= bits.RotateLeft32(x[a]+x[d], 7)
		x[c] ^= bits.RotateLeft32(x[b]+x[a], 9)
		x[d] ^= bits.RotateLeft32(x[c]+x[b], 13)
		x[a] ^= bits.RotateLeft32(x[d]+x[c], 18)
	}
	for range 4 {
		for i := range 4 { // columns, then rows
			quarter(5*i, (5*i+4)%16, (5*i+8)%16, (5*i+12)%16)
		}
		for i := range 4 {
			quarter(5*i, 4*i+(i+1)%4, 4*i+(i+2)%4, 4*i+(i+3)%4)
		}
	}
	for i := range x {
		x[i] += in[i]
	}
}

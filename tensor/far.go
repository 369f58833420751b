package tensor

import (
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Copies that go past the caches: a large result is not read again before it has left them, and a usual store would
// first read what it overwrites.

var copyKernel = loop.FindOne("Copy", "I8")

// mover is how a result of some bytes is copied together.
func mover(size int) func(dst, src []byte) {
	if size >= pastBytes && loop.Using() > loop.Plain {
		return moveFar
	}
	return func(dst, src []byte) { copy(dst, src) }
}

// leastFar is from where on the two ends, which are copied as usual, do not matter.
const leastFar = 512

// moveFar copies src to the beginning of dst, past the caches where whole lines of them are written. As copy does, it
// moves no more than dst holds.
func moveFar(dst, src []byte) {
	if len(src) > len(dst) {
		src = src[:len(dst)]
	}
	if len(src) >= leastFar {
		head := int(-uintptr(unsafe.Pointer(unsafe.SliceData(dst))) & 63)
		copy(dst, src[:head])
		dst, src = dst[head:], src[head:]
		done := copyKernel.Run(dst, src, 1, 1, len(src), loop.Past)
		dst, src = dst[done:], src[done:]
	}
	copy(dst, src)
}

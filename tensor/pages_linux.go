package tensor

import (
	"syscall"
	"unsafe"
)

// hugeBytes is the size from which storage asks for large pages.
const hugeBytes = 4 << 20

// hugePages asks that memory not touched yet come in pages of 2 MiB: the first touch of a page costs several
// times the work on what it holds. A refusal changes nothing but the time.
func hugePages(b []byte) {
	const page = 2 << 20
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	skip := int(-at & (page - 1))
	if n := (len(b) - skip) / page * page; n > 0 {
		_ = syscall.Madvise(b[skip:skip+n], syscall.MADV_HUGEPAGE)
	}
}

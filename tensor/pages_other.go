//go:build !linux

package tensor

// hugeBytes is the size from which storage asks for large pages.
const hugeBytes = 4 << 20

// hugePages has nothing to ask for here.
func hugePages([]byte) {}

package records

import (
	"os"
	"slices"
	"sync"
	"sync/atomic"
)

// long is the size of files whose reading is worth being told of.
const long = 8 << 20

// reading is the long files that are being read, the one opened last at the end; some counts them.
var reading struct {
	some atomic.Int32
	mu   sync.Mutex
	all  []*handle
}

// handle is an open file that knows how far it was read.
type handle struct {
	*os.File
	size int64 // 0 for what is no regular file
	read atomic.Int64
}

func (h *handle) enter() {
	if h.size < long {
		return
	}
	reading.mu.Lock()
	defer reading.mu.Unlock()
	reading.all = append(reading.all, h)
	reading.some.Add(1)
}

// Read reads from the file.
func (h *handle) Read(b []byte) (int, error) {
	n, err := h.File.Read(b)
	h.read.Add(int64(n))
	return n, err
}

// Close closes the file.
func (h *handle) Close() error {
	if h.size >= long {
		reading.mu.Lock()
		if i := slices.Index(reading.all, h); i >= 0 {
			reading.all = slices.Delete(reading.all, i, i+1)
			reading.some.Add(-1)
		}
		reading.mu.Unlock()
	}
	return h.File.Close()
}

// Reading tells of the long file that was opened last and is still being read how many of its bytes were; ok is false
// when there is none.
func Reading() (name string, done, total int64, ok bool) {
	if reading.some.Load() == 0 {
		return "", 0, 0, false
	}
	reading.mu.Lock()
	defer reading.mu.Unlock()
	if len(reading.all) == 0 {
		return "", 0, 0, false
	}
	h := reading.all[len(reading.all)-1]
	return h.Name(), h.read.Load(), h.size, true
}

package py

import (
	"errors"
	"io"
	"os"

	"github.com/tfs-lang/tfs/memory"
)

// maxEndless is the most that is read of a file without a size, such as a device.
const maxEndless = 1 << 28

// ReadFile reads a file that has room in the memory account; a device that never ends is a
// MemoryError. Ctrl-C stops it, also while a pipe waits for its other end. Failures of the
// system are those of package os.
func ReadFile(t *Thread, name string) ([]byte, error) {
	v, err := t.Aside(func(t *Thread) (Value, error) { return readFile(t, name) })
	b, _ := v.([]byte)
	return b, err
}

func readFile(t *Thread, name string) ([]byte, error) {
	LetGo()
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	most := int64(maxEndless)
	if st.Mode().IsRegular() {
		most = max(most, st.Size())
		if !memory.Reserve(st.Size()) {
			return nil, OutOfMemory("the %d bytes of %s do not fit", st.Size(), name)
		}
	}
	b, err := memory.ReadAll(t.Ctx, io.LimitReader(f, most+1))
	switch {
	case errors.Is(err, memory.ErrFull):
		return nil, OutOfMemory("the content of %s does not fit", name)
	case t.Ctx.Err() != nil:
		return nil, Stopped(t.Ctx)
	case int64(len(b)) > most:
		return nil, Raisef(MemoryErrorClass, "%s has no end: more than %d bytes do not fit", name, most)
	}
	return b, err
}

package np

import (
	"bytes"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// bufferArray is the array of what a bytearray, a memoryview or an array.array holds: of the element type, the shape
// and, for a memoryview without gaps, the memory of the buffer. It is nil for other values and for elements that NumPy
// has no type for.
func bufferArray(t *thread, v value) (*array, error) {
	var m *py.MemoryView
	own := false
	switch x := v.(type) {
	case *py.ByteArray:
		return ownBytes(ndarray.Of(tensor.Uint8), []int{len(x.B)}, x.B)
	case *py.MemoryView:
		m = x
	case *py.Instance:
		if x.Native != nil {
			return nil, nil
		}
		if m, own = py.ViewOf(x), true; m == nil {
			return nil, nil
		}
		defer func() { _, _ = py.CallMethod(t, m, "release") }() // it was just made, and nobody else has it
	default:
		return nil, nil
	}
	shape, format, size, err := m.Layout()
	if err != nil {
		return nil, err
	}
	d, err := toDType(strings.TrimPrefix(format, "@"))
	if err != nil || d.Size != size || d.Kind == 'O' {
		return nil, nil
	}
	if own || isTruths(d) {
		return ownBytes(d, shape, m.Packed())
	}
	data, readonly, err := m.Memory()
	if err != nil { // it has gaps
		return ownBytes(d, shape, m.Packed())
	}
	return ndarray.FromMemory(d, shape, data, m, readonly, true), nil
}

// ownBytes is an array of a copy of bytes.
func ownBytes(d *dtype, shape []int, b []byte) (*array, error) {
	if err := py.Fits(int64(len(b))); err != nil {
		return nil, err
	}
	data := bytes.Clone(b)
	if data == nil {
		data = []byte{}
	}
	if isTruths(d) {
		return onlyTruths(ndarray.FromMemory(ndarray.Of(tensor.Uint8), shape, data, nil, false, false)).As(d), nil
	}
	return ndarray.FromMemory(d, shape, data, nil, false, false), nil
}

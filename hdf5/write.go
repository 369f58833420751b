package hdf5

import (
	"encoding/binary"

	"github.com/tfs-lang/tfs/tensor"
)

// Kinds of messages of object headers.
const (
	msgSpace  = 1
	msgType   = 3
	msgFill   = 5
	msgLayout = 8
	msgAttr   = 12
	msgMore   = 16
	msgTable  = 17
)

const (
	leafK    = 4  // a node of a symbol table has up to 8 entries
	superLen = 96 // of the superblock
)

// writer puts a file together; texts go to one global heap at its end.
type writer struct {
	buf    []byte
	texts  [][]byte
	marks  []int // where the address of the global heap is missing
	innerK int   // a node of a tree has up to 2*innerK children
	err    error
}

// Write gives the bytes of a file whose root group is o.
func Write(o *Object) ([]byte, error) {
	w := &writer{buf: make([]byte, superLen), innerK: max(16, (widest(o)+4*leafK-1)/(4*leafK))}
	root, table := w.group(o)
	if w.err != nil {
		return nil, w.err
	}
	w.heap()
	b := w.buf
	copy(b, "\x89HDF\r\n\x1a\n")
	b[13], b[14] = 8, 8
	put16(b[16:], leafK)
	put16(b[18:], w.innerK)
	put64(b[24:], 0)
	put64(b[32:], undefined)
	put64(b[40:], uint64(len(b)))
	put64(b[48:], undefined)
	copy(b[56:], entry(0, root, table))
	return b, nil
}

func put16(b []byte, v int)    { binary.LittleEndian.PutUint16(b, uint16(v)) }
func put32(b []byte, v int)    { binary.LittleEndian.PutUint32(b, uint32(v)) }
func put64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }

func le64(v uint64) []byte { return binary.LittleEndian.AppendUint64(nil, v) }

// widest is the largest number of objects in a group.
func widest(o *Object) int {
	n := len(o.Items)
	for _, x := range o.Items {
		n = max(n, widest(x))
	}
	return n
}

// add appends bytes at a multiple of 8 and gives their address.
//
//go:noinline
func (w *writer) add(b []byte) uint64 {
	for len(w.buf)%8 != 0 {
		w.buf = append(w.buf, 0)
	}
	at := uint64(len(w.buf))
	w.buf = append(w.buf, b...)
	return at
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// entry is an entry of a symbol table; table is where tree and heap of a group are.
func entry(name int, header uint64, table []byte) []byte {
	b := make([]byte, 40)
	put64(b, uint64(name))
	put64(b[8:], header)
	if table != nil {
		put32(b[16:], 1)
		copy(b[24:], table)
	}
	return b
}

// object writes an object and gives its header's address.
func (w *writer) object(o *Object) (uint64, []byte) {
	if o.Items != nil {
		return w.group(o)
	}
	return w.dataset(o), nil
}

// group writes a group: its objects, the heap of their names, the nodes of the table, and the tree over them.
func (w *writer) group(o *Object) (header uint64, table []byte) {
	names := o.Names()
	heap := make([]byte, 8)
	at := make([]int, len(names))
	entries := make([][]byte, len(names))
	for i, n := range names {
		at[i] = len(heap)
		heap = append(append(heap, n...), 0)
		for len(heap)%8 != 0 {
			heap = append(heap, 0)
		}
		h, t := w.object(o.Items[n])
		entries[i] = entry(at[i], h, t)
	}
	tree := make([]byte, 24+8*(4*w.innerK+1))
	copy(tree, "TREE")
	put64(tree[8:], undefined)
	put64(tree[16:], undefined)
	used := 0
	for lo := 0; lo < len(names); lo += 2 * leafK {
		hi := min(lo+2*leafK, len(names))
		node := make([]byte, 8+2*leafK*40)
		copy(node, "SNOD\x01")
		put16(node[6:], hi-lo)
		for i := lo; i < hi; i++ {
			copy(node[8+40*(i-lo):], entries[i])
		}
		put64(tree[32+16*used:], w.add(node))
		put64(tree[40+16*used:], uint64(at[hi-1]))
		used++
	}
	put16(tree[6:], used)
	data := w.add(heap)
	head := append([]byte("HEAP\x00\x00\x00\x00"), le64(uint64(len(heap)))...)
	heapAt := w.add(append(append(head, le64(1)...), le64(data)...)) // 1: nothing is free
	table = append(le64(w.add(tree)), le64(heapAt)...)
	return w.header(append([]message{{msgTable, table}}, w.attrs(o)...)), table
}

type message struct {
	kind int
	data []byte
}

// header writes an object header.
func (w *writer) header(ms []message) uint64 {
	b := make([]byte, 16)
	for _, m := range ms {
		for len(m.data)%8 != 0 {
			m.data = append(m.data, 0)
		}
		if len(m.data) > 65528 {
			w.fail(tensor.Errorf("an attribute of %d bytes is more than HDF5 keeps in a header", len(m.data)))
			return 0
		}
		head := make([]byte, 8)
		put16(head, m.kind)
		put16(head[2:], len(m.data))
		b = append(append(b, head...), m.data...)
	}
	b[0] = 1
	put16(b[2:], len(ms))
	put32(b[4:], 1)
	put32(b[8:], len(b)-16)
	for len(w.buf)%8 != 0 {
		w.buf = append(w.buf, 0)
	}
	at := uint64(len(w.buf))
	w.patch(int(at), b)
	w.buf = append(w.buf, b...)
	return at
}

// textMark is what stands in a header for the address of the global heap until it is known.
const textMark = uint64(0xfeedc0dedeadbea7)

// patch notes where headers want the address of the global heap.
func (w *writer) patch(at int, b []byte) {
	for i := 0; i+8 <= len(b); i += 4 {
		if binary.LittleEndian.Uint64(b[i:]) == textMark {
			w.marks = append(w.marks, at+i)
		}
	}
}

// heap writes the texts and their address.
func (w *writer) heap() {
	if len(w.texts) == 0 {
		return
	}
	if len(w.texts) > 65535 {
		w.fail(tensor.Errorf("%d texts are more than a heap of HDF5 holds", len(w.texts)))
		return
	}
	b := make([]byte, 16)
	copy(b, "GCOL\x01")
	for i, t := range w.texts {
		head := make([]byte, 16)
		put16(head, i+1)
		put64(head[8:], uint64(len(t)))
		b = append(append(b, head...), t...)
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
	}
	free := make([]byte, max(4096-len(b), 16)) // what is left, with its own head
	put64(free[8:], uint64(len(free)))
	b = append(b, free...)
	put64(b[8:], uint64(len(b)))
	at := w.add(b)
	for _, m := range w.marks {
		put64(w.buf[m:], at)
	}
}

func spaceOf(shape []int) []byte {
	b := make([]byte, 8)
	b[0], b[1] = 1, byte(len(shape))
	for _, d := range shape {
		b = append(b, le64(uint64(d))...)
	}
	return b
}

// typeOf is the datatype of a tensor's elements.
func typeOf(d tensor.DType) ([]byte, error) {
	if d == tensor.String {
		return []byte{0x19, 1, 1, 0, 16, 0, 0, 0, 0x13, 0x10, 0, 0, 1, 0, 0, 0}, nil
	}
	for _, n := range numbers {
		if n.d == d {
			b := append([]byte{0x10 | n.class}, n.flags[:]...)
			b = append(b, byte(d.Size()), 0, 0, 0)
			return append(b, n.props...), nil
		}
	}
	return nil, tensor.Errorf("elements of type %s are not written to HDF5 files", d.Name())
}

// attrs are the messages of an object's attributes.
func (w *writer) attrs(o *Object) []message {
	var out []message
	for _, a := range o.Attrs {
		kind, err := typeOf(a.Value.DType())
		if err != nil {
			w.fail(err)
			return nil
		}
		space := spaceOf(a.Value.Shape())
		b := make([]byte, 8)
		b[0] = 1
		put16(b[2:], len(a.Name)+1)
		put16(b[4:], len(kind))
		put16(b[6:], len(space))
		for _, part := range [][]byte{append([]byte(a.Name), 0), kind, space} {
			b = append(b, part...)
			for len(b)%8 != 0 {
				b = append(b, 0)
			}
		}
		out = append(out, message{msgAttr, append(b, w.elements(a.Value)...)})
	}
	return out
}

// elements are the bytes of an attribute's elements.
func (w *writer) elements(t *tensor.Tensor) []byte {
	if t.DType() != tensor.String {
		return t.Bytes()
	}
	var b []byte
	for i := range t.Len() {
		s := t.Str(i)
		w.texts = append(w.texts, []byte(s))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
		b = binary.LittleEndian.AppendUint64(b, textMark)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(w.texts)))
	}
	return b
}

// dataset writes a dataset of numbers.
func (w *writer) dataset(o *Object) uint64 {
	kind, err := typeOf(o.Data.DType())
	if err != nil || o.Data.DType() == tensor.String {
		if err == nil {
			err = tensor.Errorf("datasets of texts are not written to HDF5 files")
		}
		w.fail(err)
		return 0
	}
	at, raw := undefined, o.Data.Bytes()
	if len(raw) > 0 {
		at = w.add(raw)
	}
	layout := append(append([]byte{3, 1}, le64(at)...), le64(uint64(len(raw)))...)
	return w.header(append([]message{{msgSpace, spaceOf(o.Data.Shape())}, {msgType, kind},
		{msgFill, []byte{2, 2, 2, 0, 0, 0, 0, 0}}, {msgLayout, layout}}, w.attrs(o)...))
}

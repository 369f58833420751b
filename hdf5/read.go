package hdf5

import (
	"bytes"
	"encoding/binary"

	"github.com/tfs-lang/tfs/tensor"
)

// reader reads a file that may be damaged: every address and size is checked, and no more objects are read than the
// file has room for.
type reader struct {
	b     []byte
	left  int             // objects that may still be read
	under map[uint64]bool // the groups being read: a circle is an error
}

// Read reads the bytes of a file and gives its root group. Errors say what is damaged or not known.
func Read(b []byte) (*Object, error) {
	if len(b) < superLen || !bytes.HasPrefix(b, []byte("\x89HDF\r\n\x1a\n")) {
		return nil, tensor.Errorf("not an HDF5 file")
	}
	if b[8] > 1 {
		return nil, tensor.Errorf("HDF5 superblock %d is not read, only 0 and 1 (libver='earliest')", b[8])
	}
	if b[13] != 8 || b[14] != 8 {
		return nil, tensor.Errorf("HDF5 addresses of %d and lengths of %d bytes are not read, only of 8", b[13], b[14])
	}
	at := 56
	if b[8] == 1 {
		at += 4
	}
	r := &reader{b: b, left: len(b) / 16, under: map[uint64]bool{}}
	if binary.LittleEndian.Uint64(b[at-32:]) != 0 {
		return nil, tensor.Errorf("an HDF5 file that begins within another is not read")
	}
	return r.object(binary.LittleEndian.Uint64(b[at+8:]))
}

// part is n bytes at an address.
func (r *reader) part(at, n uint64) ([]byte, error) {
	if at > uint64(len(r.b)) || n > uint64(len(r.b))-at {
		return nil, tensor.Errorf("the HDF5 file is damaged: %d bytes at %d are not there", n, at)
	}
	return r.b[at : at+n], nil
}

// block is n bytes at an address that begin with a signature.
func (r *reader) block(at, n uint64, sign string) ([]byte, error) {
	b, err := r.part(at, n)
	if err == nil && string(b[:4]) != sign {
		err = tensor.Errorf("the HDF5 file is damaged: no %s at %d", sign, at)
	}
	return b, err
}

// messages reads an object header with its continuations.
func (r *reader) messages(at uint64) ([]message, error) {
	head, err := r.part(at, 16)
	if err != nil {
		return nil, err
	}
	if head[0] != 1 {
		return nil, tensor.Errorf("HDF5 object headers of version 1 are read only")
	}
	want, size := int(binary.LittleEndian.Uint16(head[2:])), uint64(binary.LittleEndian.Uint32(head[8:]))
	type span struct{ at, size uint64 }
	spans := []span{{at + 16, size}}
	var out []message
	for i := 0; i < len(spans) && len(out) < want; i++ {
		if i > want {
			break
		}
		b, err := r.part(spans[i].at, spans[i].size)
		if err != nil {
			return nil, err
		}
		for len(b) >= 8 && len(out) < want {
			n := int(binary.LittleEndian.Uint16(b[2:]))
			if n > len(b)-8 {
				return nil, tensor.Errorf("the HDF5 file is damaged: a header at %d", at)
			}
			m := message{int(binary.LittleEndian.Uint16(b)), b[8 : 8+n]}
			if b[4]&2 != 0 && m.kind != 0 {
				return nil, tensor.Errorf("HDF5 messages that are shared are not read")
			}
			out = append(out, m)
			if m.kind == msgMore && n >= 16 {
				spans = append(spans, span{binary.LittleEndian.Uint64(m.data), binary.LittleEndian.Uint64(m.data[8:])})
			}
			b = b[8+n:]
		}
	}
	return out, nil
}

// object reads a group or a dataset.
func (r *reader) object(at uint64) (*Object, error) {
	if r.left--; r.left < 0 || r.under[at] {
		return nil, tensor.Errorf("the HDF5 file is damaged: its groups go in circles")
	}
	ms, err := r.messages(at)
	if err != nil {
		return nil, err
	}
	r.under[at] = true
	defer delete(r.under, at)
	o := &Object{}
	var space, kind, layout []byte
	for _, m := range ms {
		switch m.kind {
		case msgTable:
			o.Items = map[string]*Object{}
			err = r.table(o, m.data)
		case msgSpace:
			space = m.data
		case msgType:
			kind = m.data
		case msgLayout:
			layout = m.data
		case msgAttr:
			err = r.attr(o, m.data)
		case 2, 6:
			err = tensor.Errorf("HDF5 groups of links (libver='latest') are not read")
		case 11:
			err = tensor.Errorf("HDF5 datasets with filters (compression) are not read")
		case 21:
			err = tensor.Errorf("HDF5 attributes outside of headers are not read")
		}
		if err != nil {
			return nil, err
		}
	}
	if o.Items == nil {
		if space == nil || kind == nil || layout == nil {
			return nil, tensor.Errorf("the HDF5 file is damaged: an object at %d is neither group nor dataset", at)
		}
		o.Data, err = r.dataset(space, kind, layout)
	}
	return o, err
}

// table reads the objects of a group.
func (r *reader) table(o *Object, data []byte) error {
	if len(data) < 16 {
		return tensor.Errorf("the HDF5 file is damaged: a symbol table")
	}
	heap, err := r.block(binary.LittleEndian.Uint64(data[8:]), 32, "HEAP")
	if err != nil {
		return err
	}
	names, err := r.part(binary.LittleEndian.Uint64(heap[24:]), binary.LittleEndian.Uint64(heap[8:]))
	if err != nil {
		return err
	}
	return r.tree(o, binary.LittleEndian.Uint64(data), names, 0)
}

// tree reads a node of the tree over a group's symbol tables.
func (r *reader) tree(o *Object, at uint64, names []byte, depth int) error {
	head, err := r.block(at, 24, "TREE")
	if err != nil {
		return err
	}
	n := uint64(binary.LittleEndian.Uint16(head[6:]))
	body, err := r.part(at+24, 16*n)
	if err != nil {
		return err
	}
	if depth > 32 {
		return tensor.Errorf("the HDF5 file is damaged: a tree without end")
	}
	for i := range n {
		child := binary.LittleEndian.Uint64(body[8+16*i:])
		if head[5] > 0 {
			err = r.tree(o, child, names, depth+1)
		} else {
			err = r.symbols(o, child, names)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// symbols reads a node of a symbol table.
func (r *reader) symbols(o *Object, at uint64, names []byte) error {
	head, err := r.block(at, 8, "SNOD")
	if err != nil {
		return err
	}
	n := uint64(binary.LittleEndian.Uint16(head[6:]))
	body, err := r.part(at+8, 40*n)
	if err != nil {
		return err
	}
	for i := range n {
		e := body[40*i:]
		if binary.LittleEndian.Uint32(e[16:]) == 2 {
			return tensor.Errorf("HDF5 symbolic links are not read")
		}
		from := binary.LittleEndian.Uint64(e)
		if from >= uint64(len(names)) {
			return tensor.Errorf("the HDF5 file is damaged: a name")
		}
		name, _, _ := bytes.Cut(names[from:], []byte{0})
		x, err := r.object(binary.LittleEndian.Uint64(e[8:]))
		if err != nil {
			return err
		}
		o.Items[string(name)] = x
	}
	return nil
}

// space reads dimensions.
func space(b []byte) ([]int, error) {
	if len(b) < 4 || b[0] != 1 && b[0] != 2 {
		return nil, tensor.Errorf("the HDF5 file is damaged: a dataspace")
	}
	rank, at := int(b[1]), 8
	if b[0] == 2 {
		at = 4
		if b[3] == 2 { // null: nothing is in it
			return []int{0}, nil
		}
	}
	if rank > 32 || len(b) < at+8*rank {
		return nil, tensor.Errorf("the HDF5 file is damaged: a dataspace of rank %d", rank)
	}
	shape := make([]int, rank)
	for i := range shape {
		d := binary.LittleEndian.Uint64(b[at+8*i:])
		if d > 1<<48 {
			return nil, tensor.Errorf("the HDF5 file is damaged: a dimension of %d", d)
		}
		shape[i] = int(d)
	}
	return shape, nil
}

// dataset reads the elements of a dataset.
func (r *reader) dataset(dims, kind, layout []byte) (*tensor.Tensor, error) {
	shape, err := space(dims)
	if err != nil {
		return nil, err
	}
	if len(layout) < 2 || layout[0] != 3 {
		return nil, tensor.Errorf("HDF5 layouts of version 3 are read only")
	}
	var raw []byte
	switch {
	case layout[1] == 0 && len(layout) >= 4:
		n := int(binary.LittleEndian.Uint16(layout[2:]))
		if n > len(layout)-4 {
			return nil, tensor.Errorf("the HDF5 file is damaged: a compact dataset")
		}
		raw = layout[4 : 4+n]
	case layout[1] == 1 && len(layout) >= 18:
		at, n := binary.LittleEndian.Uint64(layout[2:]), binary.LittleEndian.Uint64(layout[10:])
		if at == undefined && n > 0 {
			return nil, tensor.Errorf("an HDF5 dataset that was never written has no values")
		}
		if n > 0 {
			if raw, err = r.part(at, n); err != nil {
				return nil, err
			}
		}
	default:
		return nil, tensor.Errorf("HDF5 datasets in chunks are not read")
	}
	return r.elements(kind, shape, raw)
}

// elements makes a tensor of a datatype's bytes.
func (r *reader) elements(kind []byte, shape []int, raw []byte) (*tensor.Tensor, error) {
	if len(kind) < 8 {
		return nil, tensor.Errorf("the HDF5 file is damaged: a datatype")
	}
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	size := int(binary.LittleEndian.Uint32(kind[4:]))
	if size <= 0 || n > len(raw)/size {
		if n > 0 {
			return nil, tensor.Errorf("the HDF5 file is damaged: %d bytes for %d elements of %d", len(raw), n, size)
		}
	}
	switch class := kind[0] & 15; {
	case class == 3:
		out := make([]string, n)
		for i := range out {
			out[i] = string(bytes.TrimRight(raw[i*size:(i+1)*size], "\x00"))
		}
		return tensor.OfStrings(shape, out)
	case class == 9 && kind[1]&15 == 1 && size == 16:
		out := make([]string, n)
		for i := range out {
			if out[i], err = r.text(raw[16*i:]); err != nil {
				return nil, err
			}
		}
		return tensor.OfStrings(shape, out)
	case class == 8 && size == 1: // bool, as an enumeration of int8
		return tensor.OfBytes(tensor.Bool, shape, bytes.Clone(raw[:n]))
	}
	for _, t := range numbers {
		if t.class == kind[0]&15 && t.d.Size() == size && t.flags[0]&8 == kind[1]&8 && len(kind) >= 8+len(t.props) &&
			(t.class == 0 || bytes.Equal(t.props, kind[8:8+len(t.props)])) {
			if kind[1]&1 != 0 {
				return nil, tensor.Errorf("HDF5 numbers in the other order of bytes are not read")
			}
			return tensor.OfBytes(t.d, shape, bytes.Clone(raw[:n*size]))
		}
	}
	return nil, tensor.Errorf("HDF5 elements of class %d and %d bytes are not read", kind[0]&15, size)
}

// text reads a text of the global heap by its reference: length, address, index.
func (r *reader) text(ref []byte) (string, error) {
	size, at, want := binary.LittleEndian.Uint32(ref), binary.LittleEndian.Uint64(ref[4:]),
		binary.LittleEndian.Uint32(ref[12:])
	if size == 0 {
		return "", nil
	}
	head, err := r.block(at, 16, "GCOL")
	if err != nil {
		return "", err
	}
	b, err := r.part(at, binary.LittleEndian.Uint64(head[8:]))
	if err != nil {
		return "", err
	}
	for b = b[min(16, len(b)):]; len(b) >= 16; {
		n := binary.LittleEndian.Uint64(b[8:])
		k := uint32(binary.LittleEndian.Uint16(b))
		if k == 0 || n > uint64(len(b)-16) {
			break
		}
		if k == want && uint64(size) <= n {
			return string(b[16 : 16+size]), nil
		}
		b = b[min(16+(n+7)/8*8, uint64(len(b))):]
	}
	return "", tensor.Errorf("the HDF5 file is damaged: text %d of the heap at %d", want, at)
}

// attr reads an attribute.
func (r *reader) attr(o *Object, b []byte) error {
	if len(b) < 8 || b[0] < 1 || b[0] > 3 {
		return tensor.Errorf("HDF5 attributes of versions 1 to 3 are read only")
	}
	if b[0] > 1 && b[1]&3 != 0 {
		return tensor.Errorf("HDF5 datatypes that are shared are not read")
	}
	sizes := []int{int(binary.LittleEndian.Uint16(b[2:])), int(binary.LittleEndian.Uint16(b[4:])),
		int(binary.LittleEndian.Uint16(b[6:]))}
	rest := b[8:]
	if b[0] == 3 {
		rest = rest[min(1, len(rest)):]
	}
	parts := make([][]byte, 3)
	for i, n := range sizes {
		full := n
		if b[0] == 1 {
			full = (n + 7) / 8 * 8
		}
		if full > len(rest) {
			return tensor.Errorf("the HDF5 file is damaged: an attribute")
		}
		parts[i], rest = rest[:n], rest[full:]
	}
	shape, err := space(parts[2])
	if err != nil {
		return err
	}
	v, err := r.elements(parts[1], shape, rest)
	if err != nil {
		return err
	}
	name, _, _ := bytes.Cut(parts[0], []byte{0})
	o.Attrs = append(o.Attrs, Attr{string(name), v})
	return nil
}

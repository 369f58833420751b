// Package arrow reads and writes Arrow IPC: files (of which Feather version 2 is another name) and streams, plain or
// with buffers packed by LZ4 or Zstandard (arrow.apache.org/docs/format/Columnar.html). Lists become row splits,
// the entries of dictionaries values, the fields of structs columns of their own ("a.b"). A reader holds one batch.
//
// The format has no checksums: a flipped byte of a value is another value. Nothing that is said about the length or
// place of something is believed before the bytes are there.
//
// It knows no pyarrow; package tf gives its names to programs.
package arrow

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

var magic = []byte("ARROW1")

// The headers of messages.
const (
	schemaMessage = iota + 1
	dictionaryMessage
	batchMessage
)

// Reader gives the batches of a file or a stream.
type Reader struct {
	r      io.Reader
	at     int64 // of r
	size   int64 // of the file; unknown is negative
	fields []*field
	dicts  map[int64]*columnar.Column
	kinds  map[int64]*field // of the entries of dictionaries
	given  bool             // a batch was given
	file   *os.File
	err    error
}

// Open reads a file, which Close closes: an Arrow file or a stream in one.
func Open(name string) (*Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, records.FileError(name, err)
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = tensor.Failf(tensor.FailedPrecondition, "%s; Is a directory", name)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	r, err := NewReader(f, st.Size())
	if err != nil {
		f.Close()
		return nil, about(name, err)
	}
	r.file = f
	return r, nil
}

// about names the file in an error.
func about(name string, err error) error {
	if e, ok := err.(*tensor.Error); ok {
		return &tensor.Error{Kind: e.Kind, Msg: name + ": " + e.Msg, Hint: e.Hint}
	}
	return err
}

// Close closes the file, if Open opened it.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// NewReader reads a file or a stream of a size, negative when that is not known. A file holds a stream between its
// first eight bytes and its footer, which says nothing that the stream does not.
func NewReader(in io.Reader, size int64) (*Reader, error) {
	r := &Reader{r: in, size: size, dicts: map[int64]*columnar.Column{}, kinds: map[int64]*field{}}
	head, err := r.take(8)
	if err != nil {
		return nil, damaged("it is shorter than any Arrow file")
	}
	if bytes.HasPrefix(head, magic) {
		if err := r.ended(); err != nil {
			return nil, err
		}
	} else {
		r.r, r.at = io.MultiReader(bytes.NewReader(head), r.r), 0
	}
	m, _, err := r.message()
	if err == io.EOF {
		return nil, damaged("it has no schema")
	}
	if err != nil {
		return nil, err
	}
	if m.byte(1, 0) != schemaMessage {
		return nil, damaged("it does not begin with a schema")
	}
	if r.fields, err = schemaOf(m.table(2)); err != nil {
		return nil, err
	}
	if m.f.bad {
		return nil, damaged("its schema points outside")
	}
	r.entries(r.fields)
	return r, nil
}

// ended tells whether the file is whole: it ends in the magic bytes.
func (r *Reader) ended() error {
	f, ok := r.r.(io.ReaderAt)
	if !ok || r.size < 0 {
		return nil
	}
	end := make([]byte, len(magic))
	if _, err := f.ReadAt(end, r.size-int64(len(end))); r.size < 8+int64(len(end)) || err != nil ||
		!bytes.Equal(end, magic) {
		return damaged("the end of the file is missing")
	}
	return nil
}

// entries notes the types of the dictionaries' entries.
func (r *Reader) entries(fs []*field) {
	for _, f := range fs {
		if f.index != nil {
			plain := *f
			plain.index = nil
			r.kinds[f.id] = &plain
		}
		r.entries(f.children)
	}
}

// take reads n bytes; room for them grows as they come.
func (r *Reader) take(n int64) ([]byte, error) {
	if r.size >= 0 && n > r.size-r.at {
		return nil, io.ErrUnexpectedEOF
	}
	var out []byte
	for int64(len(out)) < n {
		grown := min(n, max(int64(2*cap(out)), 1<<20))
		if !memory.Reserve(grown) {
			return nil, tensor.Failf(tensor.ResourceExhausted, "a batch of %d bytes does not fit", n)
		}
		was := len(out)
		out = append(make([]byte, 0, grown), out...)[:grown]
		k, err := io.ReadFull(r.r, out[was:])
		r.at += int64(k)
		if err != nil {
			return out[:was+k], err
		}
	}
	return out, nil
}

// message reads the next message with its body; io.EOF behind the last one.
func (r *Reader) message() (table, []byte, error) {
	word := func() (int64, error) {
		b, err := r.take(4)
		if err != nil {
			return 0, err
		}
		return int64(int32(binary.LittleEndian.Uint32(b))), nil
	}
	n, err := word()
	if err != nil { // streams may end without their mark
		if r.size >= 0 && r.at < r.size {
			return table{}, nil, damaged("it ends in the middle")
		}
		return table{}, nil, io.EOF
	}
	if n == -1 {
		if n, err = word(); err != nil {
			return table{}, nil, damaged("it ends in the middle")
		}
	}
	if n == 0 {
		return table{}, nil, io.EOF
	}
	if n < 0 || n > 1<<28 {
		return table{}, nil, damaged("a message has no length")
	}
	meta, err := r.take(n)
	if err != nil {
		return table{}, nil, short(err)
	}
	m := (&flat{b: meta}).root()
	size := m.long(3)
	if size < 0 || m.f.bad {
		return table{}, nil, damaged("a message points outside")
	}
	body, err := r.take(size)
	if err != nil {
		return table{}, nil, short(err)
	}
	return m, body, nil
}

func short(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return damaged("it ends in the middle")
	}
	return err
}

// Names are the names of the fields of the schema.
func (r *Reader) Names() []string {
	out := make([]string, len(r.fields))
	for i, f := range r.fields {
		out[i] = f.name
	}
	return out
}

// Next gives the next batch; io.EOF behind the last one. A file without any gives its columns without rows.
func (r *Reader) Next() (*columnar.Table, error) {
	if r.err != nil {
		return nil, r.err
	}
	t, err := r.next()
	if err == io.EOF && !r.given {
		r.err = err // of the calls behind this one
		t, err = r.none()
	}
	r.given = true
	if err != nil {
		r.err = err
		if r.file != nil && err != io.EOF {
			r.err = about(r.file.Name(), err)
		}
		return nil, r.err
	}
	return t, nil
}

func (r *Reader) next() (*columnar.Table, error) {
	for {
		m, body, err := r.message()
		if err != nil {
			return nil, err
		}
		switch m.byte(1, 0) {
		case dictionaryMessage:
			if err := r.dictionary(m.table(2), body); err != nil {
				return nil, err
			}
		case batchMessage:
			return r.batch(m.table(2), body, r.fields)
		default:
			return nil, damaged("a message is neither a batch nor a dictionary")
		}
	}
}

// none is the columns without rows.
func (r *Reader) none() (*columnar.Table, error) {
	b := &batch{packing: columnar.Plain, dicts: map[int64]*columnar.Column{}, none: true}
	out := &columnar.Table{}
	for _, f := range r.fields {
		cs, err := b.columns(f, 0)
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, cs...)
	}
	return out, nil
}

// batch reads the columns of fields.
func (r *Reader) batch(t table, body []byte, fields []*field) (*columnar.Table, error) {
	b, rows, err := newBatch(t, body, r.dicts)
	if err != nil {
		return nil, err
	}
	out := &columnar.Table{Rows: rows}
	for _, f := range fields {
		cs, err := b.columns(f, rows)
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, cs...)
	}
	if t.f.bad {
		return nil, damaged("a batch points outside")
	}
	return out, nil
}

// dictionary reads the entries of a dictionary, or more of them.
func (r *Reader) dictionary(t table, body []byte) error {
	id := t.long(0)
	f := r.kinds[id]
	if f == nil {
		return damaged("a dictionary belongs to no column")
	}
	got, err := r.batch(t.table(1), body, []*field{f})
	if err != nil {
		return err
	}
	if len(got.Columns) != 1 {
		return tensor.Failf(tensor.Unimplemented, "column %q has a dictionary of structs, which are not read here", f.name)
	}
	if old := r.dicts[id]; old != nil && t.byte(2, 0) != 0 {
		both := []*columnar.Table{{Columns: []columnar.Column{*old}, Rows: old.Rows()}, got}
		if got, err = columnar.Join(both); err != nil {
			return err
		}
	}
	r.dicts[id] = &got.Columns[0]
	return nil
}

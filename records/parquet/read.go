package parquet

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

var magic = []byte("PAR1")

// Reader gives the row groups of a file.
type Reader struct {
	r      io.ReaderAt
	size   int64
	leaves []*leaf
	chosen []int // of the leaves
	groups []message
	rows   int64
	at     int
	empty  bool // the only table, of a file without row groups, was given
	file   *os.File
}

// Open reads a file, which Close closes.
func Open(name string) (*Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, records.FileError(name, err)
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = tensor.Failf(tensor.FailedPrecondition, "%s; Is a directory", name)
	}
	var r *Reader
	if err == nil {
		r, err = NewReader(f, st.Size())
	}
	if err != nil {
		f.Close()
		if e, ok := err.(*tensor.Error); ok && e.Kind != tensor.FailedPrecondition {
			return nil, &tensor.Error{Kind: e.Kind, Msg: name + ": " + e.Msg, Hint: e.Hint}
		}
		return nil, err
	}
	r.file = f
	return r, nil
}

// Close closes the file, if Open opened it.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// NewReader reads a file of a size.
func NewReader(in io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{r: in, size: size}
	if size < 12 {
		return nil, damaged("it is shorter than any Parquet file")
	}
	head, err := r.read(0, 4)
	if err != nil {
		return nil, err
	}
	end, err := r.read(size-8, 8)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(end[4:], []byte("PARE")) {
		return nil, tensor.Failf(tensor.Unimplemented, "the Parquet file is encrypted")
	}
	if !bytes.Equal(head, magic) || !bytes.Equal(end[4:], magic) {
		return nil, damaged("it does not begin and end as Parquet files do")
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if n > size-12 {
		return nil, damaged("its footer is longer than the file")
	}
	footer, err := r.read(size-8-n, n)
	if err != nil {
		return nil, err
	}
	t := &thrift{b: footer}
	meta := t.message(maxThriftDepth)
	if t.bad {
		return nil, damaged("its footer cannot be read")
	}
	if r.leaves, err = leavesOf(meta.list(2)); err != nil {
		return nil, err
	}
	for i := range r.leaves {
		r.chosen = append(r.chosen, i)
	}
	for _, g := range meta.list(4) {
		m, _ := g.(message)
		if len(m.list(1)) != len(r.leaves) || m.int(3) < 0 || m.int(3) > math.MaxInt32 {
			return nil, damaged("a row group has other columns than the schema")
		}
		r.groups = append(r.groups, m)
		r.rows += m.int(3)
	}
	if meta.int(3) != r.rows {
		return nil, damaged("its row groups have %d rows, its footer says %d", r.rows, meta.int(3))
	}
	return r, nil
}

// read gives n bytes at a place.
func (r *Reader) read(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || at > r.size || n > r.size-at {
		return nil, damaged("a part lies outside of the file")
	}
	if !memory.Reserve(n) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "a part of %d bytes does not fit", n)
	}
	b := make([]byte, n)
	if _, err := r.r.ReadAt(b, at); err != nil {
		return nil, damaged("%d bytes at %d cannot be read", n, at)
	}
	return b, nil
}

// Names are the names of the columns.
func (r *Reader) Names() []string {
	out := make([]string, len(r.leaves))
	for i, l := range r.leaves {
		out[i] = l.name
	}
	return out
}

// Rows is how many rows the file has, Groups how many row groups.
func (r *Reader) Rows() int64 { return r.rows }

// Groups is how many row groups there are.
func (r *Reader) Groups() int { return len(r.groups) }

// Choose has only some columns read, by name: a column, or all whose path begins with it.
func (r *Reader) Choose(names []string) error {
	r.chosen = nil
	for _, n := range names {
		was := len(r.chosen)
		for i, l := range r.leaves {
			if l.name == n || len(l.name) > len(n) && l.name[:len(n)] == n && l.name[len(n)] == '.' {
				r.chosen = append(r.chosen, i)
			}
		}
		if len(r.chosen) == was {
			return tensor.Failf(tensor.NotFound, "there is no column %q; there are %q", n, r.Names())
		}
	}
	slices.Sort(r.chosen)
	r.chosen = slices.Compact(r.chosen)
	return nil
}

// Next gives the next row group; io.EOF behind the last one. A file without any gives its columns without rows.
func (r *Reader) Next() (*columnar.Table, error) {
	if len(r.groups) == 0 && !r.empty {
		r.empty = true
		return r.none()
	}
	if r.at >= len(r.groups) {
		return nil, io.EOF
	}
	g := r.groups[r.at]
	r.at++
	out := &columnar.Table{Rows: int(g.int(3))}
	for _, i := range r.chosen {
		chunk, _ := g.list(1)[i].(message)
		c, err := r.column(r.leaves[i], chunk, out.Rows)
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, *c)
	}
	return out, nil
}

// none is the columns without rows.
func (r *Reader) none() (*columnar.Table, error) {
	out := &columnar.Table{}
	for _, i := range r.chosen {
		if r.leaves[i].wrong != nil {
			return nil, r.leaves[i].wrong
		}
		c, err := newAssembly(r.leaves[i], 0).column()
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, *c)
	}
	return out, nil
}

// column reads a column chunk.
func (r *Reader) column(l *leaf, chunk message, rows int) (*columnar.Column, error) {
	if l.wrong != nil {
		return nil, l.wrong
	}
	meta := chunk.message(3)
	if chunk.text(1) != "" {
		return nil, tensor.Failf(tensor.Unimplemented, "column %q lies in another file", l.name)
	}
	packing, ok := map[int64]string{0: columnar.Plain, 1: columnar.Snappy, 2: columnar.Gzip, 6: columnar.Zstd,
		7: columnar.LZ4Block}[meta.int(4)]
	if !ok {
		name := map[int64]string{3: "LZO", 4: "Brotli", 5: "LZ4 as Hadoop frames it"}[meta.int(4)]
		return nil, tensor.Failf(tensor.Unimplemented, "column %q is packed by %s, which is not read here", l.name, name)
	}
	from := meta.int(9)
	if d := meta.int(11); meta.has(11) && d > 0 && d < from {
		from = d
	}
	raw, err := r.read(from, meta.int(7))
	if err != nil {
		return nil, err
	}
	if meta.int(1) != int64(l.phys) {
		return nil, damaged("column %q has another type than the schema says", l.name)
	}
	p := &pages{leaf: l, packing: packing, raw: raw, left: meta.int(5), build: newAssembly(l, rows)}
	for p.left > 0 {
		if err := p.page(); err != nil {
			return nil, err
		}
	}
	return p.build.column()
}

// pages reads the pages of a column chunk.
type pages struct {
	leaf    *leaf
	packing string
	raw     []byte
	left    int64 // values, missing ones counted
	dict    *values
	build   *assembly
}

// page reads the next page.
func (p *pages) page() error {
	t := &thrift{b: p.raw}
	head := t.message(maxThriftDepth)
	size := head.int(3)
	if t.bad || size < 0 || size > int64(len(p.raw)-t.at) {
		return damaged("a page of column %q is cut off", p.leaf.name)
	}
	body := p.raw[t.at : t.at+int(size)]
	p.raw = p.raw[t.at+int(size):]
	if head.has(4) && crc32.ChecksumIEEE(body) != uint32(head.int(4)) {
		return damaged("the checksum of a page of column %q does not agree", p.leaf.name)
	}
	switch head.int(1) {
	case dictionaryPage:
		body, err := columnar.Unpack(p.packing, body, head.int(2))
		if err != nil {
			return err
		}
		n := head.message(7).int(1)
		if n < 0 || n > math.MaxInt32 {
			return damaged("a dictionary has no length")
		}
		p.dict, err = p.leaf.plain(body, int(n))
		return err
	case dataPage:
		return p.data(head, body)
	case dataPageV2:
		return p.dataV2(head, body)
	case indexPage:
		return nil
	}
	return damaged("a page is of no known kind")
}

// count is the number of values of a page, which the chunk must have left.
func (p *pages) count(n int64) (int, error) {
	if n < 0 || n > p.left || n > math.MaxInt32 {
		return 0, damaged("a page of column %q has more values than its chunk", p.leaf.name)
	}
	p.left -= n
	return int(n), nil
}

// data reads a page whose levels lie packed with its values, each kind of level behind its length.
func (p *pages) data(head message, body []byte) error {
	h := head.message(5)
	n, err := p.count(h.int(1))
	if err != nil {
		return err
	}
	if body, err = columnar.Unpack(p.packing, body, head.int(2)); err != nil {
		return err
	}
	levels := func(most int, encoding int64) ([]uint32, error) {
		if most == 0 {
			return nil, nil
		}
		if encoding == encBitPacked {
			return nil, tensor.Failf(tensor.Unimplemented, "levels are bit-packed, as no writer since 2013 packs them")
		}
		if len(body) < 4 || uint64(binary.LittleEndian.Uint32(body)) > uint64(len(body)-4) {
			return nil, damaged("the levels of column %q are cut off", p.leaf.name)
		}
		size := int(binary.LittleEndian.Uint32(body))
		out, err := hybrid(body[4:4+size], widthOf(most), n)
		body = body[4+size:]
		return out, err
	}
	rep, err := levels(len(p.leaf.lists), h.int(4))
	if err != nil {
		return err
	}
	def, err := levels(p.leaf.maxDef, h.int(3))
	if err != nil {
		return err
	}
	return p.values(n, rep, def, body, h.int(2))
}

// dataV2 reads a page whose levels lie before its values, unpacked.
func (p *pages) dataV2(head message, body []byte) error {
	h := head.message(8)
	n, err := p.count(h.int(1))
	if err != nil {
		return err
	}
	repSize, defSize := h.int(6), h.int(5)
	if repSize < 0 || defSize < 0 || repSize+defSize > int64(len(body)) || repSize > int64(len(body)) {
		return damaged("the levels of column %q are cut off", p.leaf.name)
	}
	var rep, def []uint32
	if len(p.leaf.lists) > 0 {
		if rep, err = hybrid(body[:repSize], widthOf(len(p.leaf.lists)), n); err != nil {
			return err
		}
	}
	if p.leaf.maxDef > 0 {
		if def, err = hybrid(body[repSize:repSize+defSize], widthOf(p.leaf.maxDef), n); err != nil {
			return err
		}
	}
	rest, size := body[repSize+defSize:], head.int(2)-repSize-defSize
	if (!h.has(7) || h.int(7) != 0) && (len(rest) > 0 || size != 0) {
		if rest, err = columnar.Unpack(p.packing, rest, size); err != nil {
			return err
		}
	} else if int64(len(rest)) != size {
		return damaged("a page of column %q is cut off", p.leaf.name)
	}
	return p.values(n, rep, def, rest, h.int(4))
}

// values reads the values of a page and puts them where its levels say.
func (p *pages) values(n int, rep, def []uint32, body []byte, encoding int64) error {
	there := n
	if def != nil {
		there = 0
		for _, d := range def {
			if int(d) > p.leaf.maxDef {
				return damaged("a level of column %q is higher than there are", p.leaf.name)
			}
			if int(d) == p.leaf.maxDef {
				there++
			}
		}
	}
	var v *values
	var err error
	if encoding == encDictionary || encoding == encPlainDictionary {
		v, err = p.looked(body, there)
	} else {
		v, err = p.leaf.decode(body, there, encoding)
	}
	if err != nil {
		return err
	}
	return p.build.add(n, rep, def, v)
}

// looked reads values that are numbers of the dictionary's entries.
func (p *pages) looked(body []byte, n int) (*values, error) {
	if p.dict == nil {
		return nil, damaged("column %q has no dictionary", p.leaf.name)
	}
	if n == 0 {
		return &values{}, nil
	}
	if len(body) == 0 {
		return nil, damaged("the values of column %q are cut off", p.leaf.name)
	}
	at, err := hybrid(body[1:], int(body[0]), n)
	if err != nil {
		return nil, err
	}
	out := &values{}
	size := p.leaf.dtype.Size()
	entries := p.dict.n
	for _, k := range at {
		if int(k) >= entries {
			return nil, damaged("the dictionary of column %q has no entry %d", p.leaf.name, k)
		}
		if p.leaf.dtype == tensor.String {
			out.texts = append(out.texts, p.dict.texts[k])
		} else {
			out.fixed = append(out.fixed, p.dict.fixed[int(k)*size:int(k+1)*size]...)
		}
	}
	out.n = n
	return out, nil
}

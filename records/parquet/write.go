package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"

	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

const (
	// GroupRows is how many rows a row group has at most.
	GroupRows = 1 << 20
	// pageValues is how many values a page has at most, but for those of one row.
	pageValues = 64 << 10
)

// Writer writes a file, one row group for each table or more.
type Writer struct {
	w       io.Writer
	packing string
	at      int64
	like    *columnar.Table
	groups  []rowGroup
	rows    int64
	err     error
}

// rowGroup is what the footer says of a row group.
type rowGroup struct {
	chunks []chunk
	rows   int64
	size   int64
}

// chunk is what the footer says of a column chunk.
type chunk struct{ at, values, raw, packed int64 }

// NewWriter writes a file whose pages are packed; "" is columnar.Snappy. The first table says what the columns are.
func NewWriter(w io.Writer, packing string) (*Writer, error) {
	if packing == "" {
		packing = columnar.Snappy
	}
	if _, ok := codecs[packing]; !ok {
		return nil, tensor.Errorf("compression %q is not one of none, snappy, gzip, zstd, lz4", packing)
	}
	return &Writer{w: w, packing: packing}, nil
}

var codecs = map[string]int64{columnar.Plain: 0, columnar.Snappy: 1, columnar.Gzip: 2, columnar.Zstd: 6,
	columnar.LZ4Block: 7}

func (w *Writer) put(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
		w.at += int64(len(b))
	}
}

// Write adds the rows of a table.
func (w *Writer) Write(t *columnar.Table) error {
	if w.err != nil {
		return w.err
	}
	if err := t.Check(); err != nil {
		return err
	}
	if w.like == nil {
		for i := range t.Columns {
			if _, _, err := typeOf(&t.Columns[i]); err != nil {
				return err
			}
		}
		w.put(magic)
		w.like = t.Part(0, 0)
	} else if _, err := columnar.Join([]*columnar.Table{w.like, t.Part(0, 0)}); err != nil {
		return tensor.Errorf("the table has other columns than the first one")
	}
	for lo := 0; lo < t.Rows; lo += GroupRows {
		if err := w.group(t.Part(lo, min(lo+GroupRows, t.Rows))); err != nil {
			return err
		}
	}
	return w.err
}

func (w *Writer) group(t *columnar.Table) error {
	g := rowGroup{rows: int64(t.Rows)}
	for i := range t.Columns {
		c := &t.Columns[i]
		k := chunk{at: w.at}
		for lo := 0; lo < t.Rows; {
			hi := lo + rowsOf(c, lo, t.Rows)
			part := c.Part(lo, hi)
			if err := w.page(&part, hi-lo, &k); err != nil {
				return err
			}
			lo = hi
		}
		k.packed = w.at - k.at
		g.size += k.raw
		g.chunks = append(g.chunks, k)
	}
	w.rows += g.rows
	w.groups = append(w.groups, g)
	return w.err
}

// rowsOf is how many rows from lo on make a page.
func rowsOf(c *columnar.Column, lo, rows int) int {
	n := 1
	for lo+n < rows && n < pageValues {
		at := int64(lo + n)
		from := int64(lo)
		for _, s := range c.Splits {
			from, at = s[from], s[at]
		}
		bytes := int64(0)
		if c.Values.DType() == tensor.String {
			off := c.Values.Strings().Off
			bytes = off[at] - off[from]
		}
		if at-from >= pageValues || bytes >= 1<<20 {
			break
		}
		n++
	}
	return n
}

// page writes rows of a column.
func (w *Writer) page(c *columnar.Column, rows int, k *chunk) error {
	l := levels{c: c}
	for i := range rows {
		l.emit(0, i, 0)
	}
	var body []byte
	depth := len(c.Splits)
	for _, x := range []struct {
		v    []uint32
		most int
	}{{l.rep, depth}, {l.def, 2*depth + 1}} {
		if x.most == 0 {
			continue
		}
		packed := appendHybrid(nil, x.v, widthOf(x.most))
		body = binary.LittleEndian.AppendUint32(body, uint32(len(packed)))
		body = append(body, packed...)
	}
	body = l.plain(body)
	packed, err := columnar.Pack(w.packing, body)
	if err != nil {
		return err
	}
	if len(body) > 1<<31-1 || len(packed) > 1<<31-1 {
		return tensor.Errorf("column %q: a row is larger than a page can be", c.Name)
	}
	head := &builder{}
	head.i32(1, dataPage)
	head.i32(2, int64(len(body)))
	head.i32(3, int64(len(packed)))
	head.i32(4, int64(int32(crc32.ChecksumIEEE(packed))))
	head.within(5, func(b *builder) {
		b.i32(1, int64(len(l.def)))
		b.i32(2, encPlain)
		b.i32(3, encRLE)
		b.i32(4, encRLE)
	})
	head.b = append(head.b, 0)
	w.put(head.b)
	w.put(packed)
	k.values += int64(len(l.def))
	k.raw += int64(len(head.b) + len(body))
	return w.err
}

// levels are the entries of rows of a column: each list may be missing or empty, each value missing.
type levels struct {
	c        *columnar.Column
	rep, def []uint32
	at       []int // the values that are there
}

// emit adds row i of a level; rep is the repetition level of its first entry. Level k is there from definition level
// 2k+1 on and has elements from 2k+2 on.
func (l *levels) emit(level, i int, rep uint32) {
	v := l.c.There(level)
	if v != nil && !v[i] || level == len(l.c.Splits) && l.c.Kind == "null" {
		l.entry(rep, 2*level)
		return
	}
	if level == len(l.c.Splits) {
		l.entry(rep, 2*level+1)
		l.at = append(l.at, i)
		return
	}
	s := l.c.Splits[level]
	if s[i] == s[i+1] {
		l.entry(rep, 2*level+1)
	}
	for k := s[i]; k < s[i+1]; k++ {
		l.emit(level+1, int(k), rep)
		rep = uint32(level + 1)
	}
}

func (l *levels) entry(rep uint32, def int) {
	l.rep, l.def = append(l.rep, rep), append(l.def, uint32(def))
}

// plain appends the values that are there.
func (l *levels) plain(b []byte) []byte {
	v := l.c.Values
	switch d := v.DType(); d {
	case tensor.String:
		for _, i := range l.at {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(v.Str(i))))
			b = append(b, v.Str(i)...)
		}
	case tensor.Bool:
		from := len(b)
		b = append(b, make([]byte, (len(l.at)+7)/8)...)
		for k, i := range l.at {
			b[from+k/8] |= byte(v.Int(i)) << (k % 8)
		}
	case tensor.Int8, tensor.Int16, tensor.Uint8, tensor.Uint16:
		for _, i := range l.at {
			b = binary.LittleEndian.AppendUint32(b, uint32(v.Int(i)))
		}
	default:
		size, raw := d.Size(), v.Bytes()
		if len(l.at) == v.Len() {
			return append(b, raw...)
		}
		for _, i := range l.at {
			b = append(b, raw[i*size:(i+1)*size]...)
		}
	}
	return b
}

// Close writes the footer; the stream below stays open.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.like == nil {
		return tensor.Errorf("a Parquet file needs columns: nothing was written")
	}
	b := &builder{}
	b.i32(1, 2)
	n := 1
	for i := range w.like.Columns {
		n += 1 + 2*len(w.like.Columns[i].Splits)
	}
	b.list(2, thriftStruct, n)
	b.element(func(b *builder) {
		b.text(4, "schema")
		b.i32(5, int64(len(w.like.Columns)))
	})
	for i := range w.like.Columns {
		writeSchema(b, &w.like.Columns[i])
	}
	b.i64(3, w.rows)
	b.list(4, thriftStruct, len(w.groups))
	for _, g := range w.groups {
		b.element(func(b *builder) { w.groupMeta(b, g) })
	}
	b.text(6, "tfs")
	b.b = append(b.b, 0)
	w.put(b.b)
	w.put(binary.LittleEndian.AppendUint32(nil, uint32(len(b.b))))
	w.put(magic)
	return w.err
}

func (w *Writer) groupMeta(b *builder, g rowGroup) {
	b.list(1, thriftStruct, len(g.chunks))
	for i, k := range g.chunks {
		c := &w.like.Columns[i]
		b.element(func(b *builder) {
			b.i64(2, k.at)
			b.within(3, func(b *builder) {
				phys, _, _ := typeOf(c)
				b.i32(1, int64(phys))
				b.list(2, thriftI32, 2)
				b.zigzag(encPlain)
				b.zigzag(encRLE)
				path := []string{c.Name}
				for range c.Splits {
					path = append(path, "list", "element")
				}
				b.list(3, thriftBinary, len(path))
				for _, p := range path {
					b.bytes(p)
				}
				b.i32(4, codecs[w.packing])
				b.i64(5, k.values)
				b.i64(6, k.raw)
				b.i64(7, k.packed)
				b.i64(9, k.at)
			})
		})
	}
	b.i64(2, g.size)
	b.i64(3, g.rows)
}

// writeSchema writes the elements of a column: a list is a group of a group of its elements.
func writeSchema(b *builder, c *columnar.Column) {
	name := c.Name
	for range c.Splits {
		b.element(func(b *builder) {
			b.i32(3, 1)
			b.text(4, name)
			b.i32(5, 1)
			b.i32(6, 3)
			b.within(10, func(b *builder) { b.within(3, func(*builder) {}) })
		})
		b.element(func(b *builder) {
			b.i32(3, 2)
			b.text(4, "list")
			b.i32(5, 1)
		})
		name = "element"
	}
	phys, logical, _ := typeOf(c)
	b.element(func(b *builder) {
		b.i32(1, int64(phys))
		if phys == physFixed {
			b.i32(2, 2)
		}
		b.i32(3, 1)
		b.text(4, name)
		if c.Kind == "string" || c.Kind == "large_string" {
			b.i32(6, 0)
		}
		if logical != nil {
			b.within(10, logical)
		}
	})
}

// typeOf is the physical type of a column's values, and what they stand for.
func typeOf(c *columnar.Column) (phys int, logical func(*builder), err error) {
	d := c.Values.DType()
	if want, ok := columnar.TypeOf(c.Kind); ok && want != d {
		return 0, nil, tensor.Errorf("column %q: values of type %s cannot be written as %s", c.Name, d, c.Kind)
	}
	head, rest, _ := strings.Cut(strings.TrimSuffix(c.Kind, "]"), "[")
	unit, zone, _ := strings.Cut(rest, ", tz=")
	if unit == "s" && head != "date32" {
		return 0, nil, tensor.Errorf("column %q: Parquet has no %s", c.Name, c.Kind)
	}
	empty := func(id int) func(*builder) { return func(b *builder) { b.within(id, func(*builder) {}) } }
	timed := func(id int) func(*builder) {
		return func(b *builder) {
			b.within(id, func(b *builder) {
				b.bool(1, zone != "")
				b.within(2, empty(map[string]int{"ms": 1, "us": 2, "ns": 3}[unit]))
			})
		}
	}
	integer := func(b *builder) {
		b.within(10, func(b *builder) {
			b.tiny(1, byte(8*d.Size()))
			b.bool(2, !strings.HasPrefix(c.Kind, "u"))
		})
	}
	switch {
	case head == "date32":
		return physInt32, empty(6), nil
	case head == "time32":
		return physInt32, timed(7), nil
	case head == "time64":
		return physInt64, timed(7), nil
	case head == "timestamp":
		return physInt64, timed(8), nil
	case c.Kind == "string" || c.Kind == "large_string":
		return physBytes, empty(1), nil
	case d == tensor.String:
		return physBytes, nil, nil
	case c.Kind == "null":
		return physInt32, empty(11), nil
	}
	switch c.Kind {
	case "bool":
		return physBool, nil, nil
	case "int8", "int16", "uint8", "uint16", "uint32":
		return physInt32, integer, nil
	case "int32":
		return physInt32, nil, nil
	case "int64":
		return physInt64, nil, nil
	case "uint64":
		return physInt64, integer, nil
	case "halffloat":
		return physFixed, empty(15), nil
	case "float":
		return physFloat, nil, nil
	case "double":
		return physDouble, nil, nil
	}
	return 0, nil, tensor.Errorf("column %q: Parquet has no %s", c.Name, c.Kind)
}

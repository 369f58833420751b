package arrow

import (
	"encoding/binary"
	"io"
	"math"
	"strconv"
	"strings"

	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

// Options is how batches are written.
type Options struct {
	Stream  bool   // a stream instead of a file
	Packing string // columnar.Plain, LZ4Frame or Zstd; "" is Plain
}

// Writer writes batches of one schema.
type Writer struct {
	w      io.Writer
	o      Options
	at     int64
	like   *columnar.Table // whose schema was written
	blocks [][3]int64      // of the batches: where, size of the message, size of the body
	err    error
}

// NewWriter writes a file or a stream; the first batch says what the columns are.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	switch o.Packing {
	case "":
		o.Packing = columnar.Plain
	case columnar.Plain, columnar.LZ4Frame, columnar.Zstd:
	default:
		return nil, tensor.Errorf("compression %q is not one of none, lz4, zstd", o.Packing)
	}
	return &Writer{w: w, o: o}, nil
}

func (w *Writer) put(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
		w.at += int64(len(b))
	}
}

// Write adds a batch.
func (w *Writer) Write(t *columnar.Table) error {
	if w.err != nil {
		return w.err
	}
	if err := t.Check(); err != nil {
		return err
	}
	if w.like == nil {
		if !w.o.Stream {
			w.put(append(append([]byte{}, magic...), 0, 0))
		}
		b := flatbuffers.NewBuilder(1024)
		schema, err := schemaFor(b, t)
		if err != nil {
			return err
		}
		w.message(b, schemaMessage, schema, nil)
		w.like = t.Part(0, 0)
	} else if err := w.same(t); err != nil {
		return err
	}
	body := &body{packing: w.o.Packing}
	for i := range t.Columns {
		body.column(&t.Columns[i], 0, t.Rows)
	}
	if body.err != nil {
		return body.err
	}
	b := flatbuffers.NewBuilder(1024)
	from := w.at
	size := w.message(b, batchMessage, body.record(b, t.Rows), body.data)
	w.blocks = append(w.blocks, [3]int64{from, size, int64(len(body.data))})
	return w.err
}

// same refuses a batch of other columns.
func (w *Writer) same(t *columnar.Table) error {
	if _, err := columnar.Join([]*columnar.Table{w.like, t.Part(0, 0)}); err != nil {
		return tensor.Errorf("the batch has other columns than the first one")
	}
	return nil
}

// Close writes the end; the stream below stays open.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.like == nil {
		return tensor.Errorf("an Arrow file needs columns: nothing was written")
	}
	w.put([]byte{255, 255, 255, 255, 0, 0, 0, 0})
	if w.o.Stream {
		return w.err
	}
	b := flatbuffers.NewBuilder(1024)
	schema, err := schemaFor(b, w.like)
	if err != nil {
		return err
	}
	b.StartVector(24, len(w.blocks), 8)
	for i := len(w.blocks) - 1; i >= 0; i-- {
		block := w.blocks[i]
		b.Prep(8, 24)
		b.PrependInt64(block[2])
		b.Pad(4)
		b.PrependInt32(int32(block[1]))
		b.PrependInt64(block[0])
	}
	blocks := b.EndVector(len(w.blocks))
	b.StartVector(24, 0, 8)
	none := b.EndVector(0)
	b.StartObject(5)
	b.PrependInt16Slot(0, metadataVersion, 0)
	b.PrependUOffsetTSlot(1, schema, 0)
	b.PrependUOffsetTSlot(2, none, 0)
	b.PrependUOffsetTSlot(3, blocks, 0)
	b.Finish(b.EndObject())
	footer := b.FinishedBytes()
	w.put(footer)
	w.put(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))
	w.put(magic)
	return w.err
}

const metadataVersion = 4 // V5

// message writes a message with its body and gives the size of what stands before that.
func (w *Writer) message(b *flatbuffers.Builder, kind byte, header flatbuffers.UOffsetT, body []byte) int64 {
	b.StartObject(5)
	b.PrependInt64Slot(3, int64(len(body)), 0)
	b.PrependUOffsetTSlot(2, header, 0)
	b.PrependByteSlot(1, kind, 0)
	b.PrependInt16Slot(0, metadataVersion, 0)
	b.Finish(b.EndObject())
	meta := b.FinishedBytes()
	pad := -(8 + len(meta)) & 7
	head := []byte{255, 255, 255, 255}
	head = binary.LittleEndian.AppendUint32(head, uint32(len(meta)+pad))
	w.put(head)
	w.put(meta)
	w.put(make([]byte, pad))
	w.put(body)
	return int64(8 + len(meta) + pad)
}

// schemaFor writes the schema of a table.
func schemaFor(b *flatbuffers.Builder, t *columnar.Table) (flatbuffers.UOffsetT, error) {
	var fields []flatbuffers.UOffsetT
	for i := range t.Columns {
		c := &t.Columns[i]
		f, err := valueField(b, c)
		if err != nil {
			return 0, err
		}
		for level := len(c.Splits) - 1; level >= 0; level-- {
			name := "item"
			if level == 0 {
				name = c.Name
			}
			b.StartObject(0)
			f = newField(b, name, typeList, b.EndObject(), f)
		}
		fields = append(fields, f)
	}
	list := offsets(b, fields)
	b.StartObject(4)
	b.PrependUOffsetTSlot(1, list, 0)
	return b.EndObject(), nil
}

func offsets(b *flatbuffers.Builder, list []flatbuffers.UOffsetT) flatbuffers.UOffsetT {
	b.StartVector(4, len(list), 4)
	for i := len(list) - 1; i >= 0; i-- {
		b.PrependUOffsetT(list[i])
	}
	return b.EndVector(len(list))
}

func newField(b *flatbuffers.Builder, name string, code byte, kind flatbuffers.UOffsetT,
	children ...flatbuffers.UOffsetT) flatbuffers.UOffsetT {
	text := b.CreateString(name)
	list := offsets(b, children)
	b.StartObject(7)
	b.PrependUOffsetTSlot(5, list, 0)
	b.PrependUOffsetTSlot(3, kind, 0)
	b.PrependUOffsetTSlot(0, text, 0)
	b.PrependByteSlot(2, code, 0)
	b.PrependBoolSlot(1, true, false)
	return b.EndObject()
}

// valueField is the field of a column's values: the column itself, or what its lists hold.
func valueField(b *flatbuffers.Builder, c *columnar.Column) (flatbuffers.UOffsetT, error) {
	name := c.Name
	if len(c.Splits) > 0 {
		name = "item"
	}
	code, kind, err := writeType(b, c)
	if err != nil {
		return 0, err
	}
	return newField(b, name, code, kind), nil
}

// writeType writes the type of a column's values.
func writeType(b *flatbuffers.Builder, c *columnar.Column) (byte, flatbuffers.UOffsetT, error) {
	d := c.Values.DType()
	wrong := tensor.Errorf("column %q: values of type %s cannot be written as %s", c.Name, d, c.Kind)
	if want, ok := columnar.TypeOf(c.Kind); ok && want != d {
		return 0, 0, wrong
	}
	head, rest, _ := strings.Cut(strings.TrimSuffix(c.Kind, "]"), "[")
	unit, zone, _ := strings.Cut(rest, ", tz=")
	switch {
	case strings.HasSuffix(c.Kind, "string") && d == tensor.String:
		b.StartObject(0)
		return typeUtf8, b.EndObject(), nil
	case d == tensor.String:
		b.StartObject(0)
		return typeBinary, b.EndObject(), nil
	case c.Kind == "bool" || c.Kind == "null":
		b.StartObject(0)
		return map[string]byte{"bool": typeBool, "null": typeNull}[c.Kind], b.EndObject(), nil
	case c.Kind == "halffloat" || c.Kind == "float" || c.Kind == "double":
		b.StartObject(1)
		b.PrependInt16Slot(0, map[string]int16{"halffloat": 0, "float": 1, "double": 2}[c.Kind], 0)
		return typeFloat, b.EndObject(), nil
	case head == "timestamp":
		text := b.CreateString(zone)
		b.StartObject(2)
		if zone != "" {
			b.PrependUOffsetTSlot(1, text, 0)
		}
		b.PrependInt16Slot(0, unitNumber(unit), 0)
		return typeTimestamp, b.EndObject(), nil
	case head == "duration":
		b.StartObject(1)
		b.PrependInt16Slot(0, unitNumber(unit), 1)
		return typeDuration, b.EndObject(), nil
	case head == "time32" || head == "time64":
		b.StartObject(2)
		b.PrependInt16Slot(0, unitNumber(unit), 1)
		b.PrependInt32Slot(1, int32(8*d.Size()), 32)
		return typeTime, b.EndObject(), nil
	case head == "date32" || head == "date64":
		b.StartObject(1)
		b.PrependInt16Slot(0, map[string]int16{"date32": 0, "date64": 1}[head], 1)
		return typeDate, b.EndObject(), nil
	case strings.HasPrefix(strings.TrimPrefix(c.Kind, "u"), "int"):
		b.StartObject(2)
		b.PrependInt32Slot(0, int32(8*d.Size()), 0)
		b.PrependBoolSlot(1, !strings.HasPrefix(c.Kind, "u"), false)
		return typeInt, b.EndObject(), nil
	}
	return 0, 0, wrong
}

func unitNumber(unit string) int16 {
	for i, u := range units {
		if u == unit {
			return int16(i)
		}
	}
	return 0
}

// body is the buffers of a batch and the nodes of its fields.
type body struct {
	packing string
	data    []byte
	nodes   [][2]int64
	buffers [][2]int64
	err     error
}

// add adds a buffer, at a place that is a multiple of 8.
func (z *body) add(b []byte) {
	if z.err != nil {
		return
	}
	if z.packing != columnar.Plain && len(b) > 0 {
		packed, err := columnar.Pack(z.packing, b)
		if err != nil {
			z.err = err
			return
		}
		size := int64(len(b))
		if len(packed) >= len(b) {
			packed, size = b, -1
		}
		b = append(binary.LittleEndian.AppendUint64(nil, uint64(size)), packed...)
	}
	z.buffers = append(z.buffers, [2]int64{int64(len(z.data)), int64(len(b))})
	z.data = append(z.data, b...)
	z.data = append(z.data, make([]byte, -len(z.data)&7)...)
}

// column adds the levels of a column, from the outermost in.
func (z *body) column(c *columnar.Column, level, rows int) {
	there := c.There(level)
	nulls := 0
	var mask []byte
	if there != nil {
		mask = make([]byte, (rows+7)/8)
		for i, ok := range there {
			if ok {
				mask[i/8] |= 1 << (i % 8)
			} else {
				nulls++
			}
		}
	}
	z.nodes = append(z.nodes, [2]int64{int64(rows), int64(nulls)})
	if c.Kind == "null" && level == len(c.Splits) {
		z.nodes[len(z.nodes)-1][1] = int64(rows)
		return
	}
	if nulls == 0 {
		mask = nil
	}
	z.add(mask)
	if level < len(c.Splits) {
		z.offsets(c.Name, c.Splits[level])
		z.column(c, level+1, int(c.Splits[level][rows]))
		return
	}
	v := c.Values
	switch v.DType() {
	case tensor.String:
		s := v.Strings()
		at, total := make([]int64, rows+1), int64(0)
		for i := range rows {
			total += s.Off[i+1] - s.Off[i]
			at[i+1] = total
		}
		z.offsets(c.Name, at)
		var data []byte
		if rows > 0 {
			data = []byte(s.Data[s.Off[0]:s.Off[rows]])
		}
		z.add(data)
	case tensor.Bool:
		packed := make([]byte, (rows+7)/8)
		for i := range rows {
			packed[i/8] |= byte(v.Int(i)) << (i % 8)
		}
		z.add(packed)
	default:
		z.add(v.Bytes())
	}
}

// offsets adds offsets of 32 bits.
func (z *body) offsets(name string, s []int64) {
	if s[len(s)-1] > math.MaxInt32 {
		z.err = tensor.Errorf("column %q holds %s values in a batch, more than 2147483647: write smaller batches", name,
			strconv.FormatInt(s[len(s)-1], 10))
		return
	}
	b := make([]byte, 0, 4*len(s))
	for _, x := range s {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	z.add(b)
}

// record writes the header of the batch.
func (z *body) record(b *flatbuffers.Builder, rows int) flatbuffers.UOffsetT {
	pairs := func(list [][2]int64) flatbuffers.UOffsetT {
		b.StartVector(16, len(list), 8)
		for i := len(list) - 1; i >= 0; i-- {
			b.Prep(8, 16)
			b.PrependInt64(list[i][1])
			b.PrependInt64(list[i][0])
		}
		return b.EndVector(len(list))
	}
	nodes, buffers := pairs(z.nodes), pairs(z.buffers)
	var packing flatbuffers.UOffsetT
	if z.packing != columnar.Plain {
		b.StartObject(2)
		if z.packing == columnar.Zstd {
			b.PrependByteSlot(0, 1, 0)
		}
		packing = b.EndObject()
	}
	b.StartObject(5)
	b.PrependInt64Slot(0, int64(rows), 0)
	if packing != 0 {
		b.PrependUOffsetTSlot(3, packing, 0)
	}
	b.PrependUOffsetTSlot(2, buffers, 0)
	b.PrependUOffsetTSlot(1, nodes, 0)
	return b.EndObject()
}

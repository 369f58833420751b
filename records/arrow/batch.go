package arrow

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

// batch reads the columns of a record batch: field nodes and buffers lie in the order of the fields, each field
// before its children.
type batch struct {
	nodes   vector // of 16 bytes: length, number of nulls
	buffers vector // of 16 bytes: offset, length
	node    int
	buffer  int
	body    []byte
	packing string
	dicts   map[int64]*columnar.Column
	none    bool // there are no rows, and no nodes and buffers
}

//go:noinline
func damaged(what string) error {
	return tensor.Failf(tensor.DataLoss, "the Arrow data are damaged: %s", what)
}

func newBatch(t table, body []byte, dicts map[int64]*columnar.Column) (*batch, int, error) {
	b := &batch{nodes: t.vector(1, 16), buffers: t.vector(2, 16), body: body, packing: columnar.Plain, dicts: dicts}
	if c := t.table(3); c.at >= 0 {
		b.packing = columnar.LZ4Frame
		if c.byte(0, 0) == 1 {
			b.packing = columnar.Zstd
		}
	}
	n := t.long(0)
	if n < 0 || n > math.MaxInt32 || t.f.bad {
		return nil, 0, damaged("a batch has no length")
	}
	return b, int(n), nil
}

// next are the length and the nulls of the next field.
func (b *batch) next(want int) (n, nulls int, err error) {
	if b.none {
		return 0, 0, nil
	}
	if b.node >= b.nodes.n {
		return 0, 0, damaged("a field has no node")
	}
	at := b.nodes.at + 16*b.node
	length, missing := b.nodes.f.i64(at), b.nodes.f.i64(at+8)
	b.node++
	if length < 0 || missing < 0 || missing > length || want >= 0 && length != int64(want) || length > math.MaxInt32 {
		return 0, 0, damaged("a field has another length than its rows")
	}
	return int(length), int(missing), nil
}

// part is the next buffer, unpacked.
func (b *batch) part() ([]byte, error) {
	if b.none {
		return nil, nil
	}
	if b.buffer >= b.buffers.n {
		return nil, damaged("a field has no buffer")
	}
	at := b.buffers.at + 16*b.buffer
	from, size := b.buffers.f.i64(at), b.buffers.f.i64(at+8)
	b.buffer++
	if from < 0 || size < 0 || from > int64(len(b.body)) || size > int64(len(b.body))-from {
		return nil, damaged("a buffer lies outside")
	}
	raw := b.body[from : from+size]
	if b.packing == columnar.Plain || size == 0 {
		return raw, nil
	}
	if size < 8 {
		return nil, damaged("a packed buffer has no length")
	}
	n := int64(binary.LittleEndian.Uint64(raw))
	if n == -1 {
		return raw[8:], nil
	}
	return columnar.Unpack(b.packing, raw[8:], n)
}

// mask reads what is there of n rows; nil when nothing is missing.
func (b *batch) mask(n, nulls int) ([]bool, error) {
	raw, err := b.part()
	if err != nil || nulls == 0 {
		return nil, err
	}
	return bits(raw, n)
}

func bits(raw []byte, n int) ([]bool, error) {
	if len(raw) < (n+7)/8 {
		return nil, damaged("bits are missing")
	}
	out, err := tensor.Make[bool](n)
	for i := range out {
		out[i] = raw[i/8]>>(i%8)&1 != 0
	}
	return out, err
}

// offsets reads n+1 offsets of 4 or 8 bytes, which begin anywhere and do not fall; they are given from 0 on, with
// where they begin.
func (b *batch) offsets(n, size int) (out []int64, first int64, err error) {
	raw, err := b.part()
	if err != nil {
		return nil, 0, err
	}
	if n == 0 && len(raw) == 0 {
		return []int64{0}, 0, nil
	}
	if len(raw) < (n+1)*size {
		return nil, 0, damaged("offsets are missing")
	}
	if out, err = tensor.Make[int64](n + 1); err != nil {
		return nil, 0, err
	}
	for i := range out {
		at := int64(int32(binary.LittleEndian.Uint32(raw[size*i:])))
		if size == 8 {
			at = int64(binary.LittleEndian.Uint64(raw[8*i:]))
		}
		if i == 0 {
			first = at
		}
		if out[i] = at - first; first < 0 || at < first || i > 0 && out[i] < out[i-1] {
			return nil, 0, damaged("offsets fall")
		}
	}
	return out, first, nil
}

// columns reads a field of n rows, -1 for any number: lists become row splits, the fields of a struct columns of
// their own, named by the path to them.
func (b *batch) columns(f *field, n int) ([]columnar.Column, error) {
	if f.index != nil {
		return b.looked(f, n)
	}
	n, nulls, err := b.next(n)
	if err != nil {
		return nil, err
	}
	if f.code == typeNull {
		v, err := tensor.New(tensor.Int64, []int{n})
		if err != nil {
			return nil, err
		}
		return []columnar.Column{{Name: f.name, Kind: f.kind, Values: v, Valid: [][]bool{make([]bool, n)}}}, nil
	}
	there, err := b.mask(n, nulls)
	if err != nil {
		return nil, err
	}
	switch f.code {
	case typeList, typeLargeList, typeMap, typeFixedList:
		return b.list(f, n, there)
	case typeStruct:
		return b.fields(f, n, there)
	}
	v, err := b.values(f, n)
	if err == nil {
		v, err = columnar.Blank(v, there)
	}
	if err != nil {
		return nil, err
	}
	return []columnar.Column{{Name: f.name, Kind: f.kind, Values: v, Valid: [][]bool{there}}}, nil
}

// fields reads a struct: what is missing of it is missing of its fields.
func (b *batch) fields(f *field, n int, there []bool) ([]columnar.Column, error) {
	var out []columnar.Column
	for _, child := range f.children {
		cs, err := b.columns(child, n)
		if err != nil {
			return nil, err
		}
		for _, c := range cs {
			c.Name = f.name + "." + c.Name
			if there != nil {
				both := slices.Clone(there)
				for i, ok := range c.Valid[0] {
					both[i] = both[i] && ok
				}
				c.Valid[0] = both
			}
			if len(c.Splits) > 0 {
				c = tidy(c)
			}
			out = append(out, c)
		}
	}
	return out, nil
}

func (b *batch) list(f *field, n int, there []bool) ([]columnar.Column, error) {
	var splits []int64
	var first int64
	var err error
	if f.code == typeFixedList {
		if splits, err = tensor.Make[int64](n + 1); err != nil {
			return nil, err
		}
		for i := range splits {
			splits[i] = int64(i) * int64(f.width)
		}
	} else {
		size := 4
		if f.code == typeLargeList {
			size = 8
		}
		if splits, first, err = b.offsets(n, size); err != nil {
			return nil, err
		}
	}
	cs, err := b.columns(f.children[0], -1)
	if err != nil {
		return nil, err
	}
	for i := range cs {
		c := &cs[i]
		if first+splits[n] > int64(c.Rows()) {
			return nil, damaged("a list is longer than what it holds")
		}
		part := c.Part(int(first), int(first+splits[n]))
		part.Name = f.name + strings.TrimPrefix(c.Name, f.children[0].name)
		part.Splits = append([][]int64{splits}, part.Splits...)
		part.Valid = append([][]bool{there}, part.Valid...)
		cs[i] = tidy(part)
	}
	return cs, nil
}

// tidy takes the contents of missing lists away: what they hold means nothing.
func tidy(c columnar.Column) columnar.Column {
	there, s := c.Valid[0], c.Splits[0]
	hidden := false
	for i, ok := range there {
		hidden = hidden || !ok && s[i+1] > s[i]
	}
	if !hidden {
		return c
	}
	below := columnar.Column{Name: c.Name, Kind: c.Kind, Values: c.Values, Splits: c.Splits[1:], Valid: c.Valid[1:]}
	var parts []*columnar.Table
	splits := []int64{0}
	for i, ok := range there {
		n := int64(0)
		if ok && s[i+1] > s[i] {
			n = s[i+1] - s[i]
			p := below.Part(int(s[i]), int(s[i+1]))
			parts = append(parts, &columnar.Table{Columns: []columnar.Column{p}})
		}
		splits = append(splits, splits[len(splits)-1]+n)
	}
	if len(parts) == 0 {
		below = below.Part(0, 0)
	} else if t, err := columnar.Join(parts); err == nil {
		below = t.Columns[0]
	}
	below.Splits = append([][]int64{splits}, below.Splits...)
	below.Valid = append([][]bool{there}, below.Valid...)
	return below
}

// values reads n values of a type without children.
func (b *batch) values(f *field, n int) (*tensor.Tensor, error) {
	switch f.code {
	case typeBinary, typeUtf8:
		return b.texts(n, 4)
	case typeLargeBinary, typeLargeUtf8:
		return b.texts(n, 8)
	}
	raw, err := b.part()
	if err != nil {
		return nil, err
	}
	switch f.code {
	case typeBool:
		v, err := bits(raw, n)
		if err != nil {
			return nil, err
		}
		return tensor.FromSlice([]int{n}, v), nil
	case typeFixedBinary:
		if len(raw) < n*f.width {
			return nil, damaged("values are missing")
		}
		var t tensor.StringBuilder
		for i := range n {
			t.Append(string(raw[i*f.width : (i+1)*f.width]))
		}
		return t.Tensor([]int{n})
	}
	size := n * f.dtype.Size()
	if len(raw) < size {
		return nil, damaged("values are missing")
	}
	return tensor.FromBytes(f.dtype, []int{n}, raw[:size:size]), nil
}

func (b *batch) texts(n, size int) (*tensor.Tensor, error) {
	off, first, err := b.offsets(n, size)
	if err != nil {
		return nil, err
	}
	raw, err := b.part()
	if err != nil {
		return nil, err
	}
	if first+off[n] > int64(len(raw)) {
		return nil, damaged("a text is longer than what there is")
	}
	var t tensor.StringBuilder
	if err := t.Grow(n, int(off[n])); err != nil {
		return nil, err
	}
	for i := range n {
		t.Append(string(raw[first+off[i] : first+off[i+1]]))
	}
	return t.Tensor([]int{n})
}

// looked reads a field whose values are numbers of a dictionary's entries.
func (b *batch) looked(f *field, n int) ([]columnar.Column, error) {
	cs, err := b.columns(f.index, n)
	if err != nil {
		return nil, err
	}
	dict := b.dicts[f.id]
	if b.none {
		plain := *f
		plain.index = nil
		return b.columns(&plain, 0)
	}
	if dict == nil {
		return nil, damaged("a dictionary is missing")
	}
	if len(dict.Splits) > 0 {
		return nil, tensor.Failf(tensor.Unimplemented, "column %q has a dictionary of lists, which are not read here", f.name)
	}
	at, there := cs[0].Values, cs[0].There(0)
	mask, err := tensor.Make[bool](at.Len())
	if err != nil {
		return nil, err
	}
	some := false
	var texts tensor.StringBuilder
	size := dict.Values.DType().Size()
	var raw []byte
	for i := range mask {
		k := at.Int(i)
		mask[i] = there == nil || there[i]
		if mask[i] && (k < 0 || k >= int64(dict.Values.Len())) {
			return nil, damaged("a dictionary has no such entry")
		}
		if v := dict.There(0); mask[i] && v != nil {
			mask[i] = v[k]
		}
		some = some || !mask[i]
		switch {
		case dict.Values.DType() == tensor.String && mask[i]:
			texts.Append(dict.Values.Str(int(k)))
		case dict.Values.DType() == tensor.String:
			texts.Append("")
		case mask[i]:
			raw = append(raw, dict.Values.Bytes()[int(k)*size:int(k+1)*size]...)
		default:
			raw = append(raw, make([]byte, size)...)
		}
	}
	out := columnar.Column{Name: f.name, Kind: dict.Kind, Valid: [][]bool{nil}}
	if some {
		out.Valid[0] = mask
	}
	if dict.Values.DType() == tensor.String {
		out.Values, err = texts.Tensor([]int{at.Len()})
	} else {
		out.Values = tensor.FromBytes(dict.Values.DType(), []int{at.Len()}, raw)
	}
	return []columnar.Column{out}, err
}

// Package columnar is tables of columns as Arrow and Parquet files hold them, made of tensors: the values of a column
// lie flat, row splits say where the lists of each level begin and end (ragged tensors have just these), and masks say
// what is there. It packs and unpacks the compressed parts of such files.
//
// It knows no files: packages arrow and parquet read and write them. It knows no ragged tensors and no Python.
package columnar

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Column is the values of one name in all rows of a table.
type Column struct {
	Name   string
	Kind   string         // of the values, as Arrow calls it: "int64", "string", "timestamp[us]"
	Values *tensor.Tensor // [n]; what is missing is 0 or empty
	Splits [][]int64      // the row splits of lists, the outermost first
	Valid  [][]bool       // what is there, of each level of rows and last of the values; nil where all is
}

// Table is columns of as many rows each.
type Table struct {
	Columns []Column
	Rows    int
}

// kinds are the types of values by their Arrow names.
var kinds = map[string]tensor.DType{
	"bool":      tensor.Bool,
	"int8":      tensor.Int8,
	"int16":     tensor.Int16,
	"int32":     tensor.Int32,
	"int64":     tensor.Int64,
	"uint8":     tensor.Uint8,
	"uint16":    tensor.Uint16,
	"uint32":    tensor.Uint32,
	"uint64":    tensor.Uint64,
	"halffloat": tensor.Float16,
	"float":     tensor.Float32,
	"double":    tensor.Float64,
	"binary":    tensor.String,
	"string":    tensor.String,
}

// TypeOf is the dtype of the values of a kind that has no unit: false for timestamps and their like.
func TypeOf(kind string) (tensor.DType, bool) {
	d, ok := kinds[kind]
	return d, ok
}

// Rows is how many rows the column has.
func (c *Column) Rows() int {
	if len(c.Splits) > 0 {
		return len(c.Splits[0]) - 1
	}
	return c.Values.Len()
}

// There is the mask of a level, nil where nothing is missing.
func (c *Column) There(level int) []bool {
	if level < len(c.Valid) {
		return c.Valid[level]
	}
	return nil
}

// Check tells whether splits, masks and values fit each other.
func (c *Column) Check() error {
	bad := func(what string) error { return tensor.Errorf("column %q: %s", c.Name, what) }
	if c.Values == nil || c.Values.Rank() != 1 {
		return bad("its values are no vector")
	}
	if len(c.Valid) > len(c.Splits)+1 {
		return bad("it has more masks than levels")
	}
	for level := 0; level <= len(c.Splits); level++ {
		n := c.Values.Len()
		if level < len(c.Splits) {
			n = len(c.Splits[level]) - 1
		}
		if level > 0 {
			s := c.Splits[level-1]
			if len(s) == 0 || s[0] != 0 || !slices.IsSorted(s) || s[len(s)-1] != int64(n) {
				return bad("its row splits do not count the rows below them")
			}
		}
		if v := c.There(level); v != nil && len(v) != n {
			return bad("a mask has another length than its rows")
		}
	}
	return nil
}

// Part is the rows from lo to hi.
func (c *Column) Part(lo, hi int) Column {
	out := Column{Name: c.Name, Kind: c.Kind}
	for level := 0; level <= len(c.Splits); level++ {
		var mask []bool
		if v := c.There(level); v != nil {
			mask = v[lo:hi]
		}
		out.Valid = append(out.Valid, mask)
		if level == len(c.Splits) {
			break
		}
		s := c.Splits[level][lo : hi+1]
		cut := make([]int64, len(s))
		for i, x := range s {
			cut[i] = x - s[0]
		}
		out.Splits = append(out.Splits, cut)
		lo, hi = int(s[0]), int(s[len(s)-1])
	}
	out.Values = c.Values.Rows(lo, hi-lo)
	return out
}

// Part is the rows from lo to hi.
func (t *Table) Part(lo, hi int) *Table {
	out := &Table{Rows: hi - lo}
	for i := range t.Columns {
		out.Columns = append(out.Columns, t.Columns[i].Part(lo, hi))
	}
	return out
}

// Check tells whether a table can be written: columns of one length, each with a name of its own.
func (t *Table) Check() error {
	seen := map[string]bool{}
	for i := range t.Columns {
		c := &t.Columns[i]
		if err := c.Check(); err != nil {
			return err
		}
		if c.Rows() != t.Rows {
			return tensor.Errorf("column %q has %d rows, the table has %d", c.Name, c.Rows(), t.Rows)
		}
		if seen[c.Name] {
			return tensor.Errorf("two columns have the name %q", c.Name)
		}
		seen[c.Name] = true
	}
	return nil
}

// Join puts the rows of tables of the same columns one after the other.
func Join(parts []*Table) (*Table, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	out := &Table{Columns: make([]Column, len(parts[0].Columns))}
	for _, p := range parts {
		out.Rows += p.Rows
	}
	for i := range out.Columns {
		cs := make([]*Column, len(parts))
		for k, p := range parts {
			if len(p.Columns) != len(out.Columns) || p.Columns[i].Name != parts[0].Columns[i].Name ||
				p.Columns[i].Kind != parts[0].Columns[i].Kind || len(p.Columns[i].Splits) != len(parts[0].Columns[i].Splits) {
				return nil, tensor.Errorf("the tables have different columns")
			}
			cs[k] = &p.Columns[i]
		}
		c, err := joinColumns(cs)
		if err != nil {
			return nil, err
		}
		out.Columns[i] = *c
	}
	return out, nil
}

func joinColumns(cs []*Column) (*Column, error) {
	out := &Column{Name: cs[0].Name, Kind: cs[0].Kind}
	vs := make([]*tensor.Tensor, len(cs))
	for k, c := range cs {
		vs[k] = c.Values
	}
	for level := 0; level <= len(cs[0].Splits); level++ {
		some := false
		for _, c := range cs {
			some = some || c.There(level) != nil
		}
		var mask []bool
		splits := []int64{0}
		for _, c := range cs {
			n := c.Values.Len()
			if level < len(c.Splits) {
				n = len(c.Splits[level]) - 1
				last := splits[len(splits)-1]
				for _, x := range c.Splits[level][1:] {
					splits = append(splits, last+x)
				}
			}
			if v := c.There(level); v != nil {
				mask = append(mask, v...)
			} else if some {
				mask = append(mask, slices.Repeat([]bool{true}, n)...)
			}
		}
		out.Valid = append(out.Valid, mask)
		if level < len(cs[0].Splits) {
			out.Splits = append(out.Splits, splits)
		}
	}
	var err error
	out.Values, err = joinValues(vs)
	return out, err
}

func joinValues(vs []*tensor.Tensor) (*tensor.Tensor, error) {
	n, size := 0, 0
	for _, v := range vs {
		n += v.Len()
		size += len(v.Bytes())
	}
	if vs[0].DType() == tensor.String {
		var b tensor.StringBuilder
		for _, v := range vs {
			for i := range v.Len() {
				b.Append(v.Str(i))
			}
		}
		return b.Tensor([]int{n})
	}
	if err := tensor.Room(size, 1, "the values of a column"); err != nil {
		return nil, err
	}
	buf := make([]byte, 0, size)
	for _, v := range vs {
		buf = append(buf, v.Bytes()...)
	}
	return tensor.FromBytes(vs[0].DType(), []int{n}, buf), nil
}

// Blank is values with 0 or nothing where a mask says that they are missing.
func Blank(v *tensor.Tensor, there []bool) (*tensor.Tensor, error) {
	if there == nil {
		return v, nil
	}
	if v.DType() == tensor.String {
		var b tensor.StringBuilder
		for i, ok := range there {
			if ok {
				b.Append(v.Str(i))
			} else {
				b.Append("")
			}
		}
		return b.Tensor([]int{v.Len()})
	}
	if err := tensor.Room(len(v.Bytes()), 1, "the values of a column"); err != nil {
		return nil, err
	}
	buf, size := slices.Clone(v.Bytes()), v.DType().Size()
	for i, ok := range there {
		if !ok {
			clear(buf[i*size : (i+1)*size])
		}
	}
	return tensor.FromBytes(v.DType(), []int{v.Len()}, buf), nil
}

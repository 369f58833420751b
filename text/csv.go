package text

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// CSV is how records are cut into fields.
type CSV struct {
	Delim  byte   // between fields
	Quotes bool   // fields may stand in double quotes
	NA     string // a field that counts as empty
	Select []int  // the fields to keep, nil for all
}

// DecodeCSV cuts every record into fields and gives a tensor for each column, of the shape of the
// records (DecodeCSV). defaults holds one tensor a column: its type is that of the column (int32,
// int64, float32, float64, string), its value, if it has one, stands for empty fields.
func DecodeCSV(ctx context.Context, records *tensor.Tensor, defaults []*tensor.Tensor, o CSV) (
	[]*tensor.Tensor, error) {
	if err := checkText("DecodeCSV", 0, records); err != nil {
		return nil, err
	}
	cols := make([]*csvColumn, len(defaults))
	for i, d := range defaults {
		var err error
		if cols[i], err = newColumn(i, d); err != nil {
			return nil, err
		}
	}
	if o.Select != nil && len(o.Select) != len(cols) {
		return nil, tensor.Failf(tensor.ValueError, "Length of select_cols and record_defaults do not match.")
	}
	for i := range records.Len() {
		if i&1023 == 1023 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := o.record(records.Str(i), i, cols); err != nil {
			return nil, err
		}
	}
	out := make([]*tensor.Tensor, len(cols))
	for i, col := range cols {
		var err error
		if out[i], err = col.tensor(ctx, records.Shape()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// record puts the fields of record i into the columns.
func (o CSV) record(s string, i int, cols []*csvColumn) error {
	fields, err := Fields(s, o.Delim, o.Quotes)
	if err != nil {
		return err
	}
	if o.Select != nil {
		var some []string
		for _, k := range o.Select {
			if k >= 0 && k < len(fields) {
				some = append(some, fields[k])
			}
		}
		fields = some
	}
	if len(fields) != len(cols) {
		return tensor.Errorf("Expect %d fields but have %d in record %d", len(cols), len(fields), i)
	}
	for k, f := range fields {
		if err := cols[k].add(f, o.NA, k, i); err != nil {
			return err
		}
	}
	return nil
}

// csvColumn is one column: its default, if it has one, and what was read.
type csvColumn struct {
	dtype  tensor.DType
	def    *tensor.Tensor
	texts  []string
	ints   []int64
	floats []float64
}

var csvTypes = []tensor.DType{tensor.String, tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64}

// CSVType tells whether a column can be of a type.
func CSVType(d tensor.DType) bool { return slices.Contains(csvTypes, d) }

func newColumn(i int, d *tensor.Tensor) (*csvColumn, error) {
	switch {
	case d == nil:
		return nil, tensor.Failf(tensor.ValueError, "record_defaults[%d] is nil", i)
	case d.Len() > 1:
		return nil, tensor.Errorf("There should only be 1 default per field but field %d has %d", i, d.Len())
	case !CSVType(d.DType()):
		return nil, tensor.Errorf("Value for attr 'OUT_TYPE' at index %d of %s is not in the list of allowed values: "+
			"float, double, int32, int64, string", i, d.DType().CName())
	}
	col := &csvColumn{dtype: d.DType()}
	if d.Len() == 1 {
		col.def = d.WithShape(nil)
	}
	return col, nil
}

func (col *csvColumn) add(f, na string, k, record int) error {
	if f == "" || f == na {
		if col.def == nil {
			return tensor.Errorf("Field %d is required but missing in record %d!", k, record)
		}
		switch {
		case col.dtype == tensor.String:
			col.texts = append(col.texts, col.def.Str(0))
		case col.dtype.IsInteger():
			col.ints = append(col.ints, col.def.Int(0))
		default:
			col.floats = append(col.floats, col.def.Float(0))
		}
		return nil
	}
	trimmed := strings.Trim(f, " \t")
	switch {
	case col.dtype == tensor.String:
		col.texts = append(col.texts, f)
	case col.dtype.IsInteger():
		n, err := strconv.ParseInt(trimmed, 10, col.dtype.Size()*8)
		if err != nil {
			return tensor.Errorf("Field %d in record %d is not a valid %s: %s", k, record, col.dtype.CName(), f)
		}
		col.ints = append(col.ints, n)
	default:
		x, ok := ParseFloat(trimmed, col.dtype)
		if !ok {
			return tensor.Errorf("Field %d in record %d is not a valid %s: %s", k, record, col.dtype.CName(), f)
		}
		col.floats = append(col.floats, x)
	}
	return nil
}

func (col *csvColumn) tensor(ctx context.Context, shape []int) (*tensor.Tensor, error) {
	switch {
	case col.dtype == tensor.String:
		return tensor.FromStrings(shape, col.texts), nil
	case col.dtype.IsInteger():
		return tensor.Cast(ctx, tensor.FromSlice(shape, col.ints), col.dtype)
	}
	return tensor.Cast(ctx, tensor.FromSlice(shape, col.floats), col.dtype)
}

const (
	badQuotes = "Quoted field has to end with quote followed by delim or end"
	badField  = "Unquoted fields cannot have quotes/CRLFs inside"
)

// Fields cuts a record (RFC 4180): a quoted field may hold the delimiter, and two quotes stand for
// one.
func Fields(s string, delim byte, quotes bool) ([]string, error) {
	var out []string
	for i := 0; ; {
		var field string
		var err error
		if quotes && i < len(s) && s[i] == '"' {
			field, i, err = quotedField(s, i+1, delim)
		} else {
			field, i, err = plainField(s, i, delim, quotes)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, field)
		if i >= len(s) {
			return out, nil
		}
		i++
	}
}

// quotedField reads a field whose opening quote lies before i, and gives where it ends.
func quotedField(s string, i int, delim byte) (string, int, error) {
	var b strings.Builder
	for ; i < len(s); i++ {
		if s[i] == '"' {
			if i+1 >= len(s) || s[i+1] != '"' {
				if i++; i < len(s) && s[i] != delim {
					return "", i, tensor.Errorf(badQuotes)
				}
				return b.String(), i, nil
			}
			i++
		}
		b.WriteByte(s[i])
	}
	return "", i, tensor.Errorf(badQuotes)
}

func plainField(s string, i int, delim byte, quotes bool) (string, int, error) {
	start := i
	for ; i < len(s) && s[i] != delim; i++ {
		if s[i] == '\n' || s[i] == '\r' || quotes && s[i] == '"' {
			return "", i, tensor.Errorf(badField)
		}
	}
	return s[start:i], i, nil
}

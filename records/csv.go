package records

import (
	"bytes"
	"io"
	"strconv"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// CSVOptions is how the records of a CSV file are read. Defaults holds one tensor a column: its type is that
// of the column (int32, int64, float32, float64, string), its element, if it has one, stands for empty fields.
type CSVOptions struct {
	Defaults []*tensor.Tensor
	Delim    byte
	Quotes   bool   // fields may stand in double quotes
	NA       string // a field that counts as empty
	Header   bool   // the first record is left out
	Select   []int  // the fields to keep, strictly increasing; nil for all
}

// Check tells what is wrong with the options.
func (o CSVOptions) Check() error {
	for i, d := range o.Defaults {
		switch {
		case d.Len() > 1:
			return tensor.Errorf("There should only be 1 default per field but field %d has %d", i, d.Len())
		case !text.CSVType(d.DType()):
			return tensor.BadAttr("output_types", "of %s is not in the list of allowed values: float, double, int32, "+
				"int64, string", d.DType().CName())
		}
	}
	if o.Select != nil && len(o.Select) != len(o.Defaults) {
		return tensor.Errorf("select_cols should match output size")
	}
	for i, k := range o.Select {
		if k < 0 {
			return tensor.Errorf("select_cols should be non-negative indices")
		}
		if i > 0 && k <= o.Select[i-1] {
			return tensor.Errorf("select_cols should be strictly increasing indices")
		}
	}
	return nil
}

// CSV reads the records of a CSV file (RFC 4180), as CsvDataset does: quoted fields may hold line ends, which
// are \n, \r or \r\n.
type CSV struct {
	s     source
	o     CSVOptions
	most  int
	begun bool
	file  *handle
	room  []byte // the field that is read
	// carriage tells that the record before ended in \r
	carriage bool
}

// NewCSV reads records from a stream.
func NewCSV(r io.Reader, csv CSVOptions, o Options) (*CSV, error) {
	if err := csv.Check(); err != nil {
		return nil, err
	}
	r, err := uncompress(r, o.Compression, o.Name)
	if err != nil {
		return nil, err
	}
	return &CSV{s: newSource(r, o.Name), o: csv, most: o.most()}, nil
}

// OpenCSV reads the records of a file, which Close closes.
func OpenCSV(name string, csv CSVOptions, o Options) (*CSV, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	o.Name = name
	c, err := NewCSV(f, csv, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	c.file = f
	return c, nil
}

// Close closes the file, if OpenCSV opened it.
func (c *CSV) Close() error {
	if c.file == nil {
		return nil
	}
	f := c.file
	c.file = nil
	return f.Close()
}

// Next gives the fields of the next record, a scalar each; io.EOF after the last one. After a record that is
// an error of kind InvalidArgument the next call goes on behind it.
func (c *CSV) Next() ([]*tensor.Tensor, error) {
	if !c.begun {
		c.begun = true
		if c.o.Header {
			if err := c.header(); err != nil {
				return nil, err
			}
		}
	}
	if err := c.more(); err != nil {
		return nil, cut(err, c.s.name)
	}
	return c.record()
}

// header passes over the first record.
func (c *CSV) header() error {
	err := c.more()
	for last := false; err == nil && !last; {
		_, last, err = c.field()
	}
	if err != nil {
		if _, ok := err.(*tensor.Error); !ok && err != io.EOF {
			return cut(err, c.s.name)
		}
		return tensor.Errorf("Can't read header of file")
	}
	return nil
}

// record reads a record to its end, whatever is wrong with it.
func (c *CSV) record() ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, 0, len(c.o.Defaults))
	var failed error
	fields := 0
	for last := false; !last; fields++ {
		var f []byte
		var err error
		if f, last, err = c.field(); err != nil {
			if c.s.end != nil && c.s.end != io.EOF {
				return nil, cut(c.s.end, c.s.name)
			}
			if last && c.s.end != nil {
				return nil, err
			}
		}
		if failed == nil {
			failed = err
		}
		k := len(out)
		if failed != nil || k == len(c.o.Defaults) || c.o.Select != nil && c.o.Select[k] != fields {
			continue
		}
		x, err := c.value(f, k)
		if err != nil {
			failed = err
			continue
		}
		out = append(out, x)
	}
	switch want := len(c.o.Defaults); {
	case failed != nil:
		return nil, failed
	case len(out) < want:
		return nil, tensor.Errorf("Expect %d fields but have %d in record", want, len(out))
	case c.o.Select == nil && fields > want:
		return nil, tensor.Errorf("Expect %d fields but have more in record", want)
	}
	return out, nil
}

// value is a field as the element of column k.
func (c *CSV) value(f []byte, k int) (*tensor.Tensor, error) {
	def := c.o.Defaults[k]
	if len(f) == 0 || string(f) == c.o.NA {
		if def.Len() == 0 {
			return nil, tensor.Errorf("Field %d is required but missing in record!", k)
		}
		return def.WithShape(nil), nil
	}
	d := def.DType()
	if d == tensor.String {
		return tensor.StringScalar(string(f)), nil
	}
	trimmed := string(bytes.Trim(f, " \t"))
	if d.IsInteger() {
		n, err := strconv.ParseInt(trimmed, 10, d.Size()*8)
		if err == nil && d == tensor.Int32 {
			return tensor.Scalar(int32(n)), nil
		}
		if err == nil {
			return tensor.Scalar(n), nil
		}
	} else if x, ok := text.ParseFloat(trimmed, d); ok {
		if d == tensor.Float32 {
			return tensor.Scalar(float32(x)), nil
		}
		return tensor.Scalar(x), nil
	}
	return nil, tensor.Errorf("Field %d in record is not a valid %s: %s", k, d.CName(), f)
}

// field reads a field and tells whether it ends its record. A field that is wrong is read to its end too.
func (c *CSV) field() (f []byte, last bool, err error) {
	c.room = c.room[:0]
	b, ok := c.peek()
	if !ok {
		return nil, true, nil
	}
	if c.o.Quotes && b == '"' {
		c.s.advance(1)
		return c.quoted()
	}
	return c.plain()
}

// peek is the next byte, if there is one.
func (c *CSV) peek() (byte, bool) {
	if c.s.pos == len(c.s.buf) && c.s.fill() != nil {
		return 0, false
	}
	return c.s.buf[c.s.pos], true
}

// plain reads a field without quotes.
func (c *CSV) plain() (f []byte, last bool, err error) {
	for {
		if _, ok := c.peek(); !ok {
			return c.room, true, err
		}
		rest := c.s.buf[c.s.pos:]
		n := 0
		for n < len(rest) && rest[n] != c.o.Delim && rest[n] != '\n' && rest[n] != '\r' {
			if rest[n] == '"' && c.o.Quotes && err == nil {
				err = tensor.Errorf("Unquoted fields cannot have quotes inside")
			}
			n++
		}
		if err := c.keep(rest[:n]); err != nil {
			return nil, true, err
		}
		if n < len(rest) {
			c.s.advance(n)
			return c.room, c.stop(rest[n]), err
		}
		c.s.advance(n)
	}
}

// stop passes over the byte that ends a field and tells whether it ends the record. A \n behind a \r is passed
// over when the next record is asked for: a pipe may not have it yet.
func (c *CSV) stop(b byte) (last bool) {
	c.s.advance(1)
	c.carriage = b == '\r' && b != c.o.Delim
	return b != c.o.Delim
}

// more tells whether there is another record.
func (c *CSV) more() error {
	b, ok := c.peek()
	if ok && c.carriage && b == '\n' {
		c.s.advance(1)
		_, ok = c.peek()
	}
	c.carriage = false
	if !ok {
		return c.s.end
	}
	return nil
}

// keep adds to what was read of a field.
func (c *CSV) keep(b []byte) error {
	if len(c.room)+len(b) > c.most || !memory.Reserve(int64(len(b))) {
		return tensor.Failf(tensor.ResourceExhausted, "%s: a field has more than %d bytes", c.s.name, len(c.room))
	}
	c.room = append(c.room, b...)
	return nil
}

// quoted reads a field behind its opening quote.
func (c *CSV) quoted() (f []byte, last bool, err error) {
	for {
		if _, ok := c.peek(); !ok {
			return nil, true, tensor.Errorf("Reached end of file without closing quoted field in record")
		}
		rest := c.s.buf[c.s.pos:]
		n := bytes.IndexByte(rest, '"')
		if n < 0 {
			n = len(rest)
		}
		if err := c.keep(rest[:n]); err != nil {
			return nil, true, err
		}
		if c.s.advance(n); n == len(rest) {
			continue
		}
		c.s.advance(1)
		next, ok := c.peek()
		switch {
		case !ok:
			return c.room, true, err
		case next == c.o.Delim || next == '\n' || next == '\r':
			return c.room, c.stop(next), err
		case next != '"' && err == nil:
			err = tensor.Errorf("Quote inside a string has to be escaped by another quote")
		}
		c.s.advance(1)
		c.room = append(c.room, next)
	}
}

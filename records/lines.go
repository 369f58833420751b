package records

import (
	"bytes"
	"io"

	"github.com/tfs-lang/tfs/tensor"
)

// Lines reads a text line by line, as TextLineDataset does: lines end in \n, every \r is left out, and a last
// line that is empty is none.
type Lines struct {
	s    source
	most int
	err  error
	file *handle
}

// NewLines reads lines from a stream.
func NewLines(r io.Reader, o Options) (*Lines, error) {
	r, err := uncompress(r, o.Compression, o.Name)
	if err != nil {
		return nil, err
	}
	return &Lines{s: newSource(r, o.Name), most: o.most()}, nil
}

// OpenLines reads the lines of a file, which Close closes.
func OpenLines(name string, o Options) (*Lines, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	o.Name = name
	l, err := NewLines(f, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	l.file = f
	return l, nil
}

// Close closes the file, if OpenLines opened it.
func (l *Lines) Close() error {
	if l.file == nil {
		return nil
	}
	f := l.file
	l.file = nil
	return f.Close()
}

// Next gives the next line, valid until the next call; io.EOF after the last one. Compressed bytes that end
// early are an error of kind DataLoss behind the lines that are whole.
func (l *Lines) Next() ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	line, err := l.s.until('\n', l.most)
	if err != nil {
		l.err = cut(err, l.s.name)
		if err != io.EOF {
			return nil, l.err
		}
	}
	if bytes.IndexByte(line, '\r') >= 0 {
		line = bytes.ReplaceAll(line, []byte("\r"), nil)
	}
	if err == io.EOF && len(line) == 0 {
		return nil, io.EOF
	}
	return line, nil
}

// cut says that a compressed stream ended too early.
func cut(err error, name string) error {
	if err == io.ErrUnexpectedEOF {
		return lost(name+": the file is cut off.", "the compressed data end too early")
	}
	return err
}

// Fixed reads records of one length between a header and a footer that are left out.
type Fixed struct {
	s              source
	size           int
	header, footer int64
	packed, begun  bool
	ahead          []byte // the record given last, and as many bytes behind it as the footer has
	err            error
	file           *handle
}

// FixedSize is the shape of a file for Fixed.
type FixedSize struct{ Record, Header, Footer int64 }

// OpenFixed reads the records of a file, which Close closes. The length of a plain file must fit the records;
// that of a compressed one shows at its end.
func OpenFixed(name string, size FixedSize, o Options) (*Fixed, error) {
	switch {
	case size.Record <= 0:
		return nil, tensor.Errorf("`record_bytes` must be > 0")
	case size.Header < 0:
		return nil, tensor.Errorf("`header_bytes` must be >= 0")
	case size.Footer < 0:
		return nil, tensor.Errorf("`footer_bytes` must be >= 0")
	case size.Record > int64(o.most()) || size.Footer > int64(o.most()):
		return nil, tensor.Failf(tensor.ResourceExhausted, "records of %d bytes: more than %d are not read", size.Record,
			o.most())
	}
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	fail := func(err error) (*Fixed, error) {
		f.Close()
		return nil, err
	}
	z := &Fixed{size: int(size.Record), header: size.Header, footer: size.Footer, packed: o.Compression != Plain, file: f}
	if st, err := f.Stat(); !z.packed && err == nil && st.Mode().IsRegular() {
		if body := st.Size() - size.Header - size.Footer; body < 0 || body%size.Record != 0 {
			return fail(z.uneven(name, body, tensor.InvalidArgument))
		}
	}
	r, err := uncompress(f, o.Compression, name)
	if err != nil {
		return fail(err)
	}
	z.s = newSource(r, name)
	return z, nil
}

func (z *Fixed) uneven(name string, body int64, kind tensor.ErrKind) error {
	return tensor.Failf(kind, "Excluding the header (%d bytes) and footer (%d bytes), input file %q has body length %d "+
		"bytes, which is not an exact multiple of the record length (%d bytes).", z.header, z.footer, name, body, z.size)
}

// Close closes the file.
func (z *Fixed) Close() error {
	if z.file == nil {
		return nil
	}
	f := z.file
	z.file = nil
	return f.Close()
}

// Next gives the next record, valid until the next call; io.EOF after the last one.
func (z *Fixed) Next() ([]byte, error) {
	if z.err != nil {
		return nil, z.err
	}
	data, err := z.next()
	if err != nil {
		z.err = cut(err, z.s.name)
		return nil, z.err
	}
	return data, nil
}

func (z *Fixed) next() ([]byte, error) {
	if !z.begun {
		z.begun = true
		for left := z.header; left > 0; {
			part, err := z.s.take(int(min(left, bufferSize)))
			left -= int64(len(part))
			if err != nil {
				return nil, z.ended(err)
			}
		}
		ahead, err := z.s.take(int(z.footer))
		if err != nil {
			return nil, z.ended(err)
		}
		z.ahead = append([]byte(nil), ahead...)
	} else {
		z.ahead = z.ahead[:copy(z.ahead, z.ahead[max(len(z.ahead)-int(z.footer), 0):])]
	}
	data, err := z.s.take(z.size)
	if err != nil {
		return nil, z.ended(err)
	}
	if z.footer == 0 {
		return data, nil
	}
	z.ahead = append(z.ahead, data...)
	return z.ahead[:z.size:z.size], nil
}

// ended is the end of the content: it must lie where a footer ends.
func (z *Fixed) ended(err error) error {
	if err != io.ErrUnexpectedEOF || z.s.end != io.EOF {
		return err
	}
	body := z.s.offset - z.header - z.footer
	if body >= 0 && body%int64(z.size) == 0 {
		return io.EOF
	}
	return z.uneven(z.s.name, body, tensor.DataLoss)
}

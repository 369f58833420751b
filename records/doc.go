// Package records reads and writes the files data pipelines are made of, one record at a time: TFRecord
// (framed, with masked CRC32C of length and data), lines, records of fixed length and CSV, plain or in GZIP
// or ZLIB. Readers stream: they hold one record and a buffer, believe no length before its bytes are there,
// and answer damage with a tensor.Error of kind DataLoss in TensorFlow's words, whose hint names file, record
// and byte.
//
// It knows no datasets, no messages inside the records, and no Python.
package records

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

const (
	// bufferSize is how much is asked of a file at once.
	bufferSize = 256 << 10
	// MaxRecord is the longest record, line or field a reader gives unless its options say otherwise.
	MaxRecord = 512 << 20
)

// source is a stream of bytes read through a buffer, with its place in the uncompressed content.
type source struct {
	r      io.Reader
	buf    []byte // what was read and not yet taken: buf[pos:]
	pos    int
	offset int64 // of buf[pos] in the content
	end    error // what ended the stream, once it did
	name   string
	big    []byte // room for what is longer than the buffer
}

func newSource(r io.Reader, name string) source {
	return source{r: r, buf: make([]byte, 0, bufferSize), name: name}
}

// fill reads more behind what is there; it gives what ended the stream when there is no more.
func (s *source) fill() error {
	if s.end != nil {
		return s.end
	}
	if s.pos > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.pos:])]
		s.pos = 0
	}
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.end = err
		}
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	s.end = io.ErrNoProgress
	return s.end
}

// has tries to have n bytes in the buffer, n at most its size, and tells how many there are and why not more.
func (s *source) has(n int) (int, error) {
	for len(s.buf)-s.pos < n {
		if err := s.fill(); err != nil {
			return len(s.buf) - s.pos, err
		}
	}
	return n, nil
}

// take gives the next n bytes, valid until the next use, or those there are with io.ErrUnexpectedEOF.
// Room for a long record grows as its bytes come: a length alone takes no memory.
func (s *source) take(n int) ([]byte, error) {
	if n <= cap(s.buf) {
		got, err := s.has(n)
		out := s.buf[s.pos : s.pos+got]
		s.advance(got)
		return out, early(err)
	}
	out := s.big[:0]
	for len(out) < n {
		if s.pos == len(s.buf) {
			if err := s.fill(); err != nil {
				return out, early(err)
			}
		}
		part := s.buf[s.pos:min(len(s.buf), s.pos+n-len(out))]
		if cap(out)-len(out) < len(part) {
			size := min(max(2*cap(out), 4*bufferSize), n)
			if !memory.Reserve(int64(size)) {
				return nil, tensor.Failf(tensor.ResourceExhausted, "a record of %d bytes does not fit", n)
			}
			out = append(make([]byte, 0, size), out...)
		}
		out = append(out, part...)
		s.advance(len(part))
	}
	s.big = out
	return out, nil
}

// early is the end of a stream in the middle of something.
func early(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// advance passes over n bytes that are in the buffer.
func (s *source) advance(n int) {
	s.pos += n
	s.offset += int64(n)
}

// until gives the bytes before the next one of stop and passes over both. At the end of the stream it gives
// the rest with io.EOF; another end keeps what came before it back.
func (s *source) until(stop byte, most int) ([]byte, error) {
	var long []byte
	for {
		rest := s.buf[s.pos:]
		if i := bytes.IndexByte(rest, stop); i >= 0 {
			line := rest[:i]
			if long != nil {
				line = append(long, line...)
			}
			s.advance(i + 1)
			return line, nil
		}
		if len(rest) == cap(s.buf) || long != nil {
			if len(long)+len(rest) > most || !memory.Reserve(int64(len(rest))) {
				return nil, tensor.Failf(tensor.ResourceExhausted, "%s: a line has more than %d bytes", s.name, len(long))
			}
			long = append(long, rest...)
			s.advance(len(rest))
		}
		if err := s.fill(); err != nil {
			rest := s.buf[s.pos:]
			s.advance(len(rest))
			return append(long, rest...), err
		}
	}
}

// lost is damage, in TensorFlow's words, with where it is.
func lost(where, format string, args ...any) error {
	return &tensor.Error{Kind: tensor.DataLoss, Msg: fmt.Sprintf(format, args...), Hint: where}
}

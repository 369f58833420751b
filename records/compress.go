package records

import (
	"bufio"
	"errors"
	"io"
	"os"

	"compress/flate"
	"compress/gzip"
	"compress/zlib"

	"github.com/tfs-lang/tfs/tensor"
)

// The names of compressions, as TensorFlow's options spell them.
const (
	Plain = ""
	GZIP  = "GZIP"
	ZLIB  = "ZLIB"
)

// CheckCompression tells whether a name is one of a compression.
func CheckCompression(name string) error {
	if name != Plain && name != GZIP && name != ZLIB {
		return tensor.Errorf("Unsupported compression_type: %s", name)
	}
	return nil
}

// uncompress gives the content of a stream; what is wrong with its compression is a DataLoss error. A file
// without a byte has no content, compressed or not.
func uncompress(r io.Reader, compression, name string) (io.Reader, error) {
	if err := CheckCompression(compression); err != nil {
		return nil, err
	}
	if compression == Plain {
		return r, nil
	}
	return &inflater{from: bufio.NewReaderSize(r, bufferSize), kind: compression, name: name}, nil
}

// inflater unpacks a stream, opened with its first byte.
type inflater struct {
	from *bufio.Reader
	kind string
	name string
	r    io.Reader
}

func (z *inflater) Read(p []byte) (n int, err error) {
	if z.r == nil {
		if _, err := z.from.Peek(1); err != nil {
			return 0, err
		}
		if z.kind == GZIP {
			z.r, err = gzip.NewReader(z.from)
		} else {
			z.r, err = zlib.NewReader(z.from)
		}
		if err != nil {
			z.r = nil
			return 0, z.broken(err)
		}
	}
	n, err = z.r.Read(p)
	if err != nil && err != io.EOF {
		err = z.broken(err)
	}
	return n, err
}

// broken says what is wrong with a compressed stream, in zlib's words where they are known.
func (z *inflater) broken(err error) error {
	where := z.name + ": its " + z.kind + " stream is damaged; what came before is whole."
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader):
		return lost(where, "inflate() failed with error -3: incorrect header check")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		return lost(where, "inflate() failed with error -3: incorrect data check")
	case errors.As(err, &corrupt):
		return lost(where, "inflate() failed with error -3: invalid data near compressed byte %d", int64(corrupt))
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}

// open opens a file to be read.
func open(name string) (*handle, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, FileError(name, err)
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		f.Close()
		return nil, tensor.Failf(tensor.FailedPrecondition, "%s; Is a directory", name)
	}
	h := &handle{File: f, size: 0}
	if err == nil && st.Mode().IsRegular() {
		h.size = st.Size()
	}
	h.enter()
	return h, nil
}

// FileError is a failure of the system about a file, in TensorFlow's words.
func FileError(name string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return tensor.Failf(tensor.NotFound, "%s; No such file or directory", name)
	case errors.Is(err, os.ErrPermission):
		return tensor.Failf(tensor.PermissionDenied, "%s; Permission denied", name)
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return tensor.Failf(tensor.Unknown, "%s; %s", name, err.Error())
}

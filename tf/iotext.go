package tf

import (
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(flatRule, entry("tf.io.encode_base64", "(input, pad=False, name=None)", "EncodeBase64", func(c *call) (value, error) {
			pad, err := c.Bool(1)
			if err != nil {
				return nil, err
			}
			enc := base64.RawURLEncoding
			if pad {
				enc = base64.URLEncoding
			}
			return textMap(c, func(s string) string { return enc.EncodeToString([]byte(s)) })
		}, "Web-safe base64.\n\n>>> tf.io.encode_base64(['hello'])")),
		ruled(flatRule, entry("tf.io.decode_base64", "(input, name=None)", "DecodeBase64", decodeBase64, "The bytes of web-safe base64.\n\n>>> tf.io.decode_base64(['aGVsbG8'])")),
		ruled(flatRule, entry("tf.io.decode_compressed", "(bytes, compression_type='', name=None)", "DecodeCompressed", decodeCompressed, "The bytes of compressed strings: ZLIB, GZIP or ZSTD.\n\n>>> tf.io.decode_compressed(['abc'])")),
		plain(entry("tf.io.decode_csv", "(records, record_defaults, field_delim=',', use_quote_delim=True, na_value='', select_cols=None, name=None)", "DecodeCSV", decodeCSV, "The columns of CSV records.\n\n>>> tf.io.decode_csv(['1,2.5,x', '3,,y'], [[0], [1.5], ['']])")),
		plain(entry("tf.io.read_file", "(filename, name=None)", "ReadFile", func(c *call) (value, error) {
			name, err := fileName(c, 0)
			if err != nil {
				return nil, err
			}
			b, err := py.ReadFile(c.T, name)
			if _, raised := err.(*py.Exc); raised {
				return nil, err
			}
			if err != nil {
				return nil, fileError(c, name, err)
			}
			return tensor.StringScalar(string(b)), nil
		}, "The content of a file.\n\n>>> import os, tempfile\n>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n>>> tf.io.write_file(name, 'hello')\n>>> tf.io.read_file(name)")),
		plain(entry("tf.io.write_file", "(filename, contents, name=None)", "WriteFile", func(c *call) (value, error) {
			name, err := fileName(c, 0)
			if err != nil {
				return nil, err
			}
			x, err := c.Direct(1, tensor.String)
			if err != nil {
				return nil, err
			}
			if x.Rank() != 0 {
				return nil, c.Errorf("Contents tensor must be scalar, but had shape: %s", tensor.ShapeString(x.Shape()))
			}
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return nil, fileError(c, name, err)
			}
			if err := os.WriteFile(name, []byte(x.Str(0)), 0o644); err != nil {
				return nil, fileError(c, name, err)
			}
			return py.None, nil
		}, "Writes a file.\n\n>>> import os, tempfile\n>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n>>> tf.io.write_file(name, 'hello')\n>>> tf.io.read_file(name)")),
		plain(entry("tf.io.matching_files", "(pattern, name=None)", "MatchingFiles", matchingFiles, "The files that match patterns, in order.\n\n>>> import os, tempfile\n>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n>>> tf.io.write_file(name, 'hello')\n>>> tf.io.matching_files(name).shape")),
	)
}

func fileName(c *call, i int) (string, error) {
	x, err := c.Direct(i, tensor.String)
	if err != nil {
		return "", err
	}
	if x.Rank() != 0 {
		return "", c.Errorf("Input filename tensor must be scalar, but had shape: %s", tensor.ShapeString(x.Shape()))
	}
	return x.Str(0), nil
}

func fileError(c *call, name string, err error) error {
	if os.IsNotExist(err) {
		return bind.ErrorWith(c.T, bind.NotFoundError, c.Op.Raw, false, "%s; No such file or directory", name)
	}
	if os.IsPermission(err) {
		return bind.ErrorWith(c.T, bind.PermissionDeniedError, c.Op.Raw, false, "%s; Permission denied", name)
	}
	if st, e := os.Stat(name); e == nil && st.IsDir() {
		return bind.ErrorWith(c.T, bind.FailedPreconditionError, c.Op.Raw, false, "%s; Is a directory", name)
	}
	return bind.ErrorWith(c.T, bind.UnknownError, c.Op.Raw, false, "%s; %s", name, err.Error())
}

func matchingFiles(c *call) (value, error) {
	x, err := c.Direct(0, tensor.String)
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range x.Len() {
		pattern := x.Str(i)
		m, err := filepath.Glob(pattern)
		if err != nil {
			return nil, c.Errorf("bad pattern %s", pattern)
		}
		for _, f := range m {
			if !strings.Contains(pattern, "/") {
				f = "./" + f
			}
			out = append(out, f)
		}
	}
	sort.Strings(out)
	return tensor.FromStrings([]int{len(out)}, out), nil
}

func decodeBase64(c *call) (value, error) {
	return textTry(c, func(s string) (string, error) {
		s = strings.TrimRight(s, "=")
		if len(s)%4 == 1 {
			return "", c.Errorf("Base64 string length cannot be 1 modulo 4.")
		}
		b, err := base64.RawURLEncoding.DecodeString(s)
		if err != nil {
			return "", c.Errorf("Invalid character found in base64.")
		}
		return string(b), nil
	})
}

// decodeCompressed unpacks every string; the result is bounded, whatever the input claims.
func decodeCompressed(c *call) (value, error) {
	kind := attrText(c.Args[1])
	open := map[string]func(r io.Reader) (io.Reader, error){
		"":     nil,
		"ZLIB": func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) },
		"GZIP": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"ZSTD": func(r io.Reader) (io.Reader, error) {
			return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		},
	}
	f, ok := open[kind]
	if !ok {
		return nil, c.Errorf("Only ZLIB, ZSTD, GZIP or NONE are supported compressions")
	}
	var total atomic.Int64
	return textTry(c, func(s string) (string, error) {
		if f == nil {
			return s, nil
		}
		r, err := f(strings.NewReader(s))
		if err != nil {
			return "", bind.ErrorWith(c.T, bind.DataLossError, c.Op.Raw, false, "inflate() failed with error -3: incorrect header check")
		}
		b, err := memory.ReadAll(c.T.Ctx, io.LimitReader(r, tensor.MaxBytes/8-total.Load()))
		n := int64(len(b))
		switch {
		case errors.Is(err, memory.ErrFull):
			return "", tensor.Failf(tensor.ResourceExhausted, "the unpacked strings do not fit")
		case c.T.Ctx.Err() != nil:
			return "", c.T.Ctx.Err()
		case err != nil:
			return "", bind.ErrorWith(c.T, bind.DataLossError, c.Op.Raw, false, "inflate() failed with error -3: %s", err.Error())
		case total.Add(n) >= tensor.MaxBytes/8:
			return "", tensor.Failf(tensor.ResourceExhausted, "the unpacked strings hold more than %d bytes", tensor.MaxBytes/8)
		}
		return string(b), nil
	})
}

// csvColumn is one column of decode_csv: its default, if it has one, and what was read.
type csvColumn struct {
	dtype  tensor.DType
	def    *tensor.Tensor
	texts  []string
	ints   []int64
	floats []float64
}

func decodeCSV(c *call) (value, error) {
	records, err := c.Direct(0, tensor.String)
	if err != nil {
		return nil, err
	}
	defaults, ok := listItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'record_defaults' argument to 'decode_csv' Op, not %s.", py.ReprOf(c.Args[1]))
	}
	cols := make([]*csvColumn, len(defaults))
	for i, d := range defaults {
		x, err := bind.Convert(c.T, d, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if x.Len() > 1 {
			return nil, c.Errorf("There should only be 1 default per field but field %d has %d", i, x.Len())
		}
		switch x.DType() {
		case tensor.String, tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64:
		default:
			return nil, c.Errorf("Value for attr 'OUT_TYPE' at index %d of %s is not in the list of allowed values: float, double, int32, int64, string", i, x.DType().CName())
		}
		cols[i] = &csvColumn{dtype: x.DType()}
		if x.Len() == 1 {
			cols[i].def = x.WithShape(nil)
		}
	}
	delim := attrText(c.Args[2])
	if len(delim) != 1 {
		return nil, c.Errorf("field_delim should be only 1 char")
	}
	quotes, err := c.Bool(3)
	if err != nil {
		return nil, err
	}
	var pick []int
	if c.Given(5) {
		if pick, err = c.Ints(5); err != nil {
			return nil, err
		}
		if len(pick) != len(cols) {
			return nil, py.ValueErrorf("Length of select_cols and record_defaults do not match.")
		}
	}
	for i := range records.Len() {
		fields, err := csvFields(c, records.Str(i), delim[0], quotes)
		if err != nil {
			return nil, err
		}
		if pick != nil {
			var some []string
			for _, k := range pick {
				if k >= 0 && k < len(fields) {
					some = append(some, fields[k])
				}
			}
			fields = some
		}
		if len(fields) != len(cols) {
			return nil, c.Errorf("Expect %d fields but have %d in record %d", len(cols), len(fields), i)
		}
		for k, f := range fields {
			if err := cols[k].add(c, f, attrText(c.Args[4]), k, i); err != nil {
				return nil, err
			}
		}
	}
	out := py.NewList()
	for _, col := range cols {
		z, err := col.tensor(c, records.Shape())
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, z)
	}
	return out, nil
}

func (col *csvColumn) add(c *call, f, na string, k, record int) error {
	if f == "" || f == na {
		if col.def == nil {
			return c.Errorf("Field %d is required but missing in record %d!", k, record)
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
			return c.Errorf("Field %d in record %d is not a valid %s: %s", k, record, col.dtype.CName(), f)
		}
		col.ints = append(col.ints, n)
	default:
		x, ok := parseFloat(trimmed, col.dtype)
		if !ok {
			return c.Errorf("Field %d in record %d is not a valid %s: %s", k, record, col.dtype.CName(), f)
		}
		col.floats = append(col.floats, x)
	}
	return nil
}

func (col *csvColumn) tensor(c *call, shape []int) (*tensor.Tensor, error) {
	switch {
	case col.dtype == tensor.String:
		return tensor.FromStrings(shape, col.texts), nil
	case col.dtype.IsInteger():
		return tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, col.ints), col.dtype)
	}
	return tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, col.floats), col.dtype)
}

// csvFields cuts a record (RFC 4180): a quoted field may hold the delimiter, and two quotes
// stand for one.
func csvFields(c *call, s string, delim byte, quotes bool) ([]string, error) {
	var out []string
	for i := 0; ; {
		var b strings.Builder
		if quotes && i < len(s) && s[i] == '"' {
			i++
			for {
				if i >= len(s) {
					return nil, c.Errorf("Quoted field has to end with quote followed by delim or end")
				}
				if s[i] != '"' {
					b.WriteByte(s[i])
					i++
					continue
				}
				if i+1 < len(s) && s[i+1] == '"' {
					b.WriteByte('"')
					i += 2
					continue
				}
				i++
				break
			}
			if i < len(s) && s[i] != delim {
				return nil, c.Errorf("Quoted field has to end with quote followed by delim or end")
			}
		} else {
			for i < len(s) && s[i] != delim {
				if s[i] == '\n' || s[i] == '\r' || quotes && s[i] == '"' {
					return nil, c.Errorf("Unquoted fields cannot have quotes/CRLFs inside")
				}
				b.WriteByte(s[i])
				i++
			}
		}
		out = append(out, b.String())
		if i >= len(s) {
			return out, nil
		}
		i++
	}
}

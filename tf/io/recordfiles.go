package io

import (
	"io"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/message"
	"github.com/tfs-lang/tfs/tf/table"
)

// TFRecord files and tf.io.gfile: classes and functions written in the language itself, over package records.
func init() {
	for _, n := range []string{"GFile", "exists", "isdir", "mkdir", "makedirs", "copy", "rename", "remove", "rmtree",
		"listdir", "glob", "stat", "walk", "join", "get_registered_schemes"} {
		table.InLibrary("_tf_gfile", "tf.io.gfile."+n)
	}
	for _, n := range strings.Fields(
		`Copy DeleteRecursively Exists FastGFile GFile Glob IsDirectory ListDirectory MakeDirs MkDir
		Open Remove Rename Stat Walk`) {
		table.AlsoInLibrary("tf.compat.v1.gfile."+n, "_tf_gfile_v1:"+n)
	}
	for _, n := range []string{"tf.io", "tf.compat.v1.io", "tf.compat.v1.train"} {
		table.AlsoInLibrary(n+".match_filenames_once", "_tf_gfile_v1:match_filenames_once")
	}
	table.InLibrary(
		"_tf_records",
		"tf.io.TFRecordWriter",
		"tf.io.TFRecordOptions",
		"tf.compat.v1.io.tf_record_iterator",
	)
	for _, n := range []string{"TFRecordWriter", "TFRecordOptions", "TFRecordCompressionType", "tf_record_iterator"} {
		table.AlsoInLibrary("tf.compat.v1.python_io."+n, "_tf_records:"+n)
		table.AlsoInLibrary("tf.compat.v1.io."+n, "_tf_records:"+n)
	}
	table.AlsoInLibrary("tf.io.write_graph", "_tf_io_v1:write_graph")
	for _, n := range strings.Fields(`FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature
		decode_and_crop_jpeg decode_base64 decode_bmp decode_compressed decode_csv decode_gif decode_image decode_jpeg
		decode_json_example decode_png decode_proto decode_raw deserialize_many_sparse encode_base64 encode_jpeg encode_png
		encode_proto extract_jpeg_shape gfile is_jpeg matching_files parse_example parse_sequence_example
		parse_single_example parse_single_sequence_example parse_tensor read_file serialize_many_sparse serialize_sparse
		serialize_tensor write_file write_graph`) {
		table.AlsoInLibrary("tf.compat.v1.io."+n, "_tf_io_v1:"+n)
	}
	for _, n := range strings.Fields(`FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature parse_example
		parse_single_example parse_single_sequence_example decode_csv decode_raw decode_json_example serialize_tensor
		parse_tensor read_file write_file matching_files`) {
		table.AlsoInLibrary("tf.compat.v1."+n, "_tf_io_v1:"+n)
	}
}

// recordWriter writes the records of a file.
type recordWriter struct {
	w    *records.Writer
	file *os.File // nil once it is closed
	name string
}

// recordReader is an iterator over the records of a file.
type recordReader struct{ r *records.Reader }

var recordWriterClass = py.NewClass("tensorflow.python.lib.io._pywrap_record_io", "RecordWriter", py.ObjectClass, nil)

// RecordFunctions are what _tf_files has for TFRecord files.
func RecordFunctions(fn func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error))) {
	fn(
		"record_writer(path, compression, level)",
		"Opens a file for records.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			name, ok := fileNameOf(t, a[0])
			level, isInt := py.AsInt(a[2])
			if !ok || !isInt {
				return nil, py.TypeErrorf("a file name must be a text, a compression level an integer")
			}
			f, err := os.Create(name)
			if err != nil {
				return nil, recordError(t, records.FileError(name, err))
			}
			w, err := records.NewWriter(f, table.AttrText(a[1]), int(min(max(level, -100), 100)))
			if err != nil {
				f.Close()
				return nil, recordError(t, err)
			}
			return &recordWriter{w, f, name}, nil
		},
	)
	fn("record_reader(path, compression)", "An iterator over the records of a file.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			name, ok := fileNameOf(t, a[0])
			if !ok {
				return nil, py.TypeErrorf("a file name must be a text, not %s", py.TypeOf(a[0]).Name)
			}
			r, err := records.Open(name, records.Options{Compression: table.AttrText(a[1])})
			if err != nil {
				return nil, recordError(t, err)
			}
			return &recordReader{r}, nil
		})
}

// fileNameOf reads a path: a text, bytes, or what has __fspath__.
func fileNameOf(t *py.Thread, v py.Value) (string, bool) {
	if py.TypeOf(v).Lookup("__fspath__") != nil {
		if p, err := py.CallMethod(t, v, "__fspath__"); err == nil {
			v = p
		}
	}
	s, ok := message.AttrTextOf(v)
	return strings.TrimPrefix(s, "file://"), ok
}

// recordError is the exception of what a file of records says, which no kernel is behind.
func recordError(t *py.Thread, err error) error { return bind.Wrap(t, err, "", false) }

// Next gives the next record.
func (r *recordReader) Next(t *py.Thread) (py.Value, error) {
	if r.r.Count()&255 == 0 {
		if err := t.Check(); err != nil {
			return nil, err
		}
	}
	b, err := r.r.Next()
	if err == io.EOF {
		return nil, r.r.Close()
	}
	if err != nil {
		r.r.Close()
		return nil, recordError(t, err)
	}
	return py.Bytes(b), nil
}

func init() {
	py.Register[*recordWriter](recordWriterClass)
	c := recordWriterClass
	closed := func() error {
		return py.NewExc(bind.FailedPreconditionError, "Writer is closed.")
	}
	// kept says what of a file is whole when writing fails.
	kept := func(t *py.Thread, w *recordWriter, err error) error {
		if err == nil {
			return nil
		}
		e, ok := recordError(t, records.FileError(w.name, err)).(*py.Exc)
		if !ok {
			return err
		}
		return e.WithHint("%s holds %d whole records at most: what could not be written is lost.", w.name, w.w.Count())
	}
	c.Def("write(self, record)", "Adds a record.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		w := a[0].(*recordWriter)
		if w.file == nil {
			return nil, closed()
		}
		b, ok := message.RawBytes(a[1])
		if s, isText := a[1].(string); isText {
			b, ok = s, true
		}
		if !ok {
			return nil, py.TypeErrorf("a record must be bytes, not %s", py.TypeOf(a[1]).Name)
		}
		return py.None, kept(t, w, w.w.Write([]byte(b)))
	})
	c.Def("flush(self)", "Hands what was written to the system.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		w := a[0].(*recordWriter)
		if w.file == nil {
			return nil, closed()
		}
		return py.None, kept(t, w, w.w.Flush())
	})
	c.Def("close(self)", "Ends the file.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		w := a[0].(*recordWriter)
		if w.file == nil {
			return py.None, nil
		}
		err := w.w.Close()
		if e := w.file.Close(); err == nil {
			err = e
		}
		w.file = nil
		return py.None, kept(t, w, err)
	})
}

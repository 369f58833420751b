package io

import (
	"io"
	"os"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/records/arrow"
	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/records/parquet"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/message"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Files of columns: the module _tf_columns reads and writes Arrow and Parquet files, a column being a tuple of its
// name, the Arrow name of its values' type, the values, the row splits of its lists and the masks of what is there.
// What programs see, the names of pyarrow, is the library's (tf/lib/_tf_arrow.py).

// columnFile gives the tables of a file.
type columnFile interface {
	Next() (*columnar.Table, error)
	Names() []string
	Close() error
}

// columnReader is an open file of columns.
type columnReader struct {
	f    columnFile
	rows int64 // -1 where the file does not say
}

// columnWriter writes a file of columns.
type columnWriter struct {
	w interface {
		Write(*columnar.Table) error
		Close() error
	}
	file *records.Whole
	name string
}

var (
	columnReaderClass = py.NewClass("_tf_columns", "Reader", py.ObjectClass, nil)
	columnWriterClass = py.NewClass("_tf_columns", "Writer", py.ObjectClass, nil)
)

// ArrowModule is the package pyarrow.
func ArrowModule() *py.Module {
	lazy := func(name, doc, module string, names ...string) *py.Module {
		m := message.PureModule(name, doc, nil)
		m.Lazy = map[string]string{}
		for _, n := range names {
			m.Lazy[n] = module + ":" + n
		}
		return m
	}
	m := lazy(
		"pyarrow",
		"Tables of columns.",
		"_tf_arrow",
		"Array",
		"ChunkedArray",
		"Table",
		"RecordBatch",
		"Schema",
		"DataType",
		"Field",
		"ArrowInvalid",
		"array",
		"table",
		"chunked_array",
		"concat_tables",
		"schema",
		"field",
		"list_",
		"large_list",
		"null",
		"bool_",
		"int8",
		"int16",
		"int32",
		"int64",
		"uint8",
		"uint16",
		"uint32",
		"uint64",
		"float16",
		"float32",
		"float64",
		"string",
		"utf8",
		"binary",
		"large_string",
		"large_binary",
		"timestamp",
		"date32",
		"OSFile",
		"memory_map",
		"ListArray",
		"record_batch",
	)
	m.Attrs["parquet"] = lazy("pyarrow.parquet", "Parquet files.", "_tf_arrow_files", "read_table", "write_table",
		"ParquetFile", "ParquetWriter")
	m.Attrs["feather"] = lazy("pyarrow.feather", "Feather files.", "_tf_arrow_files", "write_feather")
	m.Attrs["feather"].(*py.Module).Lazy["read_table"] = "_tf_arrow_files:read_feather"
	m.Attrs["ipc"] = lazy("pyarrow.ipc", "Arrow files and streams.", "_tf_arrow_files", "open_file", "open_stream",
		"new_file", "new_stream", "IpcWriteOptions")
	return m
}

// ColumnsModule is _tf_columns.
func ColumnsModule() *py.Module {
	return message.PureModule(
		"_tf_columns",
		"Files of columns, for tfs's own modules.",
		nil,
		message.PureFn(
			"open_arrow(path)",
			"Opens an Arrow file or stream.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				r, err := openColumns(t, a[0], func(name string) (*columnReader, error) {
					f, err := arrow.Open(name)
					if err != nil {
						return nil, err
					}
					return &columnReader{f, -1}, nil
				})
				return r, err
			},
		),
		message.PureFn(
			"open_parquet(path, columns)",
			"Opens a Parquet file.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				return openColumns(t, a[0], func(name string) (*columnReader, error) {
					f, err := parquet.Open(name)
					if err != nil {
						return nil, err
					}
					if items, ok := values.ListItems(a[1]); ok {
						names := make([]string, len(items))
						for i, v := range items {
							names[i] = py.StrOf(v)
						}
						if err := f.Choose(names); err != nil {
							f.Close()
							return nil, err
						}
					}
					return &columnReader{f, f.Rows()}, nil
				})
			},
		),
		message.PureFn(
			"create(path, kind, packing)",
			"Begins a file: 'file' or 'stream' of Arrow, or 'parquet'.",
			createColumns,
		),
	)
}

// openColumns opens a file by its path.
func openColumns(t *py.Thread, path py.Value, open func(name string) (*columnReader, error)) (py.Value, error) {
	name, ok := fileNameOf(t, path)
	if !ok {
		return nil, py.TypeErrorf("a file name must be a text, not %s", py.TypeOf(path).Name)
	}
	r, err := open(name)
	if err != nil {
		return nil, columnError(t, err, name)
	}
	return r, nil
}

func createColumns(t *py.Thread, a []py.Value) (py.Value, error) {
	name, ok := fileNameOf(t, a[0])
	if !ok {
		return nil, py.TypeErrorf("a file name must be a text, not %s", py.TypeOf(a[0]).Name)
	}
	f, err := records.CreateWhole(name)
	if err != nil {
		return nil, py.OSErr(err, name)
	}
	w := &columnWriter{file: f, name: name}
	packing := table.AttrText(a[2])
	if table.AttrText(a[1]) == "parquet" {
		w.w, err = parquet.NewWriter(f, packing)
	} else {
		w.w, err = arrow.NewWriter(f, arrow.Options{Stream: table.AttrText(a[1]) == "stream", Packing: packing})
	}
	if err != nil {
		f.Abandon()
		return nil, columnError(t, err, name)
	}
	return w, nil
}

// columnError is the exception of a file of columns: Python's own about files, ValueError (pyarrow's ArrowInvalid
// derives from it) about what is in them.
func columnError(t *py.Thread, err error, name string) error {
	e, ok := err.(*tensor.Error)
	if !ok {
		return py.OSErr(err, name)
	}
	switch e.Kind {
	case tensor.NotFound:
		if _, bad := os.Stat(name); bad != nil {
			return py.OSErr(bad, name)
		}
		return py.NewExc(py.KeyErrorClass, e.Msg)
	case tensor.ResourceExhausted:
		return bind.Wrap(t, err, "", false)
	case tensor.Unimplemented:
		return py.Raisef(py.NotImplementedErrClass, "%s", e.Msg)
	}
	return py.ValueErrorf("%s", e.Msg)
}

// columnTuple is a column as the library sees it.
func columnTuple(c *columnar.Column) py.Value {
	splits, masks := py.NewList(), py.NewList()
	for k := range len(c.Splits) + 1 {
		if k < len(c.Splits) {
			splits.Items = append(splits.Items, tensor.Vector(c.Splits[k]))
		}
		var mask py.Value = py.None
		if v := c.There(k); v != nil {
			mask = tensor.Vector(v)
		}
		masks.Items = append(masks.Items, mask)
	}
	return py.NewTuple(c.Name, c.Kind, c.Values, splits, masks)
}

// columnOf is a column of what the library gives.
func columnOf(v py.Value) (columnar.Column, error) {
	wrong := py.TypeErrorf("a column is a tuple of name, kind, values, splits and masks")
	tuple, ok := v.(*py.Tuple)
	if !ok || len(tuple.Items) != 5 {
		return columnar.Column{}, wrong
	}
	c := columnar.Column{Name: py.StrOf(tuple.Items[0]), Kind: py.StrOf(tuple.Items[1])}
	if c.Values, ok = tuple.Items[2].(*tensor.Tensor); !ok {
		return c, wrong
	}
	splits, ok1 := values.ListItems(tuple.Items[3])
	masks, ok2 := values.ListItems(tuple.Items[4])
	if !ok1 || !ok2 {
		return c, wrong
	}
	for _, s := range splits {
		x, ok := s.(*tensor.Tensor)
		if !ok || !x.DType().IsInteger() {
			return c, wrong
		}
		c.Splits = append(c.Splits, x.Int64s())
	}
	for _, m := range masks {
		x, ok := m.(*tensor.Tensor)
		if !ok || x.DType() != tensor.Bool {
			c.Valid = append(c.Valid, nil)
			continue
		}
		c.Valid = append(c.Valid, tensor.Slice[bool](x))
	}
	return c, nil
}

func init() {
	py.Register[*columnReader](columnReaderClass)
	py.Register[*columnWriter](columnWriterClass)
	r := columnReaderClass
	r.Def("names(self)", "The names of the columns.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		out := py.NewList()
		for _, n := range a[0].(*columnReader).f.Names() {
			out.Items = append(out.Items, n)
		}
		return out, nil
	})
	r.Def("rows(self)", "How many rows there are, -1 when the file does not say.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return a[0].(*columnReader).rows, nil })
	r.Def("groups(self)", "How many row groups there are.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if f, ok := a[0].(*columnReader).f.(*parquet.Reader); ok {
			return int64(f.Groups()), nil
		}
		return int64(-1), nil
	})
	r.Def("next(self)", "The rows of the next batch and its columns, None behind the last one.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			if err := t.Check(); err != nil {
				return nil, err
			}
			x, err := a[0].(*columnReader).f.Next()
			if err == io.EOF {
				return py.None, nil
			}
			if err != nil {
				return nil, columnError(t, err, "")
			}
			out := py.NewList()
			for i := range x.Columns {
				out.Items = append(out.Items, columnTuple(&x.Columns[i]))
			}
			return py.NewTuple(int64(x.Rows), out), nil
		})
	r.Def("close(self)", "Closes the file.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return py.None, a[0].(*columnReader).f.Close()
	})
	w := columnWriterClass
	w.Def("write(self, rows, columns)", "Adds the rows of columns.", writeColumns)
	w.Def("close(self)", "Ends the file.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		w := a[0].(*columnWriter)
		if w.file == nil {
			return py.None, nil
		}
		err := w.w.Close()
		if err != nil {
			w.file.Abandon()
		} else {
			err = w.file.Close()
		}
		w.file = nil
		if err != nil {
			return nil, columnError(t, err, w.name)
		}
		return py.None, nil
	})
	w.Def("abandon(self)", "Takes away what was written; a file of that name stays as it was.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if w := a[0].(*columnWriter); w.file != nil {
				w.file.Abandon()
				w.file = nil
			}
			return py.None, nil
		})
}

func writeColumns(t *py.Thread, a []py.Value) (py.Value, error) {
	w := a[0].(*columnWriter)
	if w.file == nil {
		return nil, py.ValueErrorf("I/O operation on closed file.")
	}
	rows, err := py.ToInt(a[1])
	if err != nil {
		return nil, err
	}
	x := &columnar.Table{Rows: int(rows)}
	items, _ := values.ListItems(a[2])
	for _, v := range items {
		c, err := columnOf(v)
		if err != nil {
			return nil, err
		}
		x.Columns = append(x.Columns, c)
	}
	if err := w.w.Write(x); err != nil {
		return nil, columnError(t, err, w.name)
	}
	return py.None, nil
}

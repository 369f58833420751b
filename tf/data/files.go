package data

import (
	"errors"
	"io"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Datasets over files of records: lines, TFRecord, records of one length, CSV. Each file is a dataset of its own,
// read when its turn comes; files are read one after the other, or several in turn.

// fileReader gives the records of an open file.
type fileReader interface {
	next() (data.Element, error)
	Close() error
}

// fileFunc is the function of a stage over file names: the dataset of a file's records.
type fileFunc struct {
	kind string
	open func(name string) (fileReader, error)
}

// Call gives the dataset of a file.
func (f *fileFunc) Call(_ *data.Run, _ *data.Env, args data.Element) (data.Element, error) {
	name := args[0].(*tensor.Tensor)
	if name.DType() != tensor.String || name.Rank() != 0 {
		return nil, tensor.Errorf("a file name must be a scalar string")
	}
	d := data.Source(f.kind, data.Unknown, nil, func(*data.Env) (func(r *data.Run) (data.Element, error), error) {
		var in fileReader
		return func(r *data.Run) (data.Element, error) {
			if err := r.Check(); err != nil {
				return nil, err
			}
			if in == nil {
				var err error
				if in, err = f.open(name.Str(0)); err != nil {
					return nil, err
				}
			}
			e, err := in.next()
			if errors.Is(err, io.EOF) {
				_ = in.Close()
				return nil, data.End
			}
			return e, err
		}, nil
	})
	return data.Element{d}, nil
}

// Free lists no edges.
func (f *fileFunc) Free() []op.Value { return nil }

// Portable tells that files may be read anywhere.
func (f *fileFunc) Portable() bool { return true }

// byteReader is a reader of records that are byte strings.
type byteReader struct {
	io.Closer
	read func() ([]byte, error)
}

func (r *byteReader) next() (data.Element, error) {
	b, err := r.read()
	if err != nil {
		return nil, err
	}
	return data.Element{tensor.StringScalar(string(b))}, nil
}

// csvReader is a reader of CSV records.
type csvReader struct{ *records.CSV }

func (r *csvReader) next() (data.Element, error) {
	row, err := r.CSV.Next()
	if err != nil {
		return nil, err
	}
	out := make(data.Element, len(row))
	for i, x := range row {
		out[i] = x
	}
	return out, nil
}

// dataFiles declares datasets over files.
func dataFiles(fn declare) {
	fn(
		"read_lines(files, compression, parallel)",
		"Lines of texts.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			o := records.Options{Compression: table.AttrText(a[1])}
			return filesStage(t, a[0], a[2], "TextLineDatasetV2", scalarSpec(tensor.String), &fileFunc{"TextLine",
				func(name string) (fileReader, error) {
					r, err := records.OpenLines(name, ofFile(o, name))
					if err != nil {
						return nil, err
					}
					return &byteReader{r, r.Next}, nil
				}})
		},
	)
	fn("read_records(files, compression, parallel)", "Records of TFRecord files.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			o := records.Options{Compression: table.AttrText(a[1])}
			return filesStage(t, a[0], a[2], "TFRecordDatasetV2", scalarSpec(tensor.String), &fileFunc{"TFRecord",
				func(name string) (fileReader, error) {
					r, err := records.Open(name, ofFile(o, name))
					if err != nil {
						return nil, err
					}
					return &byteReader{r, r.Next}, nil
				}})
		})
	fn("read_fixed(files, size, header, footer, compression, parallel)", "Records of one length.", readFixed)
	fn("read_csv(files, defaults, compression, header, delim, quotes, na, select)", "Records of CSV files.", readCSV)
	fn("save(ds, path, compression, shard)", "Writes the elements to a folder.", saveDataset)
	fn("load(path, spec, compression)", "The datasets of a folder's files, and their spec.", loadDataset)
	fn("saved_spec(path)", "The spec of a folder's elements.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return savedSpec(t, table.AttrText(a[0]))
	})
	fn("cache_file(ds, name)", "Elements kept in a file.", cacheFile)
	fn("snapshot(ds, path, compression, shard)", "Elements kept in a folder.", snapshotStage)
}

func ofFile(o records.Options, name string) records.Options {
	o.Name = name
	return o
}

// filesStage reads the files whose names a dataset gives; parallel is how many are read in turn, None for one.
func filesStage(t *py.Thread, files, parallel py.Value, class string, spec py.Value, f *fileFunc) (py.Value, error) {
	h, err := wantDataset(files)
	if err != nil {
		return nil, err
	}
	if parallel == py.None {
		return newDataset(t, class, data.FlatMap(h.d, f), spec, h), nil
	}
	n, err := dataInt(t, parallel)
	if err != nil {
		return nil, err
	}
	return newDataset(
		t,
		class,
		data.Interleave(h.d, f, n, tensor.Scalar(int64(1)), "ParallelInterleaveV4"),
		spec,
		h,
	), nil
}

func readFixed(t *py.Thread, a []py.Value) (py.Value, error) {
	var size records.FixedSize
	for i, to := range []*int64{&size.Record, &size.Header, &size.Footer} {
		v, err := dataInt(t, a[i+1])
		if err != nil {
			return nil, err
		}
		c := op.Constant(v)
		if c == nil {
			return nil, py.ValueErrorf("the sizes of records must be known")
		}
		*to = c.Int(0)
	}
	o := records.Options{Compression: table.AttrText(a[4])}
	return filesStage(
		t,
		a[0],
		a[5],
		"FixedLengthRecordDatasetV2",
		scalarSpec(tensor.String),
		&fileFunc{"FixedLengthRecord",
			func(name string) (fileReader, error) {
				r, err := records.OpenFixed(name, size, ofFile(o, name))
				if err != nil {
					return nil, err
				}
				return &byteReader{r, r.Next}, nil
			}},
	)
}

func readCSV(t *py.Thread, a []py.Value) (py.Value, error) {
	o := records.CSVOptions{NA: table.AttrText(a[6])}
	items, ok := values.ListItems(a[1])
	if !ok {
		return nil, py.TypeErrorf("`record_defaults` must be a list, got %s", py.ReprOf(a[1]))
	}
	specs := make([]py.Value, len(items))
	for i, v := range items {
		x, err := csvDefault(t, v)
		if err != nil {
			return nil, err
		}
		o.Defaults = append(o.Defaults, x)
		specs[i] = scalarSpec(x.DType())
	}
	delim := table.AttrText(a[4])
	if len(delim) != 1 {
		return nil, bind.Wrap(t, tensor.Errorf("field_delim should be only 1 char"), "CSVDatasetV2", true)
	}
	o.Delim = delim[0]
	var err error
	if o.Header, err = py.Truth(t, a[3]); err != nil {
		return nil, err
	}
	if o.Quotes, err = py.Truth(t, a[5]); err != nil {
		return nil, err
	}
	if cols, ok := values.ListItems(a[7]); ok {
		for _, v := range cols {
			n, err := py.ToInt(v)
			if err != nil {
				return nil, err
			}
			o.Select = append(o.Select, int(n))
		}
	}
	if err := o.Check(); err != nil {
		return nil, bind.Wrap(t, err, "CSVDatasetV2", true)
	}
	files := records.Options{Compression: table.AttrText(a[2])}
	return filesStage(t, a[0], py.None, "CsvDatasetV2", py.NewTuple(specs...), &fileFunc{"CSV",
		func(name string) (fileReader, error) {
			r, err := records.OpenCSV(name, o, ofFile(files, name))
			if err != nil {
				return nil, err
			}
			return &csvReader{r}, nil
		}})
}

// csvDefault is the default of a column: a type says that a field must be there.
func csvDefault(t *py.Thread, v py.Value) (*tensor.Tensor, error) {
	if d, ok := v.(tensor.DType); ok {
		if d == tensor.String {
			return tensor.FromStrings([]int{0}, nil), nil
		}
		return tensor.New(d, []int{0})
	}
	return bind.Convert(t, v, tensor.Invalid)
}

package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	tfsaved "github.com/tfs-lang/tfs/tf/saved"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Datasets as folders, in TensorFlow's files: dataset_spec.pb tells the spec of the elements, snapshot.metadata
// the run that wrote them, and a folder of the run holds a folder of records for each shard. A record is a
// component as a TensorProto. The metadata is written last: a folder without it holds nothing.

// snapshotMetadata is the message in snapshot.metadata.
type snapshotMetadata struct {
	GraphHash string           `pb:"1"`
	Run       string           `pb:"2"`
	Created   int64            `pb:"3"`
	Version   int64            `pb:"4"`
	Types     []saved.DataType `pb:"5"`
	Elements  int64            `pb:"6"`
	Finished  bool             `pb:"1000"`
}

const (
	specFile, metadataFile = "dataset_spec.pb", "snapshot.metadata"
	shardFile              = "00000000.snapshot"
)

// folderWriter writes the elements of a dataset to a folder.
type folderWriter struct {
	path, run, pack string
	spec            []py.Value
	shards          map[int64]*records.Writer
	files           map[int64]*os.File
	count           int64
}

func newFolderWriter(path string, spec py.Value, pack string) (*folderWriter, error) {
	w := &folderWriter{path: path, run: strconv.FormatUint(rand.Uint64(), 10), pack: pack, spec: componentSpecs(spec),
		shards: map[int64]*records.Writer{}, files: map[int64]*os.File{}}
	if err := os.MkdirAll(filepath.Join(path, w.run), 0o777); err != nil {
		return nil, records.FileError(path, err)
	}
	return w, nil
}

// componentSpecs are the specs of the components: None is none.
func componentSpecs(spec py.Value) []py.Value {
	var out []py.Value
	for _, s := range dataLeaves(spec) {
		if _, none := s.(*function.NoneSpec); !none {
			out = append(out, s)
		}
	}
	return out
}

// add writes an element to a shard.
func (w *folderWriter) add(shard int64, e data.Element) error {
	out := w.shards[shard]
	if out == nil {
		dir := filepath.Join(w.path, w.run, fmt.Sprintf("%08d.shard", shard))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return records.FileError(dir, err)
		}
		f, err := os.Create(filepath.Join(dir, shardFile))
		if err != nil {
			return records.FileError(dir, err)
		}
		if out, err = records.NewWriter(f, w.pack, -1); err != nil {
			return errors.Join(err, f.Close())
		}
		w.shards[shard], w.files[shard] = out, f
	}
	for i, v := range e {
		p, err := componentProto(v, w.spec[i])
		if err != nil {
			return err
		}
		b, err := saved.Marshal(p)
		if err != nil {
			return err
		}
		if err := out.Write(b); err != nil {
			return records.FileError(w.path, err)
		}
	}
	w.count++
	return nil
}

// componentProto writes a component of a spec; rows of ragged tensors that are dense are ragged for TensorFlow.
func componentProto(v data.Value, spec py.Value) (*saved.TensorProto, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		if _, ok := spec.(*values.RaggedSpec); ok {
			return saved.VariantsOf("RaggedTensorVariant", true, []*tensor.Tensor{x})
		}
		return saved.ProtoOf(x), nil
	case *ragged.Ragged:
		parts := bind.Components(x)
		ts := make([]*tensor.Tensor, 0, len(parts))
		for _, p := range append(parts[1:], parts[0]) {
			ts = append(ts, p.(*tensor.Tensor))
		}
		return saved.VariantsOf("RaggedTensorVariant", true, ts)
	case *sparse.Sparse:
		var vs [][]*tensor.Tensor
		for _, p := range bind.Components(x) {
			vs = append(vs, []*tensor.Tensor{p.(*tensor.Tensor)})
		}
		return saved.VariantsOf("tensorflow::Tensor", false, vs...)
	}
	return nil, tensor.Failf(tensor.Unimplemented, "elements that hold datasets cannot be saved")
}

// finish closes the files and writes what tells of them; what an earlier run wrote goes.
func (w *folderWriter) finish(spec py.Value, hash string) error {
	if err := w.close(); err != nil {
		return err
	}
	old, _ := readMetadata(w.path)
	s, err := tfsaved.StructureOf(spec, "")
	if err != nil {
		return err
	}
	unnamed(s)
	m := &snapshotMetadata{GraphHash: hash, Run: w.run, Created: time.Now().UnixMicro(), Version: 2, Elements: w.count,
		Finished: true}
	for _, l := range w.spec {
		d := leafDType(l)
		if _, dense := l.(*bind.Spec); !dense {
			d = tensor.Variant
		}
		m.Types = append(m.Types, saved.TypeOf(d))
	}
	if hash == "" {
		if err := writeMessage(filepath.Join(w.path, specFile), s); err != nil {
			return err
		}
	}
	if err := writeMessage(filepath.Join(w.path, metadataFile), m); err != nil {
		return err
	}
	if old != nil && old.Run != w.run && old.Run != "" && filepath.Base(old.Run) == old.Run {
		_ = os.RemoveAll(filepath.Join(w.path, old.Run))
	}
	return nil
}

// unnamed takes the names from specs: those of elements have none.
func unnamed(s *saved.StructuredValue) {
	switch x := s.Value.(type) {
	case *saved.TensorSpec:
		x.Name = ""
	case *saved.TupleValue:
		for _, e := range x.Values {
			unnamed(e)
		}
	case *saved.DictValue:
		for _, e := range x.Fields {
			unnamed(e)
		}
	case *saved.NamedTupleValue:
		for _, p := range x.Values {
			unnamed(p.Value)
		}
	}
}

func (w *folderWriter) close() error {
	var first error
	for k, out := range w.shards {
		err := out.Close()
		if e := w.files[k].Close(); err == nil {
			err = e
		}
		if err != nil && first == nil {
			first = records.FileError(w.path, err)
		}
	}
	w.shards = nil
	return first
}

// abandon takes away what was written.
func (w *folderWriter) abandon() {
	_ = w.close()
	_ = os.RemoveAll(filepath.Join(w.path, w.run))
}

// writeMessage writes a message as a file that is complete before it has its name.
func writeMessage(name string, m any) error {
	b, err := saved.Marshal(m)
	if err != nil {
		return err
	}
	temp := name + ".tmp"
	if err := os.WriteFile(temp, b, 0o666); err != nil {
		return records.FileError(name, err)
	}
	if err := os.Rename(temp, name); err != nil {
		return records.FileError(name, err)
	}
	return nil
}

func readMetadata(path string) (*snapshotMetadata, error) {
	b, err := os.ReadFile(filepath.Join(path, metadataFile))
	if err != nil {
		return nil, records.FileError(path, err)
	}
	m := &snapshotMetadata{}
	if err := saved.Unmarshal(b, m); err != nil {
		return nil, tensor.Failf(tensor.DataLoss, "%s/%s cannot be read: %s", path, metadataFile, err)
	}
	if m.Run == "" || filepath.Base(m.Run) != m.Run {
		return nil, tensor.Failf(tensor.DataLoss, "%s/%s names no run", path, metadataFile)
	}
	return m, nil
}

// compression is the name of one, AUTO and NONE being none.
func compression(v py.Value) (string, error) {
	if v == py.None {
		return "", nil
	}
	name := table.AttrText(v)
	switch name {
	case "AUTO", "NONE":
		name = ""
	}
	return name, records.CheckCompression(name)
}

// saveDataset is save.
func saveDataset(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	pack, err := compression(a[2])
	if err != nil {
		return nil, h.failed(t, err, "SaveDatasetV2")
	}
	shard, err := shardFunc(t, h, a[3])
	if err != nil {
		return nil, err
	}
	if bind.Tracing(t) != nil {
		return nil, py.Raisef(py.RuntimeErrorClass, "a dataset is saved eagerly, not within tf.function")
	}
	r := &data.Run{Ctx: t.Ctx, Host: t, Made: &h.lib.made}
	if err := h.save(r, table.AttrText(a[1]), pack, shard); err != nil {
		return nil, h.failed(t, err, "SaveDatasetV2")
	}
	return py.None, nil
}

// shardFunc traces the function that gives the number of an element's shard, nil for none.
func shardFunc(t *py.Thread, h *dataset, fn py.Value) (data.Func, error) {
	if fn == py.None {
		return nil, nil
	}
	f, err := traceData(t, fn, "Dataset.save()", h.spec)
	if err != nil {
		return nil, err
	}
	if s, ok := f.spec.(*bind.Spec); !ok || s.DType != tensor.Int64 || !s.Shape.Compatible(tensor.KnownShape(nil)) {
		return nil, py.TypeErrorf(
			"Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but its return type "+
				"is %s.",
			py.ReprOf(f.spec),
		)
	}
	return f, nil
}

func (h *dataset) save(r *data.Run, path, pack string, shard data.Func) error {
	w, err := newFolderWriter(path, h.spec, pack)
	if err != nil {
		return err
	}
	in, err := h.d.Begin()
	for err == nil {
		var e data.Element
		if e, err = in.Next(r); err == nil {
			err = w.put(r, shard, e)
		}
	}
	if err == data.End {
		err = w.finish(h.spec, "")
	}
	if err != nil {
		w.abandon()
	}
	return err
}

// put writes an element to the shard that a function names.
func (w *folderWriter) put(r *data.Run, shard data.Func, e data.Element) error {
	k := int64(0)
	if shard != nil {
		x, err := shard.Call(r, nil, e)
		if err != nil {
			return err
		}
		if k = x[0].(*tensor.Tensor).Int(0); k < 0 {
			return tensor.Errorf("a shard's number must not be negative, got %d", k)
		}
	}
	return w.add(k, e)
}

// savedSpec reads the spec of a folder's elements.
func savedSpec(t *py.Thread, path string) (py.Value, error) {
	name := filepath.Join(path, specFile)
	b, err := os.ReadFile(name)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, py.NewExc(
				bind.NotFoundError,
				"tf.data snapshot element_spec file not found: "+path+"/"+specFile+".",
			)
		}
		return nil, bind.Wrap(t, records.FileError(name, err), "", true)
	}
	s := &saved.StructuredValue{}
	if err := saved.Unmarshal(b, s); err != nil {
		return nil, py.NewExc(bind.DataLossError, name+" cannot be read: "+err.Error())
	}
	v, err := (&tfsaved.Loaded{}).Structure(t, s, 0)
	if err != nil {
		return nil, err
	}
	return swapData(v, func(l py.Value) (py.Value, error) {
		if x, ok := l.(*function.LiteralType); ok && x.V == py.None {
			return &function.NoneSpec{}, nil
		}
		if !isDataSpec(l) {
			return nil, py.NewExc(bind.DataLossError, name+" holds no spec of elements")
		}
		return l, nil
	})
}

// loadDataset gives the datasets of the shards of a folder, one each, in order.
func loadDataset(t *py.Thread, a []py.Value) (py.Value, error) {
	path := table.AttrText(a[0])
	pack, err := compression(a[2])
	if err != nil {
		return nil, bind.Wrap(t, err, "LoadDataset", true)
	}
	ds, err := shardsOf(path, pack, a[1])
	if err != nil {
		return nil, bind.Wrap(t, err, "LoadDataset", true)
	}
	out := make([]py.Value, len(ds))
	for i, d := range ds {
		out[i] = newDataset(t, "_LoadDataset", d, a[1])
	}
	return py.NewList(out...), nil
}

func shardsOf(path, pack string, spec py.Value) ([]*data.Dataset, error) {
	m, err := readMetadata(path)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(path, m.Run)
	names, err := os.ReadDir(dir)
	if err != nil && (m.Elements > 0 || !errors.Is(err, os.ErrNotExist)) { // there is no folder of no elements
		return nil, records.FileError(dir, err)
	}
	var files [][]string
	for _, n := range names {
		if !n.IsDir() || !strings.HasSuffix(n.Name(), ".shard") {
			continue
		}
		parts, err := filepath.Glob(filepath.Join(dir, n.Name(), "*.snapshot"))
		if err != nil {
			return nil, err
		}
		sort.Strings(parts)
		files = append(files, parts)
	}
	specs := componentSpecs(spec)
	if len(specs) == 0 { // no file would ever end
		return nil, tensor.Failf(tensor.DataLoss, "%s: its elements have no components", path)
	}
	out := make([]*data.Dataset, len(files))
	for i, parts := range files {
		size := int64(data.Unknown)
		if len(files) == 1 {
			size = m.Elements
		}
		out[i] = data.Source("Load", size, nil, func(*data.Env) (func(r *data.Run) (data.Element, error), error) {
			s := &shardReader{files: parts, pack: pack, specs: specs, path: path, want: size}
			return s.next, nil
		})
	}
	return out, nil
}

// shardReader reads the elements of a shard's files.
type shardReader struct {
	files []string
	pack  string
	specs []py.Value
	in    *records.Reader
	path  string
	want  int64 // how many elements there are, less than 0 when that is unknown
	count int64
}

func (s *shardReader) next(r *data.Run) (data.Element, error) {
	for {
		if err := r.Check(); err != nil {
			return nil, err
		}
		if s.in == nil {
			switch {
			case len(s.files) > 0:
			case s.count < s.want:
				return nil, tensor.Failf(tensor.DataLoss, "%s holds %d of %d elements", s.path, s.count, s.want)
			default:
				return nil, data.End
			}
			in, err := records.Open(s.files[0], records.Options{Compression: s.pack, Name: s.files[0]})
			if err != nil {
				return nil, err
			}
			s.in, s.files = in, s.files[1:]
		}
		e, err := s.element()
		if !errors.Is(err, io.EOF) {
			s.count++
			return e, err
		}
		_ = s.in.Close()
		s.in = nil
	}
}

// element reads the components of an element.
func (s *shardReader) element() (data.Element, error) {
	out := make(data.Element, len(s.specs))
	for i, spec := range s.specs {
		b, err := s.in.Next()
		if errors.Is(err, io.EOF) && i > 0 {
			return nil, tensor.Failf(tensor.DataLoss, "the last element has %d of %d components", i, len(s.specs))
		}
		if err != nil {
			return nil, err
		}
		p := &saved.TensorProto{}
		if err := saved.Unmarshal(b, p); err != nil {
			return nil, tensor.Failf(tensor.DataLoss, "a component cannot be read: %s", err)
		}
		if out[i], err = protoComponent(p, spec); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// protoComponent reads a component of a spec.
func protoComponent(p *saved.TensorProto, spec py.Value) (data.Value, error) {
	parts := 1
	if _, ok := spec.(*values.SparseSpec); ok {
		parts = 3
	}
	r, isRagged := spec.(*values.RaggedSpec)
	if parts == 1 && !(isRagged && p.DType == saved.TypeOf(tensor.Variant)) {
		x, err := p.Tensor()
		if err != nil {
			return nil, err
		}
		if d := leafDType(spec); x.DType() != d {
			return nil, tensor.Failf(tensor.DataLoss, "a component has the type %s instead of %s", x.DType(), d)
		}
		return x, nil
	}
	vs, err := p.Variants(parts)
	if err != nil {
		return nil, err
	}
	var vals []op.Value
	for _, v := range vs {
		for _, t := range v {
			vals = append(vals, t)
		}
	}
	like := py.Value(&bind.SymSparse{})
	want := 3
	if isRagged {
		want = max(r.Rank, 0) + 1
		if len(vals) > 0 { // the flat values come last
			vals = append([]op.Value{vals[len(vals)-1]}, vals[:len(vals)-1]...)
		}
		like = &bind.SymRagged{Shape: r.Shape}
	}
	if len(vals) != want {
		return nil, tensor.Failf(tensor.DataLoss, "a component holds %d tensors instead of %d", len(vals), want)
	}
	if want == 1 {
		return vals[0], nil
	}
	return bind.Rebuild(like, vals)
}

// cacheFile is cache with a file: a bundle with the components of each element under its number.
func cacheFile(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	name := table.AttrText(a[1])
	specs := componentSpecs(h.spec)
	d := data.Stored("FileCacheImpl", h.d, func() (func(r *data.Run) (data.Element, error), error) {
		b, err := saved.OpenBundle(name)
		if err != nil {
			return nil, nil // nothing is stored
		}
		return (&bundleReader{b: b, specs: specs, keys: cacheKeys(specs)}).next, nil
	}, func() (data.Store, error) {
		w, err := saved.NewBundleWriter(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil, records.FileError(name+"_0.lockfile", os.ErrNotExist)
		}
		var te *tensor.Error
		if errors.As(err, &te) && te.Kind == tensor.NotFound {
			return nil, records.FileError(name+"_0.lockfile", os.ErrNotExist)
		}
		if err != nil {
			return nil, err
		}
		return &bundleStore{w: w, keys: cacheKeys(specs)}, nil
	})
	return newDataset(t, "CacheDataset", d, h.spec, h), nil
}

// cacheKeys names component k of element i.
func cacheKeys(specs []py.Value) func(i, k int) string {
	width := len(strconv.Itoa(max(len(specs), 1)))
	return func(i, k int) string { return fmt.Sprintf("%7d_%*d", i, width, k) }
}

// bundleStore writes elements to a bundle.
type bundleStore struct {
	w    *saved.BundleWriter
	keys func(i, k int) string
	n    int
}

// Add writes an element.
func (s *bundleStore) Add(r *data.Run, e data.Element) error {
	for k, v := range flatValues(nil, e) {
		x, ok := v.(*tensor.Tensor)
		if !ok {
			return tensor.Failf(tensor.Unimplemented, "elements that hold datasets cannot be cached in a file")
		}
		if err := s.w.Add(r.Ctx, s.keys(s.n, k), x); err != nil {
			return err
		}
	}
	s.n++
	return nil
}

// Finish gives the bundle its name.
func (s *bundleStore) Finish() error { return s.w.Finish() }

// bundleReader gives the elements of a bundle.
type bundleReader struct {
	b     *saved.Bundle
	specs []py.Value
	keys  func(i, k int) string
	n     int
}

func (s *bundleReader) next(r *data.Run) (data.Element, error) {
	if !s.b.Has(s.keys(s.n, 0)) {
		return nil, data.End
	}
	out := make(data.Element, len(s.specs))
	at := 0
	for i, spec := range s.specs {
		like, parts := likeOfSpec(spec)
		vals := make([]op.Value, parts)
		for k := range vals {
			x, err := s.tensor(r.Ctx, at)
			if err != nil {
				return nil, err
			}
			vals[k] = x
			at++
		}
		v := data.Value(vals[0])
		if like != nil {
			var err error
			if v, err = bind.Rebuild(like, vals); err != nil {
				return nil, err
			}
		}
		out[i] = v
	}
	s.n++
	return out, nil
}

func (s *bundleReader) tensor(ctx context.Context, k int) (*tensor.Tensor, error) {
	return s.b.Tensor(ctx, s.keys(s.n, k))
}

// likeOfSpec is what a component of a spec is rebuilt like, nil for a tensor, and of how many tensors it is made.
func likeOfSpec(spec py.Value) (py.Value, int) {
	switch x := spec.(type) {
	case *values.RaggedSpec:
		if x.Rank > 0 {
			return &bind.SymRagged{Shape: x.Shape}, x.Rank + 1
		}
	case *values.SparseSpec:
		return &bind.SymSparse{}, 3
	}
	return nil, 1
}

// snapshotStage is snapshot: elements are read from a folder that the same pipeline has filled before.
func snapshotStage(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	pack, err := compression(a[2])
	if err != nil {
		return nil, bind.Wrap(t, err, "SnapshotDatasetV2", true)
	}
	shard, err := shardFunc(t, h, a[3])
	if err != nil {
		return nil, err
	}
	hash := strconv.FormatUint(h.d.Fingerprint(), 10)
	path := filepath.Join(table.AttrText(a[1]), hash)
	d := data.Stored("SnapshotDatasetV2Reader", h.d, func() (func(r *data.Run) (data.Element, error), error) {
		m, err := readMetadata(path)
		if err != nil || !m.Finished {
			return nil, nil
		}
		ds, err := shardsOf(path, pack, h.spec)
		if err != nil {
			return nil, err
		}
		return inTurn(ds)
	}, func() (data.Store, error) {
		w, err := newFolderWriter(path, h.spec, pack)
		return &folderStore{w, shard, h.spec, hash}, err
	})
	return newDataset(t, "_MapDataset", d, h.spec, h), nil
}

// inTurn gives the elements of datasets one dataset after the other.
func inTurn(ds []*data.Dataset) (func(r *data.Run) (data.Element, error), error) {
	var in data.Iterator
	return func(r *data.Run) (data.Element, error) {
		for {
			if in == nil {
				if len(ds) == 0 {
					return nil, data.End
				}
				var err error
				if in, err = ds[0].Begin(); err != nil {
					return nil, err
				}
				ds = ds[1:]
			}
			e, err := in.Next(r)
			if err != data.End {
				return e, err
			}
			in = nil
		}
	}, nil
}

// folderStore writes elements to a folder.
type folderStore struct {
	w     *folderWriter
	shard data.Func
	spec  py.Value
	hash  string
}

// Add writes an element.
func (s *folderStore) Add(r *data.Run, e data.Element) error { return s.w.put(r, s.shard, e) }

// Finish says that the folder is complete.
func (s *folderStore) Finish() error { return s.w.finish(s.spec, s.hash) }

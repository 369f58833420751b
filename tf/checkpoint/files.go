package checkpoint

import (
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
	"github.com/tfs-lang/tfs/tf/bind"
	tfio "github.com/tfs-lang/tfs/tf/io"
	"github.com/tfs-lang/tfs/tf/lookup"
	"github.com/tfs-lang/tfs/tf/table"
)

// The files of checkpoints as the library's modules see them: the module _tf_files reads and writes
// bundles and object graphs. What is saved and how it is found again is the library's
// (tf/lib/_tf_checkpoint.py).

// checkpointReader is what tf.train.load_checkpoint gives: the values of a bundle by their keys.
type checkpointReader struct{ *saved.Bundle }

var readerClass = py.NewClass(
	"tensorflow.python.util._pywrap_checkpoint_reader",
	"CheckpointReader",
	py.ObjectClass,
	nil,
)

// FilesModule is _tf_files.
func FilesModule() *py.Module {
	m := &py.Module{Name: "_tf_files", Short: "_tf_files", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "Bundles and object graphs as files, for tfs's own modules."}
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	fn("reader(prefix)", "Opens a bundle.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		b, err := saved.OpenBundle(py.StrOf(a[0]))
		if err != nil {
			return nil, readerError(err)
		}
		return &checkpointReader{b}, nil
	})
	fn("restore(reader, key, dtype)", "A value of a bundle that must have a type.", restoreValue)
	fn("write(prefix, items)", "Writes pairs of keys and tensors as a bundle.", writeItems)
	fn("encode(nodes)", "The bytes of an object graph.", encodeObjects)
	fn("decode(data)", "The nodes of an object graph.", decodeObjects)
	fn("show(nodes, i)", "The text of a node.", showObject)
	fn("import_table(table, keys, values)", "Sets the entries of a table.", importTable)
	fn("export_places(table)", "The places of a dense table.", lookup.ExportPlaces)
	fn("unset(table)", "A table like another one before it was filled.", lookup.Unset)
	fn("quote(text)", "A text as protobuf's text format has it.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return literal.QuoteProto(py.StrOf(a[0]), true), nil
	})
	fn("initializer(table)", "What a table was made of, or None.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if h, ok := a[0].(*lookup.HashTable); ok && h.Init != nil {
			return h.Init, nil
		}
		return py.None, nil
	})
	tfio.RecordFunctions(fn)
	m.Attrs["Initializer"] = lookup.InitClass
	return m
}

// readerError is the exception of a bundle that was opened or read by itself, not by a kernel.
func readerError(err error) error {
	var e *tensor.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Kind {
	case tensor.NotFound:
		if strings.HasSuffix(e.Msg, "No such file or directory") {
			return py.NewExc(bind.OpError, e.Msg)
		}
		return py.NewExc(bind.NotFoundError, e.Msg)
	case tensor.OutOfRange:
		return py.IndexErrorf("%s", e.Msg)
	case tensor.ResourceExhausted:
		return py.NewExc(bind.ResourceExhaustedError, e.Msg)
	}
	return py.NewExc(bind.OpError, e.Msg)
}

func init() {
	py.Register[*checkpointReader](readerClass)
	c := readerClass
	reader := func(v py.Value) *checkpointReader { return v.(*checkpointReader) }
	c.Def(
		"get_tensor(self, tensor_str)",
		"A value as a numpy array.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			x, err := reader(a[0]).Tensor(t.Ctx, table.AttrText(a[1]))
			if err != nil {
				return nil, readerError(err)
			}
			return bind.Numpy(x), nil
		},
	)
	c.Def(
		"has_tensor(self, tensor_str)",
		"Whether there is a value.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return reader(a[0]).Has(table.AttrText(a[1])), nil
		},
	)
	c.Def(
		"get_variable_to_shape_map(self)",
		"The shapes by their keys.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return specMap(t, reader(a[0]), func(_ tensor.DType, shape []int) py.Value {
				return py.NewList(bind.Dims(tensor.KnownShape(shape))...)
			})
		},
	)
	c.Def(
		"get_variable_to_dtype_map(self)",
		"The types by their keys.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return specMap(t, reader(a[0]), func(d tensor.DType, _ []int) py.Value { return d })
		},
	)
	c.Def("debug_string(self)", "The keys, types and shapes.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		var b strings.Builder
		r := reader(a[0])
		for _, key := range r.Keys() {
			d, shape, err := r.Spec(key)
			if err != nil {
				return nil, readerError(err)
			}
			b.WriteString(key + " (" + d.EnumName() + ") " + tensor.ShapeString(shape) + "\n")
		}
		return py.Bytes(b.String()), nil
	})
}

func specMap(t *py.Thread, r *checkpointReader, of func(d tensor.DType, shape []int) py.Value) (py.Value, error) {
	out := py.NewDict()
	for _, key := range r.Keys() {
		if err := t.Check(); err != nil {
			return nil, err
		}
		d, shape, err := r.Spec(key)
		if err != nil {
			return nil, readerError(err)
		}
		out.SetStr(key, of(d, shape))
	}
	return out, nil
}

func restoreValue(t *py.Thread, a []py.Value) (py.Value, error) {
	r, key := a[0].(*checkpointReader), py.StrOf(a[1])
	if want, ok := a[2].(tensor.DType); ok && r.Has(key) {
		d, _, err := r.Spec(key)
		if err != nil {
			return nil, bind.Wrap(t, err, "RestoreV2", false)
		}
		if d != want {
			return nil, bind.ErrorWith(
				t,
				bind.InvalidArgumentError,
				"RestoreV2",
				false,
				"tensor_name = %s; expected dtype "+
					"%s does not equal original dtype %s",
				key,
				want.CName(),
				d.CName(),
			)
		}
	}
	x, err := r.Tensor(t.Ctx, key)
	var e *tensor.Error
	switch {
	case errors.As(err, &e) && (e.Kind == tensor.OutOfRange || e.Kind == tensor.ResourceExhausted):
		return nil, readerError(err)
	case err != nil:
		return nil, bind.Wrap(t, err, "RestoreV2", false)
	}
	return x, nil
}

func writeItems(t *py.Thread, a []py.Value) (py.Value, error) {
	list, err := py.ToSlice(t, a[1])
	if err != nil {
		return nil, err
	}
	items := make([]saved.Item, len(list))
	for i, v := range list {
		pair, err := py.ToSlice(t, v)
		if err != nil {
			return nil, err
		}
		x, err := bind.Convert(t, pair[1], tensor.Invalid)
		if err != nil {
			return nil, err
		}
		items[i] = saved.Item{Key: py.StrOf(pair[0]), Value: x}
	}
	if err := saved.WriteBundle(t.Ctx, py.StrOf(a[0]), items); err != nil {
		return nil, bind.Wrap(t, err, "SaveV2", false)
	}
	return py.None, nil
}

// encodeObjects writes nodes that are (children, attributes, slots, has values): pairs of a name and
// a number; name, full name and key; number of a variable, name, number of the slot.
func encodeObjects(t *py.Thread, a []py.Value) (py.Value, error) {
	nodes, err := py.ToSlice(t, a[0])
	if err != nil {
		return nil, err
	}
	g := &saved.TrackableObjectGraph{}
	for _, n := range nodes {
		o, err := objectOf(t, n)
		if err != nil {
			return nil, err
		}
		g.Nodes = append(g.Nodes, o)
	}
	b, err := saved.Marshal(g)
	if err != nil {
		return nil, bind.Wrap(t, err, "", false)
	}
	return py.Bytes(b), nil
}

// objectOf is a node as encodeObjects takes it.
func objectOf(t *py.Thread, v py.Value) (*saved.TrackableObject, error) {
	var parts [3][][]py.Value
	n, err := py.ToSlice(t, v)
	if err != nil {
		return nil, err
	}
	for i := range parts {
		rows, err := py.ToSlice(t, n[i])
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			row, err := py.ToSlice(t, r)
			if err != nil {
				return nil, err
			}
			parts[i] = append(parts[i], row)
		}
	}
	o := &saved.TrackableObject{HasValues: &saved.BoolValue{Value: n[3] == true}}
	number := func(v py.Value) int32 { k, _ := py.AsInt(v); return int32(k) }
	for _, c := range parts[0] {
		o.Children = append(o.Children, &saved.ObjectReference{Name: py.StrOf(c[0]), Node: number(c[1])})
	}
	for _, c := range parts[1] {
		o.Attributes = append(o.Attributes, &saved.SerializedTensor{Name: py.StrOf(c[0]), FullName: py.StrOf(c[1]),
			CheckpointKey: py.StrOf(c[2])})
	}
	for _, c := range parts[2] {
		o.Slots = append(
			o.Slots,
			&saved.SlotVariable{Original: number(c[0]), SlotName: py.StrOf(c[1]), Slot: number(c[2])},
		)
	}
	return o, nil
}

func objectsIn(v py.Value) (*saved.TrackableObjectGraph, error) {
	g := &saved.TrackableObjectGraph{}
	if err := saved.Unmarshal([]byte(table.AttrText(v)), g); err != nil {
		return nil, readerError(err)
	}
	for _, n := range g.Nodes {
		for _, c := range n.Children {
			if c.Node < 0 || int(c.Node) >= len(g.Nodes) {
				return nil, py.NewExc(
					bind.DataLossError,
					"the object graph of the checkpoint names a node that it has not",
				)
			}
		}
	}
	return g, nil
}

// decodeObjects gives nodes as encodeObjects takes them.
func decodeObjects(t *py.Thread, a []py.Value) (py.Value, error) {
	g, err := objectsIn(a[0])
	if err != nil {
		return nil, err
	}
	out := py.NewList()
	for _, n := range g.Nodes {
		if err := t.Check(); err != nil {
			return nil, err
		}
		children, attributes, slots := py.NewList(), py.NewList(), py.NewList()
		for _, c := range n.Children {
			children.Items = append(children.Items, py.NewTuple(c.Name, int64(c.Node)))
		}
		for _, c := range n.Attributes {
			attributes.Items = append(attributes.Items, py.NewTuple(c.Name, c.FullName, c.CheckpointKey))
		}
		for _, c := range n.Slots {
			slots.Items = append(slots.Items, py.NewTuple(int64(c.Original), c.SlotName, int64(c.Slot)))
		}
		has := n.HasValues == nil || n.HasValues.Value
		out.Items = append(out.Items, py.NewTuple(children, attributes, slots, has))
	}
	return out, nil
}

// showObject is a node as TensorFlow's errors print it: protobuf's text.
func showObject(_ *py.Thread, a []py.Value) (py.Value, error) {
	g, err := objectsIn(a[0])
	if err != nil {
		return nil, err
	}
	i, _ := py.AsInt(a[1])
	if i < 0 || int(i) >= len(g.Nodes) {
		return nil, py.IndexErrorf("the object graph has no node %d", i)
	}
	return g.Nodes[i].Text(), nil
}

// importTable replaces the entries of a mutable table. A dense table's file holds its empty places too.
func importTable(t *py.Thread, a []py.Value) (py.Value, error) {
	h, ok := a[0].(*lookup.HashTable)
	if !ok {
		return nil, py.TypeErrorf("%s is no lookup table", py.ReprOf(a[0]))
	}
	keys, err := bind.Convert(t, a[1], h.Key)
	if err != nil {
		return nil, err
	}
	vals, err := bind.Convert(t, a[2], h.Val)
	if err != nil {
		return nil, err
	}
	return py.None, bind.Wrap(t, h.Import(t, keys, vals), "LookupTableImportV2", true)
}

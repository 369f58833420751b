package lookup

import (
	"context"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/state"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Lookup tables as values that kernels work on.

// DType makes a table a resource.
func (h *HashTable) DType() tensor.DType { return tensor.Resource }

// Keys is the element type of keys.
func (h *HashTable) Keys() tensor.DType { return h.Key }

// Values is the element type of values.
func (h *HashTable) Values() tensor.DType { return h.Val }

// Count is the number of entries: of a vocabulary, those that are not hashed.
func (h *HashTable) Count() int { return h.Len() }

// Find gives the values of keys.
func (h *HashTable) Find(x *op.Exec, keys, def *tensor.Tensor) (*tensor.Tensor, error) {
	if h.raw && !h.filled {
		return nil, tensor.Failf(tensor.FailedPrecondition, "Table not initialized.")
	}
	if !tensor.SameShape(h.Row(), def.Shape()) {
		return nil, tensor.Errorf("Expected shape %s for default_value, got %s", tensor.ShapeString(h.Row()),
			tensor.ShapeString(def.Shape()))
	}
	if err := h.ready(keys, nil); err != nil {
		return nil, err
	}
	z, _, err := h.Table.Find(x.Ctx, keys, def, false) // graphs hash what is not there by kernels of their own
	return z, err
}

// Insert adds entries, or replaces all of them.
func (h *HashTable) Insert(x *op.Exec, keys, vals *tensor.Tensor, importing bool) error {
	if h.raw && !importing {
		return h.unchanging("Insert")
	}
	if h.raw && h.filled {
		return h.again(x, keys)
	}
	if h.Kind == staticTable {
		err := h.fill(x.Host.(*py.Thread), &tableInit{keys, vals})
		h.filled = err == nil
		return err
	}
	if importing {
		h.Clear()
	} else if err := h.ready(keys, vals); err != nil {
		return err
	}
	if h.Kind == DenseTable {
		h.buckets = op.DenseRoom(h.buckets, h.Len()+keys.Len()/h.empty.Len())
	}
	return h.Table.Put(x.Ctx, keys, vals)
}

// ready fails for keys, and values where they are given, that the table can have no entry of.
func (h *HashTable) ready(keys, vals *tensor.Tensor) error {
	if h.unset {
		return tensor.Failf(tensor.FailedPrecondition, "Table not initialized.")
	}
	err := h.Fits(keys)
	if err == nil && vals != nil {
		err = h.RowsFit(keys, vals)
	}
	if err == nil && h.Kind == DenseTable {
		err = h.reserved(keys)
	}
	return err
}

func (h *HashTable) unchanging(what string) error {
	return tensor.Failf(tensor.Unimplemented, "%s not supported by InitializableLookupTable implementations", what)
}

// again is importing into a table that has its entries: the same keys change nothing, others are an error.
func (h *HashTable) again(x *op.Exec, keys *tensor.Tensor) error {
	at, err := h.Places(x.Ctx, keys)
	if err != nil {
		return err
	}
	if keys.Len() != h.Len() || slices.Contains(at, -1) {
		return tensor.Failf(tensor.FailedPrecondition, "Table was already initialized with different data.")
	}
	return nil
}

// Remove takes entries out.
func (h *HashTable) Remove(x *op.Exec, keys *tensor.Tensor) error {
	if h.raw {
		return h.unchanging("Remove")
	}
	if err := h.ready(keys, nil); err != nil {
		return err
	}
	return h.Table.Drop(x.Ctx, keys)
}

// Export gives all keys and all values.
func (h *HashTable) Export(x *op.Exec) (keys, vals *tensor.Tensor, err error) {
	return h.All(x.Host.(*py.Thread))
}

// All is the keys and the values.
func (h *HashTable) All(t *py.Thread) (keys, vals *tensor.Tensor, err error) {
	switch h.Kind {
	case DenseTable:
		return h.places(t)
	case staticTable:
		return h.Table.All(h.Sorted())
	}
	return h.Table.All(nil)
}

// LoadedTable makes the table of a node of a model.
func LoadedTable(kernel string, key, val tensor.DType, shape tensor.PartialShape) (op.Table, error) {
	h := &HashTable{Kind: staticTable, Key: key, Val: val, name: "hash_table"}
	if strings.HasPrefix(kernel, "Mutable") {
		h.Kind, h.name = MutableTable, py.None
	}
	if !shape.FullyDefined() {
		return nil, tensor.Errorf("a table whose values have shape %s", shape)
	}
	var err error
	if val == tensor.String {
		h.Def, err = tensor.Fill(context.Background(), shape.Dims, tensor.StringScalar(""))
	} else {
		h.Def, err = tensor.New(val, shape.Dims)
	}
	if err != nil {
		return nil, err
	}
	return h, h.store(kernel)
}

// symbolicLookup is the lookup of keys that are edges, or ragged or sparse tensors of edges.
func (h *HashTable) symbolicLookup(t *py.Thread, v, dynamic py.Value) (py.Value, error) {
	parts := bind.Components(v)
	at := 0
	if _, ok := v.(*bind.SymSparse); ok {
		at = 1
	}
	def := op.Value(h.Def)
	if dynamic != py.None {
		x, err := (&bind.Call{T: t, Op: &bind.Op{}}).ConvertValue(dynamic, h.Val)
		if err != nil {
			return nil, err
		}
		def = x
	}
	asked := h.Key
	if h.Kind == vocabularyTable {
		asked = h.lookAs
	}
	if d := parts[at].DType(); d != asked {
		return nil, py.TypeErrorf(
			"Dtype of argument `keys` must be %s, received: %s",
			table.Angled(asked),
			table.Angled(d),
		)
	}
	b := bind.BuilderOf(t)
	z := h.found(b, parts[at], def)
	if b.Err != nil {
		return nil, bind.Wrap(t, b.Err, "LookupTableFindV2", true)
	}
	out := append([]op.Value{}, parts...)
	out[at] = z
	return bind.Rebuild(v, out)
}

// found is the values of keys by kernels: of a vocabulary, those of words that are not there are buckets of a hash.
func (h *HashTable) found(b *op.B, keys, def op.Value) op.Value {
	if h.Kind != vocabularyTable {
		return b.One(op.LookupTableFindV2, h, keys, def)
	}
	if keys.DType() != h.Key {
		keys = b.With(op.Cast, op.Attrs{{Name: "DstT", Value: h.Key}}, keys)
	}
	text := keys
	if text.DType() != tensor.String {
		text = b.One(op.AsString, text)
	}
	bucket := b.With(op.StringToHashBucketFast, op.Attrs{{Name: "num_buckets", Value: h.oov}}, text)
	if h.Init == nil {
		return bucket
	}
	z := b.One(op.LookupTableFindV2, h, keys, def)
	bucket = b.Add(bucket, b.One(op.LookupTableSizeV2, h))
	return b.Where(b.One(op.NotEqual, z, def), z, bucket)
}

// graphTables are the methods of tables in graphs: their arguments are those behind self.
var graphTables = map[string]func(t *py.Thread, h *HashTable, a []py.Value) (py.Value, error){
	"insert": func(t *py.Thread, h *HashTable, a []py.Value) (py.Value, error) {
		return h.change(t, op.LookupTableInsertV2, a[:2])
	},
	"remove": func(t *py.Thread, h *HashTable, a []py.Value) (py.Value, error) {
		return h.change(t, op.LookupTableRemoveV2, a[:1])
	},
	"size": func(t *py.Thread, h *HashTable, _ []py.Value) (py.Value, error) {
		b := bind.BuilderOf(t)
		n := b.One(op.LookupTableSizeV2, h)
		if h.oov > 0 {
			n = b.Plus(n, float64(h.oov))
		}
		return n, bind.Wrap(t, b.Err, "LookupTableSizeV2", true)
	},
	"export": func(t *py.Thread, h *HashTable, _ []py.Value) (py.Value, error) {
		n, err := bind.ExecOf(t).Do(op.LookupTableExportV2, op.Attrs{{Name: "Tkeys", Value: h.Key},
			{Name: "Tvalues", Value: h.Val}}, h)
		if err != nil {
			return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
		}
		return values.ValueTuple(n.Out), nil
	},
}

func init() {
	graphTables["insert_or_assign"], graphTables["erase"] = graphTables["insert"], graphTables["remove"]
}

// change adds a kernel that changes the table: its arguments are keys, then values.
func (h *HashTable) change(t *py.Thread, d *op.Def, args []py.Value) (py.Value, error) {
	c := &bind.Call{T: t, Op: &bind.Op{Raw: d.Name}}
	in := []op.Value{h}
	for i, v := range args {
		x, err := c.ConvertValue(v, []tensor.DType{h.Key, h.Val}[i])
		if err != nil {
			return nil, err
		}
		in = append(in, x)
	}
	n, err := state.DoNode(t, d, nil, in...)
	return bind.Made(n), err
}

// RecordTables makes the methods of tables kernels of the graph while a function is traced.
func RecordTables() {
	for _, c := range tableClasses {
		for name, f := range graphTables {
			m, _ := c.Attrs.GetStr(name)
			b, ok := m.(*py.Builtin)
			if !ok {
				continue
			}
			run := b.Fn
			b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
				if bind.Tracing(t) == nil {
					return run(t, a)
				}
				return f(t, a[0].(*HashTable), a[1:])
			}
		}
	}
}

// Unset gives a table as it was before its entries were put in: it has types and a default, and looking something up is
// an error. The arguments are the table.
func Unset(_ *py.Thread, a []py.Value) (py.Value, error) {
	h, ok := a[0].(*HashTable)
	if !ok {
		return nil, py.TypeErrorf("a table is needed, got %s", py.ReprOf(a[0]))
	}
	z := *h
	z.unset = true
	return &z, nil
}

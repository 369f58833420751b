package tf

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Lookup tables as values that kernels work on.

// DType makes a table a resource.
func (h *hashTable) DType() tensor.DType { return tensor.Resource }

// Keys is the element type of keys.
func (h *hashTable) Keys() tensor.DType { return h.key }

// Values is the element type of values.
func (h *hashTable) Values() tensor.DType { return h.val }

// Count is the number of entries: of a vocabulary, those that are not hashed.
func (h *hashTable) Count() int { return len(h.keys) }

// Find gives the values of keys.
func (h *hashTable) Find(x *op.Exec, keys, def *tensor.Tensor) (*tensor.Tensor, error) {
	if len(h.rows) > 0 && !tensor.SameShape(h.rows[0].Shape(), def.Shape()) {
		return nil, tensor.Errorf("Expected shape %s for default_value, got %s", tensor.ShapeString(h.rows[0].Shape()),
			tensor.ShapeString(def.Shape()))
	}
	plain := *h
	plain.oov = 0 // graphs hash what is not there by kernels of their own
	return plain.find(x.Host.(*thread), keys, def, def, false)
}

// Insert adds entries, or replaces all of them.
func (h *hashTable) Insert(x *op.Exec, keys, vals *tensor.Tensor, importing bool) error {
	k, v := keys.Shape(), vals.Shape()
	if len(v) < len(k) || !tensor.SameShape(k, v[:len(k)]) || h.kind == staticTable && len(v) != len(k) {
		return tensor.Errorf("Expected shape %s for value, got %s", tensor.ShapeString(k), tensor.ShapeString(v))
	}
	if h.kind == staticTable {
		return h.fill(x.Host.(*thread), &tableInit{keys, vals})
	}
	if importing {
		h.at, h.keys, h.rows = map[string]int{}, nil, nil
	}
	rows := vals.WithShape(append([]int{keys.Len()}, v[len(k):]...))
	for i, s := range keysOf(keys) {
		h.put(s, rows.Row(i))
	}
	return nil
}

// Remove takes entries out.
func (h *hashTable) Remove(_ *op.Exec, keys *tensor.Tensor) error {
	for _, s := range keysOf(keys) {
		h.drop(s)
	}
	return nil
}

// Export gives all keys and all values.
func (h *hashTable) Export(x *op.Exec) (keys, vals *tensor.Tensor, err error) {
	return h.all(x.Host.(*thread))
}

// all is the keys and the values.
func (h *hashTable) all(t *thread) (keys, vals *tensor.Tensor, err error) {
	v, err := h.export(t)
	if err != nil {
		return nil, nil, err
	}
	items := v.(*py.Tuple).Items
	return items[0].(*tensor.Tensor), items[1].(*tensor.Tensor), nil
}

// loadedTable makes the table of a node of a model.
func loadedTable(kernel string, key, val tensor.DType, shape tensor.PartialShape) (op.Table, error) {
	if key != tensor.String && !key.IsInteger() {
		return nil, tensor.Errorf("a table whose keys are %s", key)
	}
	h := &hashTable{kind: staticTable, key: key, val: val, at: map[string]int{}, name: "hash_table"}
	if strings.HasPrefix(kernel, "Mutable") {
		h.kind, h.name = mutableTable, py.None
	}
	if !shape.FullyDefined() {
		return nil, tensor.Errorf("a table whose values have shape %s", shape)
	}
	var err error
	if val == tensor.String {
		h.def, err = tensor.Fill(context.Background(), shape.Dims, tensor.StringScalar(""))
		return h, err
	}
	h.def, err = tensor.New(val, shape.Dims)
	return h, err
}

// symbolicLookup is the lookup of keys that are edges, or ragged or sparse tensors of edges.
func (h *hashTable) symbolicLookup(t *thread, v, dynamic value) (value, error) {
	parts := bind.Components(v)
	at := 0
	if _, ok := v.(*bind.SymSparse); ok {
		at = 1
	}
	def := op.Value(h.def)
	if dynamic != py.None {
		x, err := (&call{T: t, Op: &bind.Op{}}).ConvertValue(dynamic, h.val)
		if err != nil {
			return nil, err
		}
		def = x
	}
	asked := h.key
	if h.kind == vocabularyTable {
		asked = h.lookAs
	}
	if d := parts[at].DType(); d != asked {
		return nil, py.TypeErrorf("Dtype of argument `keys` must be %s, received: %s", angled(asked), angled(d))
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
func (h *hashTable) found(b *op.B, keys, def op.Value) op.Value {
	if h.kind != vocabularyTable {
		return b.One(op.LookupTableFindV2, h, keys, def)
	}
	if keys.DType() != h.key {
		keys = b.With(op.Cast, op.Attrs{{Name: "DstT", Value: h.key}}, keys)
	}
	text := keys
	if text.DType() != tensor.String {
		text = b.One(op.AsString, text)
	}
	bucket := b.With(op.StringToHashBucketFast, op.Attrs{{Name: "num_buckets", Value: h.oov}}, text)
	if h.init == nil {
		return bucket
	}
	z := b.One(op.LookupTableFindV2, h, keys, def)
	bucket = b.Add(bucket, b.One(op.LookupTableSizeV2, h))
	return b.Where(b.One(op.NotEqual, z, def), z, bucket)
}

// graphTables are the methods of tables in graphs: their arguments are those behind self.
var graphTables = map[string]func(t *thread, h *hashTable, a []value) (value, error){
	"insert": func(t *thread, h *hashTable, a []value) (value, error) {
		return h.change(t, op.LookupTableInsertV2, a[:2])
	},
	"remove": func(t *thread, h *hashTable, a []value) (value, error) {
		return h.change(t, op.LookupTableRemoveV2, a[:1])
	},
	"size": func(t *thread, h *hashTable, _ []value) (value, error) {
		b := bind.BuilderOf(t)
		n := b.One(op.LookupTableSizeV2, h)
		if h.oov > 0 {
			n = b.Plus(n, float64(h.oov))
		}
		return n, bind.Wrap(t, b.Err, "LookupTableSizeV2", true)
	},
	"export": func(t *thread, h *hashTable, _ []value) (value, error) {
		n, err := bind.ExecOf(t).Do(op.LookupTableExportV2, op.Attrs{{Name: "Tkeys", Value: h.key},
			{Name: "Tvalues", Value: h.val}}, h)
		if err != nil {
			return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
		}
		return valueTuple(n.Out), nil
	},
}

func init() {
	graphTables["insert_or_assign"], graphTables["erase"] = graphTables["insert"], graphTables["remove"]
}

// change adds a kernel that changes the table: its arguments are keys, then values.
func (h *hashTable) change(t *thread, d *op.Def, args []value) (value, error) {
	c := &call{T: t, Op: &bind.Op{Raw: d.Name}}
	in := []op.Value{h}
	for i, v := range args {
		x, err := c.ConvertValue(v, []tensor.DType{h.key, h.val}[i])
		if err != nil {
			return nil, err
		}
		in = append(in, x)
	}
	return py.None, doNode(t, d, nil, in...)
}

// recordTables makes the methods of tables kernels of the graph while a function is traced.
func recordTables() {
	for _, c := range tableClasses {
		for name, f := range graphTables {
			m, _ := c.Attrs.GetStr(name)
			b, ok := m.(*py.Builtin)
			if !ok {
				continue
			}
			run := b.Fn
			b.Fn = func(t *thread, a []value) (value, error) {
				if bind.Tracing(t) == nil {
					return run(t, a)
				}
				return f(t, a[0].(*hashTable), a[1:])
			}
		}
	}
}

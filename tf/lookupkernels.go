package tf

import (
	"github.com/tfs-lang/tfs/data"
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

// Count is the number of entries.
func (h *hashTable) Count() int { return len(h.keys) + h.oov }

// Find gives the values of keys.
func (h *hashTable) Find(x *op.Exec, keys, def *tensor.Tensor) (*tensor.Tensor, error) {
	if len(h.rows) > 0 && !tensor.SameShape(h.rows[0].Shape(), def.Shape()) {
		return nil, tensor.Errorf("Expected shape %s for default_value, got %s", tensor.ShapeString(h.rows[0].Shape()),
			tensor.ShapeString(def.Shape()))
	}
	z, err := h.find(x.Host.(*thread), keys, def, def, false)
	if err != nil {
		return nil, err
	}
	return z, nil
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
func loadedTable(kernel string, key, val tensor.DType, _ tensor.PartialShape) (op.Table, error) {
	if key != tensor.String && !key.IsInteger() {
		return nil, tensor.Errorf("a table whose keys are %s", key)
	}
	h := &hashTable{kind: staticTable, key: key, val: val, at: map[string]int{}, name: "hash_table"}
	if kernel == "MutableHashTableV2" {
		h.kind, h.name = mutableTable, py.None
	}
	if val == tensor.String {
		h.def = tensor.FromStrings(nil, []string{""})
		return h, nil
	}
	var err error
	h.def, err = tensor.New(val, nil)
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
	if d := parts[at].DType(); d != h.key {
		return nil, py.TypeErrorf("Dtype of argument `keys` must be %s, received: %s", angled(h.key), angled(d))
	}
	n, err := bind.ExecOf(t).Do(op.LookupTableFindV2, nil, h, parts[at], def)
	if err != nil {
		return nil, bind.Wrap(t, err, "LookupTableFindV2", true)
	}
	out := append([]op.Value{}, parts...)
	out[at] = n.Out[0]
	return bind.Rebuild(v, out)
}

// symbolicVocabulary is the lookup of such keys in a vocabulary: one node that looks them up as a whole, with the
// buckets for keys that are not there.
func (h *hashTable) symbolicVocabulary(t *thread, v value) (value, error) {
	parts := bind.Components(v)
	at := 0
	if _, ok := v.(*bind.SymSparse); ok {
		at = 1
	}
	if d := parts[at].DType(); d != h.lookAs {
		return nil, py.TypeErrorf("Dtype of argument `keys` must be %s, received: %s", angled(h.lookAs), angled(d))
	}
	spec := &bind.Spec{Shape: op.StaticShape(parts[at]), DType: h.val, Name: py.None}
	found, err := addHost(t, "LookupTableFindV2", []op.Value{parts[at]}, spec,
		func(x *op.Exec, in []op.Value) (data.Element, error) {
			var z value
			err := bind.Under(x, func(t *thread) (err error) {
				z, err = h.lookup(t, in[0], py.None)
				return err
			})
			return data.Element{z}, err
		}, false)
	if err != nil {
		return nil, err
	}
	out := append([]op.Value{}, parts...)
	out[at] = found.(op.Value)
	return bind.Rebuild(v, out)
}

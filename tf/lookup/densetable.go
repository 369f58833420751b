package lookup

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// A dense table is exported and saved as TensorFlow holds it: an array of places, as many as a power of two.

// denseBuckets is how many places a dense table has when nobody says.
const denseBuckets = 131072

// ExportPlaces gives the keys and values of a dense table, one row a place; scalars are columns.
func ExportPlaces(t *py.Thread, a []py.Value) (py.Value, error) {
	h, ok := a[0].(*HashTable)
	if !ok || h.Kind != DenseTable {
		return nil, py.TypeErrorf("%s is no dense lookup table", py.ReprOf(a[0]))
	}
	keys, vals, err := h.places(t)
	if err != nil {
		return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
	}
	return py.NewTuple(keys, vals), nil
}

// places is what stands at each place of a dense table: a key and its value, or the empty key and zeros.
func (h *HashTable) places(t *py.Thread) (keys, vals *tensor.Tensor, err error) {
	if keys, vals, err = h.Table.All(nil); err != nil {
		return nil, nil, err
	}
	at, err := op.DensePlaces(keys, h.empty.Len(), h.buckets)
	if err != nil {
		return nil, nil, err
	}
	n := h.Len()
	for i, entry := range at {
		if entry < 0 {
			at[i] = int32(n) // the row behind the entries
		}
	}
	blank, err := h.blankRow()
	if err != nil {
		return nil, nil, err
	}
	if keys, err = placed(t, keys, h.empty, at); err != nil {
		return nil, nil, err
	}
	vals, err = placed(t, vals, blank, at)
	return keys, vals, err
}

// placed gathers rows of x, with one more behind the last; scalars become columns.
func placed(t *py.Thread, x, more *tensor.Tensor, at []int32) (*tensor.Tensor, error) {
	x, err := tensor.Concat(t.Ctx, []*tensor.Tensor{x, more.WithShape(append([]int{1}, more.Shape()...))}, 0)
	if err != nil {
		return nil, err
	}
	if x, err = tensor.Gather(t.Ctx, x, tensor.FromSlice([]int{len(at)}, at), 0, 0); err == nil && x.Rank() == 1 {
		x = x.WithShape([]int{len(at), 1})
	}
	return x, err
}

// blankRow is what stands at a free place.
func (h *HashTable) blankRow() (*tensor.Tensor, error) {
	if h.Val == tensor.String {
		return tensor.OfStrings(h.Def.Shape(), make([]string, h.Def.Len()))
	}
	return tensor.New(h.Val, h.Def.Shape())
}

// denseKeys reads the keys that no entry of a dense table has.
func (h *HashTable) denseKeys(t *py.Thread, empty, deleted py.Value) error {
	const raw = "MutableDenseHashTableV2"
	fail := func(format string, args ...any) error {
		return bind.ErrorWith(t, bind.InvalidArgumentError, raw, true, format, args...)
	}
	for i, p := range []**tensor.Tensor{&h.empty, &h.deleted} {
		k, err := bind.Convert(t, []py.Value{empty, deleted}[i], h.Key)
		if err != nil {
			return err
		}
		*p = k
	}
	a, b := h.empty.Shape(), h.deleted.Shape()
	switch {
	case len(a) > 1:
		return fail("Empty key must be a scalar or a vector, got shape %s", tensor.ShapeString(a))
	case !tensor.SameShape(a, b):
		return fail("Empty and deleted keys must have same shape, got shapes: %s and %s", tensor.ShapeString(a),
			tensor.ShapeString(b))
	case tensor.Equal(h.empty, h.deleted):
		return fail("Empty and deleted keys cannot be equal")
	}
	return nil
}

// reserved fails for keys of a dense table that are more than one row of them, or that no entry may have.
func (h *HashTable) reserved(keys *tensor.Tensor) error {
	n, per := 1, h.empty.Len()
	if keys.Rank() > 0 {
		n = keys.Shape()[0]
	}
	if keys.Len() != n*per {
		return tensor.Errorf("Expected key shape %s got %s", tensor.ShapeString(append([]int{n}, h.empty.Shape()...)),
			tensor.ShapeString(keys.Shape()))
	}
	for i, k := range []*tensor.Tensor{h.empty, h.deleted} {
		if tensor.HasRow(keys, k) {
			return tensor.Errorf("Using the %s_key as a table key is not allowed", []string{"empty", "deleted"}[i])
		}
	}
	return nil
}

// Import puts entries in the place of all others. A dense table's are places, the empty ones too, and their scalars are
// columns.
func (h *HashTable) Import(t *py.Thread, keys, vals *tensor.Tensor) error {
	if h.Kind != DenseTable {
		h.Clear()
		return h.Put(t.Ctx, keys, vals)
	}
	scalars := func(x, one *tensor.Tensor) *tensor.Tensor {
		if one.Rank() == 0 && x.Rank() == 2 && x.Shape()[1] == 1 {
			return x.WithShape(x.Shape()[:1])
		}
		return x
	}
	keys, vals = scalars(keys, h.empty), scalars(vals, h.Def)
	h.Clear()
	if err := h.Put(t.Ctx, keys, vals); err != nil {
		return err
	}
	for _, k := range []*tensor.Tensor{h.empty, h.deleted} {
		if err := h.Drop(t.Ctx, k); err != nil {
			return err
		}
	}
	return nil
}

package lookup

import (
	"encoding/binary"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
)

// A dense table is saved as TensorFlow holds it: an array of places, as many as a power of two, in which
// each key stands where its hash says or at the next free place after it. TensorFlow reads the array back
// without looking at it, so the places must be right.

// denseBuckets is how many places a dense table has when nobody says.
const denseBuckets = 131072

// denseLoad is which part of the places may be taken.
const denseLoad = 0.8

// ExportPlaces gives the keys and values of a dense table, one row a place; scalars are columns.
func ExportPlaces(t *py.Thread, a []py.Value) (py.Value, error) {
	h, ok := a[0].(*HashTable)
	if !ok || h.Kind != DenseTable {
		return nil, py.TypeErrorf("%s is no dense lookup table", py.ReprOf(a[0]))
	}
	n := h.buckets
	for float64(len(h.KeyList)) > denseLoad*float64(n) {
		n *= 2
	}
	if err := tensor.Room(n, 64, "places of a dense table"); err != nil {
		return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
	}
	at := make([]int, n) // the entry at each place, counted from 1
	for i, k := range h.KeyList {
		place := int(denseHash(k, h.Key) & uint64(n-1))
		for probes := 1; at[place] != 0; probes++ {
			place = (place + probes) & (n - 1)
		}
		at[place] = i + 1
	}
	blank, err := h.blankRow()
	if err != nil {
		return nil, err
	}
	keys, rows := make([]string, n), make([]*tensor.Tensor, n)
	for place, entry := range at {
		keys[place], rows[place] = h.Empty, blank
		if entry > 0 {
			keys[place], rows[place] = h.KeyList[entry-1], h.rows[entry-1]
		}
	}
	for i, r := range rows {
		rows[i] = r.WithShape(append([]int{1}, r.Shape()...))
	}
	values, err := tensor.Concat(t.Ctx, rows, 0)
	if err != nil {
		return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
	}
	if values.Rank() == 1 {
		values = values.WithShape([]int{n, 1})
	}
	return py.NewTuple(keyColumn(h.Key, keys), values), nil
}

// blankRow is what stands at a free place.
func (h *HashTable) blankRow() (*tensor.Tensor, error) {
	if h.Val == tensor.String {
		return tensor.OfStrings(h.Def.Shape(), make([]string, h.Def.Len()))
	}
	return tensor.New(h.Val, h.Def.Shape())
}

// keyColumn is the tensor of keys as a table holds them.
func keyColumn(d tensor.DType, keys []string) *tensor.Tensor {
	if d == tensor.String {
		return tensor.FromStrings([]int{len(keys), 1}, keys)
	}
	var b []byte
	for _, k := range keys {
		b = append(b, k...)
	}
	return tensor.FromBytes(d, []int{len(keys), 1}, b)
}

// denseHash is where TensorFlow begins to look for a key: numbers are their own hash.
func denseHash(k string, d tensor.DType) uint64 {
	if d == tensor.String {
		return text.Hash64(k)
	}
	var b [8]byte
	if copy(b[:], k); d.Kind() == tensor.KindInt && k[len(k)-1] >= 0x80 {
		for i := len(k); i < 8; i++ {
			b[i] = 0xff
		}
	}
	return binary.LittleEndian.Uint64(b[:])
}

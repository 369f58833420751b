package op

import (
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// denseLoad is which part of the places of a dense table may be taken.
const denseLoad = 0.8

// DenseRoom is how many places, at least n, hold entries loosely enough. TensorFlow asks before it looks which of the
// keys that come are new.
func DenseRoom(n, entries int) int {
	for float64(entries) > denseLoad*float64(n) {
		n *= 2
	}
	return n
}

// DensePlaces says which entry of a table stands at each place of TensorFlow's MutableDenseHashTableV2, -1 at a free
// one: an entry is where its hash says, or at the next free place after it. There are at least least places, a power of
// two. The keys are those of all entries, in rows of per elements; TensorFlow reads such places back as they are.
func DensePlaces(keys *tensor.Tensor, per, least int) ([]int32, error) {
	entries := keys.Len() / per
	n := DenseRoom(least, entries)
	at, err := tensor.Make[int32](n)
	if err != nil {
		return nil, err
	}
	for i := range at {
		at[i] = -1
	}
	for i := range entries {
		place := int(denseHash(keys, i, per)) & (n - 1)
		for probes := 1; at[place] >= 0; probes++ {
			place = (place + probes) & (n - 1)
		}
		at[place] = int32(i)
	}
	return at, nil
}

// denseHash is where TensorFlow begins to look for a key: numbers are their own hash, those of a row are joined.
func denseHash(keys *tensor.Tensor, i, per int) uint64 {
	hash := func(k int) uint64 {
		if keys.DType() == tensor.String {
			return text.Hash64(keys.Str(k))
		}
		return uint64(keys.Int(k))
	}
	if per == 1 {
		return hash(i)
	}
	var h uint64
	for k := range per {
		h ^= hash(i*per+k) + 0x9e3779b97f4a7800 + h<<10 + h>>4
	}
	return h
}

package text

import (
	"context"
	bits "encoding/binary"

	"github.com/dchest/siphash"
	"github.com/dgryski/go-farm"

	"github.com/tfs-lang/tfs/tensor"
)

// HashBucketFast gives the bucket of each string by FarmHash, as int64 from 0 to buckets-1
// (StringToHashBucketFast).
func HashBucketFast[V Of](ctx context.Context, x V, buckets int) (V, error) {
	return hashBuckets(ctx, "StringToHashBucketFast", x, buckets, Fingerprint)
}

// HashBucket gives the bucket of each string by the older hash of TensorFlow (StringToHashBucket).
func HashBucket[V Of](ctx context.Context, x V, buckets int) (V, error) {
	return hashBuckets(ctx, "StringToHashBucket", x, buckets, Hash64)
}

// HashBucketStrong gives the bucket of each string by SipHash with a key, which makes it hard to
// find strings that share a bucket (StringToHashBucketStrong).
func HashBucketStrong[V Of](ctx context.Context, x V, buckets int, key [2]uint64) (V, error) {
	return hashBuckets(ctx, "StringToHashBucketStrong", x, buckets, func(s string) uint64 {
		return siphash.Hash(key[0], key[1], tensor.StringBytes(s))
	})
}

// Fingerprint is FarmHash's Fingerprint64 of a string, by which HashBucketFast and vocabularies choose buckets.
func Fingerprint(s string) uint64 { return farm.Fingerprint64(tensor.StringBytes(s)) }

func hashBuckets[V Of](ctx context.Context, kernel string, x V, n int, hash func(s string) uint64) (V, error) {
	if n < 1 {
		var none V
		return none, tensor.BadAttr("num_buckets", "of %d must be at least minimum 1", n)
	}
	return numbers(ctx, kernel, x, func(s string) int64 { return int64(hash(s) % uint64(n)) })
}

// Hash64 is tsl::Hash64 of a string with its default seed, by which HashBucket chooses buckets.
func Hash64(s string) uint64 {
	const m, r = 0xc6a4a7935bd1e995, 47
	h := uint64(0xDECAFCAFFE) ^ uint64(len(s))*m
	b := tensor.StringBytes(s)
	for ; len(b) >= 8; b = b[8:] {
		k := bits.LittleEndian.Uint64(b) * m
		k ^= k >> r
		h ^= k * m
		h *= m
	}
	if len(b) > 0 {
		for i, x := range b {
			h ^= uint64(x) << (8 * i)
		}
		h *= m
	}
	h ^= h >> r
	h *= m
	return h ^ h>>r
}

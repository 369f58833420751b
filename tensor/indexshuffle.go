package tensor

import (
	"context"
	"math"
)

// IndexShuffle is where a number goes in a permutation of the numbers 0 to most that key selects, without the
// permutation itself: a block cipher of as many bits as most has, applied until the result is in range (TF op
// RandomIndexShuffle; Beaulieu and others, "The SIMON and SPECK families of lightweight block ciphers", 2013, with
// fewer rounds). There must be an even number of rounds, at least 4.
func IndexShuffle(ctx context.Context, index, most uint64, key [3]uint32, rounds int) (uint64, error) {
	if rounds < 4 || rounds%2 != 0 {
		return 0, Errorf("rounds must be an even number of at least 4, got %d", rounds)
	}
	if most == 0 {
		return 0, nil
	}
	width := uint(max(8, (int(math.Ceil(math.Log2(float64(most))))+1)/2)) // of half a block
	keys := simonKeys(key, width, rounds)
	for turn := 0; ; turn++ {
		if turn&0xffff == 0xffff && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if index = simon(index, keys, width); index <= most {
			return index, nil
		}
	}
}

// simonKeys are the keys of each round, of width bits.
func simonKeys(key [3]uint32, width uint, rounds int) []uint64 {
	mask := uint64(1)<<width - 1
	c, z := uint64(0xfffffffc)&mask, uint64(0x7369f885192c0ef5)&mask
	keys := make([]uint64, 3, rounds)
	for i, k := range key {
		keys[i] = uint64(k) & mask
	}
	right := func(v uint64, n uint) uint64 { return (v>>n | v<<(width-n)) & mask }
	for i := 3; i < rounds; i++ {
		keys = append(keys, c^z&1^keys[i-3]^right(keys[i-1], 3)^right(keys[i-1], 4))
		z >>= 1
	}
	return keys
}

// simon enciphers a block of two halves of width bits.
func simon(v uint64, keys []uint64, width uint) uint64 {
	mask := uint64(1)<<width - 1
	left := func(v uint64, n uint) uint64 { return (v<<n | v>>(width-n)) & mask }
	mix := func(v uint64) uint64 { return left(v, 1)&left(v, 8) ^ left(v, 2) }
	hi, lo := v>>width&mask, v&mask
	for i := 0; i < len(keys); i += 2 {
		hi ^= mix(lo) ^ keys[i]
		lo ^= mix(hi) ^ keys[i+1]
	}
	return hi<<width | lo
}

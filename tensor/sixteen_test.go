package tensor

import (
	"context"
	_ "embed"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

// sixteenTable holds, for each function, the CRC-32 of TensorFlow's results for all values.
//
//go:embed testdata/sixteen.txt
var sixteenTable string

// near lists the functions that differ in a few values, by at most one unit in the last place.
var near = map[string]bool{
	"float16 Acos": true, "float16 Atan": true, "bfloat16 Reciprocal": true,
}

func TestSixteenBitFunctions(t *testing.T) {
	x := make([]uint16, 1<<16)
	for i := range x {
		x[i] = uint16(i)
	}
	bits := Vector(x)
	for line := range strings.Lines(sixteenTable) {
		var dtype, name, want string
		fmt.Sscan(line, &dtype, &name, &want)
		d, inf := Float16, uint16(0x7c00)
		if dtype == "bfloat16" {
			d, inf = BFloat16, 0x7f80
		}
		z, err := Un(name).Apply(context.Background(), bits.WithDType(d))
		if err != nil {
			t.Errorf("%s %s: %v", dtype, name, err)
			continue
		}
		out := append([]uint16(nil), view[uint16](z.buf)...)
		for i, v := range out {
			if v&0x7fff > inf {
				out[i] = 0x7fff
			}
		}
		got := fmt.Sprintf("%08x", crc32.ChecksumIEEE(unView(out)))
		if (got != want) != near[dtype+" "+name] {
			t.Errorf("%s %s: crc %s, want %s", dtype, name, got, want)
		}
	}
}

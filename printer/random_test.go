package printer

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"os"
	"strconv"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// draw is splitmix64; .ci/record_printing.py draws the same numbers.
type draw struct{ s uint64 }

func (d *draw) next() uint64 {
	d.s += 0x9E3779B97F4A7C15
	z := d.s
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (d *draw) below(n int) int { return int(d.next() % uint64(n)) }

var drawTypes = []string{"float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8",
	"uint16", "uint32", "uint64",
	"complex64", "complex128", "bool", "string"}

var special = func() []float64 {
	var out []float64
	for _, s := range []string{"0", "-0", "inf", "-inf", "nan", "1", "-1", "0.5", "1e-4", "9.9e-5", "1e8", "1e16",
		"123456", "0.1"} {
		f, _ := strconv.ParseFloat(s, 64)
		out = append(out, f)
	}
	return out
}()

func (d *draw) shape() []int {
	switch d.below(12) {
	case 0:
		return []int{1 + d.below(40)}
	case 1:
		return []int{1001 + d.below(50)}
	case 2:
		a := 8 + d.below(40)
		return []int{a, 30 + d.below(10)}
	}
	dims := make([]int, d.below(7))
	for i := range dims {
		if d.below(40) == 0 {
			continue
		}
		n := 5
		if len(dims) > 3 {
			n = 2
		}
		dims[i] = 1 + d.below(n)
	}
	return dims
}

func power(k int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(k), 64)
	return f
}

func (d *draw) real(mode int) float64 {
	switch mode {
	case 0:
		a := float64(d.below(2001) - 1000)
		return a / power(d.below(5))
	case 1:
		return float64(d.below(1<<20)) - 1000
	case 2:
		return special[d.below(len(special))]
	case 3:
		a := float64(d.below(20000) - 10000)
		return a * power(d.below(12)-6)
	}
	return float64(d.below(64)-32) / 8
}

func (d *draw) tensor(t *testing.T) *tensor.Tensor {
	name := drawTypes[d.below(len(drawTypes))]
	dt, _ := tensor.DTypeByName(name)
	dims := d.shape()
	n, err := tensor.Count(dims)
	if err != nil {
		t.Fatal(err)
	}
	mode := d.below(6)
	switch {
	case name == "string":
		out := make([]string, n)
		for i := range out {
			b := make([]byte, d.below(9))
			for k := range b {
				if mode < 3 {
					b[k] = byte(d.below(256))
				} else {
					b[k] = byte(32 + d.below(95))
				}
			}
			out[i] = string(b)
		}
		return tensor.FromStrings(dims, out)
	case name == "bool":
		out := make([]bool, n)
		for i := range out {
			out[i] = d.below(2) == 1
		}
		return tensor.FromSlice(dims, out)
	case name == "float16" || name == "bfloat16" || dt.IsInteger() && mode >= 3 || dt.IsFloating() && mode == 5:
		buf := make([]byte, 0, n*dt.Size()+8)
		for range n {
			buf = binary.LittleEndian.AppendUint64(buf, d.next())[:len(buf)+dt.Size()]
		}
		return tensor.FromBytes(dt, dims, buf)
	}
	var x *tensor.Tensor
	switch {
	case dt.IsInteger():
		out := make([]int64, n)
		for i := range out {
			out[i] = int64(d.below(100))
		}
		x = tensor.FromSlice(dims, out)
	case dt.IsComplex():
		out := make([]complex128, n)
		for i := range out {
			re := d.real(min(mode, 4))
			out[i] = complex(re, d.real(min(mode, 4)))
		}
		x = tensor.FromSlice(dims, out)
	default:
		out := make([]float64, n)
		for i := range out {
			out[i] = d.real(min(mode, 4))
		}
		x = tensor.FromSlice(dims, out)
	}
	x, err = tensor.Cast(context.Background(), x, dt)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestRandomTensors compares 20,000 tensors with what TensorFlow 2.21 printed for them.
func TestRandomTensors(t *testing.T) {
	want, err := os.ReadFile("testdata/random.bin")
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != 4*20000 {
		t.Fatalf("random.bin has %d bytes", len(want))
	}
	bad := 0
	for i := range len(want) / 4 {
		d := &draw{uint64(i)}
		x := d.tensor(t)
		text := TensorRepr(x) + "\n" + TensorStr(x)
		if crc32.ChecksumIEEE([]byte(text)) != binary.LittleEndian.Uint32(want[4*i:]) {
			if bad++; bad <= 5 {
				t.Errorf("tensor %d prints otherwise than TensorFlow (see .ci/record_printing.py %d):\n%s", i, i, text)
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d differ", bad, len(want)/4)
	}
}

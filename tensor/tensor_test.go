package tensor

import (
	"context"
	"math"
	"slices"
	"testing"
)

var bg = context.Background()

func TestBitcastSharesMemory(t *testing.T) {
	x := Vector([]float32{1, -2})
	y, err := Bitcast(x, Uint32)
	if err != nil || &y.Bytes()[0] != &x.Bytes()[0] || y.Int(0) != 0x3f800000 {
		t.Error("bitcast copied or misread")
	}
	z, err := Bitcast(x, Uint8)
	if err != nil || !slices.Equal(z.Shape(), []int{2, 4}) {
		t.Error(z.Shape(), err)
	}
	if _, err := Bitcast(Vector([]uint8{1, 2, 3}), Uint16); err == nil || err.Error() != "Cannot bitcast from 4 to 17" {
		t.Error(err)
	}
}

func TestMisalignedViews(t *testing.T) {
	raw := make([]byte, 64)
	for i := range raw {
		raw[i] = byte(i)
	}
	for off := range 9 {
		x := FromBytes(Float64, []int{4}, raw[off:off+32])
		for i := range 4 {
			var want uint64
			for k := 7; k >= 0; k-- {
				want = want<<8 | uint64(raw[off+8*i+k])
			}
			if math.Float64bits(x.Float(i)) != want {
				t.Fatal("offset", off)
			}
		}
	}
}

func TestDecodeRaw(t *testing.T) {
	s := StringScalar("\x01\x02\x03\x04")
	le, _ := DecodeRaw(bg, s, Uint16, true)
	be, _ := DecodeRaw(bg, s, Uint16, false)
	if le.Int(0) != 0x0201 || be.Int(1) != 0x0304 {
		t.Error(le.Ints(), be.Ints())
	}
	for _, d := range []DType{Int16, Int32, Int64, Float32, Complex64, Complex128} {
		n := 3 * d.Size()
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i * 37)
		}
		y, err := DecodeRaw(bg, StringScalar(string(data)), d, false)
		if err != nil {
			t.Fatal(err)
		}
		back, err := EncodeRaw(bg, y, false)
		if err != nil || back.Str(0) != string(data) {
			t.Errorf("%s: big-endian bytes do not survive", d)
		}
	}
}

func TestStringPack(t *testing.T) {
	sym := FromBytes(Uint8, []int{5}, []byte("hello"))
	x, err := StringPack(bg, Vector([]int32{0, 1, 1}), Vector([]int32{5, 1, 3}), sym)
	if err != nil || x.Str(0) != "hello" || x.Str(1) != "" || x.Str(2) != "el" {
		t.Error(err)
	}
	for _, c := range []struct {
		b, e []int64
		want string
	}{
		{[]int64{-1}, []int64{2}, "begins[0] = -1 is negative"},
		{[]int64{3}, []int64{2}, "begins[0] = 3 is beyond ends[0] = 2"},
		{[]int64{0, 0}, []int64{1, 6}, "ends[1] = 6 is beyond the 5 symbols"},
		{[]int64{0}, []int64{1, 2}, "begins and ends must have the same shape, but begins is [1] and ends is [2]"},
	} {
		if _, err := StringPack(bg, Vector(c.b), Vector(c.e), sym); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestHalfRoundTrip(t *testing.T) {
	for i := range 1 << 16 {
		h := Half(i)
		if f := h.Float32(); f == f && ToHalf(f) != h {
			t.Fatalf("half %04x became %04x", i, ToHalf(f))
		}
		b := BHalf(i)
		if f := b.Float32(); f == f && ToBHalf(f) != b {
			t.Fatalf("bfloat16 %04x", i)
		}
	}
}

// TestBroadcast compares every pair of shapes with a plain index loop.
func TestBroadcast(t *testing.T) {
	shapes := [][]int{{}, {1}, {3}, {2, 1}, {1, 3}, {2, 3}, {4, 1, 3}, {4, 2, 1}, {1, 1, 1}, {600}, {2, 600}, {2, 1}}
	for _, a := range shapes {
		for _, b := range shapes {
			out, err := BroadcastShape(a, b)
			if err != nil {
				continue
			}
			x, y := iota64(a), iota64(b)
			z, err := Bin("Sub").Apply(bg, x, y)
			if err != nil {
				t.Fatal(err)
			}
			xi, yi := indexer(out, a), indexer(out, b)
			for i := range z.Len() {
				if z.Int(i) != x.Int(xi(i))-y.Int(yi(i)) {
					t.Fatalf("%v - %v at %d", a, b, i)
				}
			}
		}
	}
}

func iota64(shape []int) *Tensor {
	n, _ := Count(shape)
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i * i)
	}
	return FromSlice(shape, v)
}

// TestMoves compares transposes, slices and concatenations with index arithmetic.
func TestMoves(t *testing.T) {
	x := iota64([]int{2, 3, 4})
	for _, perm := range [][]int{{0, 1, 2}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}, {2, 0, 1}} {
		y, err := Transpose(bg, x, perm)
		if err != nil {
			t.Fatal(err)
		}
		for i := range y.Len() {
			at := []int{i / (y.Shape()[1] * y.Shape()[2]), i / y.Shape()[2] % y.Shape()[1], i % y.Shape()[2]}
			var src [3]int
			for k, p := range perm {
				src[p] = at[k]
			}
			if y.Int(i) != x.Int(src[0]*12+src[1]*4+src[2]) {
				t.Fatal("transpose", perm, i)
			}
		}
	}
	s, err := SliceAxes(bg, x, []Range1{{1, -1, 2}, {0, 2, 2}, {3, -2, 2}})
	if err != nil || !slices.Equal(s.Ints(), []int{15 * 15, 13 * 13, 23 * 23, 21 * 21, 9, 1, 11 * 11, 9 * 9}) {
		t.Error(s.Ints(), err)
	}
	c, err := Concat(bg, []*Tensor{x, s.WithShape([]int{2, 1, 4})}, 1)
	if err != nil || !slices.Equal(c.Shape(), []int{2, 4, 4}) || c.Int(12) != 225 {
		t.Error(c.Shape(), err)
	}
}

func TestSumsOfManySizes(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 31, 32, 33, 1000, 8192, 8193, 100000} {
		v := make([]float32, n)
		want := 0.0
		for i := range v {
			v[i] = float32(i%17) - 8
			want += float64(v[i])
		}
		z, err := Reduce(bg, FoldSum, Vector(v), []bool{true}, false)
		if err != nil || math.Abs(z.Float(0)-want) > 1e-3 {
			t.Error(n, z.Float(0), want, err)
		}
	}
}

func TestCasts(t *testing.T) {
	for _, from := range DTypes() {
		for _, to := range DTypes() {
			if from == String || to == String {
				continue
			}
			x, err := Cast(bg, Vector([]int64{0, 1, 3}), from)
			if err != nil {
				t.Fatalf("int64 to %s: %v", from, err)
			}
			y, err := Cast(bg, x, to)
			if err != nil {
				t.Fatalf("%s to %s: %v", from, to, err)
			}
			want := int64(3)
			if from == Bool || to == Bool {
				want = 1
			}
			if got := y.Complex(2); got != complex(float64(want), 0) {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	x, _ := New(Float32, []int{1 << 20})
	if _, err := Un("Exp").Apply(ctx, x); err == nil {
		t.Error("a cancelled kernel gave a result")
	}
}

func FuzzDecodeRaw(f *testing.F) {
	f.Add("abcdefgh", uint8(1), true, 0)
	f.Add("", uint8(9), false, 4)
	f.Fuzz(func(t *testing.T, s string, d uint8, little bool, fixed int) {
		dt := DType(d)
		if dt >= numDTypes || dt.Size() == 0 || fixed > 1<<12 {
			return
		}
		y, err := DecodeRaw(bg, StringScalar(s), dt, little)
		if err == nil && dt != Bool {
			if b, err := EncodeRaw(bg, y, little); err != nil || b.Str(0) != s {
				t.Errorf("bytes do not survive: %v", err)
			}
		}
		if z, err := DecodePaddedRaw(bg, StringScalar(s), dt, fixed, little); err == nil && z.Len()*dt.Size() != fixed {
			t.Errorf("%d elements of %s for %d bytes", z.Len(), dt, fixed)
		}
	})
}

func FuzzBitcast(f *testing.F) {
	f.Add([]byte("12345678"), uint8(4), uint8(1))
	f.Fuzz(func(t *testing.T, b []byte, from, to uint8) {
		x, y := DType(from), DType(to)
		if x >= numDTypes || y >= numDTypes || x.Size() == 0 || y.Size() == 0 {
			return
		}
		n := len(b) / x.Size()
		v := FromBytes(x, []int{n}, slices.Clone(b[:n*x.Size()]))
		z, err := Bitcast(v, y)
		if err != nil {
			return
		}
		back, err := Bitcast(z, x)
		if err != nil || string(back.Bytes()) != string(v.Bytes()) {
			t.Errorf("%s to %s and back: %v", x, y, err)
		}
	})
}

func FuzzStringPack(f *testing.F) {
	f.Add(int64(0), int64(2), "abc")
	f.Fuzz(func(t *testing.T, b, e int64, s string) {
		sym := FromBytes(Uint8, []int{len(s)}, []byte(s))
		x, err := StringPack(bg, Vector([]int64{b}), Vector([]int64{e}), sym)
		if ok := b >= 0 && b <= e && e <= int64(len(s)); ok != (err == nil) || ok && x.Str(0) != s[b:e] {
			t.Errorf("[%d:%d] of %d: %v", b, e, len(s), err)
		}
		if err == nil {
			bb, ee, ss := StringUnpack(x, Int64)
			y, err := StringPack(bg, bb, ee, ss)
			if err != nil || !Equal(x, y) {
				t.Error("unpack and pack differ")
			}
		}
	})
}

// TestExpect makes room that changes nothing but where the elements lie.
func TestExpect(t *testing.T) {
	var b StringBuilder
	b.Append("a")
	b.Expect(1000, 100000)
	at := &b.data[:1][0]
	for range 1000 {
		b.Append("bcd")
	}
	if &b.data[0] != at {
		t.Error("the bytes moved")
	}
	b.Expect(-1, -5)
	x, err := b.Tensor([]int{1001})
	if err != nil || x.Str(0) != "a" || x.Str(1000) != "bcd" {
		t.Errorf("%v, %v", x, err)
	}
}

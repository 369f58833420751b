package ndarray

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestNPY reads back what is written; the header is NumPy's to the byte.
func TestNPY(t *testing.T) {
	b, err := EncodeNPY(context.Background(), FromTensor(tensor.FromSlice([]int{2, 3}, []int64{0, 1, 2, 3, 4, 5})))
	const head = "\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }"
	if err != nil || string(b[:len(head)]) != head || len(b) != 128+48 {
		t.Fatalf("%q %v", b, err)
	}
	a, err := DecodeNPY(b)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "saved", a, 0, 1, 2, 3, 4, 5)
	for i := range len(b) - 1 {
		if _, err := DecodeNPY(b[:i]); err == nil {
			t.Errorf("cut at %d: no error", i)
		}
	}
	scalar, _ := EncodeNPY(context.Background(), FromTensor(tensor.Scalar(float32(1.5))))
	if a, err := DecodeNPY(scalar); err != nil || a.Rank() != 0 || a.Len() != 1 {
		t.Errorf("%v %v", a, err)
	}
}

// FuzzNPY looks for headers that are believed too much.
func FuzzNPY(f *testing.F) {
	b, _ := EncodeNPY(context.Background(), FromTensor(tensor.FromSlice([]int{2, 3}, []int64{0, 1, 2, 3, 4, 5})))
	f.Add(b)
	f.Add([]byte("\x93NUMPY\x01\x00\x40\x00{'descr': '>U3', 'fortran_order': True, 'shape': (9999999999,), } "))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := DecodeNPY(b)
		if err == nil {
			a.Each(func(at int) { a.Element(at) })
		}
	})
}

// TestParseBrackets: commas inside of brackets split nothing, and end in no endless search.
func TestParseBrackets(t *testing.T) {
	if d, ok := Parse("i4, (2,3)f8"); !ok || d.String() != "[('f0', '<i4'), ('f1', '<f8', (2, 3))]" {
		t.Errorf("%v, %v", d, ok)
	}
	for _, s := range []string{"M8[[(1, 2.)]]", "(1,2", "a[1,2]", "[,]", ",", "M8[D", "m8[x]"} {
		if d, ok := Parse(s); ok && d.Fields == nil {
			t.Errorf("%q is %v", s, d)
		}
	}
}

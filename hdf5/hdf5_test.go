package hdf5

import (
	"fmt"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

func sampleFile(t testing.TB) *Object {
	root := Group()
	root.Attrs = []Attr{{"backend", tensor.FromStrings([]int{}, []string{"tensorflow"})},
		{"empty", tensor.FromSlice([]int{0}, []float64{})}}
	for i := range 100 {
		x := &Object{Data: tensor.FromSlice([]int{2, 2}, []float32{float32(i), 1, 2, 3})}
		if err := root.Put(fmt.Sprintf("layers/dense_%d/kernel:0", i), x); err != nil {
			t.Fatal(err)
		}
	}
	if err := root.Put("iteration", &Object{Data: tensor.Scalar(int64(7))}); err != nil {
		t.Fatal(err)
	}
	root.Items["layers"].Attrs = []Attr{{"names", tensor.FromStrings([]int{3}, []string{"a", "", "long name ü"})}}
	return root
}

// TestRoundTrip: what is written is read again, a group of more objects than a node holds too.
func TestRoundTrip(t *testing.T) {
	b, err := Write(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Items["layers"].Items); n != 100 {
		t.Errorf("%d objects", n)
	}
	if x := got.At("layers/dense_42/kernel:0"); x == nil || x.Data.Float(0) != 42 || x.Data.Rank() != 2 {
		t.Errorf("%+v", x)
	}
	if x := got.At("iteration").Data; x.Int(0) != 7 || x.Rank() != 0 {
		t.Errorf("%v", x)
	}
	if a := got.At("layers").Attrs[0]; a.Name != "names" || a.Value.Str(2) != "long name ü" || a.Value.Str(1) != "" {
		t.Errorf("%+v", a)
	}
	if a := got.Attrs; a[0].Value.Str(0) != "tensorflow" || a[1].Value.Len() != 0 {
		t.Errorf("%+v", a)
	}
}

// FuzzRead: a damaged file is an error, never a panic, and what is read can be written.
func FuzzRead(f *testing.F) {
	b, err := Write(sampleFile(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:200])
	f.Add([]byte("\x89HDF\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if o, err := Read(b); err == nil {
			_, _ = Write(o)
		}
	})
}

// TestDamage flips every byte of a small file.
func TestDamage(t *testing.T) {
	o := Group()
	o.Attrs = []Attr{{"a", tensor.FromStrings([]int{1}, []string{"x"})}}
	if err := o.Put("g/d", &Object{Data: tensor.Scalar(float32(1))}); err != nil {
		t.Fatal(err)
	}
	b, err := Write(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b {
		for _, bit := range []byte{1, 0x80, 0xff} {
			b[i] ^= bit
			_, _ = Read(b)
			b[i] ^= bit
		}
		if _, err := Read(b[:i]); err == nil && i < superLen {
			t.Errorf("%d bytes are read", i)
		}
	}
}

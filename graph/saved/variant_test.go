package saved

import (
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

func TestVariants(t *testing.T) {
	splits, flat := tensor.Vector([]int64{0, 2, 2}), tensor.Vector([]int32{5, 6})
	p, err := VariantsOf("RaggedTensorVariant", true, []*tensor.Tensor{splits, flat})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	back := &TensorProto{}
	if err := Unmarshal(b, back); err != nil {
		t.Fatal(err)
	}
	vs, err := back.Variants(1)
	if err != nil || len(vs) != 1 || len(vs[0]) != 2 || !tensor.Equal(vs[0][0], splits) || !tensor.Equal(vs[0][1], flat) {
		t.Fatalf("got %v, %v", vs, err)
	}
}

// TestBrokenVariants cuts and flips the bytes: an error or other values, no panic.
func TestBrokenVariants(t *testing.T) {
	p, err := VariantsOf("tensorflow::Tensor", false, []*tensor.Tensor{tensor.Vector([]int64{1})},
		[]*tensor.Tensor{tensor.FromStrings([]int{2}, []string{"a", "bc"})})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Content {
		q := *p
		q.Content = append([]byte{}, p.Content[:i]...)
		if _, err := q.Variants(2); err == nil {
			t.Errorf("cut at %d: no error", i)
		}
		q.Content = append([]byte{}, p.Content...)
		q.Content[i] ^= 0xFF
		_, _ = q.Variants(2)
	}
}

// TestStringContent reads strings as saved datasets hold them: lengths, then bytes.
func TestStringContent(t *testing.T) {
	p := &TensorProto{DType: TypeOf(tensor.String), Shape: ShapeOf(tensor.KnownShape([]int{2})),
		Content: []byte("\x01\x02abc")}
	x, err := p.Tensor()
	if err != nil || x.Str(0) != "a" || x.Str(1) != "bc" {
		t.Fatalf("got %v, %v", x, err)
	}
	p.Content = []byte("\x01\x03abc")
	if _, err := p.Tensor(); err == nil {
		t.Error("a length that is too great was taken")
	}
}

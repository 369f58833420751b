package op

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/tensor"
	chance "github.com/tfs-lang/tfs/tensor/drawn"
)

// TestOddArguments gives kernels inputs of other shapes, values and types than they take, and attributes out of their
// range: what does not fit is an error and no panic.
func TestOddArguments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	x := &Exec{Ctx: ctx, Host: silent{}}
	done, refused := 0, 0
	for _, s := range all() {
		d := Get(s.name)
		if d == nil || d.Effect && s.name != "PrintV2" {
			continue
		}
		for range 30 {
			in := append([]Value(nil), s.in...)
			for k := 0; k <= r.IntN(3) && len(in) > 0; k++ {
				i := r.IntN(len(in))
				if v, ok := in[i].(*tensor.Tensor); ok {
					in[i] = odd(r, v)
				}
			}
			err := attempt(x, d, oddAttrs(r, d.Row(), s.at), in)
			if p, ok := err.(panicked); ok {
				t.Errorf("%s of %s, %v: %s", s.name, shapesText(in), s.at, p.text)
				break
			}
			if done++; err != nil {
				refused++
			}
		}
	}
	t.Logf("%d draws, %d refused", done, refused)
	if done < 8000 || refused < done/5 {
		t.Errorf("%d draws of which %d are refused test too little", done, refused)
	}
}

// panicked is a panic as an error.
type panicked struct{ text string }

func (p panicked) Error() string { return p.text }

func attempt(x *Exec, d *Def, at Attrs, in []Value) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{fmt.Sprint(p)}
		}
	}()
	_, err = x.Do(d, at, in...)
	return err
}

// odd is a tensor like another, with something changed.
func odd(r *rand.Rand, v *tensor.Tensor) *tensor.Tensor {
	shape := v.Shape()
	switch r.IntN(8) {
	case 0: // flat
		return v.WithShape([]int{v.Len()})
	case 1:
		return v.WithShape(append([]int{1}, shape...))
	case 2: // empty
		z, err := tensor.New(v.DType(), append([]int{0}, shape[min(1, len(shape)):]...))
		if err == nil {
			return z
		}
	case 3:
		if v.Len() > 0 {
			return v.WithShape([]int{v.Len()}).Row(0)
		}
	case 4: // other values of the type
		if z := chance.Of(r, v.DType(), shape...); z != nil {
			return z
		}
	case 5:
		dims := make([]int, r.IntN(4))
		for i := range dims {
			dims[i] = r.IntN(4)
		}
		return chance.Of(r, v.DType(), dims...)
	case 6:
		if v.DType().IsInteger() {
			n := []int64{-1, -5, 99, -1 << 31}[r.IntN(4)]
			if z, err := tensor.Cast(context.Background(), tensor.FromSlice(shape, repeated(n, v.Len())),
				v.DType()); err == nil {
				return z
			}
		}
	default:
		return chance.Of(r, chance.Types[r.IntN(len(chance.Types))], shape...)
	}
	return v
}

func repeated(n int64, size int) []int64 {
	out := make([]int64, size)
	for i := range out {
		out[i] = n
	}
	return out
}

// oddAttrs changes an attribute now and then.
func oddAttrs(r *rand.Rand, row *Row, at Attrs) Attrs {
	out := append(Attrs(nil), at...)
	if row == nil || len(row.Attr) == 0 || r.IntN(3) > 0 {
		return out
	}
	a := &row.Attr[r.IntN(len(row.Attr))]
	if a.input >= 0 {
		return out
	}
	var v any
	switch a.Kind {
	case "int":
		v = []int{-1, 0, 1, 7, -100}[r.IntN(5)]
	case "float":
		v = []float64{-1, 0, 1e30}[r.IntN(3)]
	case "bool":
		v = r.IntN(2) == 0
	case "string":
		v = []string{"", "zork", "é"}[r.IntN(3)]
	case "list(int)":
		v = [][]int{{}, {-1}, {0, 0, 0, 0}, {1, 2, 3, 4, 5}}[r.IntN(4)]
	default:
		return out
	}
	for i := range out {
		if out[i].Name == a.Name {
			out[i].Value = v
			return out
		}
	}
	return append(out, KV{Name: a.Name, Value: v})
}

package op

import (
	"context"
	"math"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// silent shows nothing.
type silent struct{}

func (silent) Show(string, string) error { return nil }

func init() {
	rows := func() Value {
		m := matrix34.(*tensor.Tensor)
		return ListOf(tensor.Float64, known(4), []*tensor.Tensor{m.Row(0), nil, m.Row(2)})
	}
	full := func() Value {
		m := matrix34.(*tensor.Tensor)
		return ListOf(tensor.Float64, known(4), []*tensor.Tensor{m.Row(0), m.Row(1)})
	}
	row, f := ramp(2, 4), Attrs{{"element_dtype", tensor.Float64}}
	add := func(name string, at Attrs, vary bool, in ...Value) {
		samples = append(samples, sample{name: name, at: at, in: in, vary: vary})
	}
	typed := append(Attrs{{"shape_type", tensor.Int32}}, f...)
	add("EmptyTensorList", typed, false, i32(4), one32(-1))
	add("TensorListReserve", typed, false, i32(4), one32(3))
	add("TensorListLength", nil, false, rows())
	add("TensorListElementShape", Attrs{{"shape_type", tensor.Int32}}, true, rows())
	add("TensorListGetItem", f, false, rows(), one32(1), i32(4))
	add("TensorListSetItem", f, false, rows(), one32(1), row)
	add("TensorListPushBack", f, false, rows(), row)
	add("TensorListPopBack", f, false, rows(), i32(4))
	add("TensorListResize", nil, false, rows(), one32(5))
	add("TensorListStack", f, true, rows(), i32(4))
	add("TensorListGather", f, true, rows(), i32(2, 1), i32(4))
	add("TensorListFromTensor", f, false, matrix34, i32(4))
	add("TensorListScatterV2", f, false, matrix34, i32(0, 2, 4), i32(4), one32(6))
	add("TensorListScatterIntoExistingList", f, false, rows(), matrix34, i32(0, 2, 1))
	add("TensorListConcatV2", f, true, full(), i32(4), Value(tensor.Vector([]int64{})))
	add("TensorListSplit", f, false, ramp(1, 7), i32(-1), Value(tensor.Vector([]int64{3, 4})))
	add("TensorListConcatLists", f, false, rows(), full())
	lists := func() Value { return listOf(tensor.Variant, known(), []Value{rows(), full()}) }
	nested := Attrs{{"element_dtype", tensor.Variant}}
	add("TensorListGetItem", nested, false, lists(), one32(1), i32())
	add("TensorListPushBack", nested, false, lists(), full())
	add("TensorListPopBack", nested, false, lists(), i32())
	add("OptionalNone", nil, false)
	add("OptionalHasValue", nil, false, &Optional{})
	add("OptionalFromValue", nil, false, row, one32(3))
	add("OptionalGetValue", Attrs{{"output_types", []tensor.DType{tensor.Float64, tensor.Variant}},
		{"output_shapes", []tensor.PartialShape{known(-1), known()}}}, true, &Optional{true, []Value{row, full()}})
	add("PrintV2", nil, false, str1("text"))
	add("RaggedTensorToSparse", nil, true, Value(tensor.Vector([]int64{0, 2, 2, 3})), ramp(0, 3))
}

// TestListVersions: a list stays what it is when others are made of it, in whatever order they are read.
func TestListVersions(t *testing.T) {
	at := func(l *List) []int {
		var out []int
		for _, x := range l.All() {
			if x == nil {
				out = append(out, -1)
			} else {
				out = append(out, int(x.Int(0)))
			}
		}
		return out
	}
	one := func(v int) *tensor.Tensor { return tensor.Scalar(int32(v)) }
	l, err := NewList(tensor.Int32, unknown(), 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, want := []*List{l}, [][]int{{-1}}
	for k := range 200 { // lists made of lists chosen here and there
		from := (k * 7) % len(lists)
		old := want[from]
		switch {
		case k%5 == 4 && len(old) > 0:
			lists = append(lists, lists[from].Cut(len(old)-1))
			want = append(want, old[:len(old)-1:len(old)-1])
		case k%3 == 0 || len(old) == 0:
			lists = append(lists, lists[from].With(len(old), one(k)))
			want = append(want, append(append([]int{}, old...), k))
		default:
			i := k % len(old)
			lists = append(lists, lists[from].With(i, one(k)))
			next := append([]int{}, old...)
			next[i] = k
			want = append(want, next)
		}
		check := (k * 3) % len(lists)
		got := at(lists[check])
		if len(got) != len(want[check]) {
			t.Fatalf("step %d: list %d has %v, want %v", k, check, got, want[check])
		}
		for i := range got {
			if got[i] != want[check][i] {
				t.Fatalf("step %d: list %d has %v, want %v", k, check, got, want[check])
			}
		}
	}
}

// TestListGradients compares gradients through lists with differences.
func TestListGradients(t *testing.T) {
	f := Attrs{{"element_dtype", tensor.Float64}}
	typed := append(Attrs{{"shape_type", tensor.Int32}}, f...)
	none := func(n int32) Value { return tensor.Scalar(n) }
	programs := map[string]func(b *B, x Value) Value{
		"set, stack": func(b *B, x Value) Value {
			l := b.With(TensorListReserve, typed, i32(4), none(3))
			l = b.With(TensorListSetItem, f, l, none(0), b.One(Square, b.With(TensorListGetItem, f, b.With(TensorListFromTensor,
				f, x, i32(4)), none(1), i32(4))))
			l = b.With(TensorListSetItem, f, l, none(2), b.One(Sum, x, i32(0)))
			l = b.With(TensorListSetItem, f, l, none(0), b.Mul(b.With(TensorListGetItem, f, l, none(0), i32(4)),
				b.With(TensorListGetItem, f, l, none(2), i32(4))))
			return b.With(TensorListStack, f, l, i32(4))
		},
		"push, pop": func(b *B, x Value) Value {
			l := b.With(EmptyTensorList, typed, i32(3, 4), none(-1))
			l = b.With(TensorListPushBack, f, l, x)
			l = b.With(TensorListPushBack, f, l, b.One(Square, x))
			z := b.Do(TensorListPopBack, f, l, i32(3, 4))
			y := b.Do(TensorListPopBack, f, z[0], i32(3, 4))
			return b.Mul(z[1], y[1])
		},
		"scatter, gather, concat": func(b *B, x Value) Value {
			l := b.With(TensorListScatterV2, f, x, i32(2, 0, 1), i32(4), none(3))
			l = b.With(TensorListScatterIntoExistingList, f, l, b.One(Square, x), i32(1, 2, 0))
			// each once: of one taken twice TensorFlow keeps the last gradient
			y := b.With(TensorListGather, f, l, i32(2, 0, 1), i32(4))
			return b.Do(TensorListConcatV2, f, b.With(TensorListResize, nil, b.With(TensorListFromTensor, f, y, i32(4)),
				none(2)), i32(4), tensor.Vector([]int64{}))[0]
		},
		"split": func(b *B, x Value) Value {
			l := b.With(TensorListSplit, f, x, i32(-1, 4), Value(tensor.Vector([]int64{1, 2})))
			return b.One(Square, b.With(TensorListGetItem, f, l, none(1), i32(2, 4)))
		},
	}
	value := func(f func(b *B, x Value) Value, x Value) float64 {
		b := &B{Exec: &Exec{Ctx: context.Background()}}
		y := f(b, x)
		if b.Err != nil {
			t.Fatal(b.Err)
		}
		total := 0.0
		for i := range y.(*tensor.Tensor).Len() {
			total += y.(*tensor.Tensor).Float(i) * weight(i)
		}
		return total
	}
	for name, f := range programs {
		tape := &Tape{}
		b := &B{Exec: &Exec{Ctx: context.Background(), Tape: tape}}
		y := f(b, matrix34)
		if b.Err != nil {
			t.Fatalf("%s: %s", name, b.Err)
		}
		seed := make([]float64, y.(*tensor.Tensor).Len())
		for i := range seed {
			seed[i] = weight(i)
		}
		g := b.Gradients(tape, []Value{y}, []Value{tensor.FromSlice(y.(*tensor.Tensor).Shape(), seed)}, []Value{matrix34})[0]
		if b.Err != nil || g == nil {
			t.Fatalf("%s: %v, %v", name, g, b.Err)
		}
		for k := range 12 {
			const h = 1e-6
			up, down := moved([]Value{matrix34}, 0, k, k, h)[0], moved([]Value{matrix34}, 0, k, k, -h)[0]
			want := (value(f, up) - value(f, down)) / (2 * h)
			if got := g.(*tensor.Tensor).Float(k); math.Abs(got-want) > 1e-4*(1+math.Abs(want)) {
				t.Errorf("%s: element %d: %g, differences give %g", name, k, got, want)
			}
		}
	}
}

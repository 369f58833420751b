package op

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// applyCase is a step of an optimizer: how many slots the kernel has, the numbers before and after the gradient, and
// what TensorFlow makes of the variable 1, -2, 3.
type applyCase struct {
	name          string
	slots         int
	before, after []Value // of the gradient
	at            Attrs
	want          [3]float64
}

func applyNumbers(v ...float32) (out []Value) {
	for _, x := range v {
		out = append(out, tensor.Scalar(x))
	}
	return out
}

// in is the kernel's inputs: a variable, its slots, the numbers and the gradient; at are the rows of a sparse one.
func (c applyCase) in(at ...int32) []Value {
	in := []Value{&cell{t: tensor.Vector([]float32{1, -2, 3})}}
	for i := range c.slots {
		in = append(in, &cell{t: tensor.Vector([]float32{.1 * float32(i+1), .2, .3})})
	}
	in = append(append(in, c.before...), tensor.Vector([]float32{.5, -.25, 2}))
	if at != nil {
		in = append(in, tensor.Vector(at))
	}
	return append(in, c.after...)
}

var applyCases = func() []applyCase {
	num := applyNumbers
	return []applyCase{

		{"ResourceApplyGradientDescent", 0, num(.1), nil, nil, [3]float64{.95, -1.975, 2.8}},
		{"ResourceApplyMomentum", 1, num(.1), num(.9), nil, [3]float64{.941, -1.993, 2.773}},
		{"ResourceApplyMomentum", 1, num(.1), num(.9), Attrs{{"use_nesterov", true}}, [3]float64{.8969, -1.9687, 2.5957}},
		{"ResourceApplyKerasMomentum", 1, num(.1), num(.9), nil, [3]float64{1.04, -1.795, 3.07}},
		{"ResourceApplyKerasMomentum", 1, num(.1), num(.9), Attrs{{"use_nesterov", true}}, [3]float64{.986, -1.7905, 2.863}},
		{"ResourceApplyAdam", 2, num(.81, .99, .1, .9, .99, 1e-3), nil, nil, [3]float64{.98358095, -2.0182636, 2.9574616}},
		{"ResourceApplyAdam", 2, num(.81, .99, .1, .9, .99, 1e-3), nil, Attrs{{"use_nesterov", true}},
			[3]float64{.9793589, -2.0134916, 2.943614}},
		{"ResourceApplyAdamWithAmsgrad", 3, num(.81, .99, .1, .9, .99, 1e-3), nil, nil,
			[3]float64{.98657167, -2.0182009, 2.9574616}},
		{"ResourceApplyAdaMax", 2, num(.81, .1, .9, .99, 1e-3), nil, nil, [3]float64{.8529257, -2.3250158, 2.8763776}},
		{"ResourceApplyAdadelta", 2, num(.1, .9, 1e-3), nil, nil, [3]float64{.9341829, -1.9740983, 2.8660471}},
		{"ResourceApplyAdagrad", 1, num(.1), nil, nil, [3]float64{.91548455, -1.951205, 2.9035513}},
		{"ResourceApplyAdagradV2", 1, num(.1, 1e-3), nil, nil, [3]float64{.9156272, -1.9513, 2.9035978}},
		{"ResourceApplyAdagradV2", 1, num(.1, 1e-3), nil, Attrs{{"update_slots", false}},
			[3]float64{.8423845, -1.944223, 2.6355171}},
		{"ResourceApplyRMSProp", 2, num(.1, .9, .5, 1e-3), nil, nil, [3]float64{.7531949, -2.0422266, 2.6058433}},
		{"ResourceApplyCenteredRMSProp", 3, num(.1, .9, .5, 1e-3), nil, nil,
			[3]float64{.73418975, -2.0381205, 2.5518906}},
	}
}()

func init() {
	seen := map[string]bool{}
	for _, c := range applyCases {
		if !seen[c.name] {
			seen[c.name] = true
			samples = append(samples, sample{name: c.name, at: c.at, in: c.in()})
			if sparse := strings.Replace(c.name, "Apply", "SparseApply", 1); Get(sparse) != nil {
				samples = append(samples, sample{name: sparse, at: c.at, in: c.in(0, 2, 1)})
			}
		}
	}
}

// TestApply: a step of each optimizer from the same variable, slots and gradient; the numbers are TensorFlow's.
func TestApply(t *testing.T) {
	for _, c := range applyCases {
		in := c.in()
		w := in[0].(*cell)
		old := w.t
		x := &Exec{Ctx: context.Background()}
		if _, err := x.Do(Get(c.name), c.at, in...); err != nil {
			t.Fatal(c.name, err)
		}
		for i, v := range tensor.Slice[float32](w.t) {
			if math.Abs(float64(v)-c.want[i]) > 1e-6 {
				t.Errorf("%s %v: element %d is %g, want %g", c.name, c.at, i, v, c.want[i])
			}
		}
		if old.Float(0) != 1 {
			t.Errorf("%s writes into the value that others may hold", c.name)
		}
	}
}

// TestApplyRows: rows that come twice are changed twice, and an index out of range changes nothing.
func TestApplyRows(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	do := func(at ...int32) ([]float32, error) {
		w := &cell{t: tensor.FromSlice([]int{3, 2}, []float32{1, 2, 3, 4, 5, 6})}
		a := &cell{t: tensor.FromSlice([]int{3, 2}, []float32{.1, .1, .1, .1, .1, .1})}
		_, err := x.Do(ResourceSparseApplyKerasMomentum, nil, w, a, tensor.Scalar(float32(.1)),
			tensor.FromSlice([]int{2, 2}, []float32{1, 2, 3, 4}), tensor.Vector(at), tensor.Scalar(float32(.9)))
		return tensor.Slice[float32](w.t), err
	}
	got, err := do(1, 1)
	if err != nil || math.Abs(float64(got[2])-2.681) > 1e-6 || math.Abs(float64(got[3])-3.391) > 1e-6 || got[0] != 1 {
		t.Error(got, err)
	}
	if got, err := do(3, 0); err == nil || got[0] != 1 {
		t.Error(got, err)
	}
}

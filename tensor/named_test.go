package tensor

import (
	"context"
	"math"
	"strings"
	"testing"
)

// TestNamed: every named operation is the kernel of its name, for numbers of which the answer is known.
func TestNamed(t *testing.T) {
	ctx := context.Background()
	x, y := Vector([]float64{4, -0.25, 0}), Vector([]float64{2, 0.5, math.Inf(1)})
	for name, c := range map[string]struct {
		f    Func2
		want []float64
	}{
		"Add": {Add, []float64{6, 0.25, math.Inf(1)}}, "Sub": {Sub, []float64{2, -0.75, math.Inf(-1)}},
		"Mul": {Mul, []float64{8, -0.125, math.NaN()}}, "Div": {Div, []float64{2, -0.5, 0}},
		"TruncateDiv": {TruncateDiv, []float64{2, 0, 0}}, "Maximum": {Maximum, []float64{4, 0.5, math.Inf(1)}},
		"Minimum": {Minimum, []float64{2, -0.25, 0}}, "Less": {Less, []float64{0, 1, 1}},
		"Greater": {Greater, []float64{1, 0, 0}}, "GreaterEqual": {GreaterEqual, []float64{1, 0, 0}},
		"NotEqual": {NotEqual, []float64{1, 1, 1}},
	} {
		z, err := c.f(ctx, x, y)
		sameNumbers(t, name, z, err, c.want)
	}
	for name, c := range map[string]struct {
		f    Func1
		want []float64
	}{
		"Neg": {Neg, []float64{-4, 0.25, 0}}, "Abs": {Abs, []float64{4, 0.25, 0}}, "Square": {Square, []float64{16, 0.0625, 0}},
		"Sqrt": {Sqrt, []float64{2, math.NaN(), 0}}, "Rsqrt": {Rsqrt, []float64{0.5, math.NaN(), math.Inf(1)}},
		"Reciprocal": {Reciprocal, []float64{0.25, -4, math.Inf(1)}}, "Rint": {Rint, []float64{4, 0, 0}},
		"Exp": {Exp, []float64{math.Exp(4), math.Exp(-0.25), 1}}, "Log": {Log, []float64{math.Log(4), math.NaN(), math.Inf(-1)}},
		"IsNaN": {IsNaN, []float64{0, 0, 0}}, "IsFinite": {IsFinite, []float64{1, 1, 1}},
	} {
		z, err := c.f(ctx, x)
		sameNumbers(t, name, z, err, c.want)
	}
	p, q := Vector([]bool{true, true, false}), Vector([]bool{true, false, false})
	z, err := LogicalAnd(ctx, p, q)
	sameNumbers(t, "LogicalAnd", z, err, []float64{1, 0, 0})
	z, err = LogicalOr(ctx, p, q)
	sameNumbers(t, "LogicalOr", z, err, []float64{1, 1, 0})
	z, err = LogicalNot(ctx, q)
	sameNumbers(t, "LogicalNot", z, err, []float64{0, 1, 1})
	if z, err = Conj(ctx, Scalar(complex(1, 2))); err != nil || z.Complex(0) != complex(1, -2) {
		t.Error("Conj", z, err)
	}
	if z, err = Add(ctx, StringScalar("a"), StringScalar("b")); err != nil || z.Str(0) != "ab" {
		t.Error("Add of strings", z, err)
	}
	for name, f := range map[string]Func2{"Less": Less, "LogicalOr": LogicalOr, "Add": Add} {
		if _, err := f(ctx, x, p); err == nil || !strings.Contains(err.Error(), "T=DT_DOUBLE") {
			t.Errorf("%s of a float and a bool: %v", name, err)
		}
	}
	if _, err := TruncateDiv(ctx, Scalar(int32(1)), Scalar(int32(0))); err == nil {
		t.Error("1/0 was taken")
	}
}

func sameNumbers(t *testing.T, name string, z *Tensor, err error, want []float64) {
	t.Helper()
	if err != nil || z.Len() != len(want) {
		t.Errorf("%s: %v, %v", name, z, err)
		return
	}
	for i, w := range want {
		got := 0.0
		if z.DType() == Bool {
			got = float64(z.Int(i))
		} else {
			got = z.Float(i)
		}
		if math.Abs(got-w) > 1e-12*math.Abs(w) || math.IsNaN(got) != math.IsNaN(w) {
			t.Errorf("%s: element %d is %v, want %v", name, i, got, w)
		}
	}
}

// TestUpdates: what an update takes, what it does with what is there, and that it divides by no 0.
func TestUpdates(t *testing.T) {
	ctx := context.Background()
	takes := map[Update]string{UpdateSet: "string bool int32 float32 complex64", UpdateAdd: "string bool int32 float32 complex64",
		UpdateSub: "bool int32 float32 complex64", UpdateMul: "int32 float32 complex64", UpdateDiv: "int32 float32 complex64",
		UpdateMax: "int32 float32", UpdateMin: "int32 float32"}
	for u, want := range takes {
		var got []string
		for _, d := range []DType{String, Bool, Int32, Float32, Complex64} {
			if u.Takes(d) {
				got = append(got, d.String())
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s takes %s, want %s", u, s, want)
		}
	}
	x := Vector([]int32{-7, 5, 3})
	for u, want := range map[Update]int32{UpdateSet: 2, UpdateAdd: -5, UpdateSub: -9, UpdateMul: -14, UpdateDiv: -3,
		UpdateMax: 2, UpdateMin: -7} {
		z, err := Scatter(ctx, x, []int{0}, 1, Vector([]int32{2}), u)
		if err != nil || z.Int(0) != int64(want) || z.Int(1) != 5 || x.Int(0) != -7 {
			t.Errorf("%s: %v, %v", u, z, err)
		}
	}
	if _, err := Scatter(ctx, x, []int{0}, 1, Vector([]int32{0}), UpdateDiv); err == nil {
		t.Error("a divisor 0 was taken")
	}
	if _, err := Scatter(ctx, Vector([]bool{true}), []int{0}, 1, Vector([]bool{true}), UpdateMax); err == nil {
		t.Error("the greatest of bools was taken")
	}
	if s := Update(9).String(); s != "Update(9)" || UpdateDiv.String() != "Div" || FoldSqrtN.String() != "SqrtN" {
		t.Error(s)
	}
}

package tf_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	_ "github.com/tfs-lang/tfs/lang/np" // numpy's scalar classes
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf"
	"github.com/tfs-lang/tfs/tf/bind"
)

type value = py.Value

// Hostile arguments for every entry of the table: whatever they are, a call ends in a value
// or in an exception that is not InternalError, and soon.

// patience is how long one call may run; machines differ, so it is generous.
const patience = 30 * time.Second

func ints(v ...int64) value {
	out := py.NewList()
	for _, n := range v {
		out.Items = append(out.Items, n)
	}
	return out
}

func numbers(shape []int, d tensor.DType, v ...float64) *tensor.Tensor {
	x, err := tensor.Cast(context.Background(), tensor.FromSlice(shape, v), d)
	if err != nil {
		panic(err)
	}
	return x
}

func emptyOf(shape ...int) value {
	x, err := tensor.New(tensor.Float32, shape)
	if err != nil {
		return py.None
	}
	return x
}

func deepList(n int) value {
	var v value = int64(1)
	for range n {
		v = py.NewList(v)
	}
	return v
}

func selfList() value {
	l := py.NewList()
	l.Items = append(l.Items, l)
	return l
}

func selfDict() value {
	d := py.NewDict()
	d.SetStr("d", d)
	return d
}

func raggedOf(v value) value {
	f := constantOp("tf.ragged.constant")
	x, err := py.Call(py.Background(), f, []value{v}, nil)
	if err != nil {
		panic(err)
	}
	return x
}

func constantOp(name string) value {
	for _, o := range tf.Table() {
		if o.Name == name {
			return o.Func()
		}
	}
	return nil
}

func sparseOf(shape ...int64) value {
	return &sparse.Sparse{Indices: make([]int64, len(shape)), Values: tensor.Vector([]int32{1}), Shape: shape}
}

// hostileValues are made anew for each call: containers may be changed by what they meet.
var hostileValues = []func() value{
	func() value { return py.None }, func() value { return true }, func() value { return int64(0) },
	func() value { return int64(-1) }, func() value { return int64(2) }, func() value { return int64(1 << 20) },
	func() value { return int64(1 << 40) }, func() value { return int64(math.MaxInt64) },
	func() value { return int64(math.MinInt64) }, func() value { return new(big.Int).Lsh(big.NewInt(1), 70) },
	func() value { return 0.5 }, func() value { return math.NaN() }, func() value { return math.Inf(1) },
	func() value { return math.Inf(-1) }, func() value { return -1e300 }, func() value { return complex(1, -2) },
	func() value { return "" }, func() value { return "a b,c" }, func() value { return "é\xff\x00" },
	func() value { return py.Bytes("\xff\xfe\x80") }, func() value { return "(a*)+[" },
	func() value { return py.NewList() }, func() value { return py.NewList(py.NewList()) },
	func() value { return ints(1, 2, 3) }, func() value { return ints(2, 0) }, func() value { return ints(-1, -1) },
	func() value { return ints(0, 1<<40) }, func() value { return ints(1<<40, 1<<40) },
	func() value { return ints(1<<62, 1<<62, 4) }, func() value { return ints(math.MaxInt64, math.MinInt64) },
	func() value { return py.NewList(ints(1, 2), ints(3, 4)) }, func() value { return py.NewList(ints(1), ints(2, 3)) },
	func() value { return py.NewList(1.5, math.NaN(), math.Inf(-1)) }, func() value { return py.NewList("a", "", "bc") },
	func() value { return py.NewList(py.None, int64(1)) }, func() value { return py.NewTuple(int64(1), "a") },
	func() value { return deepList(40) }, func() value { return deepList(300) }, selfList, selfDict,
	func() value { return deepList(200000) },
	func() value { return emptyOf(0) }, func() value { return emptyOf(0, 1<<40) },
	func() value { return emptyOf(1<<40, 0) },
	func() value { return emptyOf(2, 0, 1<<50) }, func() value { return emptyOf(0, 0) },
	func() value { return emptyOf(1 << 20) },
	func() value { return tensor.Scalar(float32(math.NaN())) },
	func() value { return tensor.Scalar(int64(math.MinInt64)) },
	func() value { return numbers([]int{3}, tensor.Float32, 1, -2, 3.5) },
	func() value { return numbers([]int{2, 2}, tensor.Float64, 1, math.NaN(), math.Inf(1), -0.) },
	func() value { return numbers([]int{2, 2}, tensor.Int32, 1, 0, 2, -1) },
	func() value { return numbers([]int{4}, tensor.Int64, 0, 1, 1, 3) },
	func() value { return numbers([]int{1, 2, 3, 1}, tensor.Float16, 1, 2, 3, 4, 5, 6) },
	func() value { return numbers([]int{2, 3, 2}, tensor.Uint8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255) },
	func() value { return numbers([]int{2}, tensor.Complex64, 1, 0) },
	func() value { return numbers([]int{2}, tensor.BFloat16, 1e30, 0) },
	func() value { return tensor.FromSlice([]int{2}, []bool{true, false}) },
	func() value { return tensor.FromSlice([]int{2}, []int8{-128, 127}).WithDType(tensor.QInt8) },
	func() value { return tensor.StringScalar("1,2.5,x") },
	func() value { return tensor.FromStrings([]int{2, 2}, []string{"a", "b c", "", "é\xff"}) },
	func() value { return tensor.FromSlice([]int{1, 2}, []int64{math.MaxInt64, math.MaxInt64}) },
	func() value { return bind.NewArray(numbers([]int{2, 2}, tensor.Float64, 1, 2, 3, 4)) },
	func() value { return &bind.Scalar{T: tensor.Scalar(float32(2.5))} },
	func() value { return &bind.Scalar{T: tensor.Scalar(int64(math.MaxInt64))} },
	func() value { return bind.NewVariable(numbers([]int{3}, tensor.Float32, 1, 2, 3), "v", true) },
	func() value { return bind.NewShape([]int{2, -1}) }, func() value { return bind.NewShape([]int{0, 1 << 40}) },
	func() value { return raggedOf(py.NewList(ints(1, 2), py.NewList())) },
	func() value { return raggedOf(py.NewList(py.NewList("a", "b"), py.NewList("c"))) },
	func() value { return raggedOf(py.NewList(py.NewList(ints(1), py.NewList()), py.NewList())) },
	func() value { return raggedOf(py.NewList(py.NewList(), py.NewList())) },
	func() value { return sparseOf(2, 3) }, func() value { return sparseOf(1<<40, 1<<40) },
	func() value { return sparseOf(1<<62, 1<<62, 1<<62) },
	func() value { return tensor.Float32 }, func() value { return tensor.Int8 }, func() value { return tensor.String },
	func() value { return &py.Range{Stop: 5, Step: 1} },
	func() value {
		return py.NewBuiltin("f(*args, **kwargs)", func(_ *py.Thread, a []value) (value, error) {
			if items := a[0].(*py.Tuple).Items; len(items) > 0 {
				return items[0], nil
			}
			return py.None, nil
		})
	},
}

// likely are values that fit parameters of these names, so that calls get past the checks.
var likely = map[string][]value{
	"name": {py.None}, "axis": {int64(0), int64(-1), int64(1), py.None}, "keepdims": {true, false},
	"dtype": {tensor.Float32, tensor.Int32, tensor.Int64, tensor.Float64, tensor.String, py.None},
	"shape": {ints(2, 3), ints(0, 1<<40), ints(2, -1)},
	"unit":  {"BYTE", "UTF8_CHAR"}, "combiner": {"sum", "mean", "sqrtn"}, "encoding": {"utf-8"},
	"errors": {"replace", "ignore", "strict"}, "num_segments": {int64(3), int64(1 << 40)},
	"pattern": {"a", "(b+)", ""}, "separator": {"", " ", strings.Repeat("x", 1000)}, "k": {int64(1), int64(2)},
	"equation": {"ij,jk->ik", "i,i->", "...ij->...ji", "ii->i"}, "input_encoding": {"UTF-8", "UTF-16-BE"},
	"output_encoding": {"UTF-8", "UTF-32-BE"}, "out_type": {tensor.Uint8, tensor.Int32, tensor.Float32},
	"type": {tensor.Uint8, tensor.Float32, tensor.Int64}, "filename": {"/nonexistent"},
	"template": {"a {} b"}, "depth": {int64(3), int64(1 << 40)}, "seed": {int64(1), ints(1, 2)},
	"ngram_width": {int64(2), ints(1, 3), int64(1 << 40)}, "direction": {"ASCENDING", "DESCENDING"},
}

// hostileCall makes a call of an entry: its arguments come from the two tables.
func hostileCall(o *bind.Op, r *rand.Rand) []value {
	any := func() value {
		if r.IntN(8) == 0 {
			return vast[r.IntN(len(vast))]()
		}
		return hostileValues[r.IntN(len(hostileValues))]()
	}
	var args []value
	for _, p := range o.Func().Sig().Params {
		switch {
		case p.Star:
			var items []value
			for range r.IntN(4) {
				items = append(items, any())
			}
			args = append(args, py.NewTuple(items...))
		case p.DStar:
			args = append(args, py.NewDict())
		case p.Default != nil && r.IntN(2) == 0:
			args = append(args, p.Default)
		case r.IntN(4) > 0 && likely[p.Name] != nil:
			args = append(args, likely[p.Name][r.IntN(len(likely[p.Name]))])
		default:
			args = append(args, any())
		}
	}
	return args
}

// vast are empty tensors of dimensions that no loop can walk.
var vast = []func() value{
	func() value { return emptyOf(0, 1<<40) }, func() value { return emptyOf(1<<40, 0) },
	func() value { return emptyOf(2, 0, 1<<50) }, func() value { return emptyOf(1<<50, 0, 2) },
	func() value { return tensor.FromStrings([]int{0}, nil).WithShape([]int{0, 1 << 40}) },
	func() value { return tensor.FromStrings([]int{0}, nil).WithShape([]int{1 << 40, 0}) },
}

// notCalled waits, reads or writes by design.
var notCalled = map[string]bool{"tf.io.write_file": true, "tf.while_loop": true}

func callHostile(t *testing.T, o *bind.Op, seed uint64) {
	if notCalled[o.Name] {
		return
	}
	r := rand.New(rand.NewPCG(seed, 1))
	args := hostileCall(o, r)
	shown := func() string {
		var parts []string
		for i, p := range o.Func().Sig().Params {
			if py.TypeOf(args[i]) == nil {
				t.Fatalf("%s: argument %s is a %T", o.Name, p.Name, args[i])
			}
			s, err := py.Repr(py.Background(), args[i])
			if err != nil {
				s = "(no text)"
			}
			parts = append(parts, p.Name+"="+s[:min(len(s), 300)])
		}
		return fmt.Sprintf("seed %d: %s(%s)", seed, o.Name, strings.Join(parts, ", "))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	th := py.Background()
	th.Ctx, th.Stderr, th.Stdout = ctx, io.Discard, io.Discard
	type outcome struct {
		err   error
		panic any
	}
	done := make(chan outcome, 1)
	go func() {
		var out outcome
		defer func() {
			if p := recover(); p != nil {
				out.panic = fmt.Sprint(p)
			}
			done <- out
		}()
		var v value
		if v, out.err = o.Run(th, args); out.err == nil {
			_, out.err = py.Repr(th, v)
		}
	}()
	select {
	case out := <-done:
		var e *py.Exc
		switch {
		case out.panic != nil:
			t.Errorf("%s panics: %v", shown(), out.panic)
		case errors.As(out.err, &e) && e.Class == py.InternalErrorClass:
			t.Errorf("%s: %v", shown(), out.err)
		case ctx.Err() != nil:
			t.Errorf("%s runs longer than %v", shown(), patience)
		}
	case <-time.After(patience + 10*time.Second):
		t.Errorf("%s does not end", shown())
	}
}

// TestHostileArguments calls every entry a few times; FuzzHostileArguments goes on from there.
func TestHostileArguments(t *testing.T) {
	for i, o := range tf.Table() {
		for k := range uint64(4) {
			callHostile(t, o, uint64(i)<<16|k)
		}
	}
}

func FuzzHostileArguments(f *testing.F) {
	for i := range tf.Table() {
		f.Add(uint16(i), uint64(1))
	}
	f.Fuzz(func(t *testing.T, i uint16, seed uint64) {
		callHostile(t, tf.Table()[int(i)%len(tf.Table())], seed)
	})
}

// Package drawn calls functions with arguments drawn at random, for the tests of the packages above tensor: whatever
// they are given, exported functions end in a result or an error. It knows the kinds of Go and tensors; what else the
// functions take comes from a pool. It knows nothing of what the functions do.
package drawn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// Pool makes values of types that are not drawn by their kind.
type Pool map[reflect.Type]func(r *rand.Rand) any

// Put adds a maker of values of one type.
func Put[T any](p Pool, make func(r *rand.Rand) T) {
	p[reflect.TypeFor[T]()] = func(r *rand.Rand) any { return make(r) }
}

// Check calls each function so many times. A panic fails the test, and so does a function that never gives a result:
// its arguments would show nothing.
func Check(t *testing.T, pool Pool, rounds int, functions map[string]any) {
	t.Helper()
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	for k, name := range names {
		r, good := rand.New(rand.NewPCG(7, uint64(k))), 0
		f := reflect.ValueOf(functions[name])
		for range rounds {
			ok, fault := call(f, pool, r)
			if fault != "" {
				t.Errorf("%s%s", name, fault)
				break
			}
			if ok {
				good++
			}
		}
		if good == 0 {
			t.Errorf("%s never had a result", name)
		}
	}
}

// call is one call: whether it had a result, and its panic with the arguments and the lines it went through.
func call(f reflect.Value, pool Pool, r *rand.Rand) (ok bool, fault string) {
	in := make([]reflect.Value, f.Type().NumIn())
	for i := range in {
		in[i] = pool.value(f.Type().In(i), r)
	}
	defer func() {
		if v := recover(); v != nil {
			fault = fmt.Sprintf("%v: %v %v", texts(in), v, lines())
		}
	}()
	var out []reflect.Value
	if f.Type().IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	for _, v := range out {
		if err, isErr := v.Interface().(error); isErr && err != nil {
			return false, ""
		}
	}
	return true, ""
}

func texts(in []reflect.Value) []string {
	out := make([]string, len(in))
	for i, v := range in {
		out[i] = fmt.Sprintf("%+v", v.Interface())
	}
	return out
}

// lines are the places of the module that a panic went through.
func lines() (at []string) {
	for _, l := range strings.Split(string(debug.Stack()), "\n") {
		if strings.HasPrefix(l, "\t") && !strings.Contains(l, "/drawn/") && !strings.Contains(l, "/src/runtime/") &&
			!strings.Contains(l, "/src/reflect/") && !strings.Contains(l, "/src/testing/") && len(at) < 8 {
			f := strings.Fields(l)[0]
			at = append(at, f[max(strings.LastIndex(f, "/"), 0):])
		}
	}
	return at
}

var (
	contextType = reflect.TypeFor[context.Context]()
	tensorType  = reflect.TypeFor[*tensor.Tensor]()
	dtypeType   = reflect.TypeFor[tensor.DType]()
)

var words = []string{"", "a", "b c", "a,b", "é\xff", "UTF-8", "utf-16-be", "(", "[ab]+", "\x00", "12",
	"-1.5e3", "{}", `\1`}

// value draws a value of a type: small numbers, short slices, structs field by field.
func (p Pool) value(t reflect.Type, r *rand.Rand) reflect.Value {
	if f := p[t]; f != nil {
		v := reflect.New(t).Elem()
		if x := f(r); x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return v
	}
	switch t {
	case contextType:
		return reflect.ValueOf(context.Background())
	case tensorType:
		return reflect.ValueOf(Tensor(r))
	case dtypeType:
		return reflect.ValueOf(Types[r.IntN(len(Types))])
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(int64(r.IntN(8) - 2))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(r.Uint64N(8))
	case reflect.Float64:
		v.SetFloat(float64(r.IntN(8)-2) / 2)
	case reflect.String:
		v.SetString(words[r.IntN(len(words))])
	case reflect.Slice, reflect.Array:
		n := v.Len()
		if t.Kind() == reflect.Slice {
			n = r.IntN(5)
			v.Set(reflect.MakeSlice(t, n, n))
		}
		for i := range n {
			v.Index(i).Set(p.value(t.Elem(), r))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(p.value(t.Field(i).Type, r))
			}
		}
	case reflect.Pointer:
		if r.IntN(4) > 0 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(p.value(t.Elem(), r))
		}
	}
	return v
}

// Types are the element types that are drawn, strings and bools more often.
var Types = []tensor.DType{tensor.Bool, tensor.String, tensor.String, tensor.Int8, tensor.Uint8, tensor.Int32,
	tensor.Int64, tensor.Int64, tensor.Uint64, tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64,
	tensor.Complex64, tensor.QInt8}

var shapes = [][]int{nil, {0}, {1}, {2}, {3}, {4}, {6}, {2, 3}, {3, 2}, {1, 4}, {2, 0}, {2, 3, 2}, {1, 1, 1, 2}}

// Tensor draws a tensor of any type and a small shape, with small elements.
func Tensor(r *rand.Rand) *tensor.Tensor {
	return Of(r, Types[r.IntN(len(Types))], shapes[r.IntN(len(shapes))]...)
}

// Of draws the elements of a tensor.
func Of(r *rand.Rand, d tensor.DType, shape ...int) *tensor.Tensor {
	n, err := tensor.Count(shape)
	if err != nil {
		panic(err)
	}
	if d == tensor.String {
		v := make([]string, n)
		for i := range v {
			v[i] = words[r.IntN(len(words))]
		}
		return tensor.FromStrings(shape, v)
	}
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(r.IntN(6) - 1)
	}
	x := tensor.FromSlice(shape, v)
	if d == tensor.QInt8 {
		x, err = tensor.Cast(context.Background(), x, tensor.Int8)
		if err == nil {
			x = x.WithDType(d)
		}
	} else {
		x, err = tensor.Cast(context.Background(), x, d)
	}
	if err != nil {
		panic(err)
	}
	return x
}

package data

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// callback is a function of a stage written in Go.
type callback func(r *Run, args Element) (Element, error)

func (f callback) Call(r *Run, _ *Env, args Element) (Element, error) { return f(r, args) }
func (f callback) Free() []op.Value                                   { return nil }
func (f callback) Portable() bool                                     { return true }

func num(n int64) op.Value { return tensor.Scalar(n) }

func count(n int64) *Dataset { return Range(num(0), num(n), num(1), tensor.Int64) }

func run() *Run { return &Run{Ctx: context.Background()} }

// numbers are the elements of a dataset of scalars.
func numbers(t *testing.T, d *Dataset) []int64 {
	t.Helper()
	in, err := d.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var out []int64
	for {
		x, err := in.Next(run())
		if err == End {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x[0].(*tensor.Tensor).Int64s()...)
	}
}

func same(t *testing.T, name string, got, want []int64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %v, want %v", name, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: got %v, want %v", name, got, want)
		}
	}
}

var double = callback(func(_ *Run, x Element) (Element, error) {
	return Element{tensor.Scalar(2 * x[0].(*tensor.Tensor).Int(0))}, nil
})

func TestStages(t *testing.T) {
	even := callback(func(_ *Run, x Element) (Element, error) {
		return Element{tensor.Scalar(x[0].(*tensor.Tensor).Int(0)%2 == 0)}, nil
	})
	upTo := callback(func(_ *Run, x Element) (Element, error) { return Element{count(x[0].(*tensor.Tensor).Int(0))}, nil })
	for _, c := range []struct {
		name string
		d    *Dataset
		size int64
		want []int64
	}{
		{"range", Range(num(5), num(0), num(-2), tensor.Int64), 3, []int64{5, 3, 1}},
		{"map", Map(count(3), double, nil), 3, []int64{0, 2, 4}},
		{"filter", Filter(count(5), even), Unknown, []int64{0, 2, 4}},
		{"take", Take(count(5), num(2)), 2, []int64{0, 1}},
		{"take all", Take(count(2), num(-1)), 2, []int64{0, 1}},
		{"skip", Skip(count(5), num(3)), 2, []int64{3, 4}},
		{"repeat", Repeat(count(2), num(2)), 4, []int64{0, 1, 0, 1}},
		{"nothing for ever", Repeat(count(0), num(-1)), 0, nil},
		{"shard", Shard(count(5), num(2), num(1)), 2, []int64{1, 3}},
		{"concatenate", Concatenate(count(1), count(2)), 3, []int64{0, 0, 1}},
		{"flat_map", FlatMap(count(3), upTo), Unknown, []int64{0, 0, 1}},
		{"interleave", Interleave(count(4), upTo, num(2), num(1), "Interleave"), Unknown, []int64{0, 0, 1, 0, 1, 2}},
		{"unbatch", Unbatch(Batch(count(3), num(2), false, nil)), Unknown, []int64{0, 1, 2}},
		{"rebatch", Unbatch(Rebatch(Batch(count(5), num(2), false, nil), tensor.Vector([]int64{3}), true)), Unknown,
			[]int64{0, 1, 2}},
		{"cache", Repeat(Cache(count(2)), num(2)), 4, []int64{0, 1, 0, 1}},
		{"unique", Unique(Concatenate(count(2), count(3))), Unknown, []int64{0, 1, 2}},
		{"windows", FlatMap(Window(count(4), Windows{num(2), num(3), num(1), false}), first), Unknown, []int64{0, 1, 3}},
		{"choose", Choose(FromElements("List", []Element{{tensor.Scalar(int64(1))}, {tensor.Scalar(int64(0))}}),
			[]*Dataset{count(1), Range(num(7), num(9), num(1), tensor.Int64)}, true), Unknown, []int64{7, 0}},
	} {
		same(t, c.name, numbers(t, c.d), c.want)
		if c.d.Size != c.size {
			t.Errorf("%s: cardinality %d, want %d", c.name, c.d.Size, c.size)
		}
	}
}

var first = callback(func(_ *Run, x Element) (Element, error) { return Element{x[0]}, nil })

// TestShuffle holds the orders against those TensorFlow 2.21 gives for range(10).shuffle(4, seed=7) under
// set_seed(3).
func TestShuffle(t *testing.T) {
	d := Shuffle(count(10), num(4), 3, 7, true)
	same(t, "first", numbers(t, d), []int64{2, 0, 3, 1, 6, 8, 4, 9, 7, 5})
	same(t, "second", numbers(t, d), []int64{3, 4, 2, 0, 6, 1, 7, 9, 5, 8})
}

func TestErrorsPassByElement(t *testing.T) {
	bad := errors.New("bad")
	d := Map(count(4), callback(func(_ *Run, x Element) (Element, error) {
		if x[0].(*tensor.Tensor).Int(0) == 1 {
			return nil, bad
		}
		return x, nil
	}), nil)
	for _, d := range []*Dataset{d, Prefetch(d, num(2))} {
		in, err := d.Begin()
		if err != nil {
			t.Fatal(err)
		}
		var seen []int64
		failed := 0
		for {
			x, err := in.Next(run())
			if err == End {
				break
			}
			if errors.Is(err, bad) {
				failed++
				continue
			}
			seen = append(seen, x[0].(*tensor.Tensor).Int(0))
		}
		same(t, "around the error", seen, []int64{0, 2, 3})
		if failed != 1 {
			t.Errorf("%d errors", failed)
		}
	}
	same(t, "ignored", numbers(t, IgnoreErrors(d, nil)), []int64{0, 2, 3})
}

// TestNoGoroutineLeft leaves iterators that work ahead alone, in the middle and at the end.
func TestNoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	slow := callback(func(r *Run, x Element) (Element, error) {
		time.Sleep(time.Millisecond)
		return double(r, x)
	})
	for range 20 {
		d := Prefetch(Map(count(1000), slow, num(4)), num(8))
		in, err := d.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			x, err := in.Next(run())
			if err != nil {
				t.Fatal(err)
			}
			same(t, "ahead", x[0].(*tensor.Tensor).Int64s(), []int64{int64(2 * i)})
		}
	}
	settled(t, before)
}

// settled waits until there are no more goroutines than before.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestInterrupt stops a call that would take long.
func TestInterrupt(t *testing.T) {
	before := runtime.NumGoroutine()
	wait := callback(func(r *Run, x Element) (Element, error) {
		<-r.Ctx.Done()
		return nil, r.Ctx.Err()
	})
	never := callback(func(_ *Run, x Element) (Element, error) { return Element{tensor.Scalar(false)}, nil })
	for name, d := range map[string]*Dataset{
		"map":      Map(count(10), wait, nil),
		"parallel": Map(count(10), wait, num(4)),
		"prefetch": Prefetch(Map(count(10), wait, nil), num(2)),
		"filter":   Filter(Repeat(count(10), num(-1)), never),
		"shuffle":  Shuffle(Repeat(count(10), num(-1)), num(Unknown), 1, 1, false),
	} {
		in, err := d.Begin()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		_, err = in.Next(&Run{Ctx: ctx})
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 150*time.Millisecond {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		cancel()
	}
	settled(t, before)
}

// TestBounded counts how many elements stages read that only the first one is asked of.
func TestBounded(t *testing.T) {
	read := 0
	counting := callback(func(_ *Run, x Element) (Element, error) {
		read++
		return x, nil
	})
	in, err := Batch(Map(count(1000000), counting, nil), num(10), false, nil).Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Next(run()); err != nil {
		t.Fatal(err)
	}
	if read != 10 {
		t.Errorf("%d elements were read for a batch of 10", read)
	}
}

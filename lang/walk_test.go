package lang

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf"
)

// untouched are modules and functions that a walk must not call: they leave the process, its
// files or its input.
var untouched = map[string]bool{"os": true, "shutil": true, "tempfile": true, "sys": true, "glob": true, "getpass": true, "os.path": true, "IPython": true,
	"input": true, "open": true, "breakpoint": true, "exit": true, "quit": true, "tf.io.write_file": true, "tf.io.gfile": true, "help": true}

// walked lists every function that a program can reach: ops, builtins, the modules and the
// methods of Python's own classes.
func walked(in *Interp) map[string]py.Value {
	out := map[string]py.Value{}
	for _, o := range tf.Table() {
		if !untouched[o.Name] {
			out[o.Name] = o.Func()
		}
	}
	for name, v := range in.builtins {
		if !untouched[name] && py.IsCallable(v) {
			out[name] = v
		}
	}
	for name, m := range in.modules {
		mod, ok := m.(*py.Module)
		if !ok || untouched[name] || name == "tensorflow" {
			continue
		}
		for attr, v := range mod.Attrs {
			if py.IsCallable(v) {
				out[name+"."+attr] = v
			}
		}
	}
	for _, c := range []*py.Class{py.StrClass, py.BytesClass, py.ListClass, py.TupleClass, py.DictClass, py.SetClass, py.IntClass, py.FloatClass} {
		for _, name := range c.Names() {
			if m := c.Lookup(name); m != nil && py.IsCallable(m) {
				out[c.Name+"."+name] = m
			}
		}
	}
	return out
}

// longValues are values of every kind that take long to go through.
func longValues(in *Interp) map[string]func() py.Value {
	th := py.Background()
	eval := func(src string) func() py.Value {
		return func() py.Value {
			v, err := in.Value(th, "<walk>", src)
			if err != nil {
				panic(fmt.Sprint(src, err))
			}
			return v
		}
	}
	once := func(src string) func() py.Value { return sync.OnceValue(eval(src)) }
	huge := new(big.Int).Exp(big.NewInt(3), big.NewInt(400000), nil)
	return map[string]func() py.Value{
		"str": once("'ab 1é\\n' * 1000000"), "ascii": once("'ab 1\\n' * 1000000"), "bytes": once("b'ab 1\\n' * 1000000"), "digits": once("'1' * 2000000"),
		"ints": once("list(range(200000))"), "floats": once("[i / 3 for i in range(100000)]"),
		"strs": once("[str(i) for i in range(120000)]"), "rows": once("[[i, 2] for i in range(100000)]"), "tuple": once("tuple(range(200000))"),
		"dict": once("{str(i): i for i in range(120000)}"), "set": once("set(range(120000))"), "range": once("range(3000000)"),
		"f32": once("tf.ones([1200, 1200])"), "i32": once("tf.reshape(tf.range(1440000), [1200, 1200])"), "vec": once("tf.range(3000000)"),
		"text": once("tf.strings.as_string(tf.range(500000))"), "ragged": once("tf.RaggedTensor.from_row_lengths(tf.range(1000000), tf.ones([500000], tf.int32) * 2)"),
		"array": once("np.arange(3000000)"), "big": func() py.Value { return huge }, "int": func() py.Value { return int64(40000000) },
		"complex": once("tf.complex(tf.ones([1000, 1000]), 1.0)"), "sparse": once("tf.sparse.from_dense(tf.ones([1000, 500]))"),
	}
}

// little are values beside a long one; nil stands for another long one.
var little = []py.Value{nil, int64(1), "a", tensor.Vector([]int32{1, 0}), tensor.Float32, py.NewList(int64(1)), int64(100000)}

// TestWalkInterrupts calls every function with large values under a context that ends after a
// few milliseconds: it must return soon after. Each function gets one kind of values;
// TFS_WALK=PREFIX gives all kinds to the functions whose names begin so.
func TestWalkInterrupts(t *testing.T) {
	defer memory.SetLimit(0)
	memory.SetLimit(4 << 30)
	in := newWired(Options{})
	values := longValues(in)
	var kinds []string
	for k := range values {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	functions := walked(in)
	prefix := os.Getenv("TFS_WALK")
	var names []string
	for n := range functions {
		if strings.HasPrefix(n, prefix) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	bound, step := 100*time.Millisecond, 1
	if prefix == "" {
		bound, step = 5*time.Second, len(kinds)*len(little)
	}
	calls := 0
	for i, name := range names {
		required := requiredOf(functions[name])
		for at := i * 37 % step; at < len(kinds)*len(little); at += step {
			kind, beside := kinds[at%len(kinds)], little[at/len(kinds)]
			args := make([]py.Value, max(required, 1))
			for a := range args {
				if args[a] = beside; a == 0 || beside == nil {
					args[a] = values[kind]()
				}
			}
			calls++
			late, err := stopped(in, functions[name], args)
			if late > bound { // once may be the machine's fault
				late, err = stopped(in, functions[name], args)
			}
			if late > bound {
				t.Errorf("%s of %s beside %v went on for %v after the interrupt (%.80v)", name, kind, beside, late, err)
			}
			if strings.HasPrefix(name, "list.") || strings.HasPrefix(name, "dict.") || strings.HasPrefix(name, "set.") || name == "random.shuffle" {
				values = longValues(in) // it may have changed them
			}
		}
	}
	t.Logf("%d functions, %d calls", len(names), calls)
}

func requiredOf(v py.Value) int {
	b, ok := v.(*py.Builtin)
	if !ok || b.Sig() == nil {
		return 1
	}
	n := 0
	for _, p := range b.Sig().Params {
		if p.Default == nil && !p.Star && !p.DStar {
			n++
		}
	}
	return n
}

// stopped calls a function, interrupts it, and tells how long it went on.
func stopped(in *Interp, f py.Value, args []py.Value) (late time.Duration, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = func(Event) {}
	defer func() { in.sink = old }()
	var at time.Time
	before := runtime.NumGoroutine()
	timer := time.AfterFunc(2*time.Millisecond, func() { at = time.Now(); cancel() })
	_, err = py.Call(in.thread(ctx), f, args, nil)
	if timer.Stop() {
		return 0, err
	}
	<-ctx.Done()
	late = time.Since(at)
	for range 50 { // what was left alone would take the time of the next call
		if runtime.NumGoroutine() <= before+4 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return late, err
}

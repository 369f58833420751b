package tf

import (
	"sort"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/op"
	_ "github.com/tfs-lang/tfs/printer" // gives tensors their texts
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

type (
	value  = py.Value
	thread = py.Thread
	call   = bind.Call
)

var table []*bind.Op

// register adds entries to the table.
func register(ops ...*bind.Op) {
	for _, o := range ops {
		o.Empty = o.Empty || byElements[o.Name]
	}
	table = append(table, ops...)
}

// byElements names the ops whose work goes by elements and not by dimensions: they take empty
// tensors whose dimensions are too large to be walked (bind.Op.Empty).
var byElements = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`tf.shape tf.size tf.rank tf.identity tf.constant tf.convert_to_tensor tf.cast tf.bitcast
		tf.saturate_cast tf.zeros_like tf.ones_like tf.zeros tf.ones tf.fill tf.reshape tf.expand_dims tf.squeeze tf.transpose
		tf.concat tf.stack tf.tile tf.pad tf.gather tf.broadcast_to tf.ensure_shape tf.is_tensor tf.print tf.where tf.clip_by_value
		tf.math.reduce_sum tf.math.reduce_prod tf.math.reduce_max tf.math.reduce_min tf.math.reduce_mean tf.math.reduce_any
		tf.math.reduce_all tf.math.cumsum tf.math.cumprod tf.reverse tf.slice tf.size tf.math.add_n tf.shape_n tf.stop_gradient
		tf.strings.lower tf.strings.upper tf.strings.length tf.strings.strip tf.strings.substr tf.strings.join
		tf.strings.to_number tf.strings.as_string tf.strings.to_hash_bucket_fast tf.strings.regex_replace tf.strings.regex_full_match
		tf.get_static_value`) {
		m[n] = true
	}
	return m
}()

// Table lists every op, in no particular order.
func Table() []*bind.Op { return table }

// constants are the names of the module tree that are not ops: dtypes, classes, errors.
var constants = map[string]value{}

func constant(v value, names ...string) {
	for _, n := range names {
		constants[n] = v
	}
}

var root struct {
	once sync.Once
	m    *py.Module
	all  map[string]*py.Module
}

// Module is the module tf. The tree is built once and never changes.
func Module() *py.Module {
	root.once.Do(build)
	return root.m
}

// raggedSame hands a ragged tensor on.
func raggedSame(c *call) (value, bool, error) {
	r, ok := c.Args[0].(*ragged.Ragged)
	return r, ok, nil
}

func build() {
	recordClasses()
	root.all = map[string]*py.Module{}
	root.m = &py.Module{Name: "tensorflow", Short: "tf", Attrs: map[string]value{}, Shared: true,
		Doc: "TensorFlow's ops, dtypes and classes."}
	root.all["tf"] = told(root.m)
	for _, o := range table {
		f := o.Func()
		put(o.Name, f)
		for _, a := range o.Aliases {
			put(a, f)
		}
	}
	for n, v := range constants {
		put(n, v)
	}
	publishMessages()
	buildLazy()
	raw := module("tf.raw_ops")
	raw.Doc = "TensorFlow's kernels as functions of keyword arguments."
	raw.Lookup, raw.Names = rawOp, op.Names
}

var rawOps sync.Map // those asked for so far: programs use few, and each reads its row of the registry

// rawOp finds a function of tf.raw_ops.
func rawOp(name string) (value, bool) {
	if f, ok := rawOps.Load(name); ok {
		return f, true
	}
	d := op.Get(name)
	if d == nil {
		return nil, false
	}
	f, _ := rawOps.LoadOrStore(name, bind.Raw(d))
	return f, true
}

func put(name string, v value) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 { // a name outside tf: see Extras
		return
	}
	module(name[:i]).Attrs[name[i+1:]] = v
}

func module(path string) *py.Module {
	if m, ok := root.all[path]; ok {
		return m
	}
	m := &py.Module{Name: "tensorflow._api.v2." + strings.TrimPrefix(path, "tf."), Short: path,
		Attrs: map[string]value{}, Shared: true}
	root.all[path] = told(m)
	put(path, m)
	return m
}

// ForeignModules are TensorFlow's other import paths.
func ForeignModules() map[string]value {
	return map[string]value{"_tf_files": filesModule(), "_tf_graph": graphModule(), "_tf_datasets": datasetsModule(),
		"_keras_native": kerasNative(), "tf_keras": module("tf.keras"), "keras": module("tf.keras"),
		"google": googleModule(), "safetensors": safetensorsModule(),
		"_tf_columns": columnsModule(), "pyarrow": arrowModule()}
}

// Extras are names outside tf that every program has.
func Extras() map[string]value {
	out := map[string]value{}
	for _, o := range table {
		for _, n := range append([]string{o.Name}, o.Aliases...) {
			if !strings.Contains(n, ".") {
				out[n] = o.Func()
			}
		}
	}
	return out
}

// Names lists the public names of the table, sorted.
func Names() []string {
	var out []string
	for _, o := range table {
		out = append(out, o.Name)
		out = append(out, o.Aliases...)
	}
	sort.Strings(out)
	return out
}

func init() {
	for _, d := range tensor.DTypes() {
		constant(d, "tf."+d.Name(), "tf.dtypes."+d.Name())
	}
	constant(tensor.Float16, "tf.half", "tf.dtypes.half")
	constant(tensor.Float64, "tf.double", "tf.dtypes.double")
	constant(py.None, "tf.newaxis")
	constant("2.21.0", "tf.__version__", "tf.version.VERSION")
	constant(bind.TensorBase(), "tf.Tensor")
	constant(bind.VariableBase, "tf.Variable")
	constant(bind.ShapeClass, "tf.TensorShape")
	constant(bind.DTypeClass, "tf.DType", "tf.dtypes.DType")
	constant(bind.SpecClass, "tf.TensorSpec")
	for _, c := range bind.ErrorClasses() {
		constant(c, "tf.errors."+c.Name)
	}
}

// entry makes a table entry with the wording of ops that dispatch on types.
func entry(name, sig, raw string, kernel func(c *call) (value, error), doc string, aliases ...string) *bind.Op {
	i := strings.LastIndexByte(name, '.')
	return &bind.Op{Name: name, Aliases: aliases, Sig: name[i+1:] + sig, Style: py.Dispatch, Raw: raw, Kernel: kernel,
		Doc: doc}
}

// direct is entry for what works on Python values or calls functions: it runs at once while a function is
// traced.
func direct(name, sig, raw string, kernel func(c *call) (value, error), doc string, aliases ...string) *bind.Op {
	o := entry(name, sig, raw, kernel, doc, aliases...)
	o.Direct = true
	return o
}

// effect is entry for what shows or checks something and gives None: a traced function does it each time.
func effect(name, sig, raw string, kernel func(c *call) (value, error), doc string, aliases ...string) *bind.Op {
	o := entry(name, sig, raw, kernel, doc, aliases...)
	o.Effect = true
	return o
}

// node says what the node of an entry without a kernel of its own is in a graph.
func node(kernel string, o *bind.Op) *bind.Op {
	o.Node = kernel
	return o
}

// plain gives an entry the wording of ordinary Python functions.
func plain(o *bind.Op) *bind.Op {
	o.Style = py.Plain
	return o
}

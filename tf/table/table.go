package table

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Entries are all public functions, in the order of their declaration.
var Entries []*bind.Op

// Register adds entries to the table.
//
//go:noinline
func Register(ops ...*bind.Op) {
	for _, o := range ops {
		o.Empty = o.Empty || ByElements[o.Name]
	}
	Entries = append(Entries, ops...)
}

// ByElements names the ops whose work goes by elements and not by dimensions: they take empty
// tensors whose dimensions are too large to be walked (bind.Op.Empty).
var ByElements = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(
		`tf.shape tf.size tf.rank tf.identity tf.constant tf.convert_to_tensor tf.cast tf.bitcast
		tf.saturate_cast tf.zeros_like tf.ones_like tf.zeros tf.ones tf.fill tf.reshape tf.expand_dims
		tf.squeeze tf.transpose tf.concat tf.stack tf.tile tf.pad tf.gather tf.broadcast_to tf.ensure_shape
		tf.is_tensor tf.print tf.where tf.clip_by_value tf.math.reduce_sum tf.math.reduce_prod
		tf.math.reduce_max tf.math.reduce_min tf.math.reduce_mean tf.math.reduce_any tf.math.reduce_all
		tf.math.cumsum tf.math.cumprod tf.reverse tf.slice tf.size tf.math.add_n tf.shape_n tf.stop_gradient
		tf.strings.lower tf.strings.upper tf.strings.length tf.strings.strip tf.strings.substr
		tf.strings.join tf.strings.to_number tf.strings.as_string tf.strings.to_hash_bucket_fast
		tf.strings.regex_replace tf.strings.regex_full_match tf.get_static_value`) {
		m[n] = true
	}
	return m
}()

// Constants are the names of the module tree that are not ops: dtypes, classes, errors.
var Constants = map[string]py.Value{}

//go:noinline
func Constant(v py.Value, names ...string) {
	for _, n := range names {
		Constants[n] = v
	}
}

// Entry makes a table entry with the wording of ops that dispatch on types.
//
//go:noinline
func Entry(name, sig, raw string, kernel func(c *bind.Call) (py.Value, error), doc string, aliases ...string) *bind.Op {
	i := strings.LastIndexByte(name, '.')
	return &bind.Op{Name: name, Aliases: aliases, Sig: name[i+1:] + sig, Style: py.Dispatch, Raw: raw, Kernel: kernel,
		Doc: doc}
}

// Direct is entry for what works on Python values or calls functions: it runs at once while a function is
// traced.
//
//go:noinline
func Direct(
	name, sig, raw string,
	kernel func(c *bind.Call) (py.Value, error),
	doc string,
	aliases ...string,
) *bind.Op {
	o := Entry(name, sig, raw, kernel, doc, aliases...)
	o.Direct = true
	return o
}

// Effect is entry for what shows or checks something and gives None: a traced function does it each time.
//
//go:noinline
func Effect(
	name, sig, raw string,
	kernel func(c *bind.Call) (py.Value, error),
	doc string,
	aliases ...string,
) *bind.Op {
	o := Entry(name, sig, raw, kernel, doc, aliases...)
	o.Effect = true
	return o
}

// Node says what the node of an entry without a kernel of its own is in a graph.
func Node(kernel string, o *bind.Op) *bind.Op {
	o.Node = kernel
	return o
}

// Polls is for an entry that looks at the context in all its loops.
func Polls(o *bind.Op) *bind.Op {
	o.Polls = true
	return o
}

// Plain gives an entry the wording of ordinary Python functions.
func Plain(o *bind.Op) *bind.Op {
	o.Style = py.Plain
	return o
}

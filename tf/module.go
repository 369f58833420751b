package tf

import (
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	_ "github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/checkpoint"
	tfdata "github.com/tfs-lang/tfs/tf/data"
	"github.com/tfs-lang/tfs/tf/function"
	tfio "github.com/tfs-lang/tfs/tf/io"
	"github.com/tfs-lang/tfs/tf/keras"
	"github.com/tfs-lang/tfs/tf/message"
	tfsaved "github.com/tfs-lang/tfs/tf/saved"
	"github.com/tfs-lang/tfs/tf/table"
)

// Table lists every op, in no particular order.
func Table() []*bind.Op { return table.Entries }

// Module is the module tf. The tree is built once and never changes.
func Module() *py.Module {
	table.Tree.Once.Do(build)
	return table.Tree.M
}

func build() {
	function.RecordClasses()
	table.Tree.All = map[string]*py.Module{}
	table.Tree.M = &py.Module{Name: "tensorflow", Short: "tf", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "TensorFlow's ops, dtypes and classes."}
	table.Tree.All["tf"] = table.Told(table.Tree.M)
	for _, o := range table.Entries {
		f := o.Func()
		table.Put(o.Name, f)
		for _, a := range o.Aliases {
			table.Put(a, f)
		}
	}
	for n, v := range table.Constants {
		table.Put(n, v)
	}
	message.PublishMessages()
	table.BuildLazy()
	for _, part := range []string{"initializers", "losses", "metrics", "optimizers"} {
		table.Put("tf."+part, table.Module("tf.keras."+part)) // TensorFlow has these parts of Keras under both names
	}
	raw := table.Module("tf.raw_ops")
	raw.Doc = "TensorFlow's kernels as functions of keyword arguments."
	raw.Lookup, raw.Names = rawOp, bind.RawNames
}

var rawOps sync.Map // those asked for so far: programs use few, and each reads its row of the registry

// rawOp finds a function of tf.raw_ops.
func rawOp(name string) (py.Value, bool) {
	if f, ok := rawOps.Load(name); ok {
		return f, true
	}
	made := bind.RawOf(name)
	if made == nil {
		return nil, false
	}
	f, _ := rawOps.LoadOrStore(name, made)
	return f, true
}

// ForeignModules are TensorFlow's other import paths.
func ForeignModules() map[string]py.Value {
	return map[string]py.Value{
		"_tf_files":            checkpoint.FilesModule(),
		"_tf_calls":            function.CallsModule(),
		"_tf_graph":            tfsaved.GraphModule(),
		"_tf_datasets":         tfdata.DatasetsModule(),
		"_keras_native":        keras.KerasNative(),
		"_tf_extension_native": function.ExtensionModule(),
		"tf_keras":             table.Module("tf.keras"),
		"keras":                table.Module("tf.keras"),
		"google":               message.GoogleModule(),
		"safetensors":          tfio.SafetensorsModule(),
		"_tf_columns":          tfio.ColumnsModule(),
		"pyarrow":              tfio.ArrowModule(),
	}
}

// Extras are names outside tf that every program has.
func Extras() map[string]py.Value {
	out := map[string]py.Value{}
	for _, o := range table.Entries {
		for _, n := range append([]string{o.Name}, o.Aliases...) {
			if !strings.Contains(n, ".") {
				out[n] = o.Func()
			}
		}
	}
	return out
}

func init() {
	for _, d := range tensor.DTypes() {
		table.Constant(d, "tf."+d.Name(), "tf.dtypes."+d.Name())
	}
	table.Constant(tensor.Variant, "tf.variant", "tf.dtypes.variant")
	table.Constant(tensor.Resource, "tf.resource", "tf.dtypes.resource")
	table.Constant(tensor.Float16, "tf.half", "tf.dtypes.half")
	table.Constant(tensor.Float64, "tf.double", "tf.dtypes.double")
	table.Constant(py.None, "tf.newaxis")
	table.Constant("2.21.0", "tf.__version__", "tf.version.VERSION")
	table.Constant("v2.21.0-rc1-5-ga481b10260d", "tf.__git_version__", "tf.version.GIT_VERSION")
	table.Constant(int64(2474), "tf.version.GRAPH_DEF_VERSION")
	table.Constant(int64(0), "tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER", "tf.version.GRAPH_DEF_VERSION_MIN_PRODUCER")
	table.Constant(bind.TensorBase(), "tf.Tensor")
	table.Constant(bind.VariableBase, "tf.Variable")
	table.Constant(bind.ShapeClass, "tf.TensorShape")
	table.Constant(bind.DTypeClass, "tf.DType", "tf.dtypes.DType")
	table.Constant(bind.SpecClass, "tf.TensorSpec")
	for _, c := range bind.ErrorClasses() {
		table.Constant(c, "tf.errors."+c.Name)
	}
}

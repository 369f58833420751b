package checkpoint

import (
	"github.com/tfs-lang/tfs/tf/table"
)

// What keeps state beside variables lives in the library: modules, initializers, checkpoints, random
// generators.

func init() {
	table.InLibrary("_tf_module", "tf.Module")
	table.InLibrary("_tf_saved_options", "tf.saved_model.SaveOptions", "tf.saved_model.LoadOptions",
		"tf.saved_model.experimental.VariablePolicy", "tf.saved_model.experimental.TrackableResource")
	table.InLibrary("_tf_autograph", "tf.autograph.experimental.Feature")
	table.InLibrary("_tf_test", "tf.test.compute_gradient", "tf.test.is_built_with_cuda",
		"tf.test.is_built_with_gpu_support", "tf.test.is_gpu_available", "tf.test.gpu_device_name")
	table.InLibrary("_tf_test", "tf.test.is_built_with_rocm", "tf.test.is_built_with_xla",
		"tf.test.is_cpu_target_available")
	table.InLibrary("_tf_testcase", "tf.test.TestCase", "tf.test.main")
	table.InLibrary("_tf_checkpoint", "tf.train.Checkpoint", "tf.train.CheckpointOptions")
	table.InLibrary(
		"_tf_checkpoint_files",
		"tf.train.CheckpointManager",
		"tf.train.latest_checkpoint",
		"tf.train.load_checkpoint",
		"tf.train.list_variables",
		"tf.train.load_variable",
		"tf.train.get_checkpoint_state",
		"tf.train.checkpoints_iterator",
	)
	table.InLibrary("_tf_views", "tf.train.TrackableView", "tf.train.CheckpointView")
	for _, n := range []string{"Generator", "create_rng_state", "get_global_generator", "set_global_generator"} {
		table.AlsoInLibrary("tf.random."+n, "_tf_generator:"+n)
		table.AlsoInLibrary("tf.random.experimental."+n, "_tf_generator:"+n)
	}
	table.AlsoInLibrary("tf.random.Algorithm", "_tf_enums:Algorithm")
	table.AlsoInLibrary("tf.random.experimental.Algorithm", "_tf_enums:Algorithm")
	for name, class := range map[string]string{"zeros": "Zeros", "ones": "Ones", "constant": "Constant",
		"random_uniform": "RandomUniform", "random_normal": "RandomNormal"} {
		table.AlsoInLibrary("tf."+name+"_initializer", "_tf_initializers:"+class)
	}
}

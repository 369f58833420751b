package tf

// What keeps state beside variables lives in the library: modules, initializers, checkpoints, random
// generators.

func init() {
	inLibrary("_tf_module", "tf.Module")
	inLibrary("_tf_checkpoint", "tf.train.Checkpoint", "tf.train.CheckpointOptions")
	inLibrary("_tf_checkpoint_files", "tf.train.CheckpointManager", "tf.train.latest_checkpoint", "tf.train.load_checkpoint",
		"tf.train.list_variables", "tf.train.load_variable", "tf.train.get_checkpoint_state", "tf.train.checkpoints_iterator")
	inLibrary("_tf_views", "tf.train.TrackableView", "tf.train.CheckpointView")
	for _, n := range []string{"Generator", "create_rng_state", "get_global_generator", "set_global_generator"} {
		alsoInLibrary("tf.random."+n, "_tf_generator:"+n)
		alsoInLibrary("tf.random.experimental."+n, "_tf_generator:"+n)
	}
	alsoInLibrary("tf.random.Algorithm", "_tf_enums:Algorithm")
	alsoInLibrary("tf.random.experimental.Algorithm", "_tf_enums:Algorithm")
	for name, class := range map[string]string{"zeros": "Zeros", "ones": "Ones", "constant": "Constant",
		"random_uniform": "RandomUniform", "random_normal": "RandomNormal"} {
		alsoInLibrary("tf."+name+"_initializer", "_tf_initializers:"+class)
	}
}

package tf

// What keeps state beside variables lives in the library: modules, initializers, checkpoints, random
// generators.

func init() {
	inLibrary("_tf_module", "tf.Module")
	for name, class := range map[string]string{"zeros": "Zeros", "ones": "Ones", "constant": "Constant",
		"random_uniform": "RandomUniform", "random_normal": "RandomNormal"} {
		alsoInLibrary("tf."+name+"_initializer", "_tf_initializers:"+class)
	}
}

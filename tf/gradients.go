package tf

func init() {
	inLibrary("_tf_enums", "tf.UnconnectedGradients")
}

package message

import (
	"github.com/tfs-lang/tfs/tf/table"
)

// What tf.io says of tf.train.Example is written in the language itself, over kernels of package op.
func init() {
	table.InLibrary("_tf_example", "tf.io.FixedLenFeature", "tf.io.FixedLenSequenceFeature", "tf.io.VarLenFeature",
		"tf.io.SparseFeature", "tf.io.RaggedFeature", "tf.io.parse_example", "tf.io.parse_single_example",
		"tf.io.parse_sequence_example", "tf.io.parse_single_sequence_example")
}

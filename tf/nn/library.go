package nn

import "github.com/tfs-lang/tfs/tf/table"

// What is made of several functions is written in the language.
func init() {
	table.InLibrary("_tf_ctc", "tf.nn.ctc_loss", "tf.nn.ctc_greedy_decoder", "tf.nn.ctc_beam_search_decoder",
		"tf.nn.ctc_unique_labels", "tf.nn.collapse_repeated")
	table.InLibrary("_tf_nn", "tf.nn.pool", "tf.nn.conv_transpose", "tf.nn.atrous_conv2d", "tf.nn.weighted_moments",
		"tf.nn.sufficient_statistics", "tf.nn.normalize_moments")
	table.InLibrary("_tf_greatest", "tf.nn.isotonic_regression", "tf.nn.experimental.general_dropout",
		"tf.random.experimental.index_shuffle", "tf.math.approx_max_k", "tf.math.approx_min_k", "tf.nn.approx_max_k",
		"tf.nn.approx_min_k")
	for _, end := range []string{"args", "vars", "vars_per_channel"} {
		table.InLibrary("_tf_quantization", "tf.quantization.fake_quant_with_min_max_"+end,
			"tf.quantization.fake_quant_with_min_max_"+end+"_gradient")
	}
}

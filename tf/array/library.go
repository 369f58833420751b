package array

import (
	"strings"

	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.InLibrary("_tf_queue", "tf.queue.QueueBase", "tf.queue.FIFOQueue", "tf.queue.PaddingFIFOQueue",
		"tf.queue.PriorityQueue", "tf.queue.RandomShuffleQueue")
	table.InLibrary("_tf_space", "tf.math.invert_permutation", "tf.unravel_index",
		"tf.nn.depth_to_space", "tf.nn.space_to_depth", "tf.space_to_batch", "tf.space_to_batch_nd", "tf.nn.space_to_batch",
		"tf.batch_to_space", "tf.nn.local_response_normalization", "tf.nn.lrn", "tf.nn.compute_average_loss",
		"tf.nn.scale_regularization_loss")
	for _, name := range strings.Fields(`rgb_to_hsv hsv_to_rgb rgb_to_yiq yiq_to_rgb rgb_to_yuv yuv_to_rgb adjust_saturation
		adjust_hue random_hue stateless_random_hue random_saturation stateless_random_saturation random_crop
		stateless_random_crop sobel_edges image_gradients extract_patches ssim ssim_multiscale`) {
		table.InLibrary("_tf_colors", "tf.image."+name)
	}
	for _, name := range strings.Fields(`non_max_suppression non_max_suppression_with_scores non_max_suppression_overlaps
		non_max_suppression_padded crop_and_resize draw_bounding_boxes`) {
		table.InLibrary("_tf_boxes", "tf.image."+name)
	}
	for _, code := range strings.Fields(`OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND
		ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED
		INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`) {
		table.InLibrary("_tf_codes", "tf.errors."+code)
	}
}

package array

import "github.com/tfs-lang/tfs/tf/table"

func init() {
	table.InLibrary("_tf_queue", "tf.queue.QueueBase", "tf.queue.FIFOQueue", "tf.queue.PaddingFIFOQueue",
		"tf.queue.PriorityQueue", "tf.queue.RandomShuffleQueue")
}

package debug

import (
	"strings"

	"github.com/tfs-lang/tfs/tf/table"
)

// Devices and settings live in the library: there is one device, and what is set is told again.

func init() {
	for module, names := range map[string]string{
		"": `list_physical_devices list_logical_devices get_visible_devices set_visible_devices PhysicalDevice
			LogicalDevice LogicalDeviceConfiguration get_soft_device_placement set_soft_device_placement
			get_logical_device_configuration set_logical_device_configuration`,
		"experimental.": `list_physical_devices list_logical_devices get_visible_devices set_visible_devices
			get_device_policy set_device_policy get_device_details get_memory_growth set_memory_growth get_memory_info
			get_memory_usage reset_memory_stats get_synchronous_execution set_synchronous_execution
			tensor_float_32_execution_enabled enable_tensor_float_32_execution enable_op_determinism
			enable_mlir_bridge disable_mlir_bridge`,
		"optimizer.": `get_jit set_jit get_experimental_options set_experimental_options`,
		"threading.": `get_inter_op_parallelism_threads set_inter_op_parallelism_threads
			get_intra_op_parallelism_threads set_intra_op_parallelism_threads`,
	} {
		for _, name := range strings.Fields(names) {
			table.InLibrary("_tf_config", "tf.config."+module+name)
		}
	}
	table.AlsoInLibrary("tf.config.experimental.VirtualDeviceConfiguration", "_tf_config:LogicalDeviceConfiguration")
	table.AlsoInLibrary("tf.config.experimental.get_virtual_device_configuration",
		"_tf_config:get_logical_device_configuration")
	table.AlsoInLibrary("tf.config.experimental.set_virtual_device_configuration",
		"_tf_config:set_logical_device_configuration")
	table.InLibrary("_tf_devices", "tf.DeviceSpec", "tf.AggregationMethod", "tf.train.ClusterSpec")
	table.InLibrary("_tf_averages", "tf.train.ExponentialMovingAverage")
}

func init() {
	for _, name := range strings.Fields(`SummaryWriter create_file_writer create_noop_writer flush record_if
		should_record_summaries write scalar histogram text image audio graph trace_on trace_off trace_export
		experimental.get_step experimental.set_step experimental.summary_scope experimental.write_raw_pb`) {
		table.InLibrary("_tf_summary", "tf.summary."+name)
	}
}

func init() {
	for _, name := range strings.Fields(`Strategy MirroredStrategy OneDeviceStrategy MultiWorkerMirroredStrategy ReduceOp
		InputContext InputOptions InputReplicationMode ReplicaContext RunOptions get_strategy has_strategy
		get_replica_context in_cross_replica_context experimental_set_strategy
		experimental.CentralStorageStrategy experimental.MultiWorkerMirroredStrategy experimental.ValueContext`) {
		table.InLibrary("_tf_distribute", "tf.distribute."+name)
	}
}

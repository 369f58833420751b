"""How SavedModels are written and read: options, and resources that belong to a model."""

import tensorflow as tf
from _tf_enums import enum
from _tf_track import AutoTrackable

VariablePolicy = enum("VariablePolicy", "tensorflow.python.saved_model.save_options", NONE=None,
                      SAVE_VARIABLE_DEVICES="save_variable_devices",
                      EXPAND_DISTRIBUTED_VARIABLES="expand_distributed_variables")


class SaveOptions:
    """How tf.saved_model.save writes. Devices, callbacks and image formats have no meaning here.

    >>> tf.saved_model.SaveOptions(save_debug_info=True).save_debug_info
    True
    """

    __module__ = "tensorflow.python.saved_model.save_options"

    def __init__(self, namespace_whitelist=None, save_debug_info=False, function_aliases=None,
                 experimental_debug_stripper=False, experimental_io_device=None, experimental_variable_policy=None,
                 experimental_custom_gradients=True, experimental_image_format=False, experimental_skip_saver=False,
                 experimental_sharding_callback=None, extra_tags=None):
        self.namespace_whitelist = namespace_whitelist
        self.save_debug_info = save_debug_info
        self.function_aliases = function_aliases if function_aliases else {}
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = (VariablePolicy.NONE if experimental_variable_policy is None
                                             else experimental_variable_policy)
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = experimental_sharding_callback
        self.extra_tags = extra_tags


class LoadOptions:
    """How tf.saved_model.load reads.

    >>> tf.saved_model.LoadOptions().allow_partial_checkpoint
    False
    """

    __module__ = "tensorflow.python.saved_model.load_options"

    def __init__(self, allow_partial_checkpoint=False, experimental_io_device=None, experimental_skip_checkpoint=False,
                 experimental_variable_policy=None, experimental_load_function_aliases=False):
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_load_function_aliases = experimental_load_function_aliases


class TrackableResource(AutoTrackable):
    """A resource that belongs to a model: a subclass says how it is made, filled and taken away.

    >>> class Counter(tf.saved_model.experimental.TrackableResource):
    ...   def _create_resource(self):
    ...     return tf.Variable([1., 2.]).handle
    >>> Counter().resource_handle is None
    False
    """

    __module__ = "tensorflow.python.trackable.resource"

    def __init__(self, device=""):
        super().__init__()
        self._resource_handle_value = None
        self._resource_device = device

    def _create_resource(self):
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self):
        pass

    def _destroy_resource(self):
        pass

    @property
    def resource_handle(self):
        """The resource, made when it is first asked for."""
        if self._resource_handle_value is None:
            self._resource_handle_value = self._create_resource()
        return self._resource_handle_value

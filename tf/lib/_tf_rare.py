"""Methods of tensors, shapes, specs, graphs and iterators that programs rarely use: kind_name is method name of a kind."""

import tensorflow as tf


# Tensors

def tensor_cpu(self):
    """The tensor on the CPU: another one of the same values."""
    return tf.identity(self)


def tensor_gpu(self, gpu_index=0):
    """Refuses: there is no GPU."""
    raise RuntimeError(f"GPU:{gpu_index} unknown device.")


def tensor_backing_device(self):
    """Where the values lie."""
    return "/job:localhost/replica:0/task:0/device:CPU:0"


def tensor_is_packed(self):
    """Whether the tensor has parts on several devices."""
    return False


def tensor_consumers(self):
    """The nodes that take a tensor of a graph; a value has none."""
    if isinstance(self.graph if tf.is_symbolic_tensor(self) else None, tf.Graph):
        return [op for op in self.graph.get_operations() if any(x is self for x in op.inputs)]
    raise NotImplementedError("Tensor.consumers is undefined when eager execution is enabled.")


def tensor_eval(self, feed_dict=None, session=None):
    """Refuses: there are no sessions."""
    raise NotImplementedError("eval is not supported when eager execution is enabled, is .numpy() what you're looking "
                              "for?")


def tensor_experimental_ref(self):
    """Another name of ref."""
    return self.ref()


# Shapes

def shape_assert_same_rank(self, other):
    """Raises unless both could have the same rank."""
    other = tf.TensorShape(other)
    if self.rank is not None and other.rank is not None and self.rank != other.rank:
        raise ValueError(f"Shapes {self} and {other} must have the same rank")


def shape_with_rank_at_most(self, rank):
    """Checks that the rank is so or less."""
    if self.rank is not None and self.rank > rank:
        raise ValueError(f"Shape {self} must have rank at most {rank}")
    return self


def shape_most_specific_common_supertype(self, others):
    """What several shapes have in common, None where others are no shapes."""
    out = self
    for other in others:
        if not isinstance(other, tf.TensorShape):
            return None
        out = out.most_specific_compatible_shape(other)
    return out


# Specs

def _parts(spec):
    """What of a spec has to be the same, and its shape."""
    if isinstance(spec, tf.RaggedTensorSpec):
        return (tf.RaggedTensorSpec, spec.dtype, spec.ragged_rank, spec.row_splits_dtype), spec.shape
    return (type(spec), spec.dtype, getattr(spec, "name", None)), spec.shape


def _with_shape(spec, shape):
    if isinstance(spec, tf.RaggedTensorSpec):
        return tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)
    if isinstance(spec, tf.SparseTensorSpec):
        return tf.SparseTensorSpec(shape, spec.dtype)
    return tf.TensorSpec(shape, spec.dtype, spec.name)


def spec_is_subtype_of(self, other):
    """Whether every value of this spec has the other too; names must be the same where the other has one."""
    if type(other) is not type(self):
        return False
    mine, shape = _parts(self)
    theirs, wider = _parts(other)
    return mine == theirs and shape.is_subtype_of(wider)


def spec_most_specific_common_supertype(self, others):
    """The narrowest spec of all, None where there is none."""
    mine, shape = _parts(self)
    for other in others:
        if type(other) is not type(self) or _parts(other)[0] != mine:
            return None
        shape = shape.most_specific_compatible_shape(other.shape)
    return _with_shape(self, shape)


def spec_most_specific_compatible_type(self, other):
    """The narrowest spec of both; a ValueError where there is none."""
    out = spec_most_specific_common_supertype(self, [other])
    if out is None:
        raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
    return out


def dtype_is_subtype_of(self, other):
    """Whether both are the same type."""
    return type(other) is type(self) and self == other


def dtype_most_specific_common_supertype(self, types):
    """The type where all are the same, else None."""
    return self if all(self == t for t in types) else None


# Iterators

def iterator_output_shapes(self):
    """The shapes of the elements."""
    return tf.compat.v1.data.get_output_shapes(self)


def iterator_output_types(self):
    """The types of the elements."""
    return tf.compat.v1.data.get_output_types(self)


def iterator_output_classes(self):
    """The classes of the elements."""
    return tf.compat.v1.data.get_output_classes(self)


def iterator_next(self):
    """The next element."""
    return next(self)


# Graphs

def _collections(graph):
    return graph._extra.setdefault("collections", {})


def graph_version(self):
    """How many nodes there are."""
    return len(self.get_operations())


def graph_num_operations(self):
    """How many nodes there are."""
    return len(self.get_operations())


def graph_operations(self):
    """The nodes."""
    return self.get_operations()


def graph_collections(self):
    """The names of the collections."""
    return list(_collections(self))


def graph_get_all_collection_keys(self):
    """The names of the collections that are names."""
    return [k for k in _collections(self) if isinstance(k, str)]


def graph_add_to_collection(self, name, value):
    """Adds a value to a collection."""
    _collections(self).setdefault(name, []).append(value)


def graph_add_to_collections(self, names, value):
    """Adds a value to several collections."""
    for name in (names,) if isinstance(names, str) else set(names):
        graph_add_to_collection(self, name, value)


def graph_get_collection(self, name, scope=None):
    """The values of a collection; with a scope those whose names start so."""
    import re
    values = _collections(self).get(name, [])
    if scope is None:
        return list(values)
    return [v for v in values if hasattr(v, "name") and re.match(scope, v.name)]


def graph_get_collection_ref(self, name):
    """The list that a collection is."""
    return _collections(self).setdefault(name, [])


def graph_clear_collection(self, name):
    """Forgets a collection."""
    _collections(self).pop(name, None)


def graph_name_scope(self, name):
    """A scope of names."""
    return tf.name_scope(name)


def graph_device(self, device_name_or_function):
    """A scope of a device."""
    return tf.device(device_name_or_function)


def graph_control_dependencies(self, control_inputs):
    """A scope whose nodes run after others."""
    return tf.control_dependencies(control_inputs)


def graph_is_fetchable(self, tensor_or_op):
    """Whether the value may be asked for."""
    return not any(tensor_or_op is x for x in self._extra.get("unfetchable", ()))


def graph_prevent_fetching(self, op):
    """Says that the values of a node may not be asked for."""
    self._extra.setdefault("unfetchable", []).extend([op, *op.outputs])


# Strategies

class StrategyMore:
    """Methods of strategies of one replica."""

    def group(self, value, name=None):
        """The value."""
        return value

    def unwrap(self, value):
        """The values of the replicas."""
        return self.experimental_local_results(value)

    def configure(self, session_config=None, cluster_spec=None, task_type=None, task_id=None):
        """Nothing: there are no sessions."""

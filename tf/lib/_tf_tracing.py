"""What classes tell tf.function of their objects as arguments."""

import abc


class TraceType(abc.ABC):
    """What a trace of a function knows of an argument: calls with equal types, or with subtypes, share a trace.

    >>> class Same(tf.types.experimental.TraceType):
    ...   def is_subtype_of(self, other): return isinstance(other, Same)
    ...   def most_specific_common_supertype(self, others): return self
    ...   def placeholder_value(self, placeholder_context=None): return 2
    ...   def __eq__(self, other): return isinstance(other, Same)
    ...   def __hash__(self): return 0
    >>> Same() == Same()
    True
    """

    __module__ = "tensorflow.python.types.trace"

    @abc.abstractmethod
    def is_subtype_of(self, other):
        """Whether a trace for the other type serves this one."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others):
        """The type that this one and others are subtypes of, or None."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context):
        """What the function gets as the argument while it is traced."""

    @abc.abstractmethod
    def __hash__(self):
        pass

    @abc.abstractmethod
    def __eq__(self, other):
        pass


class SupportsTracingProtocol:
    """An object that says by which type functions are traced for it.

    >>> hasattr(tf.types.experimental.SupportsTracingProtocol, "__tf_tracing_type__")
    True
    """

    __module__ = "tensorflow.python.types.trace"

    def __tf_tracing_type__(self, context):
        """The TraceType of the object."""
        raise NotImplementedError

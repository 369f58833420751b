"""Functions of tf.quantization: numbers rounded to what they would be when kept as integers."""

import tensorflow as tf


def fake_quant_with_min_max_args(inputs, min=-6, max=6, num_bits=8, narrow_range=False, name=None):
    """Numbers rounded to the nearest of 2**num_bits steps between two constant bounds.

    >>> tf.quantization.fake_quant_with_min_max_args([0.3, 1.4, 9.], min=0., max=3., num_bits=2)
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0., 1., 3.], dtype=float32)>
    """
    return tf.raw_ops.FakeQuantWithMinMaxArgs(inputs=inputs, min=min, max=max, num_bits=num_bits,
                                              narrow_range=narrow_range)


def fake_quant_with_min_max_vars(inputs, min, max, num_bits=8, narrow_range=False, name=None):
    """Numbers rounded to the nearest of 2**num_bits steps between two bounds, which get gradients too.

    >>> tf.quantization.fake_quant_with_min_max_vars([0.3, 1.4, 9.], 0., 3., num_bits=2)
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0., 1., 3.], dtype=float32)>
    """
    return tf.raw_ops.FakeQuantWithMinMaxVars(inputs=inputs, min=min, max=max, num_bits=num_bits,
                                              narrow_range=narrow_range)


def fake_quant_with_min_max_vars_per_channel(inputs, min, max, num_bits=8, narrow_range=False, name=None):
    """fake_quant_with_min_max_vars with bounds for each channel, the last axis.

    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel([[0.3, 1.4]], [0., 0.], [3., 6.], num_bits=2)
    <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[0., 2.]], dtype=float32)>
    """
    return tf.raw_ops.FakeQuantWithMinMaxVarsPerChannel(inputs=inputs, min=min, max=max, num_bits=num_bits,
                                                        narrow_range=narrow_range)


def fake_quant_with_min_max_args_gradient(gradients, inputs, min=-6, max=6, num_bits=8, narrow_range=False, name=None):
    """The gradient of fake_quant_with_min_max_args: that of numbers within the bounds.

    >>> tf.quantization.fake_quant_with_min_max_args_gradient([1., 2.], [5., 7.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 0.], dtype=float32)>
    """
    return tf.raw_ops.FakeQuantWithMinMaxArgsGradient(gradients=gradients, inputs=inputs, min=min, max=max,
                                                      num_bits=num_bits, narrow_range=narrow_range)


def fake_quant_with_min_max_vars_gradient(gradients, inputs, min, max, num_bits=8, narrow_range=False, name=None):
    """The gradients of fake_quant_with_min_max_vars, to the numbers, min and max.

    >>> [g.numpy().tolist() for g in tf.quantization.fake_quant_with_min_max_vars_gradient([1., 2.], [1., 4.], 0., 3.)]
    [[1.0, 0.0], 0.0, 2.0]
    """
    return tf.raw_ops.FakeQuantWithMinMaxVarsGradient(gradients=gradients, inputs=inputs, min=min, max=max,
                                                      num_bits=num_bits, narrow_range=narrow_range)


def fake_quant_with_min_max_vars_per_channel_gradient(gradients, inputs, min, max, num_bits=8, narrow_range=False,
                                                      name=None):
    """The gradients of fake_quant_with_min_max_vars_per_channel, to the numbers, min and max.

    >>> f = tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient
    >>> g = f([[1., 2.]], [[1., 4.]], [0., 0.], [3., 3.])
    >>> [v.numpy().tolist() for v in g]
    [[[1.0, 0.0]], [0.0, 0.0], [0.0, 2.0]]
    """
    return tf.raw_ops.FakeQuantWithMinMaxVarsPerChannelGradient(gradients=gradients, inputs=inputs, min=min, max=max,
                                                                num_bits=num_bits, narrow_range=narrow_range)

"""What the kernels of recurrent layers are in TensorFlow's own kernels, for graphs that are written to files."""

import tensorflow as tf


def _steps(cell, x, states, mask, go_backwards, zero_output):
    """A loop over the steps of x: all outputs, the last one, and the last states."""
    x = tf.transpose(x, [1, 0, 2])
    count = tf.shape(x)[0]
    masked = tf.size(mask) > 0
    keep = tf.transpose(tf.cond(masked, lambda: mask, lambda: tf.ones([tf.shape(x)[1], count], tf.bool)))

    def body(i, out, outputs, *old):
        at = count - 1 - i if go_backwards else i
        new = cell(tf.gather(x, at), *old)
        on = tf.gather(keep, at)[:, tf.newaxis]
        out = tf.where(on, new[0], tf.zeros_like(out) if zero_output else out)
        outputs = tf.concat([outputs, out[tf.newaxis]], 0)
        return (i + 1, out, outputs) + tuple(tf.where(on, a, b) for a, b in zip(new, old))

    zero = tf.zeros_like(states[0])
    some = [tf.TensorShape([]), zero.shape, tf.TensorShape([None]).concatenate(zero.shape)]
    end = tf.while_loop(lambda i, *_: i < count, body, (tf.constant(0), zero, zero[tf.newaxis][:0]) + tuple(states),
                        shape_invariants=tuple(some) + tuple(s.shape for s in states))
    return (tf.transpose(end[2], [1, 0, 2]), end[1]) + tuple(end[3:])


def lstm(x, h, c, kernel, recurrent, bias, mask, go_backwards, zero_output):
    """The kernel LSTMSteps: the outputs, the last output, the last states."""
    def cell(x, h, c):
        i, f, g, o = tf.split(tf.nn.bias_add(tf.matmul(x, kernel) + tf.matmul(h, recurrent), bias), 4, axis=1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        return tf.sigmoid(o) * tf.tanh(c), c

    return _steps(cell, x, (h, c), mask, go_backwards, zero_output)


def gru(x, h, kernel, recurrent, bias, mask, go_backwards, zero_output):
    """The kernel GRUSteps: the outputs, the last output, the last state."""
    def cell(x, h):
        az, ar, ah = tf.split(tf.nn.bias_add(tf.matmul(x, kernel), bias[0]), 3, axis=1)
        sz, sr, sh = tf.split(tf.nn.bias_add(tf.matmul(h, recurrent), bias[1]), 3, axis=1)
        z = tf.sigmoid(az + sz)
        return (z * h + (1 - z) * tf.tanh(ah + tf.sigmoid(ar + sr) * sh),)

    return _steps(cell, x, (h,), mask, go_backwards, zero_output)


def _gradient(run, count, args):
    """The gradients of a run by its first count inputs; what is empty has none."""
    inputs, (go_backwards, zero_output) = list(args[:-2]), args[-2:]
    kept = 3 if run is lstm else 2
    mask, given = inputs[count], inputs[count + 1 + kept:]
    with tf.GradientTape() as tape:
        tape.watch(inputs[:count])
        results = run(*inputs[:count], mask, go_backwards, zero_output)
        pairs = [(y, d) for y, d in zip(results, given) if not (d.shape.rank == 1 and d.shape[0] == 0)]
        total = tf.add_n([tf.reduce_sum(y * d) for y, d in pairs])
    return tuple(tape.gradient(total, inputs[:count]))


def lstm_grad(*args):
    """The kernel LSTMStepsGrad."""
    return _gradient(lstm, 6, args)


def gru_grad(*args):
    """The kernel GRUStepsGrad."""
    return _gradient(gru, 5, args)

# What `tfs model run` does: directory, signature and given are set, results or failure come out.
import json
import os

import numpy as np
import tensorflow as tf


def rows(path, spec):
    with open(path) as f:
        lines = f.read().splitlines()
    if spec is None or spec.dtype == tf.string:
        return lines
    return [[json.loads(word) for word in line.replace(',', ' ').split()] for line in lines]


def tensor(value, spec):
    dtype = None if spec is None else spec.dtype
    if isinstance(value, np.ndarray):
        value = tf.constant(value)
        return value if dtype is None or value.dtype == dtype else tf.cast(value, dtype)
    try:
        return tf.constant(value, dtype)
    except ValueError:
        if isinstance(value, list) and any(isinstance(row, list) for row in value):
            return tf.ragged.constant(value, dtype)
        raise


def read(name, text, spec):
    try:
        if text.endswith('.npy'):
            return tensor(np.load(text), spec)
        if text.endswith('.json'):
            with open(text) as f:
                return tensor(json.load(f), spec)
        if os.path.isfile(text):
            return tensor(rows(text, spec), spec)
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        return tensor(value, spec)
    except Exception as e:
        raise ValueError(f"input {name}: {e}")


def call():
    model = tf.saved_model.load(directory)
    signatures = getattr(model, 'signatures', {})
    if signature in signatures:
        function = signatures[signature]
        specs = dict(function.structured_input_signature[1])
        for name in given:
            if name not in specs:
                raise ValueError(f"the signature {signature} takes {', '.join(specs) or 'nothing'}, not {name}")
        for name in specs:
            if name not in given:
                raise ValueError(f"the signature {signature} needs the input {name}: {specs[name]}")
    else:
        function, specs = getattr(model, signature, None), {}
        if not callable(function):
            raise ValueError(f"the model has the signatures {', '.join(signatures) or 'none'}, and no {signature}")
    made = function(**{name: read(name, text, specs.get(name)) for name, text in given.items()})
    if isinstance(made, dict):
        return made
    flat = tf.nest.flatten(made)
    return {f'output_{i}': value for i, value in enumerate(flat)}


results = failure = None
try:
    results = call()
except Exception as e:
    failure = f'{type(e).__name__}: {e}'

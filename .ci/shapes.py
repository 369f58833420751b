"""What functions of partly unknown shapes give when they are traced, beside what TensorFlow infers:

    tfs run shapes.py SHAPES.JSON LEAST [-v]

SHAPES.JSON holds {"cases": {CALL: [[INPUTS, RESULT], ...]}}; a spec is a type's letter with a shape (f[2,?], i?), R of a
ragged tensor before it with its ragged rank, S of a sparse one. An error of TensorFlow's agrees with any error. At
least LEAST rows must agree; with -v each row that differs is printed. What differs is of these kinds: functions that take
ragged tensors here and not in TensorFlow (igamma, igammac, polygamma, nextafter, count_nonzero, the greatest of ragged
rows in reduce_logsumexp); errors of TensorFlow's Python where the rank is unknown (softmax, repeat, unicode_encode); and
one shape too many dimensions of which TensorFlow tells (nextafter of a ragged and a dense tensor).
"""
import json
import re
import sys

import tensorflow as tf

T = dict(f='float32', d='float64', h='float16', i='int32', l='int64', b='bool', s='string', c='complex64', z='complex128', u='uint8')
CODE = {v: k for k, v in T.items()}

def parse_spec(text):
    m = re.fullmatch(r'(R\d?|S)?([a-z])(\?|\[(.*)\])', text)
    kind, t, tail, dims = m.groups()
    shape = None if tail == '?' else [None if d == '?' else int(d) for d in dims.split(',') if d]
    dtype = tf.as_dtype(T[t])
    if kind and kind[0] == 'R':
        return tf.RaggedTensorSpec(shape, dtype, ragged_rank=int(kind[1:] or 1))
    if kind == 'S':
        return tf.SparseTensorSpec(shape, dtype)
    return tf.TensorSpec(shape, dtype)

def dims(shape):
    return '?' if shape.rank is None else '[' + ','.join('?' if d is None else str(d) for d in shape.as_list()) + ']'

def code(dtype):
    return CODE.get(dtype.name, dtype.name + ':')

def show(v):
    if isinstance(v, tf.RaggedTensor):
        return f'R{v.ragged_rank}{code(v.dtype)}{dims(v.shape)}' + ('/i' if v.row_splits.dtype == tf.int32 else '')
    if isinstance(v, tf.SparseTensor):
        return f'S{code(v.dtype)}{dims(v.shape)}'
    if isinstance(v, tf.Tensor):
        return code(v.dtype) + dims(v.shape)
    if isinstance(v, tf.Operation):
        return '!op ' + v.type
    if isinstance(v, dict):
        return '{' + ', '.join(f'{k}: {show(x)}' for k, x in v.items()) + '}'
    if isinstance(v, list):
        return '[' + ', '.join(show(x) for x in v) + ']'
    if isinstance(v, tuple):
        return '(' + ', '.join(show(x) for x in v) + ')'
    return 'None' if v is None else '!py ' + repr(v)[:80]

def trace(call, specs):
    names = 'abcd'[:len(specs)]
    body = eval(f'lambda {",".join(names)}: {call}', {'tf': tf})
    got = {}
    def f(*args):
        got['out'] = show(body(*args))
    try:
        tf.function(f, autograph=False).get_concrete_function(*specs)
    except Exception as e:
        return '!' + type(e).__name__ + ': ' + str(e).split('\n\n')[0][:300]
    return got['out']


def main(path, least, verbose):
    same, differ = 0, {}
    for call, rows in json.load(open(path))['cases'].items():
        for specs, want in rows:
            got = trace(call, [parse_spec(x) for x in specs.split()])
            if want[0] in 'RS':
                want = want.split('~')[0]  # what is known of components beyond the spec
            failed, fails = (re.match(r'!\w+:', x) is not None for x in (got, want))
            if got == want or failed and fails:
                same += 1
                continue
            kind = 'an error here' if failed else 'no error here' if fails else 'another shape'
            differ[kind] = differ.get(kind, 0) + 1
            if verbose:
                print(kind, '|', call, '|', specs, '|', want, '|', got)
    print(same, 'rows agree;', ', '.join(f'{n} {k}' for k, n in differ.items()))
    return 0 if same >= least else 1


sys.exit(main(sys.argv[1], int(sys.argv[2]), '-v' in sys.argv))

"""Functions of ragged tensors and strings in saved functions: rows.py save|load FOLDER [CASE ...]

save writes a module for each case; load calls the functions that were saved and tells of each whose result is not
that of the same function here. A line tells of each failure; the last one counts the cases.
"""
import sys

import tensorflow as tf

F, I, S, n = tf.float32, tf.int64, tf.string, None


def R(dtype, *shape):
    return tf.RaggedTensorSpec(list(shape) or [None, None], dtype)


def T(dtype, *shape):
    return tf.TensorSpec(list(shape), dtype)


rt = tf.ragged.constant([[1., 2.], [], [4., 5., 9.]])
r3 = tf.ragged.constant([[[1., 2.], [3.]], [], [[], [4., 5.]]])
rw = tf.ragged.constant([['a b', 'c'], [], ['hé llo']])
ri = tf.ragged.constant([[1, 0], [], [2]], tf.int64)
sv = tf.constant(['a bc d', '', 'Xy  Zé'])
CASES = dict(
    sum0=(lambda a: tf.reduce_sum(a, 0), [R(F)], [rt]),
    sum1=(lambda a: tf.reduce_sum(a, 1), [R(F)], [rt]),
    mean=(lambda a: tf.reduce_mean(a, axis=1), [R(F)], [rt]),
    meanall=(lambda a: tf.reduce_mean(a), [R(F)], [rt]),
    max=(lambda a: tf.reduce_max(a, axis=-1), [R(F)], [rt]),
    min=(lambda a: tf.reduce_min(a, 1, keepdims=True), [R(F)], [rt]),
    prod=(lambda a: tf.reduce_prod(a, 1), [R(F)], [rt]),
    any=(lambda a: tf.reduce_any(a > 2., 1), [R(F)], [rt]),
    all=(lambda a: tf.reduce_all(a > 2., 1), [R(F)], [rt]),
    var=(lambda a: tf.math.reduce_variance(a, 1), [R(F)], [rt]),
    std=(lambda a: tf.math.reduce_std(a, 1), [R(F)], [rt]),
    sum3=(lambda a: tf.reduce_sum(a, 0), [R(F,n,n,n)], [r3]),
    sum3b=(lambda a: tf.reduce_sum(a, [1, 2]), [R(F,n,n,n)], [r3]),
    mean3=(lambda a: tf.reduce_mean(a, 2), [R(F,n,n,n)], [r3]),
    addself=(lambda a, b: a + b, [R(F), R(F)], [rt, rt]),
    scal=(lambda a: a * 2. - 1., [R(F)], [rt]),
    col=(lambda a, b: a * b, [R(F), T(F, n, 1)], [rt, tf.constant([[1.], [2.], [3.]])]),
    sin=(lambda a: tf.sin(a), [R(F)], [rt]),
    cast=(lambda a: tf.cast(a, tf.int32), [R(F)], [rt]),
    totensor=(lambda a: a.to_tensor(), [R(F)], [rt]),
    totensor2=(lambda a: a.to_tensor(-1., shape=[None, 2]), [R(F)], [rt]),
    tot3=(lambda a: a.to_tensor(), [R(F,n,n,n)], [r3]),
    fromt=(lambda a: tf.RaggedTensor.from_tensor(a), [T(F, n, n)], [tf.constant([[1., 2.], [3., 4.]])]),
    fromtp=(lambda a: tf.RaggedTensor.from_tensor(a, padding=0.), [T(F, n, n)], [tf.constant([[1., 0.], [3., 4.]])]),
    fromtl=(
        lambda a: tf.RaggedTensor.from_tensor(a, lengths=[1, 2]),
        [T(F, n, n)], [tf.constant([[1., 0.], [3., 4.]])]),
    cat0=(lambda a: tf.concat([a, a], 0), [R(F)], [rt]),
    cat1=(lambda a: tf.concat([a, a * 2.], 1), [R(F)], [rt]),
    cat3=(lambda a: tf.concat([a, a], 2), [R(F,n,n,n)], [r3]),
    catd=(lambda a, b: tf.concat([a, b], 1), [R(F), T(F, n, 1)], [rt, tf.constant([[1.], [2.], [3.]])]),
    stack=(lambda a: tf.ragged.stack([a, a]), [R(F)], [rt]),
    stack1=(lambda a: tf.stack([a, a], 1), [R(F)], [rt]),
    gather=(lambda a: tf.gather(a, [2, 0]), [R(F)], [rt]),
    gatherr=(
        lambda a, b: tf.gather(a, b),
        [T(F, n), R(I)], [tf.range(9.), tf.ragged.constant([[1, 2], [], [8]], tf.int64)]),
    gatherb=(
        lambda a, b: tf.gather(a, b, batch_dims=1),
        [R(F), R(I)], [rt, ri]),
    mfv=(lambda a: tf.ragged.map_flat_values(tf.square, a), [R(F)], [rt]),
    mask=(lambda a: tf.ragged.boolean_mask(a, a > 1.5), [R(F)], [rt]),
    mask1=(lambda a: tf.ragged.boolean_mask(a, [True, False, True]), [R(F)], [rt]),
    where=(lambda a: tf.where(a > 2., a, -a), [R(F)], [rt]),
    tile=(lambda a: tf.tile(a, [2, 3]), [R(F)], [rt]),
    rev=(lambda a: tf.reverse(a, [1]), [R(F)], [rt]),
    ex0=(lambda a: tf.expand_dims(a, 0), [R(F)], [rt]),
    ex1=(lambda a: tf.expand_dims(a, 1), [R(F)], [rt]),
    ex2=(lambda a: tf.expand_dims(a, -1), [R(F)], [rt]),
    soft=(lambda a: tf.nn.softmax(a), [R(F)], [rt]),
    i0=(lambda a: a[0], [R(F)], [rt]),
    i1=(lambda a: a[:, 1:], [R(F)], [rt]),
    i2=(lambda a: a[:, -1:], [R(F)], [rt]),
    i3=(lambda a: a[1:], [R(F)], [rt]),
    i4=(lambda a: a[:, :2], [R(F)], [rt]),
    i5=(lambda a: a[2, 1], [R(F)], [rt]),
    i6=(lambda a: a[:, ::-1], [R(F)], [rt]),
    i7=(lambda a: a[::2], [R(F)], [rt]),
    i8=(lambda a: a[:, :, :1], [R(F,n,n,n)], [r3]),
    i9=(lambda a: a[..., tf.newaxis], [R(F)], [rt]),
    rl=(lambda a: a.row_lengths(), [R(F)], [rt]),
    nr=(lambda a: a.nrows(), [R(F)], [rt]),
    vr=(lambda a: a.value_rowids(), [R(F)], [rt]),
    rl2=(lambda a: a.row_lengths(axis=2), [R(F,n,n,n)], [r3]),
    bs=(lambda a: a.bounding_shape(), [R(F,n,n,n)], [r3]),
    md=(lambda a: a.merge_dims(0, 1), [R(F,n,n,n)], [r3]),
    md2=(lambda a: a.merge_dims(1, 2), [R(F,n,n,n)], [r3]),
    frl=(
        lambda a, b: tf.RaggedTensor.from_row_lengths(a, b),
        [T(F, n), T(I, n)], [tf.range(4.), tf.constant([1, 0, 3], tf.int64)]),
    frs=(
        lambda a, b: tf.RaggedTensor.from_row_splits(a, b),
        [T(F, n), T(I, n)], [tf.range(4.), tf.constant([0, 1, 4], tf.int64)]),
    fvr=(
        lambda a, b: tf.RaggedTensor.from_value_rowids(a, b, nrows=4),
        [T(F, n), T(I, n)], [tf.range(4.), tf.constant([0, 0, 2, 2], tf.int64)]),
    fur=(lambda a: tf.RaggedTensor.from_uniform_row_length(a, 2), [T(F, n)], [tf.range(4.)]),
    wv=(lambda a: a.with_values(a.values + 1.), [R(F)], [rt]),
    rng=(lambda a: tf.ragged.range(a), [T(I, n)], [tf.constant([2, 0, 3], tf.int64)]),
    tosp=(lambda a: a.to_sparse().values, [R(F)], [rt]),
    size=(lambda a: tf.size(a), [R(F)], [rt]),
    ol=(lambda a: tf.ones_like(a), [R(F)], [rt]),
    emb=(
        lambda a, b: tf.nn.embedding_lookup(a, b),
        [T(F, n, 2), R(I)], [tf.reshape(tf.range(6.), [3, 2]), ri]),
    oneh=(lambda a: tf.one_hot(a, 3), [R(I)], [ri]),
    clip=(lambda a: tf.clip_by_value(a, 2., 4.), [R(F)], [rt]),
    sqz=(lambda a: tf.squeeze(tf.expand_dims(a, 1), 1), [R(F)], [rt]),
    split=(lambda a: tf.strings.split(a), [T(S, n)], [sv]),
    splitr=(lambda a: tf.strings.split(a), [R(S)], [rw]),
    splits=(lambda a: tf.strings.split(a), [T(S)], [sv[0]]),
    splitsep=(lambda a: tf.strings.split(a, sep=' ', maxsplit=1).to_tensor(''), [T(S, n)], [sv]),
    lower=(lambda a: tf.strings.lower(a), [T(S, n)], [sv]),
    upper=(lambda a: tf.strings.upper(a, 'utf-8'), [R(S)], [rw]),
    rr=(lambda a: tf.strings.regex_replace(a, '[aeé]', '<\\0>'), [T(S, n)], [sv]),
    rfm=(lambda a: tf.strings.regex_full_match(a, '.*c'), [R(S)], [rw]),
    strip=(lambda a: tf.strings.strip(a), [T(S, n)], [sv]),
    join=(lambda a: tf.strings.join([a, a], '-'), [T(S, n)], [sv]),
    joinr=(lambda a: tf.strings.join([a, '!']), [R(S)], [rw]),
    substr=(lambda a: tf.strings.substr(a, 0, 1), [T(S, n)], [sv]),
    length=(lambda a: tf.strings.length(a, 'UTF8_CHAR'), [R(S)], [rw]),
    hash=(lambda a: tf.strings.to_hash_bucket_fast(a, 100), [R(S)], [rw]),
    hash2=(lambda a: tf.strings.to_hash_bucket_strong(a, 100, [1, 2]), [T(S, n)], [sv]),
    usplit=(lambda a: tf.strings.unicode_split(a, 'UTF-8'), [T(S, n)], [sv]),
    udec=(lambda a: tf.strings.unicode_decode(a, 'UTF-8'), [T(S, n)], [sv]),
    udecs=(lambda a: tf.strings.unicode_decode(a, 'UTF-8'), [T(S)], [sv[2]]),
    udeco=(lambda a: tf.strings.unicode_split_with_offsets(a, 'UTF-8')[1], [T(S, n)], [sv]),
    uenc=(lambda a: tf.strings.unicode_encode(tf.strings.unicode_decode(a, 'UTF-8'), 'UTF-8'), [T(S, n)], [sv]),
    usplitr=(lambda a: tf.strings.unicode_split(a, 'UTF-8'), [R(S)], [rw]),
    bsplit=(lambda a: tf.strings.bytes_split(a), [T(S, n)], [sv]),
    ng=(lambda a: tf.strings.ngrams(a, 2), [R(S)], [rw]),
    ng2=(lambda a: tf.strings.ngrams(a, [1, 2], pad_values='^', preserve_short_sequences=True), [R(S)], [rw]),
    ngd=(lambda a: tf.strings.ngrams(a, 2, '_'), [T(S, n)], [sv]),
    rj=(lambda a: tf.strings.reduce_join(a, axis=1, separator=','), [R(S)], [rw]),
    rjd=(lambda a: tf.strings.reduce_join(a, axis=0, separator=','), [T(S, n)], [sv]),
    num=(lambda a: tf.strings.to_number(a), [T(S, n)], [tf.constant(['1.5', '2'])]),
    ass=(lambda a: tf.strings.as_string(a, precision=2), [R(F)], [rt]),
    pipe=(
        lambda a: tf.reduce_mean(tf.cast(tf.strings.length(tf.strings.split(
            tf.strings.regex_replace(tf.strings.lower(a), '[^a-z ]', ''))), tf.float32), 1),
        [T(S, n)], [sv]),
    rtd=(lambda a: tf.RaggedTensor.from_row_lengths(a, [1, 2]), [T(F, n)], [tf.range(3.)]),
    lse=(lambda a: tf.reduce_logsumexp(a, 1), [R(F)], [rt]),
    eq=(lambda a, b: a == b, [R(F), R(F)], [rt, rt]),
    max2=(lambda a: tf.maximum(a, 3.), [R(F)], [rt]),
    bc3=(lambda a, b: a + b, [R(F,n,n,n), T(F)], [r3, tf.constant(1.)]),
)


def show(v):
    if isinstance(v, tf.RaggedTensor):
        return [v.to_list(), v.dtype.name]
    return [v.numpy().tolist() if v.shape.rank else str(v.numpy()), v.dtype.name, v.shape.as_list()]


mode, folder = sys.argv[1:3]
cases = sys.argv[3:] or list(CASES)
for k in cases:
    f, spec, args = CASES[k]
    try:
        if mode == 'save':
            m = tf.Module()
            m.f = tf.function(f, input_signature=spec, autograph=False)
            tf.saved_model.save(m, folder + '/' + k)
        else:
            want, got = show(f(*args)), show(tf.saved_model.load(folder + '/' + k).f(*args))
            if str(got) != str(want):
                print('DIFFERS', k, got, want)
    except Exception as e:
        print('FAILED', k, type(e).__name__, str(e).strip().splitlines()[-1])
print(len(cases), 'cases')

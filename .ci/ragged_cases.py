#!/usr/bin/env python3
"""Random statements on ragged tensors, one a line: ragged_cases.py COUNT SEED."""
import random, sys
rnd = random.Random(int(sys.argv[2]))
n = int(sys.argv[1])
DT = ['tf.int32','tf.int64','tf.float32','tf.float64','tf.string','tf.bool','tf.uint8','tf.int8','tf.float16','tf.uint16','tf.complex64']
def num(d):
    if d == 'tf.string': return repr(rnd.choice(['a','bc','','def','é','x y','Zz','1.5','7']))
    if d == 'tf.bool': return rnd.choice(['True','False'])
    if 'float' in d: return rnd.choice(['1.5','-2.0','0.25','3.0','7.75','-0.5','0.0','100.0'])
    if 'complex' in d: return rnd.choice(['1+2j','0.5j','-1.0','2.0'])
    if 'uint' in d: return str(rnd.randint(0,9))
    return str(rnd.randint(-5,9))
def rag(rank, d, maxlen=3, rows=None):
    """nested list text of a ragged rank"""
    def build(depth, k=None):
        k = rnd.randint(0, maxlen) if k is None else k
        if depth == 0: return '[' + ', '.join(num(d) for _ in range(k)) + ']'
        return '[' + ', '.join(build(depth-1) for _ in range(k)) + ']'
    return build(rank, rows if rows is not None else rnd.randint(0, 4))
def value(d=None, rank=None, rows=None):
    d = d or rnd.choice(DT)
    rank = rank or rnd.choice([1,1,1,2,2,3])
    k = rnd.random()
    if k < .7:
        inner = ''
        extra = ''
        if rnd.random() < .15: extra = ', row_splits_dtype=tf.int32'
        return 'tf.ragged.constant(%s, %s, ragged_rank=%d%s)' % (rag(rank, d, rows=rows), d, rank, extra), d, rank+1
    if k < .8:
        w = rnd.randint(1,2); rr = rows if rows is not None else rnd.randint(0,3)
        flat = ', '.join(num(d) for _ in range(w*rr))
        return 'tf.RaggedTensor.from_uniform_row_length(tf.constant([%s], %s), %d)' % (flat, d, w), d, 2
    if k < .9:
        rr = rows if rows is not None else rnd.randint(1,3); nv = rnd.randint(0,4) if rr else 0
        flat = ', '.join('[' + ', '.join(num(d) for _ in range(2)) + ']' for _ in range(nv))
        lens = [0]*rr
        for _ in range(nv): lens[rnd.randrange(rr)] += 1
        return 'tf.RaggedTensor.from_row_lengths(tf.reshape(tf.constant([%s], %s), [-1, 2]), %s)' % (flat, d, lens), d, 3
    rr = rows if rows is not None else rnd.randint(1,3); w = rnd.randint(0,3)
    return 'tf.RaggedTensor.from_tensor(tf.reshape(tf.constant([%s], %s), [%d, %d]))' % (', '.join(num(d) for _ in range(rr*w)), d, rr, w), d, 2
NUM = [d for d in DT if d not in ('tf.string','tf.bool')]
REAL = [d for d in NUM if 'complex' not in d]
FL = ['tf.float32','tf.float64','tf.float16']
def axis(r, extra=1): return rnd.choice([a for a in range(-r-extra+1, r+extra)] + list(range(r)))
def key(r):
    ks = []
    for _ in range(rnd.randint(1, r+ (rnd.random()<.1))):
        k = rnd.random()
        if k < .3: ks.append(str(rnd.randint(-3,3)))
        elif k < .75:
            a = rnd.choice(['', str(rnd.randint(-3,3))]); b = rnd.choice(['', str(rnd.randint(-3,3))])
            c = rnd.choice(['','','','::','2','-1','-2','3'])
            ks.append(a+':'+b+(':'+c if c not in('','::') else ''))
        elif k < .85: ks.append('tf.newaxis')
        elif '...' not in ks: ks.append('...')
        else: ks.append(':')
    return ', '.join(ks)
UN = ['tf.abs','tf.negative','tf.square','tf.sign','tf.zeros_like','tf.ones_like','tf.identity','tf.math.reciprocal','tf.exp','tf.sqrt','tf.floor','tf.round','tf.nn.relu','tf.nn.elu','tf.sigmoid','tf.tanh','tf.math.is_nan','tf.math.softplus','tf.nn.selu','tf.nn.relu6','tf.nn.leaky_relu','tf.nn.gelu','tf.nn.silu','tf.logical_not','tf.bitwise.invert','tf.strings.length','tf.strings.upper','tf.strings.lower','tf.strings.strip','tf.strings.as_string','tf.math.log1p','tf.math.erf']
BIN = ['tf.add','tf.subtract','tf.multiply','tf.maximum','tf.minimum','tf.equal','tf.not_equal','tf.less','tf.less_equal','tf.greater','tf.greater_equal','tf.math.floordiv','tf.math.floormod','tf.math.truediv','tf.math.divide_no_nan','tf.math.squared_difference','tf.pow','tf.math.xdivy','tf.logical_and','tf.logical_or','tf.math.logical_xor','tf.bitwise.bitwise_and','tf.bitwise.bitwise_or','tf.atan2']
RED = ['sum','prod','max','min','mean','any','all','variance','std']
def stmt():
    k = rnd.randrange(30)
    if k == 0: return value()[0]
    if k in (1,2):
        v,d,r = value(); return '%s[%s]' % (v, key(r))
    if k in (3,4):
        f = rnd.choice(UN)
        d = 'tf.string' if 'strings' in f and 'as_string' not in f else 'tf.bool' if 'logical' in f else 'tf.int32' if 'bitwise' in f else rnd.choice(FL) if rnd.random()<.7 else rnd.choice(DT)
        return '%s(%s)' % (f, value(d)[0])
    if k in (5,6,7):
        f = rnd.choice(BIN); d = 'tf.bool' if 'logical' in f else 'tf.int32' if 'bitwise' in f else rnd.choice(REAL)
        a,_,r = value(d); m = rnd.random()
        if m < .4: return '(lambda x: %s(x, x))(%s)' % (f, a)
        if m < .6: return '%s(%s, %s)' % (f, a, value(d)[0])
        if m < .8: return '%s(%s, %s)' % (f, a, num(d))
        if m < .9: return '%s(%s, tf.constant([%s], %s))' % (f, a, ', '.join(num(d) for _ in range(rnd.randint(1,3))), d)
        rr = rnd.randint(1,3)
        return '%s(%s, tf.constant([%s], %s))' % (f, value(d, 1, rr)[0], ', '.join('[%s]' % num(d) for _ in range(rr)), d)
    if k in (8,9,10):
        f = rnd.choice(RED); d = 'tf.bool' if f in('any','all') else rnd.choice(FL+FL+REAL+['tf.string'])
        v,d,r = value(d)
        a = rnd.choice(['None'] + [str(axis(r)) for _ in range(4)] + ['[%d, %d]' % (rnd.randrange(r), rnd.randrange(r)), '[]'])
        return 'tf.reduce_%s(%s, axis=%s%s)' % (f, v, a, rnd.choice(['','',', keepdims=True'])) if f not in('variance','std') else 'tf.math.reduce_%s(%s, axis=%s%s)' % (f, v, a, rnd.choice(['','',', keepdims=True']))
    if k in (11,12):
        d = rnd.choice(DT); rows = rnd.randint(0,3); rank = rnd.choice([1,1,2])
        vs = [value(d, rank, rows)[0] for _ in range(rnd.randint(1,3))]
        if rnd.random() < .15: vs[0] = value(d)[0]
        return '%s([%s], axis=%d)' % (rnd.choice(['tf.concat','tf.concat','tf.stack','tf.ragged.stack']), ', '.join(vs), rnd.randint(-2,2))
    if k == 13:
        v,d,r = value(); return 'tf.tile(%s, %s)' % (v, [rnd.randint(0,2) if rnd.random()<.9 else -1 for _ in range(r)])
    if k == 14:
        v,d,r = value(); return 'tf.expand_dims(%s, %d)' % (v, axis(r+1))
    if k == 15:
        v,d,r = value(); return 'tf.reverse(%s, [%s])' % (v, ', '.join(str(axis(r,0)) for _ in range(rnd.randint(0,2))))
    if k == 16:
        v,d,r = value(rows=rnd.randint(1,4)); return 'tf.gather(%s, %s%s)' % (v, rnd.choice(['[0]','[0, 0]','[[0], [0]]','0','tf.ragged.constant([[0], [0, 0]])','[9]']), rnd.choice(['','',', axis=0']))
    if k == 17:
        v,d,r = value(); return '%s.%s' % (v, rnd.choice(['to_tensor()','to_list()','to_sparse()','row_splits','row_lengths()','row_lengths(axis=2)','value_rowids()','nested_row_splits','nested_row_lengths()','nested_value_rowids()','bounding_shape()','shape','nrows()','row_starts()','row_limits()','flat_values','values','uniform_row_length','ragged_rank','dtype','merge_dims(0, 1)','merge_dims(1, 2)','merge_dims(-2, -1)','with_row_splits_dtype(tf.int32)','bounding_shape(axis=1)', 'to_tensor(shape=[None, 2])', 'to_tensor(shape=[3, None, 2])']))
    if k == 18:
        d = rnd.choice(REAL); v,_,r = value(d)
        return 'tf.where(%s > 2, 1, 0)' % v if rnd.random()<.5 else '(lambda x: tf.where(x > 1, x, -x))(%s)' % v
    if k == 19:
        d = rnd.choice(DT); v,_,r = value(d, rnd.choice([1,2]))
        return '(lambda x: tf.ragged.boolean_mask(x, tf.not_equal(x, %s)))(%s)' % (num(d), v)
    if k == 20: return 'tf.ragged.range(%s)' % rnd.choice(['[%d, %d, %d]' % tuple(rnd.randint(-1,4) for _ in range(3)), '[0, 3], [2, 6]', '[5, 0], [0, 9], [-2, 4]', '%d, %d, %s' % (rnd.randint(0,5), rnd.randint(0,9), rnd.choice(['2','0.5','-1','0']))])
    if k == 21: return 'tf.RaggedTensor.%s' % rnd.choice(['from_row_splits(%s, %s)','from_row_lengths(%s, %s)','from_value_rowids(%s, %s)','from_row_starts(%s, %s)','from_row_limits(%s, %s)']) % ([rnd.randint(0,9) for _ in range(rnd.randint(0,4))], sorted(rnd.randint(0,4) for _ in range(rnd.randint(0,4))) if rnd.random()<.8 else [rnd.randint(-1,4) for _ in range(3)])
    if k == 22:
        d = rnd.choice(REAL); v,_,r = value(d); return 'tf.cumsum(%s, axis=%d%s)' % (v, axis(r,0), rnd.choice(['',', exclusive=True',', reverse=True']))
    if k == 23:
        d = rnd.choice(FL); v,_,r = value(d); return 'tf.nn.softmax(%s, axis=%d)' % (v, axis(r,0))
    if k == 24:
        v,d,r = value('tf.string', 1); return rnd.choice(['tf.strings.reduce_join(%s, axis=%d, separator="+")' % (v, rnd.randint(-2,1)), 'tf.strings.split(%s)' % v, 'tf.strings.bytes_split(%s)' % v, 'tf.strings.ngrams(%s, %d, pad_values=%s)' % (v, rnd.randint(1,3), rnd.choice(['None','"#"'])), 'tf.strings.unicode_decode(%s, "UTF-8")' % v, 'tf.strings.substr(%s, 0, 1)' % v, 'tf.strings.to_hash_bucket_fast(%s, 100)' % v, 'tf.strings.join([%s, "x"], "-")' % v, 'tf.strings.regex_replace(%s, "[a-c]", "_")' % v, 'tf.strings.unicode_split(%s, "UTF-8")' % v])
    if k == 25:
        d = rnd.choice(REAL); rows = rnd.randint(1,4); v,_,r = value(d, rnd.choice([1,2]), rows); return 'tf.math.unsorted_segment_%s(%s, %s, 3)' % (rnd.choice(['sum','max','min','prod','mean']), v, [rnd.randint(0,2) for _ in range(rows)])
    if k == 26:
        v,d,r = value(); return rnd.choice(['tf.size(%s)','tf.rank(%s)','tf.shape(%s)','tf.squeeze(%s, axis=[1])','tf.unstack(%s[:0])','tf.one_hot(tf.cast(%s, tf.int32), 3)','tf.cast(%s, tf.float32)','tf.identity(%s)','tf.clip_by_value(%s, 0, 2)','tf.bitcast(%s, tf.int32)', 'tf.math.bincount(tf.abs(tf.cast(%s, tf.int32)))', 'tf.split(%s, 2)', 'list(%s)', '%s == 1', '-%s', 'len(%s)', 'tf.type_spec_from_value(%s)', 'str(%s)', 'tf.strings.format("{}", %s)']) % v
    if k == 27:
        d = rnd.choice(FL); return 'tf.matmul(%s, %s)' % (value(d, 1)[0], value(d, 1)[0])
    if k == 28:
        v,d,r = value(rows=rnd.randint(1,3)); return 'tf.gather_nd(%s, %s)' % (v, rnd.choice(['[[0]]','[[0], [0]]','[0]','[[[0]]]']))
    v,d,r = value(); rows = rnd.randint(0,4)
    return 'tf.ragged.stack_dynamic_partitions(%s, %s, %d)' % (value(rows=rows)[0], [rnd.randint(0,2) for _ in range(rows)], 3)
seen = set()
while len(seen) < n:
    s = stmt()
    if s and s not in seen:
        seen.add(s); print(s)

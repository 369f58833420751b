"""Files of data between tfs and the libraries that people use, both ways.

    python .ci/dataformats.py TFS PYTHON      (the oracle's Python; PYTHON has pyarrow and safetensors: .ci/formats.sh)

Each pair below is a program that writes files and one that reads and prints them, the same source for both sides. Each
side writes; each reads what itself and the other wrote; all four print the same. The programs of the first table run
in TensorFlow, those of the second in PYTHON.
"""
import os
import subprocess
import sys
import tempfile

TENSORFLOW = {
    "records": ("""
for kind in ('', 'GZIP', 'ZLIB'):
    with tf.io.TFRecordWriter(at('r' + kind), tf.io.TFRecordOptions(kind)) as w:
        for i in range(100):
            w.write(b'record %d ' % i * (i % 7))
""", """
for kind in ('', 'GZIP', 'ZLIB'):
    print([len(r) for r in tf.data.TFRecordDataset(at('r' + kind), compression_type=kind).as_numpy_iterator()])
    print(sum(1 for r in tf.compat.v1.io.tf_record_iterator(at('r' + kind), tf.io.TFRecordOptions(kind))))
"""),
    "examples": ("""
F = tf.train.Feature
with tf.io.TFRecordWriter(at('e')) as w:
    for i in range(20):
        w.write(tf.train.Example(features=tf.train.Features(feature={
            'n': F(int64_list=tf.train.Int64List(value=range(i % 5))),
            'x': F(float_list=tf.train.FloatList(value=[i / 2, -i])),
            's': F(bytes_list=tf.train.BytesList(value=[b'w%d' % j for j in range(i % 3)]))})).SerializeToString())
""", """
spec = {'n': tf.io.RaggedFeature(tf.int64), 'x': tf.io.FixedLenFeature([2], tf.float32), 's': tf.io.VarLenFeature(tf.string)}
for batch in tf.data.TFRecordDataset(at('e')).batch(8).map(lambda b: tf.io.parse_example(b, spec)):
    print(batch['n'], batch['x'].numpy().tolist(), batch['s'].values.numpy().tolist())
"""),
    "saved": ("""
ds = tf.data.Dataset.range(7).map(lambda i: {
    'i': i, 'pair': (tf.cast(i, tf.float16), tf.strings.as_string(i)), 'row': tf.ragged.range([i, 2])})
ds.save(at('ds'))
ds.save(at('gz'), compression='GZIP', shard_func=lambda x: x['i'] % 2)
""", """
for name, kind in (('ds', None), ('gz', 'GZIP')):
    ds = tf.data.Dataset.load(at(name), compression=kind)
    print(sorted(ds.element_spec.items(), key=lambda x: x[0]))
    rows = [(int(x['i']), float(x['pair'][0]), x['pair'][1].numpy(), x['row'].to_list()) for x in ds]
    print(sorted(rows))
"""),
    "snapshot": ("""
ds = tf.data.Dataset.range(10).map(lambda i: i * i).snapshot(at('snap'), compression='GZIP')
print(len(list(ds)))
""", """
print(sorted(int(x) for x in tf.data.Dataset.load(at('none')) ) if os.path.exists(at('none')) else 'no other')
"""),
    "arrays": ("""
import numpy as np
np.save(at('a.npy'), np.arange(6, dtype=np.int16).reshape(2, 3))
np.save(at('f.npy'), np.asfortranarray(np.arange(6, dtype=np.float64).reshape(2, 3)))
np.savez(at('z.npz'), a=np.array([1.5, 2.5], np.float32), b=np.array([True, False]), c=np.array(['ab', 'c']))
np.savez_compressed(at('c.npz'), np.arange(1000))
""", """
import numpy as np
for name in ('a.npy', 'f.npy'):
    x = np.load(at(name))
    print(x.dtype, x.tolist())
x = np.load(at('a.npy'), mmap_mode='r')
print(x.dtype, x[1].tolist(), x.sum())
z = np.load(at('z.npz'))
print(sorted(z.files), [z[k].tolist() for k in sorted(z.files)])
print(np.load(at('c.npz'))['arr_0'].sum())
"""),
    "pictures": ("""
x = tf.reshape(tf.range(2 * 3 * 3, dtype=tf.int32) * 14, [2, 3, 3])
for kind in (tf.uint8, tf.uint16):
    tf.io.write_file(at(kind.name + '.png'), tf.io.encode_png(tf.cast(x, kind)))
tf.io.write_file(at('a.wav'), tf.audio.encode_wav(tf.reshape(tf.range(8.) / 8., [4, 2]), 8000))
tf.io.write_file(at('a.txt'), 'one\\ntwo\\n')
tf.io.write_file(at('t'), tf.io.serialize_tensor(tf.constant(['a', 'bc'])))
""", """
print(tf.io.decode_png(tf.io.read_file(at('uint8.png'))).numpy().tolist())
print(tf.io.decode_png(tf.io.read_file(at('uint16.png')), dtype=tf.uint16).numpy().tolist())
sound, rate = tf.audio.decode_wav(tf.io.read_file(at('a.wav')))
print(sound.numpy().tolist(), int(rate))
print(list(tf.data.TextLineDataset(at('a.txt')).as_numpy_iterator()))
print(tf.io.parse_tensor(tf.io.read_file(at('t')), tf.string))
"""),
}

LIBRARIES = {
    "parquet": ("""
import pyarrow as pa
import pyarrow.parquet as pq
t = pa.table({
    'n': pa.array([1, None, -3, 2**62], pa.int64()), 'i': pa.array([1, -2, None, 4], pa.int8()),
    'u': pa.array([1, 2, 2**31, 4], pa.uint32()), 'x': [.5, None, 2., 3.], 'f': pa.array([1., 2., 3., 4.], pa.float32()),
    's': ['a', None, 'c\\u00e4', ''], 'b': [b'x', b'', b'z', None], 'ok': [True, None, False, True],
    'l': [[1, 2], None, [], [3]], 'll': [[['p'], []], [], [['q', None], None], None],
    't': pa.array([1, 2, None, 4], pa.timestamp('us'))})
for name in ('none', 'snappy', 'gzip', 'zstd', 'lz4'):
    pq.write_table(t, at(name), compression=name)
pq.write_table(t, at('groups'), row_group_size=2)
pq.write_table(t.slice(0, 0), at('empty'))
rows = pa.table({'a': list(range(5000)) * 2, 'r': [[i] * (i % 4) for i in range(10000)], 'w': ['word%d' % (i % 50) for i in range(10000)]})
pq.write_table(rows, at('rows'), row_group_size=3000)
""", """
import pyarrow.parquet as pq
for name in ('none', 'snappy', 'gzip', 'zstd', 'lz4', 'groups', 'empty'):
    t = pq.read_table(at(name))
    show = {k: v for k, v in t.to_pydict().items() if k != 't'}
    print(t.num_rows, t.column_names, [str(x).replace('element', 'item') for x in t.schema.types], show)
t = pq.read_table(at('rows'), columns=['r', 'w'])
print(t.shape, hash(str(t['r'].to_pylist())) == hash(str([[i] * (i % 4) for i in range(10000)])), t['w'].to_pylist()[-3:])
f = pq.ParquetFile(at('rows'))
print(f.num_row_groups, f.metadata.num_rows, [b.num_rows for b in f.iter_batches(batch_size=1000)])
c = t['r'].combine_chunks()
print(len(c.values), c.offsets.to_pylist()[:6], c.null_count)
"""),
    "arrow": ("""
import pyarrow as pa
from pyarrow import feather, ipc
t = pa.table({
    'n': pa.array([1, None, -3], pa.int64()), 'h': pa.array([1, 2, 3], pa.uint16()), 'x': [.5, None, 2.],
    's': ['a', None, 'c\\u00e4'], 'b': [b'x', b'', None], 'ok': [True, None, False], 'l': [[1, 2], None, []],
    'll': [[['p'], []], [], [['q', None], None]], 'z': [None, None, None]})
feather.write_feather(t, at('lz4'))
feather.write_feather(t, at('zstd'), compression='zstd')
feather.write_feather(t, at('plain'), compression='uncompressed')
feather.write_feather(t.slice(0, 0), at('empty'))
with ipc.new_file(at('file'), t.schema) as w:
    w.write_table(t)
    w.write_table(t.slice(1, 2))
with ipc.new_stream(at('stream'), t.schema) as w:
    for b in t.to_batches(2):
        w.write_batch(b)
""", """
from pyarrow import feather, ipc
for name in ('lz4', 'zstd', 'plain', 'empty'):
    t = feather.read_table(at(name))
    print(t.schema.names, [str(x) for x in t.schema.types], t.to_pydict())
with ipc.open_file(at('file')) as r:
    print(r.num_record_batches, r.get_batch(1).to_pydict(), r.read_all().num_rows)
with ipc.open_stream(at('stream')) as r:
    print([b.num_rows for b in r])
"""),
    "safetensors": ("""
import numpy as np
from safetensors.numpy import save_file
save_file({'a': np.arange(6, dtype=np.int32).reshape(2, 3), 'b': np.array([1.5], np.float16), 'c': np.array([True, False])},
          at('a'), metadata={'k': 'v'})
save_file({}, at('none'))
""", """
from safetensors import safe_open
from safetensors.numpy import load_file
x = load_file(at('a'))
print(sorted((k, str(v.dtype), v.tolist()) for k, v in x.items()), load_file(at('none')))
with safe_open(at('a'), framework='np') as f:
    print(sorted(f.keys()), f.metadata(), f.get_slice('a')[:, 1].tolist())
"""),
}

# What only one side can write, for the other to read: written by the first program in PYTHON, read by the second in tfs.
ONE_WAY = {
    "encodings": ("""
import pyarrow as pa
import pyarrow.parquet as pq
n = 3000
base = {'i': pa.array(range(n), pa.int32()), 'j': pa.array([i * i for i in range(n)], pa.int64()),
        'x': pa.array([i / 4 for i in range(n)], pa.float64()), 's': ['prefix%05d' % i for i in range(n)],
        'ok': [i % 3 == 0 for i in range(n)]}
t = pa.table(base)
for k, e in enumerate([{'i': 'DELTA_BINARY_PACKED', 'j': 'DELTA_BINARY_PACKED', 's': 'DELTA_BYTE_ARRAY', 'x': 'BYTE_STREAM_SPLIT', 'ok': 'RLE'},
                       {'i': 'PLAIN', 'j': 'BYTE_STREAM_SPLIT', 's': 'DELTA_LENGTH_BYTE_ARRAY', 'x': 'PLAIN', 'ok': 'PLAIN'}]):
    for version in ('1.0', '2.0'):
        pq.write_table(t, at('p%d%s' % (k, version)), use_dictionary=False, column_encoding=e, data_page_version=version,
                       write_page_checksum=True)
deep = pa.table({'m': pa.array([[('a', 1)], None, []], pa.map_(pa.string(), pa.int64())),
                 'st': [{'x': 1, 'y': ['p']}, None, {'x': None, 'y': []}],
                 'ls': [[{'q': 1}, {'q': None}], [], None],
                 'd': pa.array(['u', None, 'u']).dictionary_encode(),
                 'fx': pa.array([[1, 2], [3, 4], None], pa.list_(pa.int32(), 2)),
                 'big': pa.array([['a'], None, []], pa.large_list(pa.large_string()))})
pq.write_table(deep, at('deep'))
from pyarrow import feather
feather.write_feather(deep, at('deep.arrow'))
""", """
import pyarrow.parquet as pq
from pyarrow import feather
n = 3000
for k in range(2):
    for version in ('1.0', '2.0'):
        t = pq.read_table(at('p%d%s' % (k, version)))
        assert t['i'].to_pylist() == list(range(n)) and t['j'].to_pylist() == [i * i for i in range(n)]
        assert t['x'].to_pylist() == [i / 4 for i in range(n)] and t['s'].to_pylist() == ['prefix%05d' % i for i in range(n)]
        assert t['ok'].to_pylist() == [i % 3 == 0 for i in range(n)]
want = {'m.key': [['a'], None, []], 'm.value': [[1], None, []], 'st.x': [1, None, None], 'st.y': [['p'], None, []],
        'ls.q': [[1, None], [], None], 'd': ['u', None, 'u'], 'fx': [[1, 2], [3, 4], None], 'big': [['a'], None, []]}
for t in (pq.read_table(at('deep')), feather.read_table(at('deep.arrow'))):
    assert t.to_pydict() == want, t.to_pydict()
print('read')
"""),
}

# List columns and ragged tensors: written by PYTHON, read, changed and written again by tfs, read by PYTHON.
THROUGH = {
    "ragged": ("""
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather
t = pa.table({'n': pa.array([[1, 2], [], [3]] * 700, pa.list_(pa.int32())), 's': [['a', 'bc'], ['d'], []] * 700,
              'x': pa.array([[[1.5], []], [], [[2., 3.]]] * 700, pa.list_(pa.list_(pa.float32())))})
pq.write_table(t, at('in.parquet'), row_group_size=500)
feather.write_feather(t, at('in.feather'))
""", """
import pyarrow as pa
import pyarrow.parquet as pq
import tensorflow as tf
from pyarrow import feather

def ragged(a):
    if not hasattr(a, 'offsets'):
        return tf.constant(a.to_numpy(zero_copy_only=False).tolist()) if str(a.type) == 'string' else tf.constant(a.to_numpy())
    return tf.RaggedTensor.from_row_splits(ragged(a.values), a.offsets.to_numpy())

def listed(v):
    if not isinstance(v, tf.RaggedTensor):
        return pa.array([s.decode() for s in v.numpy()] if v.dtype == tf.string else v.numpy())
    return pa.ListArray.from_arrays(pa.array(tf.cast(v.row_splits, tf.int32).numpy()), listed(v.values))

for t, write, name in ((pq.read_table(at('in.parquet')), pq.write_table, 'out.parquet'),
                       (feather.read_table(at('in.feather')), feather.write_feather, 'out.feather')):
    n, s, x = [ragged(t[c].combine_chunks()) for c in ('n', 's', 'x')]
    assert n.shape.as_list() == [2100, None] and x.ragged_rank == 2 and n.dtype == tf.int32 and x.dtype == tf.float32
    ds = tf.data.Dataset.from_tensor_slices((n, s)).ragged_batch(2100)
    n, s = next(iter(ds))
    write(pa.table({'n': listed(n * 10), 's': listed(tf.strings.upper(s)), 'x': listed(x[:, ::-1])}), at(name))
""", """
import pyarrow.parquet as pq
from pyarrow import feather
want = {'n': [[10, 20], [], [30]] * 700, 's': [['A', 'BC'], ['D'], []] * 700, 'x': [[[], [1.5]], [], [[2., 3.]]] * 700}
for t in (pq.read_table(at('out.parquet')), feather.read_table(at('out.feather'))):
    assert t.to_pydict() == want, t.slice(0, 3).to_pydict()
    assert [str(f.type).replace('element', 'item') for f in t.schema] == [
        'list<item: int32>', 'list<item: string>', 'list<item: list<item: float>>'], t.schema
print('read')
"""),
}

HEAD = "import os, sys\ndef at(name):\n    return os.path.join(sys.argv[1], name)\n"


def run(command, head, body, folder, work):
    path = os.path.join(work, "program.py")
    with open(path, "w") as f:
        f.write(HEAD + head + body)
    env = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command + [path, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    if done.returncode:
        return "failed: " + done.stderr[-1500:]
    return done.stdout


def main():
    tfs, python, wanted = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        for table, rival, head in ((TENSORFLOW, sys.executable, "import tensorflow as tf\n"), (LIBRARIES, python, "")):
            for name, (write, read) in table.items():
                if wanted and name not in wanted:
                    continue
                shown = {}
                for writer in (rival, tfs):
                    folder = os.path.join(work, name + ("-tfs" if writer == tfs else ""))
                    os.makedirs(folder)
                    told = run([writer], head, write, folder, work)
                    if told.startswith("failed"):
                        print(name, "written by", "tfs" if writer == tfs else "the library", told)
                    for reader in (rival, tfs):
                        shown[writer == tfs, reader == tfs] = run([reader], head, read, folder, work)
                right = shown[False, False]
                for (by_tfs, to_tfs), text in shown.items():
                    if text != right or text.startswith("failed"):
                        failed += 1
                        print(f"{name}: written by {'tfs' if by_tfs else 'the library'}, read by "
                              f"{'tfs' if to_tfs else 'the library'}:\n{text}\nnot\n{right}")
        for name, (write, read) in ONE_WAY.items():
            if wanted and name not in wanted:
                continue
            folder = os.path.join(work, name)
            os.makedirs(folder)
            for told in (run([python], "", write, folder, work), run([tfs], "", read, folder, work)):
                if told.startswith("failed"):
                    failed += 1
                    print(name, told)
        for name, (write, change, read) in THROUGH.items():
            if wanted and name not in wanted:
                continue
            folder = os.path.join(work, name)
            os.makedirs(folder)
            for side, body in ((python, write), (tfs, change), (python, read)):
                told = run([side], "", body, folder, work)
                if told.startswith("failed"):
                    failed += 1
                    print(name, "by", os.path.basename(side), told)
                    break
    print("files of data:", f"{failed} differ" if failed else "alike both ways")
    sys.exit(bool(failed))


main()

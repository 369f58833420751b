"""What checks of lessons may use, and how a wrong answer is told apart from a right one."""


def same(a, b):
  """Whether two values are of one type, dtype and shape, with equal values (nan equals nan) and equal rows."""
  return differ(a, b) == ''


def close(a, b, tol=1e-5):
  """Whether two values have one shape and numbers that differ by at most tol."""
  if isinstance(a, tf.RaggedTensor) and isinstance(b, tf.RaggedTensor):
    return a.to_list() == b.to_list() or (
        [r.shape for r in a] == [r.shape for r in b] and close(a.flat_values, b.flat_values, tol))
  a, b = np.array(a), np.array(b)
  return a.shape == b.shape and bool(np.allclose(a, b, rtol=0, atol=tol, equal_nan=True))


def differ(got, want):
  """In one sentence what a value lacks to be another, without telling that one; '' when they are the same."""
  if isinstance(want, tf.RaggedTensor):
    return _ragged(got, want)
  if isinstance(want, tf.SparseTensor):
    return _sparse(got, want)
  if isinstance(want, (tf.Tensor, np.ndarray)):
    return _dense(got, want)
  if isinstance(want, (list, tuple)):
    return _sequence(got, want)
  if isinstance(want, dict):
    if not isinstance(got, dict):
      return 'a dict is asked for, this is ' + _kind(got)
    if list(got) != list(want):
      return f'keys {list(got)}, asked for {list(want)}'
    return _first((f'[{k!r}]: ', differ(got[k], want[k])) for k in want)
  if type(got) is not type(want):
    return f'{_kind(want)} is asked for, this is {_kind(got)}'
  if got == want or got != got and want != want:
    return ''
  return 'another value'


def _kind(v):
  if isinstance(v, tf.RaggedTensor):
    return 'a ragged tensor'
  if isinstance(v, tf.SparseTensor):
    return 'a sparse tensor'
  if isinstance(v, tf.Tensor):
    return 'a tensor'
  if isinstance(v, np.ndarray):
    return 'an array'
  if v is None:
    return 'None'
  name = type(v).__name__
  return ('an ' if name[0] in 'aeiou' else 'a ') + name


def _first(found):
  for where, text in found:
    if text:
      return where + text
  return ''


def _dense(got, want):
  if type(got) is not type(want) and not isinstance(got, tf.Tensor):
    return f'{_kind(want)} is asked for, this is {_kind(got)}'
  if got.shape != want.shape:
    return f'shape {tuple(got.shape)}, asked for {tuple(want.shape)}'
  if got.dtype != want.dtype:
    return f'dtype {_name(got.dtype)}, asked for {_name(want.dtype)}'
  a, b = np.array(got).reshape(-1).tolist(), np.array(want).reshape(-1).tolist()
  off = [i for i in range(len(a)) if not (a[i] == b[i] or a[i] != a[i] and b[i] != b[i])]
  if not off:
    return ''
  if len(a) == 1:
    return 'another value'
  return f'{len(off)} of {len(a)} values differ, the first at position {off[0]}'


def _name(dtype):
  return getattr(dtype, 'name', str(dtype))


def _ragged(got, want):
  if not isinstance(got, tf.RaggedTensor):
    return 'a ragged tensor is asked for, this is ' + _kind(got)
  if got.ragged_rank != want.ragged_rank:
    return f'{got.ragged_rank} ragged dimensions, asked for {want.ragged_rank}'
  if got.nrows() != want.nrows():
    return f'{int(got.nrows())} rows, asked for {int(want.nrows())}'
  a, b = got.row_lengths().numpy().tolist(), want.row_lengths().numpy().tolist()
  if a != b:
    return f'row lengths {a}, asked for {b}'
  if got.ragged_rank > 1:
    text = _ragged(got.values, want.values)
    return 'inside the rows: ' + text if text else ''
  return _dense(got.flat_values, want.flat_values)


def _sparse(got, want):
  if not isinstance(got, tf.SparseTensor):
    return 'a sparse tensor is asked for, this is ' + _kind(got)
  return _first([('indices: ', _dense(got.indices, want.indices)), ('values: ', _dense(got.values, want.values)),
                 ('dense_shape: ', _dense(got.dense_shape, want.dense_shape))])


def _sequence(got, want):
  if not isinstance(got, (list, tuple)):
    return f'{_kind(want)} is asked for, this is {_kind(got)}'
  if len(got) != len(want):
    return f'{len(got)} items, asked for {len(want)}'
  return _first((f'[{i}]: ', differ(got[i], want[i])) for i in range(len(want)))

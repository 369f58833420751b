"""pyarrow.parquet, feather and ipc: tables in files."""

import _tf_columns
from _tf_arrow import Array, ArrowInvalid, Field, RecordBatch, Schema, Table, _joined, table as _table


def _run(do):
    try:
        return do()
    except NotImplementedError:
        raise
    except ValueError as err:
        raise ArrowInvalid(str(err)) from None


def _batch(got):
    rows, columns = got
    return RecordBatch([c[0] for c in columns], [Array(*c[1:]) for c in columns], rows)


def _each(reader):
    while True:
        got = _run(reader.next)
        if got is None:
            return
        yield _batch(got)


def _whole(reader):
    try:
        batches = list(_each(reader))
    finally:
        reader.close()
    if not batches:
        return Table([], [])
    first = batches[0]
    return Table(first._names, [_joined([b._arrays[i] for b in batches]) for i in range(first.num_columns)])


def _columns_of(t):
    return [(n, a._kind, a._values, a._splits, a._masks) for n, a in zip(t._names, t._arrays)]


def read_table(source, columns=None, **how):
    """The columns of a Parquet file.

    >>> import os, tempfile
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> path = os.path.join(tempfile.mkdtemp(), "a.parquet")
    >>> pq.write_table(pa.table({"n": [1, None], "tags": [["a"], []]}), path)
    >>> pq.read_table(path, columns=["tags"]).to_pydict()
    {'tags': [['a'], []]}
    """
    t = _whole(_run(lambda: _tf_columns.open_parquet(source, columns)))
    return t


def write_table(table, where, row_group_size=None, compression="snappy", **how):
    """Writes a Parquet file."""
    ParquetWriter(where, table.schema, compression).only(table, row_group_size)


def _packing(name, lz4):
    name = "none" if name is None else name.lower()
    return {"uncompressed": "none", "lz4": lz4}.get(name, name)


class _Writer:
    """Writes tables to a file."""

    def __init__(self, where, kind, packing, schema=None):
        self._writer = _run(lambda: _tf_columns.create(where, kind, packing))
        self._schema, self._some = schema, False

    def _write(self, t):
        if self._schema is not None and t.schema != self._schema:
            raise ValueError(f"Table schema does not match schema used to create file: \ntable:\n{t.schema} vs. "
                             f"\nfile:\n{self._schema}")
        _run(lambda: self._writer.write(t.num_rows, _columns_of(t)))
        self._some = True

    def write_table(self, table, row_group_size=None, max_chunksize=None):
        """Adds the rows of a table."""
        size = row_group_size or max_chunksize
        for part in table.to_batches(size) if size and table.num_rows > size else [table]:
            self._write(part)

    def write_batch(self, batch, row_group_size=None):
        """Adds the rows of a batch."""
        self._write(batch)

    write = write_table

    def close(self):
        """Ends the file."""
        if not self._some and self._schema is not None:
            from _tf_arrow import array
            self._write(_table({f.name: array([], f.type) for f in self._schema}))
        _run(self._writer.close)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def only(self, table, row_group_size=None):
        """Writes a table and ends the file; when it cannot be written, the file stays as it was."""
        try:
            self.write_table(table, row_group_size)
            self.close()
        except BaseException:
            self._writer.abandon()
            raise


class ParquetWriter(_Writer):
    """Writes a Parquet file, table by table."""

    __module__ = "pyarrow.parquet.core"

    def __init__(self, where, schema, compression="snappy", **how):
        super().__init__(where, "parquet", _packing(compression, "lz4_raw"), schema)


class _Metadata:
    def __init__(self, rows, groups, names):
        self.num_rows, self.num_row_groups, self.num_columns = rows, groups, len(names)


class ParquetFile:
    """A Parquet file that is read row group by row group."""

    __module__ = "pyarrow.parquet.core"

    def __init__(self, source, **how):
        self._source = source
        reader = _run(lambda: _tf_columns.open_parquet(source, None))
        self.metadata = _Metadata(reader.rows(), reader.groups(), reader.names())
        reader.close()

    @property
    def num_row_groups(self):
        """How many row groups there are."""
        return self.metadata.num_row_groups

    @property
    def schema_arrow(self):
        """The names and types of the columns."""
        for batch in self._batches(None):
            return batch.schema
        return Schema([])

    def _batches(self, columns):
        reader = _run(lambda: _tf_columns.open_parquet(self._source, columns))
        try:
            yield from _each(reader)
        finally:
            reader.close()

    def read(self, columns=None):
        """The columns of all rows."""
        return read_table(self._source, columns)

    def read_row_group(self, i, columns=None):
        """The columns of a row group."""
        for k, batch in enumerate(self._batches(columns)):
            if k == i:
                return Table(batch._names, batch._arrays)
        raise ArrowInvalid(f"Row group index {i} out of range")

    def iter_batches(self, batch_size=65536, columns=None):
        """The rows as batches; one row group is held at a time."""
        for group in self._batches(columns):
            yield from group.to_batches(batch_size)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def write_feather(df, dest, compression=None, compression_level=None, chunksize=None, version=2):
    """Writes a Feather file, which is an Arrow file, packed by LZ4 unless said otherwise.

    >>> import os, tempfile
    >>> import pyarrow as pa
    >>> from pyarrow import feather
    >>> path = os.path.join(tempfile.mkdtemp(), "a.feather")
    >>> feather.write_feather(pa.table({"n": [1, 2]}), path)
    >>> feather.read_table(path).to_pydict()
    {'n': [1, 2]}
    """
    _Writer(dest, "file", _packing(compression or "lz4", "lz4")).only(df, chunksize)


def read_feather(source, columns=None, **how):
    """The columns of a Feather file."""
    t = _whole(_run(lambda: _tf_columns.open_arrow(source)))
    return t if columns is None else t.select(columns)


class IpcWriteOptions:
    """How batches are packed."""

    def __init__(self, compression=None, **how):
        self.compression = compression


def new_file(sink, schema, options=None):
    """Begins an Arrow file."""
    return _Writer(sink, "file", _packing(options.compression if options else None, "lz4"), schema)


def new_stream(sink, schema, options=None):
    """Begins an Arrow stream."""
    return _Writer(sink, "stream", _packing(options.compression if options else None, "lz4"), schema)


class _Reader:
    """The batches of an Arrow file or stream."""

    def __init__(self, source):
        self._source = source
        self._reader = _run(lambda: _tf_columns.open_arrow(source))
        self._held = []

    def __iter__(self):
        return _each(_run(lambda: _tf_columns.open_arrow(self._source)))

    def read_all(self):
        """All rows as a table."""
        return _whole(_run(lambda: _tf_columns.open_arrow(self._source)))

    def read_next_batch(self):
        """The next batch; StopIteration behind the last one."""
        got = _run(self._reader.next)
        if got is None:
            raise StopIteration
        return _batch(got)

    @property
    def num_record_batches(self):
        """How many batches there are."""
        return sum(1 for _ in self)

    def get_batch(self, i):
        """Batch i."""
        for k, batch in enumerate(self):
            if k == i:
                return batch
        raise ValueError(f"Batch number {i} requested, only {self.num_record_batches} in file")

    @property
    def schema(self):
        """The names and types of the columns."""
        for batch in self:
            return batch.schema
        return Schema([])

    def close(self):
        self._reader.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def open_file(source, **how):
    """Opens an Arrow file."""
    return _Reader(source)


def open_stream(source, **how):
    """Opens an Arrow stream."""
    return _Reader(source)

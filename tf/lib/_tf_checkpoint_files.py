"""Finding checkpoints: the file "checkpoint" of a folder, readers, managers."""

import os
import re
import time

import _tf_files


class CheckpointState:
    """What the file "checkpoint" tells: the newest checkpoint, all that are kept, and when they were written."""

    __module__ = "tensorflow.python.training.checkpoint_state_pb2"

    def __init__(self, model_checkpoint_path="", all_model_checkpoint_paths=(), all_model_checkpoint_timestamps=(),
                 last_preserved_timestamp=0.0):
        self.model_checkpoint_path = model_checkpoint_path
        self.all_model_checkpoint_paths = list(all_model_checkpoint_paths)
        self.all_model_checkpoint_timestamps = list(all_model_checkpoint_timestamps)
        self.last_preserved_timestamp = last_preserved_timestamp

    def __repr__(self):
        lines = []
        if self.model_checkpoint_path:
            lines.append(f"model_checkpoint_path: {_tf_files.quote(self.model_checkpoint_path)}")
        lines += [f"all_model_checkpoint_paths: {_tf_files.quote(p)}" for p in self.all_model_checkpoint_paths]
        lines += [f"all_model_checkpoint_timestamps: {t!r}" for t in self.all_model_checkpoint_timestamps]
        if self.last_preserved_timestamp:
            lines.append(f"last_preserved_timestamp: {self.last_preserved_timestamp!r}")
        return "".join(line + "\n" for line in lines)


_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}


def _unquote(text):
    back = {v[1]: k for k, v in _ESCAPES.items()}
    out, i = bytearray(), 0
    while i < len(text):
        m = re.compile(r"\\(?:([0-7]{1,3})|(.))").match(text, i)
        if m is None:
            out += text[i].encode()
            i += 1
        else:
            out += bytes([int(m.group(1), 8) & 255]) if m.group(1) else back.get(m.group(2), m.group(2)).encode()
            i = m.end()
    return out.decode("utf-8", "replace")


_LINE = re.compile(r"""\s*(\w+)\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[-+.\w]+)\s*$""")


def _parse(text):
    """The state that a text tells, None when it is no such text."""
    state = CheckpointState()
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        m = _LINE.match(line)
        if m is None:
            return None
        name, value = m.group(1), m.group(2)
        if value[0] in "\"'":
            value = _unquote(value[1:-1])
        try:
            if name == "model_checkpoint_path":
                state.model_checkpoint_path = value
            elif name == "all_model_checkpoint_paths":
                state.all_model_checkpoint_paths.append(value)
            elif name == "all_model_checkpoint_timestamps":
                state.all_model_checkpoint_timestamps.append(float(value))
            elif name == "last_preserved_timestamp":
                state.last_preserved_timestamp = float(value)
            else:
                return None
        except ValueError:
            return None
    return state


def _path(path):
    return os.fspath(path) if hasattr(path, "__fspath__") else path


def get_checkpoint_state(checkpoint_dir, latest_filename=None):
    """What the file "checkpoint" of a folder tells, its paths joined to the folder's; None without one."""
    folder = _path(checkpoint_dir)
    file = os.path.join(folder, latest_filename or "checkpoint")
    if not os.path.isfile(file):
        return None
    with open(file, encoding="utf-8", errors="replace") as f:
        state = _parse(f.read())
    if state is None or not state.model_checkpoint_path:
        return None
    state.model_checkpoint_path = os.path.join(folder, state.model_checkpoint_path)
    state.all_model_checkpoint_paths = [os.path.join(folder, p) for p in state.all_model_checkpoint_paths]
    return state


def update_state(folder, newest, paths, timestamps=(), preserved=0.0):
    """Writes the file "checkpoint" of a folder; paths in it are written without the folder's."""
    inside = lambda p: p if os.path.isabs(p) != os.path.isabs(folder) else os.path.relpath(p, folder or ".")
    if newest not in paths:
        paths = list(paths) + [newest]
    state = CheckpointState(inside(newest), [inside(p) for p in paths], timestamps, preserved)
    file = os.path.join(folder, "checkpoint")
    temporary = f"{file}.tmp{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as f:
        f.write(repr(state))
    os.replace(temporary, file)


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    """The path of the newest checkpoint of a folder, None when there is none."""
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is not None and os.path.isfile(state.model_checkpoint_path + ".index"):
        return state.model_checkpoint_path
    return None


def load_checkpoint(ckpt_dir_or_file):
    """A reader of the checkpoint at a path, or of the newest of a folder."""
    path = _path(ckpt_dir_or_file)
    if os.path.isdir(path):
        newest = latest_checkpoint(path)
        if newest is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = newest
    return _tf_files.reader(path)


def list_variables(ckpt_dir_or_file):
    """The keys and shapes of a checkpoint, sorted."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def load_variable(ckpt_dir_or_file, name):
    """One value of a checkpoint as a numpy array."""
    if name.endswith(":0"):
        name = name[:-2]
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name)


def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
    """Gives the newest checkpoint of a folder each time there is a new one. It ends when none came for a
    number of seconds, unless timeout_fn says that it shall go on."""
    last = None
    while True:
        newest = _wait(checkpoint_dir, last, timeout)
        if newest is None:
            if not timeout_fn or timeout_fn():
                return
            continue
        start = time.time()
        last = newest
        yield newest
        left = start + min_interval_secs - time.time()
        if left > 0:
            time.sleep(left)


def _wait(folder, last, timeout):
    end = None if timeout is None else time.time() + timeout
    while True:
        newest = latest_checkpoint(folder)
        if newest is not None and newest != last:
            return newest
        if end is not None and time.time() + 1 > end:
            return None
        time.sleep(1)


class CheckpointManager:
    """Keeps the newest checkpoints of a folder and deletes older ones.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1)), folder, max_to_keep=2)
    >>> [path.replace(folder, '') for path in [manager.save(), manager.save(), manager.save()]]
    ['/ckpt-1', '/ckpt-2', '/ckpt-3']
    >>> len(manager.checkpoints)
    2
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint_management"

    def __init__(self, checkpoint, directory, max_to_keep, keep_checkpoint_every_n_hours=None, checkpoint_name="ckpt",
                 step_counter=None, checkpoint_interval=None, init_fn=None):
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory = _path(directory)
        self._max_to_keep = max_to_keep
        self._every = keep_checkpoint_every_n_hours
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._last_step = None
        self._init_fn = init_fn
        self._kept = {}  # the checkpoints that may be deleted, and when they were written
        now = time.time()
        state = get_checkpoint_state(self._directory)
        if state is None:
            self._latest = None
            self._preserved = now - 1.0
            return
        self._latest = state.model_checkpoint_path
        self._preserved = state.last_preserved_timestamp
        if now < self._preserved:
            self._preserved = now
        times = state.all_model_checkpoint_timestamps
        if len(times) != len(state.all_model_checkpoint_paths):
            times = [now] * len(state.all_model_checkpoint_paths)
        self._kept = dict(zip(state.all_model_checkpoint_paths, times))

    @property
    def directory(self):
        """The folder."""
        return self._directory

    @property
    def checkpoint(self):
        """The tf.train.Checkpoint that it saves."""
        return self._checkpoint

    @property
    def checkpoint_interval(self):
        """How many steps there must be between saves, or None."""
        return self._interval

    @property
    def latest_checkpoint(self):
        """The path of the newest checkpoint, or None."""
        return self._latest

    @property
    def checkpoints(self):
        """The paths of the checkpoints that are kept, the newest last."""
        return list(self._kept)

    def _record(self):
        update_state(self._directory, self._latest, list(self._kept), list(self._kept.values()), self._preserved)

    def _sweep(self):
        """Deletes the oldest until so many are left as shall be kept."""
        while self._max_to_keep and len(self._kept) > self._max_to_keep:
            path, written = next(iter(self._kept.items()))
            del self._kept[path]
            if self._every and written - self._every * 3600.0 >= self._preserved:
                self._preserved = written
                continue
            folder, name = os.path.split(path)
            for file in os.listdir(folder or "."):
                if file == name + ".index" or re.fullmatch(re.escape(name) + r"\.data-\d{5}-of-\d{5}", file):
                    os.remove(os.path.join(folder, file))

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        """Saves a checkpoint and gives its path; None when the steps since the last are too few."""
        if self._interval is not None:
            step = _number(self._step_counter)
            if self._last_step is not None:
                if step == self._last_step or check_interval and step < self._last_step + self._interval:
                    return None
            self._last_step = step
        counter = self._checkpoint.save_counter
        counter.assign_add(1)
        if checkpoint_number is None:
            checkpoint_number = counter
        path = self._checkpoint.write(f"{self._prefix}-{_number(checkpoint_number)}")
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        self._record()  # first with what is about to be deleted: a reader never finds a path that is not there
        self._sweep()
        self._record()
        return path

    def restore_or_initialize(self):
        """Restores the newest checkpoint and gives its path; without one it calls init_fn."""
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._interval is not None:
                self._last_step = _number(self._step_counter)
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self):
        """Nothing: saving ends before save does."""


def _number(value):
    return int(value.numpy()) if hasattr(value, "numpy") else int(value)

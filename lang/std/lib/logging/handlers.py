# tfs's own: logging.handlers without what needs a network.
"""Handlers that turn files over, keep messages or pass them on."""
import copy as _copy
import logging
import os as _os
import queue as _queue
import re as _re
import threading as _threading
import time as _time

DEFAULT_TCP_LOGGING_PORT, DEFAULT_UDP_LOGGING_PORT = 9020, 9021
DEFAULT_HTTP_LOGGING_PORT, DEFAULT_SOAP_LOGGING_PORT, SYSLOG_UDP_PORT, SYSLOG_TCP_PORT = 9022, 9023, 514, 514


class BaseRotatingHandler(logging.FileHandler):
    """A file that is turned over."""
    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.mode, self.encoding, self.errors = mode, encoding, errors

    def emit(self, record):
        try:
            if self.shouldRollover(record):
                self.doRollover()
            logging.FileHandler.emit(self, record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """The name of a file that was turned over."""
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        """Moves the file."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif _os.path.exists(source):
            _os.rename(source, dest)

    def _close_stream(self):
        if self.stream:
            self.stream.close()
            self.stream = None


class RotatingFileHandler(BaseRotatingHandler):
    """A file that is turned over when it gets too large."""
    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, "a" if maxBytes > 0 else mode, encoding=encoding, delay=delay, errors=errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        """Moves the file on: name.1 is the newest that is full."""
        self._close_stream()
        if self.backupCount > 0:
            for i in range(self.backupCount - 1, 0, -1):
                source = self.rotation_filename(f"{self.baseFilename}.{i}")
                if _os.path.exists(source):
                    dest = self.rotation_filename(f"{self.baseFilename}.{i + 1}")
                    if _os.path.exists(dest):
                        _os.remove(dest)
                    _os.rename(source, dest)
            dest = self.rotation_filename(self.baseFilename + ".1")
            if _os.path.exists(dest):
                _os.remove(dest)
            self.rotate(self.baseFilename, dest)
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        """Whether the file would get too large."""
        if _os.path.exists(self.baseFilename) and not _os.path.isfile(self.baseFilename):
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes <= 0:
            return False
        self.stream.seek(0, 2)
        return self.stream.tell() + len(f"{self.format(record)}\n") >= self.maxBytes


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A file that is turned over when some time has passed."""
    _KINDS = {"S": (1, "%Y-%m-%d_%H-%M-%S"), "M": (60, "%Y-%m-%d_%H-%M"), "H": (3600, "%Y-%m-%d_%H"),
              "D": (86400, "%Y-%m-%d"), "MIDNIGHT": (86400, "%Y-%m-%d"), "W": (604800, "%Y-%m-%d")}

    def __init__(self, filename, when="h", interval=1, backupCount=0, encoding=None, delay=False, utc=False,
                 atTime=None, errors=None):
        super().__init__(filename, "a", encoding=encoding, delay=delay, errors=errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        kind = self.when
        if kind.startswith("W"):
            if len(kind) != 2:
                raise ValueError(f"You must specify a day for weekly rollover from 0 to 6 (0 is Monday): {kind}")
            if not "0" <= kind[1] <= "6":
                raise ValueError(f"Invalid day specified for weekly rollover: {kind}")
            self.dayOfWeek, kind = int(kind[1]), "W"
        if kind not in self._KINDS:
            raise ValueError(f"Invalid rollover interval specified: {self.when}")
        self.interval, self.suffix = self._KINDS[kind]
        self.interval *= interval
        self.extMatch = _re.compile(r"^\d{4}-\d{2}-\d{2}(_\d{2}(-\d{2}){0,2})?(\.\w+)?$")
        path = self.baseFilename
        self.rolloverAt = self.computeRollover(int(_os.stat(path).st_mtime if _os.path.exists(path) else _time.time()))

    def computeRollover(self, currentTime):
        """When the file is turned over next."""
        if self.when != "MIDNIGHT" and not self.when.startswith("W"):
            return currentTime + self.interval
        t = _time.gmtime(currentTime) if self.utc else _time.localtime(currentTime)
        at = 86400 if self.atTime is None else (self.atTime.hour * 60 + self.atTime.minute) * 60 + self.atTime.second
        left = at - (t.tm_hour * 3600 + t.tm_min * 60 + t.tm_sec)
        day = t.tm_wday
        if left <= 0:
            left += 86400
            day = (day + 1) % 7
        if self.when.startswith("W"):
            left += 86400 * ((self.dayOfWeek - day) % 7)
            left += self.interval - 604800
        else:
            left += self.interval - 86400
        return currentTime + left

    def shouldRollover(self, record):
        """Whether the time has passed."""
        return int(_time.time()) >= self.rolloverAt

    def getFilesToDelete(self):
        """The oldest of the files that were turned over, beyond those that are kept."""
        folder, base = _os.path.split(self.baseFilename)
        found = [_os.path.join(folder, n) for n in _os.listdir(folder) if n.startswith(base + ".")
                 and self.extMatch.match(n[len(base) + 1:])]
        return sorted(found)[:-self.backupCount] if len(found) > self.backupCount else []

    def doRollover(self):
        """Moves the file on under the time at which it began."""
        now, began = int(_time.time()), self.rolloverAt - self.interval
        dest = self.rotation_filename(self.baseFilename + "." + _time.strftime(
            self.suffix, _time.gmtime(began) if self.utc else _time.localtime(began)))
        self._close_stream()
        if _os.path.exists(dest):
            _os.remove(dest)
        self.rotate(self.baseFilename, dest)
        if self.backupCount > 0:
            for path in self.getFilesToDelete():
                _os.remove(path)
        if not self.delay:
            self.stream = self._open()
        self.rolloverAt = self.computeRollover(now)
        while self.rolloverAt <= now:
            self.rolloverAt += self.interval


class WatchedFileHandler(logging.FileHandler):
    """A file that is opened again where another took its place."""
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self._seen = self._which()

    def _which(self):
        try:
            found = _os.stat(self.baseFilename)
            return found.st_dev, found.st_ino
        except FileNotFoundError:
            return None

    def reopenIfNeeded(self):
        """Opens the file where it is another one."""
        if self.stream is not None and self._which() != self._seen or self._seen is None:
            if self.stream is not None:
                self.stream.flush()
                self.stream.close()
            self.stream = self._open()
            self._seen = self._which()

    def emit(self, record):
        self.reopenIfNeeded()
        logging.FileHandler.emit(self, record)


class BufferingHandler(logging.Handler):
    """Keeps messages."""
    def __init__(self, capacity):
        super().__init__()
        self.capacity, self.buffer = capacity, []

    def shouldFlush(self, record):
        """Whether enough are kept."""
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        self.buffer.clear()

    def close(self):
        try:
            self.flush()
        finally:
            super().close()


class MemoryHandler(BufferingHandler):
    """Keeps messages for another handler until there are many, or one that matters."""
    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel, self.target, self.flushOnClose = flushLevel, target, flushOnClose

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def setTarget(self, target):
        """Says which handler gets the messages."""
        self.target = target

    def flush(self):
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            super().close()


class QueueHandler(logging.Handler):
    """Puts messages into a queue."""
    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def enqueue(self, record):
        """Puts a message into the queue."""
        self.queue.put_nowait(record)

    def prepare(self, record):
        """The message as it can go elsewhere: its text is made."""
        text = self.format(record)
        record = _copy.copy(record)
        record.message = record.msg = text
        record.args = record.exc_info = record.exc_text = record.stack_info = None
        return record

    def emit(self, record):
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """Takes messages out of a queue, in a thread, and gives them to handlers."""
    _sentinel = None

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers, self.respect_handler_level = queue, handlers, respect_handler_level
        self._thread = None

    def dequeue(self, block):
        """The next message."""
        return self.queue.get(block)

    def start(self):
        """Begins."""
        self._thread = _threading.Thread(target=self._monitor, daemon=True)
        self._thread.start()

    def prepare(self, record):
        """The message as the handlers get it."""
        return record

    def handle(self, record):
        """Gives a message to the handlers."""
        record = self.prepare(record)
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def _monitor(self):
        while True:
            record = self.dequeue(True)
            if record is self._sentinel:
                return
            self.handle(record)

    def enqueue_sentinel(self):
        """Says that there is no more."""
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        """Ends when all messages are out."""
        self.enqueue_sentinel()
        self._thread.join()
        self._thread = None

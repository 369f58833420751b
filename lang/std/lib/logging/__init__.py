# tfs's own: logging, as its documentation describes it.
"""Messages with levels, from named loggers to handlers."""
import io as _io
import os as _os
import sys as _sys
import time as _time
import traceback as _traceback
import weakref as _weakref
from string import Template as _Template

CRITICAL = FATAL = 50
ERROR, WARNING, INFO, DEBUG, NOTSET = 40, 30, 20, 10, 0
WARN = WARNING
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
_levels = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARN": 30, "WARNING": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
_start = _time.time()
raiseExceptions = logThreads = logProcesses = logMultiprocessing = True
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"

def getLevelName(level):
    if level in _names:
        return _names[level]
    return _levels.get(level, f"Level {level}")

def getLevelNamesMapping(): return dict(_levels)

def addLevelName(level, levelName): _names[level], _levels[levelName] = levelName, level

def _level(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        if level not in _levels:
            raise ValueError(f"Unknown level: {level!r}")
        return _levels[level]
    raise TypeError(f"Level not an integer or a valid string: {level!r}")

class LogRecord:
    """One message: what, where, when and how important."""
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = _time.time()
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.name, self.msg, self.args, self.levelname, self.levelno = name, msg, args, getLevelName(level), level
        self.pathname, self.filename = pathname, _os.path.basename(pathname)
        self.module = _os.path.splitext(self.filename)[0]
        self.exc_info, self.exc_text, self.stack_info, self.lineno, self.funcName = exc_info, None, sinfo, lineno, func
        self.created, self.msecs = now, int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _start) * 1000
        thread = None
        if "threading" in _sys.modules:
            thread = _sys.modules["threading"].current_thread()
        self.thread, self.threadName = (thread.ident if thread else 0), (thread.name if thread else "MainThread")
        self.processName, self.process, self.taskName = "MainProcess", _os.getpid(), None

    def __repr__(self): return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg

_factory = [LogRecord]
def setLogRecordFactory(factory): _factory[0] = factory
def getLogRecordFactory(): return _factory[0]

def makeLogRecord(dict):
    record = _factory[0](None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record

class PercentStyle:
    default_format, asctime_search = "%(message)s", "%(asctime)"
    def __init__(self, fmt, *, defaults=None): self._fmt, self._defaults = fmt or self.default_format, defaults
    def usesTime(self): return self.asctime_search in self._fmt
    def _values(self, record): return {**(self._defaults or {}), **record.__dict__}

    def format(self, record):
        try:
            return self._make(self._values(record))
        except KeyError as e:
            raise ValueError(f"Formatting field not found in record: {e}")

    def _make(self, values): return self._fmt % values

    def validate(self):
        import re
        if not re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", self._fmt, re.I):
            raise ValueError(f"Invalid format '{self._fmt}' for '{self.default_format[0]}' style")

class StrFormatStyle(PercentStyle):
    default_format, asctime_search = "{message}", "{asctime"
    def _make(self, values): return self._fmt.format(**values)
    def validate(self):
        if "{" not in self._fmt:
            raise ValueError("invalid format: no fields")

class StringTemplateStyle(PercentStyle):
    default_format, asctime_search = "${message}", "$asctime"
    def usesTime(self): return "$asctime" in self._fmt or "${asctime}" in self._fmt
    def _make(self, values): return _Template(self._fmt).substitute(**values)
    def validate(self):
        if "$" not in self._fmt:
            raise ValueError("invalid format: no fields")

_styles = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}

class Formatter:
    """Makes the text of a record."""
    default_time_format, default_msec_format = "%Y-%m-%d %H:%M:%S", "%s,%03d"
    converter = staticmethod(_time.localtime)

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _styles:
            raise ValueError(f"Style must be one of: {','.join(_styles)}")
        self._style = _styles[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt, self.datefmt = self._style._fmt, datefmt

    def formatTime(self, record, datefmt=None):
        parts = self.converter(record.created)
        if datefmt:
            return _time.strftime(datefmt, parts)
        text = _time.strftime(self.default_time_format, parts)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei): return "".join(_traceback.format_exception(ei[0], ei[1], ei[2])).removesuffix("\n")
    def formatStack(self, stack_info): return stack_info
    def usesTime(self): return self._style.usesTime()
    def formatMessage(self, record): return self._style.format(record)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = text.removesuffix("\n") + "\n" + record.exc_text
        if record.stack_info:
            text = text.removesuffix("\n") + "\n" + self.formatStack(record.stack_info)
        return text

_plain = Formatter()

class Filter:
    """Lets records of a logger and those below it through."""
    def __init__(self, name=""): self.name, self.nlen = name, len(name)

    def filter(self, record):
        return not self.nlen or record.name == self.name or record.name.startswith(self.name + ".")

class Filterer:
    def __init__(self): self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            if not (f.filter(record) if hasattr(f, "filter") else f(record)):
                return False
        return True

_handlers = []

class Handler(Filterer):
    """Takes records somewhere."""
    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self.level, self.formatter = None, _level(level), None
        _handlers.append(self)

    name = property(lambda self: self._name, lambda self, value: setattr(self, "_name", value))
    def get_name(self): return self._name
    def set_name(self, name): self._name = name
    def acquire(self): pass
    def release(self): pass
    def createLock(self): pass
    def setLevel(self, level): self.level = _level(level)
    def setFormatter(self, fmt): self.formatter = fmt
    def format(self, record): return (self.formatter or _plain).format(record)
    def emit(self, record): raise NotImplementedError("emit must be implemented by Handler subclasses")
    def flush(self): pass

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.emit(record)
        return passed

    def close(self):
        if self in _handlers:
            _handlers.remove(self)

    def handleError(self, record):
        if raiseExceptions and _sys.stderr:
            _sys.stderr.write("--- Logging error ---\n")
            _traceback.print_exc(None, _sys.stderr)
            _sys.stderr.write(f"Message: {record.msg!r}\nArguments: {record.args}\n")

    def __repr__(self): return f"<{type(self).__name__} ({getLevelName(self.level)})>"

class StreamHandler(Handler):
    """Writes records to a file that is open."""
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self._given = stream

    stream = property(lambda self: _sys.stderr if self._given is None else self._given,
                      lambda self, value: setattr(self, "_given", value))

    def setStream(self, stream):
        old, self._given = self.stream, stream
        return old

    def flush(self):
        if hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return f"<{type(self).__name__} {name + ' ' if name else ''}({getLevelName(self.level)})>"

class FileHandler(StreamHandler):
    """Writes records to a file of a name."""
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename, self.mode, self.encoding, self.errors = (_os.path.abspath(_os.fspath(filename)), mode,
                                                                    encoding, errors)
        super().__init__(None)
        self.delay = delay
        self._given = None if delay else self._open()

    stream = property(lambda self: self._given, lambda self, value: setattr(self, "_given", value))

    def flush(self):
        if self._given is not None:
            super().flush()

    def _open(self): return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self._given is None:
            self._given = self._open()
        super().emit(record)

    def close(self):
        if self._given is not None:
            self._given.close()
            self._given = None
        super().close()

    def __repr__(self): return f"<{type(self).__name__} {self.baseFilename} ({getLevelName(self.level)})>"

class NullHandler(Handler):
    """Takes records nowhere."""
    def handle(self, record): pass
    def emit(self, record): pass

class _LastResort(StreamHandler):
    def __init__(self, level): Handler.__init__(self, level)
    stream = property(lambda self: _sys.stderr)

lastResort = _LastResort(WARNING)
_handlers.clear()

class Logger(Filterer):
    """A name that messages are given to."""
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level, self.parent, self.propagate, self.handlers, self.disabled = (name, _level(level), None,
                                                                                            True, [], False)

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"

    def setLevel(self, level): self.level = _level(level)
    def debug(self, msg, *args, **kwargs): self._at(DEBUG, msg, args, kwargs)
    def info(self, msg, *args, **kwargs): self._at(INFO, msg, args, kwargs)
    def warning(self, msg, *args, **kwargs): self._at(WARNING, msg, args, kwargs)
    def warn(self, msg, *args, **kwargs): self._at(WARNING, msg, args, kwargs)
    def error(self, msg, *args, **kwargs): self._at(ERROR, msg, args, kwargs)
    def critical(self, msg, *args, **kwargs): self._at(CRITICAL, msg, args, kwargs)
    fatal = critical
    def exception(self, msg, *args, exc_info=True, **kwargs):
        self._at(ERROR, msg, args, dict(kwargs, exc_info=exc_info))

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        self._at(level, msg, args, kwargs)

    def _at(self, level, msg, args, options):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **options)

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        path, line, func, stack = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = _sys.exc_info()
        self.handle(self.makeRecord(self.name, level, path, line, msg, args, exc_info, func, extra, stack))

    def findCaller(self, stack_info=False, stacklevel=1):
        """The file, line and function that logs: the first frame that is not of this module."""
        frame = _sys._getframe(1)
        here = frame.f_code.co_filename
        while frame is not None and frame.f_code.co_filename == here:
            frame = frame.f_back
        while frame is not None and stacklevel > 1:
            frame, stacklevel = frame.f_back or frame, stacklevel - 1
        if frame is None:
            return "(unknown file)", 0, "(unknown function)", None
        stack = ("Stack (most recent call last):\n" + "".join(_traceback.format_stack(frame)).removesuffix("\n")
                 if stack_info else None)
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, stack

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _factory[0](name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
            record.__dict__[key] = extra[key]
        return record

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self): return any(c.handlers for c in self._chain())

    def _chain(self):
        c = self
        while c is not None:
            yield c
            c = c.parent if c.propagate else None

    def callHandlers(self, record):
        found = 0
        for c in self._chain():
            for handler in c.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
        if not found and lastResort and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def getEffectiveLevel(self):
        c = self
        while c is not None:
            if c.level:
                return c.level
            c = c.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and self.manager.disable < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix): return self.manager.getLogger(suffix if self.root is self else self.name + "." + suffix)

    def getChildren(self):
        return {l for l in self.manager.loggerDict.values() if l.parent is self}

    def __repr__(self): return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"

class RootLogger(Logger):
    def __init__(self, level): super().__init__("root", level)

class Manager:
    """The loggers by their names."""
    def __init__(self, root): self.root, self.disable, self.loggerDict, self.loggerClass = root, 0, {}, None

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        if name not in self.loggerDict:
            made = (self.loggerClass or _class[0])(name)
            made.manager = self
            self.loggerDict[name] = made
            for other in list(self.loggerDict.values()):
                other.parent = self._above(other.name)
        return self.loggerDict[name]

    def _above(self, name):
        while "." in name:
            name = name.rpartition(".")[0]
            if name in self.loggerDict:
                return self.loggerDict[name]
        return self.root

_class = [Logger]
def setLoggerClass(klass): _class[0] = klass
def getLoggerClass(): return _class[0]

root = RootLogger(WARNING)
Logger.root, Logger.manager = root, Manager(root)

class LoggerAdapter:
    """A logger that adds to what is logged."""
    def __init__(self, logger, extra=None): self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs): self.log(DEBUG, msg, *args, **kwargs)
    def info(self, msg, *args, **kwargs): self.log(INFO, msg, *args, **kwargs)
    def warning(self, msg, *args, **kwargs): self.log(WARNING, msg, *args, **kwargs)
    def error(self, msg, *args, **kwargs): self.log(ERROR, msg, *args, **kwargs)
    def exception(self, msg, *args, exc_info=True, **kwargs): self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)
    def critical(self, msg, *args, **kwargs): self.log(CRITICAL, msg, *args, **kwargs)
    def isEnabledFor(self, level): return self.logger.isEnabledFor(level)
    def setLevel(self, level): self.logger.setLevel(level)
    def getEffectiveLevel(self): return self.logger.getEffectiveLevel()
    def hasHandlers(self): return self.logger.hasHandlers()
    name = property(lambda self: self.logger.name)

def getLogger(name=None):
    """The logger of a name, or the one above all."""
    return root if not name or isinstance(name, str) and name == root.name else Logger.manager.getLogger(name)

def basicConfig(**kwargs):
    """Gives the root logger a handler, if it has none."""
    force, encoding, errors = (kwargs.pop("force", False), kwargs.pop("encoding", None),
                               kwargs.pop("errors", "backslashreplace"))
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    handlers, filename, mode = kwargs.pop("handlers", None), kwargs.pop("filename", None), kwargs.pop("filemode", "a")
    stream = kwargs.pop("stream", None)
    if handlers is not None and (stream or filename):
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if stream is not None and filename:
        raise ValueError("'stream' and 'filename' should not be specified together")
    if handlers is None:
        handlers = [FileHandler(filename, mode, encoding=encoding, errors=errors) if filename
                    else StreamHandler(stream)]
    datefmt, style = kwargs.pop("datefmt", None), kwargs.pop("style", "%")
    if style not in _styles:
        raise ValueError(f"Style must be one of: {','.join(_styles)}")
    formatter = Formatter(kwargs.pop("format", _styles[style][1]), datefmt, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(formatter)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError(f"Unrecognised argument(s): {', '.join(kwargs)}")

def _of_root(method):
    def log(msg, *args, **kwargs):
        if not root.handlers:
            basicConfig()
        getattr(root, method)(msg, *args, **kwargs)
    log.__name__ = log.__qualname__ = method
    return log
debug, info, warning, error, critical, exception = map(_of_root,
                                                       ("debug", "info", "warning", "error", "critical", "exception"))
warn, fatal = warning, critical

def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)

def disable(level=CRITICAL): root.manager.disable = _level(level)

def shutdown(handlerList=None):
    for h in reversed(list(_handlers)):
        h.flush()
        h.close()

def captureWarnings(capture):
    """Sends warnings to the logger py.warnings."""
    import warnings
    if capture:
        def show(message, category, filename, lineno, file=None, line=None):
            getLogger("py.warnings").warning("%s", warnings.formatwarning(message, category, filename, lineno, line))
        warnings.showwarning = show
    else:
        warnings.showwarning = warnings._plain_show

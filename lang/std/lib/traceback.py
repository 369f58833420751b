# tfs's own: tracebacks as texts, as their documentation describes them.
"""Shows exceptions, and the calls they came through."""
import linecache as _linecache
import sys as _sys

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list", "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb",
           "clear_frames", "FrameSummary", "StackSummary", "TracebackException", "walk_stack", "walk_tb", "print_list"]

class FrameSummary:
    """One level of calls: file, line, function and the text of the line."""
    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, colno=None, end_colno=None,
                 end_lineno=None):
        self.filename, self.lineno, self.name, self._line, self.locals = filename, lineno, name, line, locals
        self.colno, self.end_colno, self.end_lineno = colno, end_colno, end_lineno

    @property
    def line(self):
        if self._line is None:
            self._line = _linecache.getline(self.filename, self.lineno)
        return self._line.strip()

    def _items(self): return self.filename, self.lineno, self.name, self.line
    def __iter__(self): return iter(self._items())
    def __getitem__(self, at): return self._items()[at]
    def __len__(self): return 4
    def __repr__(self): return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def __eq__(self, other):
        return self._items() == (other._items() if isinstance(other, FrameSummary) else other)

    def _text(self):
        out = f'  File "{self.filename}", line {self.lineno}, in {self.name}\n'
        if self.line:
            out += f"    {self.line}\n"
            marks = self._marks()
            if marks:
                out += f"    {marks}\n"
        return out

    def _marks(self):
        """The carets under the part of the line that is meant, unless that is all of it."""
        if self.colno is None or self.end_colno is None or self.end_colno <= self.colno:
            return ""
        from _tracebacks import marks
        raw = self._line
        skipped = len(raw) - len(raw.lstrip())
        part = raw[self.colno:self.end_colno]
        if self.colno <= skipped and self.end_colno >= len(raw.rstrip()):
            if set(under := marks(part)) == {"^"}:
                return ""
            return under
        return " " * (self.colno - skipped) + marks(part)

class StackSummary(list):
    """Levels of calls, the outermost first."""
    @classmethod
    def extract(cls, frames, *, limit=None, lookup_lines=True, capture_locals=False):
        return cls(FrameSummary(f.f_code.co_filename, line, f.f_code.co_name) for f, line in frames)

    @classmethod
    def from_list(cls, items):
        return cls(i if isinstance(i, FrameSummary) else FrameSummary(i[0], i[1], i[2], line=i[3]) for i in items)

    def format_frame_summary(self, frame): return frame._text()

    def format(self):
        out, last, count = [], None, 0
        for frame in self:
            here = (frame.filename, frame.lineno, frame.name)
            if here == last:
                count += 1
            else:
                out += _repeated(count)
                last, count = here, 1
            if count <= 3:
                out.append(self.format_frame_summary(frame))
        return out + _repeated(count)

def _repeated(count):
    more = count - 3
    return [f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n"] if more > 0 else []

def walk_tb(tb):
    """Each frame of a traceback with its line."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next

def walk_stack(f):
    """Each frame from one outwards with its line."""
    if f is None:
        f = _sys._getframe(2)
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back

def _limited(items, limit):
    if limit is None:
        limit = getattr(_sys, "tracebacklimit", None)
    if limit is None:
        return items
    return items[:limit] if limit >= 0 else items[limit:]

def extract_tb(tb, limit=None):
    """The levels of a traceback."""
    out = []
    while tb is not None:
        filename, name = tb._where
        text, col, end = tb._text
        if name:  # the place of a syntax error is the error's own
            out.append(FrameSummary(filename, tb.tb_lineno, name, line=text, colno=col, end_colno=end))
        tb = tb.tb_next
    return StackSummary(_limited(out, limit))

def extract_stack(f=None, limit=None):
    """The levels of the calls under way."""
    if f is None:
        f = _sys._getframe(1)
    frames = list(walk_stack(f))[::-1]
    if limit is not None:
        frames = frames[-limit:] if limit >= 0 else frames[:-limit]
    return StackSummary.extract(frames)

def format_list(extracted_list): return StackSummary.from_list(extracted_list).format()
def format_tb(tb, limit=None): return extract_tb(tb, limit).format()
def format_stack(f=None, limit=None): return extract_stack(_sys._getframe(1) if f is None else f, limit).format()

def print_list(extracted_list, file=None):
    for text in format_list(extracted_list):
        print(text, file=file or _sys.stderr, end="")

def print_tb(tb, limit=None, file=None): print_list(extract_tb(tb, limit), file)
def print_stack(f=None, limit=None, file=None):
    print_list(extract_stack(_sys._getframe(1) if f is None else f, limit), file)

def _exception(exc, value):
    """The exception that is meant by the arguments of older Pythons, or by one."""
    if value is not None or exc is None:
        return value
    return exc if isinstance(exc, BaseException) else None

def format_exception_only(exc, /, value=None):
    """The last lines: the class and what it says."""
    if isinstance(exc, BaseException):
        value = exc
    if value is None:
        return [f"{exc.__name__}: {value}\n" if isinstance(exc, type) else f"{exc}\n"]
    return TracebackException.from_exception(value)._only()

def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    """The lines that Python shows for an exception."""
    value = _exception(exc, value)
    if value is None:
        return ["NoneType: None\n"]
    return list(TracebackException.from_exception(value, limit=limit).format(chain=chain))

def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    for text in format_exception(exc, value, tb, limit, chain):
        print(text, file=file or _sys.stderr, end="")

def format_exc(limit=None, chain=True):
    """The text of the exception that is being handled."""
    return "".join(format_exception(_sys.exc_info()[1], limit=limit, chain=chain))

def print_exc(limit=None, file=None, chain=True):
    print_exception(_sys.exc_info()[1], limit=limit, file=file, chain=chain)

def print_last(limit=None, file=None, chain=True):
    print_exception(getattr(_sys, "last_value", None), limit=limit, file=file, chain=chain)

def clear_frames(tb): pass

class TracebackException:
    """An exception made ready to be shown."""
    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        seen = _seen if _seen is not None else set()
        seen.add(id(exc_value))
        self.exc_type, self._value, self.stack = exc_type, exc_value, extract_tb(exc_traceback, limit)
        self.__notes__ = getattr(exc_value, "__notes__", None)
        self.__suppress_context__ = exc_value.__suppress_context__
        inner = lambda e: None if e is None or id(e) in seen else TracebackException(type(e), e, e.__traceback__,
                                                                                     limit=limit, _seen=seen)
        self.__cause__, self.__context__ = inner(exc_value.__cause__), inner(exc_value.__context__)
        self.exceptions = None
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [TracebackException(type(e), e, e.__traceback__, limit=limit, _seen=seen)
                               for e in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs): return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __str__(self): return str(self._value)
    def _only(self): return list(self.format_exception_only())

    def format_exception_only(self):
        kind = self.exc_type.__qualname__
        if self.exc_type.__module__ not in ("builtins", "__main__"):
            kind = self.exc_type.__module__ + "." + kind
        if issubclass(self.exc_type, SyntaxError):
            yield from self._syntax(kind)
        else:
            try:
                text = str(self._value)
            except Exception:
                text = "<exception str() failed>"
            yield f"{kind}: {text}\n" if text else f"{kind}\n"
        for note in self.__notes__ or ():
            yield "".join(line + "\n" for line in str(note).split("\n"))

    def _syntax(self, kind):
        e = self._value
        if getattr(e, "lineno", None) is not None:
            yield f'  File "{e.filename or "<string>"}", line {e.lineno}\n'
            text = getattr(e, "text", None)
            if text:
                bare = text.rstrip("\n")
                line = bare.lstrip(" \n\f")
                yield f"    {line}\n"
                if e.offset is not None:
                    skipped = len(bare) - len(line)
                    end = (e.end_offset if getattr(e, "end_offset", None) not in (None, 0) and e.end_offset > e.offset
                           else e.offset + 1)
                    at = e.offset - 1 - skipped
                    if at >= 0:
                        yield f"    {' ' * at}{'^' * (end - e.offset)}\n"
        yield f"{kind}: {getattr(e, 'msg', None) or '<no detail available>'}\n"

    def format(self, *, chain=True, _indent=0):
        """The lines, those of what came before first."""
        if chain:
            if self.__cause__ is not None:
                yield from self.__cause__.format(chain=chain, _indent=_indent)
                yield _led(_indent, "\nThe above exception was the direct cause of the following exception:\n\n")
            elif self.__context__ is not None and not self.__suppress_context__:
                yield from self.__context__.format(chain=chain, _indent=_indent)
                yield _led(_indent, "\nDuring handling of the above exception, another exception occurred:\n\n")
        if self.exceptions is None:
            if self.stack:
                yield _led(_indent, "Traceback (most recent call last):\n")
                for text in self.stack.format():
                    yield _led(_indent, text)
            for text in self.format_exception_only():
                yield _led(_indent, text)
            return
        yield from self._group(chain, _indent)

    def _group(self, chain, indent):
        outer, indent = not indent, indent or 1
        if self.stack:
            head = _led(indent, "Exception Group Traceback (most recent call last):\n")
            yield "  + " + head[4:] if outer else head
            for text in self.stack.format():
                yield _led(indent, text)
        for n, text in enumerate(self.format_exception_only()):
            yield "  + " + _led(indent, text)[4:] if outer and not self.stack and n == 0 else _led(indent, text)
        count = len(self.exceptions)
        for i, e in enumerate(self.exceptions[:15]):
            rule = "  " * indent + ("+-+" if i == 0 else "  +") + f"---------------- {i + 1} ----------------\n"
            yield rule
            yield from e.format(chain=chain, _indent=indent + 1)
        if count > 15:
            yield "  " * (indent + 1) + "+---------------- ... ----------------\n"
            yield _led(indent + 1, f"and {count - 15} more exception{'s' if count > 16 else ''}\n")
        last = self.exceptions[min(count, 15) - 1]
        if last.exceptions is None or count > 15:
            yield "  " * (indent + 1) + "+------------------------------------\n"

    def print(self, *, file=None, chain=True):
        for text in self.format(chain=chain):
            print(text, file=file or _sys.stderr, end="")

def _led(indent, text):
    """A text behind the bar of the group it is in."""
    if not indent:
        return text
    return "".join("  " * indent + "| " + line for line in text.splitlines(True))

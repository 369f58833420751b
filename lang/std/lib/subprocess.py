# tfs's own. A program is started when its Popen is made, unless its input comes from a pipe: then it runs
# when communicate, wait or the end of a with asks for its result, with all of its input.
"""Runs other programs and takes what they print."""
import os as _os
import _processes

__all__ = ["Popen", "PIPE", "STDOUT", "DEVNULL", "call", "check_call", "check_output", "getstatusoutput", "getoutput",
           "run", "CalledProcessError", "SubprocessError", "TimeoutExpired", "CompletedProcess", "list2cmdline"]
PIPE, STDOUT, DEVNULL = -1, -2, -3

_signals = {1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV",
            13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM"}

class SubprocessError(Exception): pass

class CalledProcessError(SubprocessError):
    """A program that ended with a status other than 0."""
    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr
        self.args = (returncode, cmd)

    def __str__(self):
        if self.returncode and self.returncode < 0:
            number = -self.returncode
            name = f"<Signals.{_signals[number]}: {number}>" if number in _signals else f"unknown signal {number}"
            return f"Command '{self.cmd}' died with {name}."
        return f"Command '{self.cmd}' returned non-zero exit status {self.returncode}."
    stdout = property(lambda self: self.output, lambda self, value: setattr(self, "output", value))

class TimeoutExpired(SubprocessError):
    """A program that took too long."""
    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd, self.timeout, self.output, self.stderr = cmd, timeout, output, stderr
        self.args = (cmd, timeout)

    def __str__(self): return f"Command '{self.cmd}' timed out after {self.timeout} seconds"
    stdout = property(lambda self: self.output)

class CompletedProcess:
    """A program that ended: its status and what it printed."""
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr

    def __repr__(self):
        parts = [f"args={self.args!r}", f"returncode={self.returncode!r}"]
        if self.stdout is not None:
            parts.append(f"stdout={self.stdout!r}")
        if self.stderr is not None:
            parts.append(f"stderr={self.stderr!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)

class _Input:
    """What is written to a program; closing it runs the program."""
    def __init__(self, process): self._process, self._parts, self.closed = process, [], False

    def write(self, data):
        self._parts.append(data)
        return len(data)

    def writelines(self, lines): self._parts += lines
    def flush(self): pass
    def _given(self): return ("" if self._process._text else b"").join(self._parts)

    def close(self):
        if not self.closed:
            self.closed = True
            self._process._run(None, None)

    def __enter__(self): return self
    def __exit__(self, *exc): self.close()

class Popen:
    """A program."""
    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None,
                 creationflags=0, restore_signals=True, start_new_session=False, pass_fds=(), *, user=None, group=None,
                 extra_groups=None, encoding=None, errors=None, text=None, umask=-1, pipesize=-1, process_group=None):
        self.args, self.returncode, self.pid = args, None, None
        self._text = bool(text or encoding or errors or universal_newlines)
        self._encoding, self._errors = encoding or "utf-8", errors or "strict"
        if shell:
            words = ["/bin/sh", "-c", args if isinstance(args, str) else args[0]]
        else:
            words = [args] if isinstance(args, (str, bytes)) or hasattr(args, "__fspath__") else list(args)
            if not words:
                raise IndexError("list index out of range")
        words = [_os.fsdecode(w) for w in words]
        self._command = (words, None if cwd is None else _os.fspath(cwd),
                         None if env is None else [f"{k}={v}" for k, v in env.items()])
        self._in, self._out, self._err = stdin, stdout, stderr
        self.stdin = self.stdout = self.stderr = None
        _processes.find(words[0], self._command[1], self._command[2])
        if stdin == PIPE:
            self.stdin = _Input(self)
        else:
            self._run(None, None)

    def _run(self, input, timeout):
        """Runs the program to its end."""
        if self.returncode is not None:
            return
        if input is None and self.stdin is not None:
            input = self.stdin._given()
        if isinstance(input, str):
            input = input.encode(self._encoding, self._errors)
        if hasattr(self._in, "read"):
            input = self._in.read()
            input = input.encode() if isinstance(input, str) else input
        quiet = lambda where: "none" if where == DEVNULL else "keep" if where == PIPE or hasattr(
            where, "write") else "show"
        err = "join" if self._err == STDOUT else quiet(self._err)
        inherit = self._in is None and self.stdin is None
        self.pid, code, out, errors, late = _processes.run(*self._command, input, inherit, quiet(self._out), err,
                                                           timeout)
        if late:
            self._late = out, errors
            return
        self.returncode = code
        self._results = [self._given(self._out, out), self._given(self._err, errors)]
        import io
        make = io.StringIO if self._text else io.BytesIO
        self.stdout = make(self._results[0]) if self._out == PIPE else None
        self.stderr = make(self._results[1]) if self._err == PIPE else None

    def _given(self, where, data):
        if hasattr(where, "write"):
            try:
                where.write(data)
            except TypeError:
                where.write(data.decode(self._encoding, self._errors))
            return None
        if where != PIPE:
            return None
        return data.decode(self._encoding, self._errors).replace("\r\n", "\n") if self._text else data

    def communicate(self, input=None, timeout=None):
        """What the program prints, given its input."""
        if input is not None and self._in != PIPE:
            raise ValueError("Cannot send input after starting communication")
        if self.returncode is None:
            self._run(input, timeout)
        if self.returncode is None:
            raise TimeoutExpired(self.args, timeout, *self._late)
        return tuple(self._results)

    def wait(self, timeout=None):
        self._run(None, timeout)
        if self.returncode is None:
            raise TimeoutExpired(self.args, timeout)
        return self.returncode

    def poll(self):
        if self.returncode is None and self.stdin is None:
            self._run(None, None)
        return self.returncode

    def kill(self): self.returncode = -9 if self.returncode is None else self.returncode
    def terminate(self): self.returncode = -15 if self.returncode is None else self.returncode
    def send_signal(self, sig): self.returncode = -int(sig) if self.returncode is None else self.returncode
    def __enter__(self): return self

    def __exit__(self, *exc):
        if self.returncode is None:
            self._run(None, None)

    def __repr__(self): return f"<Popen: returncode: {self.returncode} args: {self.args!r}>"

def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Runs a program and tells its status and what it printed."""
    if input is not None:
        if kwargs.get("stdin") is not None:
            raise ValueError("stdin and input arguments may not both be used.")
    if capture_output:
        if kwargs.get("stdout") is not None or kwargs.get("stderr") is not None:
            raise ValueError("stdout and stderr arguments may not be used with capture_output.")
        kwargs["stdout"] = kwargs["stderr"] = PIPE
    outer, kwargs["stdin"] = kwargs.get("stdin"), PIPE
    process = Popen(*popenargs, **kwargs)
    if input is None:
        process.stdin, process._in = None, outer
    process._run(input, timeout)
    if process.returncode is None:
        raise TimeoutExpired(process.args, timeout, *process._late)
    out, err = process._results
    if check and process.returncode:
        raise CalledProcessError(process.returncode, process.args, output=out, stderr=err)
    return CompletedProcess(process.args, process.returncode, out, err)

def call(*popenargs, timeout=None, **kwargs): return run(*popenargs, timeout=timeout, **kwargs).returncode

def check_call(*popenargs, **kwargs):
    code = call(*popenargs, **kwargs)
    if code:
        raise CalledProcessError(code, kwargs.get("args") or popenargs[0])
    return 0

def check_output(*popenargs, timeout=None, **kwargs):
    if "stdout" in kwargs:
        raise ValueError("stdout argument not allowed, it will be overridden.")
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout

def getstatusoutput(cmd, *, encoding=None, errors=None):
    done = run(cmd, shell=True, text=True, stdout=PIPE, stderr=STDOUT, encoding=encoding, errors=errors)
    return done.returncode, done.stdout.removesuffix("\n")

def getoutput(cmd, *, encoding=None, errors=None): return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]

def list2cmdline(seq):
    return " ".join(f'"{s}"' if " " in s or "\t" in s or not s else s for s in map(_os.fsdecode, seq))

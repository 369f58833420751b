# tfs's own: programs here get one signal, the interrupt of Ctrl-C, and that as a KeyboardInterrupt.
"""Signals: their names, and what a program does at an interrupt."""
import enum as _enum

class Signals(_enum.IntEnum):
    """The signals."""
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE = range(1, 9)
    SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM = range(9, 16)
    SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP = 17, 18, 19, 20

class Handlers(_enum.IntEnum):
    """What is done without a function."""
    SIG_DFL, SIG_IGN = 0, 1

for _s in list(Signals) + list(Handlers):
    globals()[_s.name] = _s

def default_int_handler(signalnum, frame, /):
    """Raises KeyboardInterrupt."""
    raise KeyboardInterrupt

_handlers = {SIGINT: default_int_handler}

def signal(signalnum, handler, /):
    """Sets what is done at a signal and gives what was done; signals other than the interrupt never come here."""
    if signalnum not in list(Signals):
        raise ValueError("signal number out of range")
    if signalnum in (SIGKILL, SIGSTOP):
        raise OSError(22, "Invalid argument")
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    if callable(handler) and handler is not default_int_handler:
        raise ValueError("tfs calls no functions at signals: Ctrl-C raises KeyboardInterrupt, which try and "
                         "except catch")
    if signalnum == SIGINT and handler == SIG_IGN:
        raise ValueError("Ctrl-C always interrupts in tfs")
    old, _handlers[Signals(signalnum)] = getsignal(signalnum), handler
    return old

def getsignal(signalnum, /):
    """What is done at a signal."""
    return _handlers.get(signalnum, SIG_DFL)

def strsignal(signalnum, /):
    """A signal in words."""
    return {1: "Hangup", 2: "Interrupt", 3: "Quit", 6: "Aborted", 8: "Floating point exception", 9: "Killed",
            11: "Segmentation fault", 13: "Broken pipe", 14: "Alarm clock", 15: "Terminated"}.get(signalnum)

def raise_signal(signalnum, /):
    """Does at once what is done at a signal."""
    handler = getsignal(signalnum)
    if callable(handler):
        handler(signalnum, None)
    elif handler == SIG_DFL and signalnum == SIGINT:
        raise KeyboardInterrupt
    elif handler == SIG_DFL:
        import sys
        sys.exit(128 + signalnum)

def valid_signals():
    """All signals."""
    return set(Signals)

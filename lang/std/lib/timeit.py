# tfs's own.
"""Measures how long small pieces of code take."""
import time as _time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]
default_timer, default_number, default_repeat = _time.perf_counter, 1000000, 5

class Timer:
    """A statement and what is to be done before it."""
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer, names = timer, {} if globals is None else dict(globals)
        self._setup = setup if callable(setup) else lambda: exec(setup, names)
        if callable(stmt):
            self._run = lambda n: [stmt() for _ in range(n)] and None
        else:
            body = "\n".join("        " + line for line in stmt.split("\n"))
            exec(f"def _timed(_n):\n    for _i in range(_n):\n{body}\n", names)
            self._run = lambda n: names["_timed"](n)

    def timeit(self, number=default_number):
        """The seconds that so many runs take."""
        self._setup()
        start = self.timer()
        self._run(number)
        return self.timer() - start

    def repeat(self, repeat=default_repeat, number=default_number): return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """How many runs take a fifth of a second, and how long they take."""
        number = 1
        while True:
            for k in (1, 2, 5):
                taken = self.timeit(number * k)
                if callback:
                    callback(number * k, taken)
                if taken >= 0.2:
                    return number * k, taken
            number *= 10

    def print_exc(self, file=None):
        import traceback
        traceback.print_exc(file=file)

def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)

def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)

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

def _text(seconds, unit=None):
    """A time in the unit that suits it."""
    units = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1.0}
    unit = unit or next((u for u in ("sec", "msec", "usec") if seconds >= units[u]), "nsec")
    return f"{seconds / units[unit]:.3g} {unit}"

def main(args=None):
    """The command line: times statements."""
    import argparse
    p = argparse.ArgumentParser(prog="tfs -m timeit", description="Times a statement; each argument is a line of it.")
    p.add_argument("-n", "--number", type=int, default=0, help="how often in a run; as long as it needs without it")
    p.add_argument("-r", "--repeat", type=int, default=default_repeat, help="how many runs (default 5)")
    p.add_argument("-s", "--setup", action="append", default=[], help="what is done once before")
    p.add_argument("-u", "--unit", choices=["nsec", "usec", "msec", "sec"], help="the unit of the result")
    p.add_argument("-p", "--process", action="store_true", help="the time of the processor, not of the clock")
    p.add_argument("-v", "--verbose", action="store_true", help="every run")
    p.add_argument("statement", nargs="*", default=["pass"])
    given = p.parse_args(args)
    timer = Timer("\n".join(given.statement), "\n".join(given.setup) or "pass",
                  _time.process_time if given.process else default_timer)
    number, repeat = given.number or timer.autorange()[0], max(given.repeat, 1)
    runs = timer.repeat(repeat, number)
    if given.verbose:
        print("raw times:", ", ".join(_text(r, given.unit) for r in runs), end="\n\n")
    print(f"{number} loop{'s' if number != 1 else ''}, best of {repeat}: {_text(min(runs) / number, given.unit)} per loop")

if __name__ == "__main__":
    main()

# tfs's own: random numbers of the system.
"""Random numbers from the system's source, which has no state."""
import os
import random as _random

class SystemRandom(_random.Random):
    """A source of random numbers that cannot be foretold."""

    def random(self):
        return (int.from_bytes(os.urandom(7), "big") >> 3) * 2.0 ** -53

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        n = (k + 7) // 8
        return int.from_bytes(os.urandom(n), "big") >> (n * 8 - k)

    def randbytes(self, n):
        return os.urandom(n)

    def seed(self, *args, **kwds):
        return None

    def getstate(self, *args, **kwds):
        raise NotImplementedError("System entropy source does not have state.")

    setstate = getstate

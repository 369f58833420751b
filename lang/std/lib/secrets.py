# tfs's own.
"""Numbers and texts that cannot be guessed, from the system's randomness."""
import base64 as _base64
import os as _os
from hmac import compare_digest

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe",
           "compare_digest"]
DEFAULT_ENTROPY = 32

def randbits(k):
    if k < 0:
        raise ValueError("number of bits must be non-negative")
    size = (k + 7) // 8
    return int.from_bytes(_os.urandom(size), "big") >> size * 8 - k

def randbelow(exclusive_upper_bound):
    """A number from 0 up to a limit."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    bits = exclusive_upper_bound.bit_length()
    while (n := randbits(bits)) >= exclusive_upper_bound:
        pass
    return n

def choice(sequence):
    if not sequence:
        raise IndexError("Cannot choose from an empty sequence")
    return sequence[randbelow(len(sequence))]

class SystemRandom:
    """Randomness of the system, with the methods of random.Random that need no state."""
    def random(self): return randbits(53) / (1 << 53)
    def getrandbits(self, k): return randbits(k)
    def choice(self, sequence): return choice(sequence)
    def randrange(self, start, stop=None, step=1):
        r = range(start) if stop is None else range(start, stop, step)
        if not r:
            raise ValueError("empty range for randrange()")
        return r[randbelow(len(r))]
    def randint(self, a, b): return self.randrange(a, b + 1)
    def uniform(self, a, b): return a + (b - a) * self.random()
    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = randbelow(i + 1)
            x[i], x[j] = x[j], x[i]
    def sample(self, population, k):
        rest = list(population)
        self.shuffle(rest)
        return rest[:k]
    def choices(self, population, k=1): return [choice(population) for _ in range(k)]

def token_bytes(nbytes=None): return _os.urandom(DEFAULT_ENTROPY if nbytes is None else nbytes)
def token_hex(nbytes=None): return token_bytes(nbytes).hex()
def token_urlsafe(nbytes=None): return _base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")

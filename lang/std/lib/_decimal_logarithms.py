# tfs's own: logarithms in whole numbers.
"""Logarithms and powers of e with any number of decimal digits."""
from math import isqrt

_kept_ln10 = {}

def ln10(digits):
    """ln(10) as a whole number of 10**-digits, kept for the next time."""
    if digits not in _kept_ln10:
        _kept_ln10[digits] = ln_ratio(10, 1, digits)
    return _kept_ln10[digits]

def _atanh_inverse(n, digits):
    """atanh(1/n) as a whole number of 10**-digits."""
    power = 10 ** digits // n
    total, k, square = power, 1, n * n
    while power:
        power //= square
        k += 2
        total += power // k
    return total

def ln_ratio(n, d, digits):
    """ln(n/d) as a whole number of 10**-digits."""
    more = digits + 10
    twos = 0
    ln2 = 18 * _atanh_inverse(26, more) - 2 * _atanh_inverse(4801, more) + 8 * _atanh_inverse(8749, more)
    while n > 2 * d:
        d, twos = d * 2, twos + 1
    while 2 * n < d:
        n, twos = n * 2, twos - 1
    one = 10 ** more
    y = (n - d) * one // (n + d)
    square, total, term, k = y * y // one, y, y, 1
    while term and abs(term) > 0:
        term = term * square // one
        k += 2
        total += term // k
        if term == -1:
            break
    return (2 * total + twos * ln2) // 10 ** 10

def exp_fixed(x, digits):
    """e**x as a whole number and a shift: value * 10**(shift - digits)."""
    one = 10 ** digits
    scaled = x._int * 10 ** (x._exp + digits) if x._exp + digits >= 0 else x._int // 10 ** -(x._exp + digits)
    scaled = -scaled if x._sign else scaled
    shift, rest = divmod(scaled, ln10(digits))
    halvings = max(isqrt(digits), 4)
    part, total, term, k = rest >> halvings, one, one, 1
    while term:
        term = term * part // (one * k)
        total += term
        k += 1
    for _ in range(halvings):
        total = total * total // one
    return total, shift

def ln_fixed(x, digits):
    n, d = (x._int * 10 ** x._exp, 1) if x._exp >= 0 else (x._int, 10 ** -x._exp)
    return ln_ratio(n, d, digits)

# tfs's own: logarithms in whole numbers.
"""Logarithms with any number of decimal digits."""

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

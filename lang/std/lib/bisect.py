# tfs's own: places in sorted lists.
"""Places in sorted lists."""

def _place(a, goes_left, lo, hi):
    """The first place in a[lo:hi] whose item is not left of the one looked for."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if goes_left(a[middle]):
            lo = middle + 1
        else:
            hi = middle
    return lo

def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return _place(a, (lambda v: v < x) if key is None else (lambda v: key(v) < x), lo, hi)

def bisect_right(a, x, lo=0, hi=None, *, key=None):
    return _place(a, (lambda v: not x < v) if key is None else (lambda v: not x < key(v)), lo, hi)

def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)

def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)

bisect, insort = bisect_right, insort_right

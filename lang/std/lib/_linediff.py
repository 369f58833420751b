# tfs's own: what differs between two lists of lines.
"""Lines with - and + and, below lines that are alike, marks of what was taken away, added and changed."""

def places(b, isjunk=None, autojunk=True):
    """Where the items of a sequence stand without the junk and, in long ones, what stands everywhere; and these two."""
    where, junk, popular = {}, set(), set()
    for j, x in enumerate(b):
        where.setdefault(x, []).append(j)
    if isjunk:
        junk = {x for x in where if isjunk(x)}
    if autojunk and len(b) >= 200:
        popular = {x for x, at in where.items() if x not in junk and len(at) > len(b) // 100 + 1}
    for x in junk | popular:
        del where[x]
    return where, junk, popular

def longest(a, b, where, junk, alo, ahi, blo, bhi):
    """The longest run that parts of two sequences share: start in a, start in b, length. Junk joins others only."""
    best, i, j, lengths = 0, alo, blo, {}
    for k in range(alo, ahi):
        fresh = {}
        for m in where.get(a[k], ()):
            if blo <= m < bhi:
                n = fresh[m] = lengths.get(m - 1, 0) + 1
                if n > best:
                    best, i, j = n, k - n + 1, m - n + 1
        lengths = fresh
    for in_junk in (False, True) if junk else (False,):
        while i > alo and j > blo and a[i - 1] == b[j - 1] and (b[j - 1] in junk) == in_junk:
            i, j, best = i - 1, j - 1, best + 1
        while i + best < ahi and j + best < bhi and a[i + best] == b[j + best] and (b[j + best] in junk) == in_junk:
            best += 1
    return i, j, best

def blocks(a, b, where=None, junk=()):
    """The runs that two sequences share, as (start in a, start in b, length), in order."""
    if where is None:
        where, junk, _ = places(b)
    out, todo = [], [(0, len(a), 0, len(b))]
    while todo:
        alo, ahi, blo, bhi = todo.pop()
        i, j, best = longest(a, b, where, junk, alo, ahi, blo, bhi)
        if best:
            out.append((i, j, best))
            todo += [(alo, i, blo, j), (i + best, ahi, j + best, bhi)]
    return sorted(out)

def steps(a, b, found=None):
    """How to get from one sequence to the other: (kind, start and end in a, start and end in b)."""
    i = j = 0
    out = []
    for ai, bj, n in (blocks(a, b) if found is None else found) + [(len(a), len(b), 0)]:
        kind = "replace" if i < ai and j < bj else "delete" if i < ai else "insert" if j < bj else ""
        if kind:
            out.append((kind, i, ai, j, bj))
        i, j = ai + n, bj + n
        if n:
            if out and out[-1][0] == "equal":
                kind, x, _, y, _ = out.pop()
                out.append((kind, x, i, y, j))
            else:
                out.append(("equal", ai, i, bj, j))
    return out

def ratio(a, b):
    """How alike two sequences are, from 0 to 1."""
    total = len(a) + len(b)
    return 2.0 * sum(n for _, _, n in blocks(a, b)) / total if total else 1.0

def compare(a, b):
    """The lines of both, each behind '- ', '+ ', '  ' or '? '."""
    for kind, alo, ahi, blo, bhi in steps(a, b):
        if kind == "equal":
            yield from ("  " + line for line in a[alo:ahi])
        elif kind == "delete":
            yield from ("- " + line for line in a[alo:ahi])
        elif kind == "insert":
            yield from ("+ " + line for line in b[blo:bhi])
        else:
            yield from _replaced(a, alo, ahi, b, blo, bhi)

def _plain(a, alo, ahi, b, blo, bhi):
    first, second = [("- " + line) for line in a[alo:ahi]], [("+ " + line) for line in b[blo:bhi]]
    return second + first if bhi - blo < ahi - alo else first + second

def _replaced(a, alo, ahi, b, blo, bhi):
    """Lines that were replaced by others: the two most alike stand together, with marks."""
    best, at, same = 0.74, None, None
    for j in range(blo, bhi):
        for i in range(alo, ahi):
            if a[i] == b[j]:
                same = same or (i, j)
                continue
            r = ratio(a[i], b[j])
            if r > best:
                best, at = r, (i, j)
    if best < 0.75:
        if same is None:
            yield from _plain(a, alo, ahi, b, blo, bhi)
            return
        at = same
    i, j = at
    yield from _around(a, alo, i, b, blo, j)
    if a[i] == b[j]:
        yield "  " + a[i]
    else:
        low = high = ""
        for kind, x, xe, y, ye in steps(a[i], b[j]):
            n, m = xe - x, ye - y
            if kind == "replace":
                low, high = low + "^" * n, high + "^" * m
            elif kind == "delete":
                low += "-" * n
            elif kind == "insert":
                high += "+" * m
            else:
                low, high = low + " " * n, high + " " * m
        yield "- " + a[i]
        if low.strip():
            yield "? " + low.rstrip() + "\n"
        yield "+ " + b[j]
        if high.strip():
            yield "? " + high.rstrip() + "\n"
    yield from _around(a, i + 1, ahi, b, j + 1, bhi)

def _around(a, alo, ahi, b, blo, bhi):
    if alo < ahi and blo < bhi:
        yield from _replaced(a, alo, ahi, b, blo, bhi)
    elif alo < ahi:
        yield from ("- " + line for line in a[alo:ahi])
    else:
        yield from ("+ " + line for line in b[blo:bhi])

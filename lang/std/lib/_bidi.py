# tfs's own: the directions of characters.
"""unicodedata.bidirectional: what a category says, and runs that differ."""
import unicodedata

_by_category = {c: d for d, cs in {"BN": "Cc Cf",
                "WS": "Zs Zl",
                "L": "Po Nd Lu Ll Lo No Lt Lm Mc Nl Cs Co",
                "ET": "Sc",
                "ON": "Ps Pe Sm Pd Sk Pc So Pi Pf",
                "NSM": "Mn Me",
                "B": "Zp"}.items() for c in cs.split()}

# how far a run begins behind the end of the one before, how much longer than one character it is, its direction
_runs = (
    "9S 1B 1S 1WS 1B f.2B 1S 2.1ON 1.2ET 1.4ON 1ES 1CS 1ES 1.1CS 1.9EN 1CS 1.5ON 1cON 29B 1bCS 1ON 6ON "
    "9.1ET 1.1EN 3.1ON 2EN 3.3ON 1fa.1ON c.9ON 1dON 88ON aON 9ON fbL 13cR 2R 3R 3R a.1aR 5.5R c.5AN 3AL "
    "1.1ET 1AL 1CS 1AL e.2fAL 16.9AN 1ET 1.1AN 1.2AL 2.64AL 8AN 8.1AL 8.1AL 1.9EN 1.13AL 2.1AL 2.1dAL "
    "1e.58AL cAL f.2aR a.1R 2.2ON 1R 4.17R 5R aR 4R 8.eR 2.18R 6R 2.aAL 6.1eAL 2.1AN f.29AL 19AN 118L "
    "176L 108.6ON 1L 40L 7L 89L 2aL 188.16L 3.1aL 2L 2L 86.7L 2.5L 2.aL c6.1L 5ceL 183.9ON 7.aON 13a.1ON "
    "21c.9L a.8L 492L 1R 7.11ON 3LRE 1RLE 1PDF 1LRO 1RLO 1CS 1.4ET 1.eON 1CS 3.17ON 8LRI 1RLI 1FSI 1PDI "
    "7EN 4.5EN 1.1ES 5.9EN 1.1ES a3ET 21L 1.fON 2aON 89ES 1ET 123.44L 1bL cb.27ON 1.13EN 1.4dL 1.15ON "
    "1adL ca.1dON 6d.ffL 3fa.6ON 101.54ON 1ad.2ON 3aON beON 95.fL 61.1cL e.1dL a.eON 1.1bL 4.31L 1.eON "
    "1.bL 5.a6L 5.62L 3.1eL 720f.2ON 64ON b.1ON 98.8ON 69ON 1.1L ac.1L 2ET 3b.3ON 200.2L e2L 4fc2R 2.9R "
    "1ES 1.cR 2.4R 2R 2.1R 2.1R 2.9R 1.72AL 11.16aAL 13.3fAL 3.35AL 29.cAL 14.9ON 17.1cON 4CS 1ON 1CS 2ON "
    "1CS 1.1ON 8ET 1.1ON 1.1ES 5ON 2ET 1ON 5.4AL 2.86AL 5.1ON 1.2ET 1.4ON 1ES 1CS 1ES 1.1CS 1.9EN 1CS "
    "1.5ON 1cON 25.4ON 94.2ON 106ON 36.8L 1.4bON 2.1L 42.2cL e5.1aEN 505.5R 3R 2.2bR 2.1R 4R 3.16R 2.47R "
    "9.8R 31.12R 2.1R 6.20R 4ON 1.19R 6R 41.37R 5.13R 3.2eR 10.3R 2.2R 2.1cR b.8R 8.8R 8.3fR 21.24R 7.bR "
    "a.35R 4.6ON 1.15R 3.1aR 6.19R 8.3R d.6R 51.48R 38.32R e.32R 8.5R 1.23AL d.9AN 127.1eAN 2.29R 4R 3.1R "
    "4f.27R 9.15AL c.8AL 17.11R 5.3R 27.1bR 15.16R 5c.13ON 58L 10L 593.cON d3L 2c8.1L 237L 17f1.8L "
    "3704.9L 49dON 4cbaL 12b4.73L 3d.f5L b.26L 3.3bL 6.2L 17.1L 8.1dL 5.3aL 4d9L 3aL 3aL 3aL 3aL 25.31EN "
    "1.1ffL 38.3L 33.7L 2.dL 2.1L 6c9L 6b1.c4R 3.8R 31.43R 8R 5.9R 5.1R 312.43AL 4d.3cAL c3.3AL 2.1aAL "
    "2.1AL 2AL 3AL 2.9AL 2.3AL 2AL 2AL 7AL 5AL 2AL 2AL 2.2AL 2.1AL 2AL 3AL 2AL 2AL 2AL 2AL 2.1AL 2AL "
    "3.3AL 2.6AL 2.3AL 2.3AL 2AL 2.9AL 2.10AL 6.2AL 2.4AL 2.10AL 245.aEN 1.1ON 4.1eL 2.39L 7.3cL 3a.1cL "
    "e.2bL 5.8L 8.1L 99f.9EN ")

_known = []

def _read():
    import re
    at = 0
    for gap, more, kind in re.findall(r"([0-9a-f]+)(?:\.([0-9a-f]+))?([A-Z]+) ?", _runs):
        first = at + int(gap, 16)
        at = first + int(more or "0", 16)
        _known.append((first, at, kind))

def bidirectional(chr, /):
    """The direction of a character, "" for one that is not assigned."""
    if not isinstance(chr, str) or len(chr) != 1:
        raise TypeError("bidirectional() argument must be a unicode character, not " + type(chr).__name__)
    if not _known:
        _read()
    from bisect import bisect
    n = ord(chr)
    k = bisect(_known, n, key=lambda run: run[0]) - 1
    if k >= 0 and n <= _known[k][1]:
        return _known[k][2]
    return _by_category.get(unicodedata.category(chr), "")

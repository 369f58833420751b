# tfs's own: over _linediff.
"""What differs between sequences, and how alike they are."""
import _linediff
from collections import namedtuple as _namedtuple

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK",
           "context_diff", "unified_diff", "diff_bytes", "Match"]
Match = _namedtuple("Match", "a b size")

class SequenceMatcher:
    """Compares two sequences."""
    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a): self.a, self.matching_blocks, self.opcodes = a, None, None

    def set_seq2(self, b):
        self.b, self.matching_blocks, self.opcodes = b, None, None
        self.b2j, self.bjunk, self.bpopular = _linediff.places(b, self.isjunk, self.autojunk)

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest run that both share in a part."""
        return Match(*_linediff.longest(self.a, self.b, self.b2j, self.bjunk, alo, len(self.a) if ahi is None else ahi,
                                        blo, len(self.b) if bhi is None else bhi))

    def get_matching_blocks(self):
        """The runs that both share, and an empty one at the end."""
        if self.matching_blocks is None:
            out = []
            for i, j, n in _linediff.blocks(self.a, self.b, self.b2j, self.bjunk):
                if out and out[-1].a + out[-1].size == i and out[-1].b + out[-1].size == j:
                    out[-1] = Match(out[-1].a, out[-1].b, out[-1].size + n)
                else:
                    out.append(Match(i, j, n))
            self.matching_blocks = out + [Match(len(self.a), len(self.b), 0)]
        return self.matching_blocks

    def get_opcodes(self):
        """How to get from one to the other: (tag, start and end in a, start and end in b)."""
        if self.opcodes is None:
            self.opcodes = _linediff.steps(self.a, self.b, self.get_matching_blocks()[:-1])
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """The changes in groups, with n equal items around."""
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            _, i, ie, j, je = codes[0]
            codes[0] = "equal", max(i, ie - n), ie, max(j, je - n), je
        if codes[-1][0] == "equal":
            _, i, ie, j, je = codes[-1]
            codes[-1] = "equal", i, min(ie, i + n), j, min(je, j + n)
        group = []
        for tag, i, ie, j, je in codes:
            if tag == "equal" and ie - i > 2 * n:
                group.append((tag, i, min(ie, i + n), j, min(je, j + n)))
                yield group
                group, i, j = [], max(i, ie - n), max(j, je - n)
            group.append((tag, i, ie, j, je))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def _share(self, same):
        total = len(self.a) + len(self.b)
        return 2.0 * same / total if total else 1.0

    def ratio(self):
        """How alike both are, from 0 to 1."""
        return self._share(sum(m.size for m in self.get_matching_blocks()))

    def quick_ratio(self):
        """At most so alike they are: by the items that both have, wherever they stand."""
        left, same = {}, 0
        for x in self.b:
            left[x] = left.get(x, 0) + 1
        for x in self.a:
            if left.get(x, 0) > 0:
                left[x] -= 1
                same += 1
        return self._share(same)

    def real_quick_ratio(self):
        """At most so alike they are, by their lengths."""
        return self._share(min(len(self.a), len(self.b)))

def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The most alike of some words, the best first."""
    if not n > 0:
        raise ValueError(f"n must be > 0: {n!r}")
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError(f"cutoff must be in [0.0, 1.0]: {cutoff!r}")
    s, found = SequenceMatcher(), []
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and s.ratio() >= cutoff:
            found.append((s.ratio(), x))
    return [x for _, x in sorted(found, reverse=True)[:n]]

class Differ:
    """Compares lines and marks what differs within them."""
    def __init__(self, linejunk=None, charjunk=None): self.linejunk, self.charjunk = linejunk, charjunk
    def compare(self, a, b): return _linediff.compare(list(a), list(b))

def IS_LINE_JUNK(line, pat=None):
    """Whether a line is blank or a single #."""
    return line.strip() in ("", "#")

def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Whether a character is a blank."""
    return ch in ws

def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """The lines of both, marked."""
    return Differ(linejunk, charjunk).compare(a, b)

def restore(delta, which):
    """One of the two sequences that ndiff compared."""
    if int(which) not in (1, 2):
        raise ValueError(f"unknown delta choice (must be 1 or 2): {which!r}")
    heads = "  ", "- " if int(which) == 1 else "+ "
    for line in delta:
        if line[:2] in heads:
            yield line[2:]

def _range(start, stop, context=False):
    begin, n = start + 1, stop - start
    if context:
        begin -= not n
        return f"{begin},{begin + n - 1}" if n > 1 else str(begin)
    if n == 1:
        return str(begin)
    return f"{begin - (not n)},{n}"

def _check(a, b, *names):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError(f"lines to compare must be str, not {type(lines[0]).__name__} ({lines[0]!r})")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"all arguments must be str, not: {name!r}")

def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The lines that differ, as diff -u shows them."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield f"--- {fromfile}{chr(9) + fromfiledate if fromfiledate else ''}{lineterm}"
            yield f"+++ {tofile}{chr(9) + tofiledate if tofiledate else ''}{lineterm}"
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@{lineterm}"
        for tag, i, ie, j, je in group:
            if tag == "equal":
                yield from (" " + line for line in a[i:ie])
            if tag in ("replace", "delete"):
                yield from ("-" + line for line in a[i:ie])
            if tag in ("replace", "insert"):
                yield from ("+" + line for line in b[j:je])

def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The lines that differ, as diff -c shows them."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    marks, started = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}, False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield f"*** {fromfile}{chr(9) + fromfiledate if fromfiledate else ''}{lineterm}"
            yield f"--- {tofile}{chr(9) + tofiledate if tofiledate else ''}{lineterm}"
        yield "***************" + lineterm
        yield f"*** {_range(group[0][1], group[-1][2], True)} ****{lineterm}"
        if any(tag in ("replace", "delete") for tag, *_ in group):
            for tag, i, ie, _, _ in group:
                if tag != "insert":
                    yield from (marks[tag] + line for line in a[i:ie])
        yield f"--- {_range(group[0][3], group[-1][4], True)} ----{lineterm}"
        if any(tag in ("replace", "insert") for tag, *_ in group):
            for tag, _, _, j, je in group:
                if tag != "delete":
                    yield from (marks[tag] + line for line in b[j:je])

def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """unified_diff or context_diff of lines of bytes."""
    text = lambda s: s.decode("ascii", "surrogateescape")
    for line in dfunc([text(x) for x in a], [text(x) for x in b], text(fromfile), text(tofile), text(fromfiledate),
                      text(tofiledate), n, text(lineterm)):
        yield line.encode("ascii", "surrogateescape")

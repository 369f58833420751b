# tfs's own: what a command of the shell printed, as y = !cmd gives it.
"""Lines of a command, with what notebooks ask of them."""
import re

class SList(list):
    """The lines a command printed: .n and .s as one text, .p as paths, grep, fields and sort."""

    @property
    def l(self): return self

    @property
    def n(self): return "\n".join(self)

    @property
    def s(self): return " ".join(self)

    @property
    def p(self):
        from pathlib import Path
        return [path for path in map(Path, self) if path.exists()]

    list, nlstr, spstr, paths = l, n, s, p

    def grep(self, pattern, prune=False, field=None):
        """The lines in which a pattern is found, or for which a function holds; prune gives the others."""
        holds = pattern if callable(pattern) else lambda text: re.search(pattern, text, re.IGNORECASE)
        return SList(line for line in self if bool(holds(_field(line, field))) != prune)

    def fields(self, *fields):
        """The words of each line, or those at the places given, joined again."""
        if not fields:
            return [line.split() for line in self]
        out = SList()
        for line in self:
            words = line.split()
            chosen = [words[k] for k in fields if -len(words) <= k < len(words)]
            if chosen:
                out.append(" ".join(chosen))
        return out

    def sort(self, field=None, nums=False):
        """The lines in order, by a word of theirs; nums compares the digits in it as a number."""
        def key(line):
            text = _field(line, field)
            return int("".join(c for c in text if c.isdigit()) or 0) if nums else text
        return SList(sorted(self, key=key))

def _field(line, field):
    if field is None:
        return line
    words = line.split()
    return words[field] if -len(words) <= field < len(words) else ""

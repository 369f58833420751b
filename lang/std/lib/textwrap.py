# tfs's own: layout of text.
"""Layout of text: paragraphs, margins."""
import re as _re

# Blanks, dashes between words, and words; a word may end after a hyphen that has letters on both sides.
_pieces = _re.compile(
    r"[\t-\r ]+"
    r"|(?<=[\w!\"'&.,?])--+(?=\w)"
    r"|[^-\t-\r ]+(?![^\t-\r ])"
    r"|[^\t-\r ]+?(?:-(?:(?<=[^\W\d]{2}-)|(?<=[^\W\d]-[^\W\d]-))(?=[^\W\d]-?[^\W\d])"
    r"|(?=[\t-\r ]|\Z)|(?<=[\w!\"'&.,?])(?=--+\w))")
_words = _re.compile(r"[\t-\r ]+|[^\t-\r ]+")

class TextWrapper:
    """How paragraphs are made."""
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width, self.initial_indent, self.subsequent_indent = width, initial_indent, subsequent_indent
        self.expand_tabs, self.replace_whitespace, self.fix_sentence_endings = (expand_tabs, replace_whitespace,
                                                                                fix_sentence_endings)
        self.break_long_words, self.drop_whitespace, self.break_on_hyphens = (break_long_words, drop_whitespace,
                                                                              break_on_hyphens)
        self.tabsize, self.max_lines, self.placeholder = tabsize, max_lines, placeholder

    def _split(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(dict.fromkeys(map(ord, "\t\n\v\f\r"), " "))
        pieces = (_pieces if self.break_on_hyphens else _words).findall(text)
        if self.fix_sentence_endings:
            for k in range(len(pieces) - 1):
                if pieces[k + 1] == " " and _re.search(r"[a-z][.!?][\"']?\Z", pieces[k]):
                    pieces[k + 1] = "  "
        return pieces

    def wrap(self, text):
        """The lines of a paragraph."""
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        todo = self._split(text)[::-1]
        lines = []
        while todo:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if self.drop_whitespace and lines and not todo[-1].strip():
                todo.pop()
            line, used = [], 0
            while todo and used + len(todo[-1]) <= room:
                used += len(todo[-1])
                line.append(todo.pop())
            if todo and len(todo[-1]) > room: # longer than any line
                if self.break_long_words:
                    word = todo.pop()
                    cut = room - used if room > 0 else 1
                    hyphen = word.rfind("-", 0, cut) if self.break_on_hyphens and len(word) > cut else -1
                    if hyphen > 0 and word[:hyphen].strip("-"):
                        cut = hyphen + 1
                    todo.append(word[cut:])
                    line.append(word[:cut]) # even if empty: then it is what is dropped, not the blank before it
                elif not line:
                    line.append(todo.pop())
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if not line:
                continue
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (
                    not ("".join(todo).strip() if self.drop_whitespace else todo) and len("".join(line)) <= room):
                lines.append(indent + "".join(line))
                continue
            while line and (not line[-1].strip() or len("".join(line)) + len(self.placeholder) > room):
                line.pop()
            if line:
                lines.append(indent + "".join(line) + self.placeholder)
            elif lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
                lines[-1] = lines[-1].rstrip() + self.placeholder
            else:
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        """A paragraph as one text."""
        return "\n".join(self.wrap(text))

def wrap(text, width=70, **kwargs): return TextWrapper(width=width, **kwargs).wrap(text)
def fill(text, width=70, **kwargs): return TextWrapper(width=width, **kwargs).fill(text)

def shorten(text, width, **kwargs):
    """A text cut to a width at a word."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))

def dedent(text):
    """A text without the blanks that all its lines begin with."""
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    full = [line for line in lines if line]
    low, high = min(full, default=""), max(full, default="")
    k = 0
    while k < min(len(low), len(high)) and low[k] == high[k] and low[k] in " \t":
        k += 1
    return "\n".join(line[k:] for line in lines)

def indent(text, prefix, predicate=None):
    """A text with a prefix before its lines, or those a function chooses."""
    chosen = predicate or (lambda line: line.strip())
    return "".join(prefix + line if chosen(line) else line for line in text.splitlines(True))

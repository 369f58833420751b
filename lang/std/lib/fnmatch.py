# tfs's own: names by pattern.
"""Names of files by pattern: * ? [abc] [!abc]."""
import functools
import os
import re

def _set(inner):
    # The inside of [ ]: a - that makes no range is quoted, and ranges that go backwards hold nothing.
    no, inner = inner[:1] == "!", inner.removeprefix("!")
    parts, k = [], 1
    while True:
        k = inner.find("-", k)
        if k < 0 or k == len(inner) - 1:
            break
        parts.append(inner[:k])
        inner, k = inner[k + 1:], 2
    parts.append(inner)
    for i in range(len(parts) - 1, 0, -1):
        if parts[i - 1][-1:] > parts[i][:1]:
            parts[i - 1:i + 1] = [parts[i - 1][:-1] + parts[i][1:]]
    inner = "-".join(p.replace("\\", r"\\").replace("-", r"\-") for p in parts)
    if not inner:
        return "." if no else "(?!)"
    inner = re.sub(r"([&~|])", r"\\\1", inner)
    return "[^" + inner + "]" if no else "[" + ("\\" if inner[0] in "^[" else "") + inner + "]"

def translate(pat):
    """A regular expression for a pattern."""
    pieces, k = [[]], 0 # between stars
    while k < len(pat):
        c = pat[k]
        k += 1
        end = pat.find("]", k + 1 + (pat[k:k + 1] == "!")) if c == "[" else -1
        if c == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append([])
        elif c == "?":
            pieces[-1].append(".")
        elif end > 0:
            pieces[-1].append(_set(pat[k:end]))
            k = end + 1
        else:
            pieces[-1].append(re.escape(c))
    first, *rest = ["".join(p) for p in pieces]
    # What is between two stars is found where it first is: no later place needs to be tried.
    out = first + "".join(f"(?>.*?{p})" for p in rest[:-1]) + (".*" + rest[-1] if rest else "")
    return "(?s:" + out + r")\Z"

@functools.lru_cache(maxsize=256)
def _matcher(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(pat.decode("latin-1")).encode("latin-1")).match
    return re.compile(translate(pat)).match

def fnmatchcase(name, pat):
    return _matcher(pat)(name) is not None

def fnmatch(name, pat):
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))

def filter(names, pat):
    return [n for n in names if fnmatch(n, pat)]

# tfs's own: of the module ast the part that reads literals.
"""Literals as values."""
import re as _re

def literal_eval(node_or_string):
    """The value of a literal of Python: numbers, texts, bytes, tuples, lists, dicts, sets, True, False, None."""
    if not isinstance(node_or_string, str):
        raise ValueError(f"malformed node or string: {node_or_string!r}")
    text = node_or_string.lstrip(" \t")
    compile(text, "<unknown>", "eval")
    r = _Reader(text)
    v = r.value()
    if r.peek() == ",":  # a tuple without brackets
        v = [v]
        while r.peek() == ",":
            r.take(",")
            if r.peek():
                v.append(r.value())
        v = tuple(v)
    if r.peek():
        r.fail()
    return v

_token = _re.compile(
    r"""\s*(?:((?:[rR][bB]?|[bB][rR]?|[uU])?(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|"""
    r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))|"""
    r"""(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)|"""
    r"""([A-Za-z_]\w*)|(\.\.\.|.))""", _re.S)

class _Reader:
    def __init__(self, text):
        self.text, self.tokens, at = text, [], 0
        clean = text.rstrip()
        while at < len(clean):
            m = _token.match(clean, at)
            at = m.end()
            self.tokens.append((m.lastindex, m.group(m.lastindex)))
        self.at = 0

    def fail(self): raise ValueError(f"malformed node or string: {self.text!r}")
    def peek(self): return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, what=None):
        if self.at >= len(self.tokens) or what is not None and self.peek() != what:
            self.fail()
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self):
        v = self.signed()
        while self.peek() in ("+", "-"):
            sign = self.take()[1]
            w = self.signed()
            if type(v) not in (int, float) or type(w) is not complex:
                self.fail()
            v = v + w if sign == "+" else v - w
        return v

    def signed(self):
        if self.peek() in ("+", "-"):
            sign = self.take()[1]
            v = self.signed()
            if type(v) not in (int, float, complex):
                self.fail()
            return -v if sign == "-" else v
        return self.one()

    def one(self):
        kind, text = self.take()
        if kind == 1:
            v = eval(text)
            while self.at < len(self.tokens) and self.tokens[self.at][0] == 1:
                v += eval(self.take()[1])
            return v
        if kind == 2:
            return eval(text)
        if kind == 3:
            if text in ("True", "False", "None"):
                return {"True": True, "False": False, "None": None}[text]
            if text == "set" and self.peek() == "(":
                self.take("(")
                self.take(")")
                return set()
            self.fail()
        if text == "...":
            return ...
        if text == "[":
            return self.items("]")[0]
        if text == "(":
            items, comma = self.items(")")
            return items[0] if len(items) == 1 and not comma else tuple(items)
        if text == "{":
            return self.braces()
        self.fail()

    def items(self, end):
        out, comma = [], False
        while self.peek() != end:
            out.append(self.value())
            comma = self.peek() == ","
            if not comma:
                break
            self.take(",")
        self.take(end)
        return out, comma

    def braces(self):
        pairs, single = {}, []
        while self.peek() != "}":
            k = self.value()
            if self.peek() == ":":
                self.take(":")
                pairs[k] = self.value()
            else:
                single.append(k)
            if self.peek() != ",":
                break
            self.take(",")
        self.take("}")
        return set(single) if single else pairs

# tfs's own: how decimal numbers look in formats.
"""Format specifications of decimal numbers."""
import decimal, re

def formatted(self, spec):
    m = re.fullmatch(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<z>z)?(?P<alt>#)?(?P<zero>0)?"
                      r"(?P<width>\d+)?(?P<sep>,)?(?:\.(?P<prec>\d+))?(?P<type>[eEfFgGn%])?", spec, re.S)
    if m is None:
        raise ValueError("invalid format string")
    kind, prec = m["type"], None if m["prec"] is None else int(m["prec"])
    x, tail = self, ""
    if x._special():
        text = str(x).lstrip("-") + "%" * (kind == "%")
    else:
        if kind == "%":
            x, tail = type(self)._made(x._sign, x._int, x._exp + 2), "%"
        if prec is not None:
            if kind in ("e", "E"):
                x = x._to_digits(prec + 1)
                if x._int:
                    x = x._rescaled(x.adjusted() - prec)
            elif kind in ("f", "F", "%"):
                x = x._rescaled(-prec)
            else:
                x = x._to_digits(prec or 1)
        text = _body(x, kind, prec) + tail
    sign = "-" if x._sign and (x or not m["z"]) else m["sign"].replace("-", "") if m["sign"] else ""
    if m["sep"]:
        whole = re.match(r"\d*", text)[0]
        text = f"{int(whole):,}" + text[len(whole):] if whole else text
    fill, align = m["fill"] or " ", m["align"] or ">"
    if m["zero"] and not m["align"]:
        fill, align = (" ", ">") if x._special() else ("0", "=")
    room = int(m["width"] or 0) - len(sign) - len(text)
    if align == "=":
        if m["sep"] and fill == "0" and room > 0:
            whole = re.match(r"[\d,]*", text)[0]
            digits, rest = whole.replace(",", ""), text[len(whole):]
            while (len(f"{digits:0>{len(digits)}}") + (len(digits) - 1) // 3 + len(rest)
                   + len(sign) < int(m["width"])):
                digits = "0" + digits
            return sign + re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", digits) + rest
        return sign + fill * room + text
    body = sign + text
    if align == "<":
        return body + fill * room
    return fill * (room // 2) + body + fill * (room - room // 2) if align == "^" else fill * room + body


def pointed(digits, point):
    """Digits with a point behind so many of them, and the zeros that it needs."""
    if point <= 0:
        return "0." + "0" * -point + digits
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return digits[:point] + "." + digits[point:]


def _body(self, kind, prec):
    """The digits of a finite number as a format type shows them, without a sign."""
    digits = str(self._int)
    left = self._exp + len(digits)
    if kind in ("e", "E"):
        point = 1 if self._int or prec is None else 1 - prec
        if not self._int and prec is not None:
            digits, point, left = "0" * (prec + 1), 1, self._exp + prec + 1
    elif kind in ("f", "F", "%"):
        point = left if self._int or self._exp < 0 else 1
    else:
        point = left if self._exp <= 0 and left > -6 else 1
    text = pointed(digits, point)
    if kind in ("e", "E") or kind not in ("f", "F", "%") and left != point:
        mark = "e" if kind in ("e", "g", "n") or kind is None and not decimal.getcontext().capitals else "E"
        text += f"{mark}{left - point:+}"
    return text

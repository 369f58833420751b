# tfs's own: a tolerant reader of HTML.
"""Tags, texts and comments of HTML as calls of methods."""
import re as _re
from html import unescape as _unescape

__all__ = ["HTMLParser"]
_ATTRIBUTE = _re.compile(r"""((?<=['"\s/])[^\s/>][^\s/=>]*)(\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?(?:\s|/(?!>))*""")
_NAME = _re.compile(r"[a-zA-Z][^\t\n\r\f />\x00]*")
_REFERENCE = _re.compile(r"&(?:#(?:[0-9]+|[xX][0-9a-fA-F]+)|[a-zA-Z][-.a-zA-Z0-9]*)(?=[^-.a-zA-Z0-9])")


class HTMLParser:
    """Calls handle_starttag, handle_data and so on for the parts of HTML that is fed to it.

    >>> class P(HTMLParser):
    ...     def handle_starttag(self, tag, attrs):
    ...         print(tag, attrs)
    >>> P().feed("<a href='x'>")
    a [('href', 'x')]
    """
    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Begins anew."""
        self.rawdata, self.lasttag, self.cdata_elem, self._start = "", "???", None, None
        self.lineno, self.offset = 1, 0

    def feed(self, data):
        """Takes more text; what is not all there waits for more."""
        self.rawdata += data
        self._go(False)

    def close(self):
        """Takes what waits as it is."""
        self._go(True)

    def getpos(self):
        """Line and column of the part that is being handled."""
        return self.lineno, self.offset

    def get_starttag_text(self):
        """The start tag as it was written."""
        return self._start

    def handle_starttag(self, tag, attrs): pass
    def handle_endtag(self, tag): pass
    def handle_data(self, data): pass
    def handle_comment(self, data): pass
    def handle_decl(self, decl): pass
    def handle_pi(self, data): pass
    def handle_charref(self, name): pass
    def handle_entityref(self, name): pass
    def unknown_decl(self, data): pass

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def set_cdata_mode(self, elem): self.cdata_elem = elem.lower()
    def clear_cdata_mode(self): self.cdata_elem = None

    def _moved(self, a, b):
        part = self.rawdata[a:b]
        lines = part.count("\n")
        if lines:
            self.lineno += lines
            self.offset = len(part) - part.rindex("\n") - 1
        else:
            self.offset += len(part)
        return b

    def _text(self, a, b, end):
        # The text between two places, with its references; returns the place up to which it was taken.
        raw = self.rawdata
        if self.cdata_elem:
            if b > a:
                self.handle_data(raw[a:b])
            return self._moved(a, b)
        if self.convert_charrefs:
            if not end and b == len(raw):
                amp = raw.rfind("&", max(a, b - 34), b)
                if amp >= 0 and not _re.search(r"[\s;]", raw[amp:b]):
                    return a
            if b > a:
                self.handle_data(_unescape(raw[a:b]))
            return self._moved(a, b)
        while a < b:
            amp = raw.find("&", a, b)
            if amp < 0:
                amp = b
            if amp > a:
                self.handle_data(raw[a:amp])
                a = self._moved(a, amp)
            if a >= b:
                break
            m = _REFERENCE.match(raw + (" " if end else ""), a)
            if m and m.end() <= b:
                name = m.group()[1:]
                if name[0] == "#":
                    self.handle_charref(name[1:])
                else:
                    self.handle_entityref(name)
                a = self._moved(a, m.end() + (raw[m.end():m.end() + 1] == ";"))
            elif not end and b == len(raw) and _re.match(r"&#?[a-zA-Z0-9]*$", raw[a:b]):
                return a
            else:
                self.handle_data("&")
                a = self._moved(a, a + 1)
        return a

    def _go(self, end):
        i = 0
        while i < len(self.rawdata):
            raw = self.rawdata
            if self.cdata_elem:
                m = _re.compile(rf"</{self.cdata_elem}(?=[\t\n\r\f />])", _re.I).search(raw, i)
                j = m.start() if m else len(raw)
                if not m and not end:
                    keep = raw.rfind("<", i)
                    j = keep if keep >= 0 else j
                i = self._text(i, j, end)
                if not m:
                    break
                self.clear_cdata_mode()
            else:
                j = raw.find("<", i)
                j = j if j >= 0 else len(raw)
                i = self._text(i, j, end)
                if i < j:
                    break
            if i >= len(raw):
                break
            k = self._markup(i, end)
            if k < 0:
                if not end:
                    break
                k = raw.find(">", i + 1) + 1
                if not k:
                    k = raw.find("<", i + 1)
                    k = k if k >= 0 else i + 1
                self.handle_data(_unescape(raw[i:k]) if self.convert_charrefs and not self.cdata_elem else raw[i:k])
            i = self._moved(i, k)
        if end and i < len(self.rawdata):
            i = self._text(i, len(self.rawdata), True)
        self.rawdata = self.rawdata[i:]

    def _markup(self, i, end):
        # Handles what begins with <; returns where it ends, -1 where it is not all there.
        raw = self.rawdata
        if raw.startswith("<!--", i):
            m = _re.compile(r"--\s*>").search(raw, i + 4)
            if not m:
                return -1
            self.handle_comment(raw[i + 4:m.start()])
            return m.end()
        if raw.startswith("<?", i):
            k = raw.find(">", i + 2)
            if k >= 0:
                self.handle_pi(raw[i + 2:k])
            return k + 1 if k >= 0 else -1
        if raw.startswith("<![", i):
            k = raw.find("]>" if not raw.startswith("<![CDATA[", i) else "]]>", i + 3)
            if k >= 0:
                self.unknown_decl(raw[i + 3:k])
                return raw.index(">", k) + 1
            return -1
        if raw.startswith("<!", i):
            k = raw.find(">", i + 2)
            if k < 0:
                return -1
            text = raw[i + 2:k]
            if text[:7].lower() == "doctype":
                self.handle_decl(text)
            else:
                self.handle_comment(text)
            return k + 1
        if raw.startswith("</", i):
            return self._endtag(i)
        m = _NAME.match(raw, i + 1)
        if not m:
            if len(raw) == i + 1 and not end:
                return -1
            self.handle_data("<")
            return i + 1
        return self._starttag(i, m)

    def _endtag(self, i):
        raw = self.rawdata
        k = raw.find(">", i + 2)
        if k < 0:
            return -1
        m = _NAME.match(raw, i + 2)
        if not m:
            if raw[i:i + 3] != "</>":
                self.handle_comment(raw[i + 2:k])
            return k + 1
        self.handle_endtag(m.group().lower())
        return k + 1

    def _starttag(self, i, m):
        raw, self._start = self.rawdata, None
        tag, k = m.group().lower(), m.end()
        attrs = []
        skip = _re.compile(r"[\s/]*").match(raw, k).end()
        while skip < len(raw) and raw[skip] != ">":
            a = _ATTRIBUTE.match(raw, skip)
            if not a or a.end() == skip:
                skip += 1
                continue
            name, rest, value = a.group(1, 2, 3)
            if rest and value[:1] in ("'", '"') and (len(value) < 2 or value[-1] != value[0]):
                return -1
            if not rest:
                value = None
            elif value[:1] == value[-1:] and value[:1] in ("'", '"'):
                value = value[1:-1]
            attrs.append((name.lower(), _unescape(value) if value else value))
            skip = _re.compile(r"[\s/]*").match(raw, a.end()).end()
        if skip >= len(raw):
            return -1
        self.lasttag, self._start = tag, raw[i:skip + 1]
        if self._start.endswith("/>"):
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return skip + 1

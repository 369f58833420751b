# tfs's own: RFC 3986.
"""Takes addresses apart and puts them together."""
from collections import namedtuple as _namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs",
           "parse_qsl", "quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes",
           "DefragResult", "ParseResult", "SplitResult"]
uses_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews",
               "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss"]
uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero",
                 "rtsp", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms",
               "sftp", "tel"]
_safe = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")

class _Place:
    """User, host and port of the netloc."""
    __slots__ = ()

    def _host(self):
        _, _, host = self.netloc.rpartition("@")
        _, bracket, rest = host.partition("[")
        if bracket:
            name, _, port = rest.partition("]")
            return name, port.partition(":")[2]
        name, _, port = host.partition(":")
        return name, port

    def _user(self):
        user, at, _ = self.netloc.rpartition("@")
        if not at:
            return None, None
        name, colon, password = user.partition(":")
        return name, password if colon else None

    username = property(lambda self: self._user()[0])
    password = property(lambda self: self._user()[1])

    @property
    def hostname(self):
        name = self._host()[0]
        if not name:
            return None
        head, percent, zone = name.partition("%")
        return head.lower() + percent + zone

    @property
    def port(self):
        port = self._host()[1]
        if not port:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        if not 0 <= int(port) <= 65535:
            raise ValueError("Port out of range 0-65535")
        return int(port)

class SplitResult(_namedtuple("SplitResult", "scheme netloc path query fragment"), _Place):
    """The parts that urlsplit finds."""
    __slots__ = ()
    def geturl(self): return urlunsplit(self)

class ParseResult(_namedtuple("ParseResult", "scheme netloc path params query fragment"), _Place):
    """The parts that urlparse finds."""
    __slots__ = ()
    def geturl(self): return urlunparse(self)

class DefragResult(_namedtuple("DefragResult", "url fragment")):
    """An address and its fragment."""
    __slots__ = ()
    def geturl(self): return self.url + "#" + self.fragment if self.fragment else self.url

def urlsplit(url, scheme="", allow_fragments=True):
    """Scheme, netloc, path, query and fragment of an address."""
    if isinstance(url, bytes):
        return tuple(p.encode() for p in urlsplit(url.decode("ascii"), scheme if isinstance(scheme, str)
                                                  else scheme.decode(), allow_fragments))
    url = url.lstrip("".join(map(chr, range(33))))
    scheme = scheme.strip("".join(map(chr, range(33))))
    for c in "\t\r\n":
        url, scheme = url.replace(c, ""), scheme.replace(c, "")
    netloc = query = fragment = ""
    at = url.find(":")
    if (at > 0 and url[0].isascii() and url[0].isalpha()
        and all(c.isascii() and (c.isalnum() or c in "+-.") for c in url[:at])):
        scheme, url = url[:at].lower(), url[at + 1:]
    if url[:2] == "//":
        end = min((i for i in (url.find(c, 2) for c in "/?#") if i >= 0), default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    return SplitResult(scheme, netloc, url, query, fragment)

def urlparse(url, scheme="", allow_fragments=True):
    """Scheme, netloc, path, params, query and fragment of an address."""
    s = urlsplit(url, scheme, allow_fragments)
    path, params = s[2], ""
    if s[0] in uses_params and ";" in path:
        at = path.find(";", path.rfind("/") if "/" in path else 0)
        if at >= 0:
            path, params = path[:at], path[at + 1:]
    return ParseResult(s[0], s[1], path, params, s[3], s[4])

def urlunparse(components):
    scheme, netloc, path, params, query, fragment = components
    return urlunsplit((scheme, netloc, f"{path};{params}" if params else path, query, fragment))

def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url += "?" + query
    return url + "#" + fragment if fragment else url

def urljoin(base, url, allow_fragments=True):
    """An address that is relative to another one, whole."""
    if not base:
        return url
    if not url:
        return base
    b = urlparse(base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, b.scheme, allow_fragments)
    if scheme != b.scheme or scheme not in uses_relative:
        return url
    if scheme in uses_netloc:
        if netloc:
            return urlunparse((scheme, netloc, path, params, query, fragment))
        netloc = b.netloc
    if not path and not params:
        return urlunparse((scheme, netloc, b.path, b.params, query or b.query, fragment))
    parts = b.path.split("/")
    if parts[-1]:
        del parts[-1]
    if path[:1] == "/":
        whole = path.split("/")
    else:
        whole = parts + path.split("/")
        whole[1:-1] = filter(None, whole[1:-1])
    out = []
    for part in whole:
        if part == "..":
            if out:
                out.pop()
        elif part != ".":
            out.append(part)
    if whole[-1] in (".", ".."):
        out.append("")
    return urlunparse((scheme, netloc, "/".join(out) or "/", params, query, fragment))

def urldefrag(url):
    if "#" not in url:
        return DefragResult(url, "")
    s, n, p, a, q, fragment = urlparse(url)
    return DefragResult(urlunparse((s, n, p, a, q, "")), fragment)

def quote_from_bytes(bs, safe="/"):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    allowed = _safe | frozenset(safe.encode("ascii", "ignore") if isinstance(safe, str) else safe)
    return "".join(chr(c) if c in allowed else f"%{c:02X}" for c in bs)

def quote(string, safe="/", encoding=None, errors=None):
    """A text with all characters but letters, digits and _.-~ (and the safe ones) as %XX."""
    if isinstance(string, str):
        string = string.encode(encoding or "utf-8", errors or "strict")
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    return quote_from_bytes(string, safe)

def quote_plus(string, safe="", encoding=None, errors=None):
    """As quote, with + for spaces."""
    space = " " if isinstance(string, str) else b" "
    if space not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + " " if isinstance(safe, str) else safe + b" ", encoding, errors).replace(" ", "+")

def unquote_to_bytes(string):
    if isinstance(string, str):
        string = string.encode("utf-8")
    parts = string.split(b"%")
    out = [parts[0]]
    for part in parts[1:]:
        try:
            out.append(bytes.fromhex(part[:2].decode("ascii")) + part[2:] if len(part) >= 2 else b"%" + part)
        except (ValueError, UnicodeDecodeError):
            out.append(b"%" + part)
    return b"".join(out)

def unquote(string, encoding="utf-8", errors="replace"):
    """A text with each %XX replaced by its character."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding or "utf-8", errors or "replace")
    if "%" not in string:
        return string
    out, run = [], []
    for i, part in enumerate(string.split("%")):
        head = "%" + part[:2] if i and len(part) >= 2 and all(c in "0123456789abcdefABCDEF" for c in part[:2]) else None
        if head is None:
            if run:
                out.append(bytes(run).decode(encoding or "utf-8", errors or "replace"))
                run = []
            out.append(part if i == 0 else "%" + part)
            continue
        run.append(int(part[:2], 16))
        if len(part) > 2:
            out.append(bytes(run).decode(encoding or "utf-8", errors or "replace"))
            run = []
            out.append(part[2:])
    if run:
        out.append(bytes(run).decode(encoding or "utf-8", errors or "replace"))
    return "".join(out)

def unquote_plus(string, encoding="utf-8", errors="replace"): return unquote(string.replace("+", " "), encoding, errors)

def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """The names and values of a query, in order."""
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError("Max number of fields exceeded")
    out = []
    for pair in qs.split(separator) if qs else []:
        if not pair and not strict_parsing:
            continue
        name, equals, value = pair.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError(f"bad query field: {pair!r}")
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            out.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return out

def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None,
             separator="&"):
    """The values of a query by their names."""
    out = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        out.setdefault(name, []).append(value)
    return out

def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """A query of names and values."""
    if hasattr(query, "items"):
        query = query.items()
    elif len(query) and not isinstance(query[0], tuple):
        raise TypeError("not a valid non-string sequence or mapping object")
    text = lambda v: quote_via(v, safe) if isinstance(v, bytes) else quote_via(str(v), safe, encoding, errors)
    out = []
    for name, value in query:
        values = value if doseq and not isinstance(value, (str, bytes)) and hasattr(value, "__len__") else [value]
        out += [text(name) + "=" + text(v) for v in values]
    return "&".join(out)

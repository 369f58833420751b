# tfs's own: there is no network in tfs; file: addresses work.
"""urlopen and urlretrieve of files; other addresses are refused with an error."""
import io as _io
import shutil as _shutil
from urllib.error import URLError
from urllib.parse import unquote, urlsplit, quote

class Request:
    """An address that is asked for."""
    def __init__(self, url, data=None, headers=None, origin_req_host=None, unverifiable=False, method=None):
        self.full_url, self.data, self.headers, self.method = url, data, dict(headers or {}), method
    def get_full_url(self): return self.full_url
    def add_header(self, key, val): self.headers[key] = val

def _path(url):
    url = url.full_url if isinstance(url, Request) else url
    parts = urlsplit(url)
    if not parts.scheme:
        raise ValueError(f"unknown url type: {url!r}")
    if parts.scheme != "file":
        raise URLError(f"tfs opens no {parts.scheme} addresses: it has no network; load the file first")
    return unquote(parts.path)

def urlopen(url, data=None, timeout=None, **kwargs): return open(_path(url), "rb")

def urlretrieve(url, filename=None, reporthook=None, data=None):
    path = _path(url)
    if filename is not None:
        _shutil.copyfile(path, filename)
    return filename or path, {}

def pathname2url(path): return quote(path)
def url2pathname(path): return unquote(path)

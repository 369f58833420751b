# tfs's own.
"""What requests over the network fail with."""
class URLError(OSError):
    def __init__(self, reason, filename=None):
        self.args, self.reason, self.filename = (reason,), reason, filename
    def __str__(self): return f"<urlopen error {self.reason}>"
class HTTPError(URLError):
    def __init__(self, url, code, msg, hdrs, fp):
        super().__init__(msg)
        self.url, self.code, self.msg, self.hdrs, self.fp = url, code, msg, hdrs, fp
    def __str__(self): return f"HTTP Error {self.code}: {self.msg}"
class ContentTooShortError(URLError): pass

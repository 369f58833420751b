# tfs's own: the numbers of RFC 9110.
"""What HTTP's numbers and methods mean."""
from enum import IntEnum as _IntEnum, StrEnum as _StrEnum

__all__ = ["HTTPStatus", "HTTPMethod"]

_TOLD = """100 Continue|Request received, please continue
101 Switching Protocols|Switching to new protocol; obey Upgrade header
102 Processing
103 Early Hints
200 OK|Request fulfilled, document follows
201 Created|Document created, URL follows
202 Accepted|Request accepted, processing continues off-line
203 Non-Authoritative Information|Request fulfilled from cache
204 No Content|Request fulfilled, nothing follows
205 Reset Content|Clear input form for further input
206 Partial Content|Partial content follows
207 Multi-Status
208 Already Reported
226 IM Used
300 Multiple Choices|Object has several resources -- see URI list
301 Moved Permanently|Object moved permanently -- see URI list
302 Found|Object moved temporarily -- see URI list
303 See Other|Object moved -- see Method and URL list
304 Not Modified|Document has not changed since given time
305 Use Proxy|You must use proxy specified in Location to access this resource
307 Temporary Redirect|Object moved temporarily -- see URI list
308 Permanent Redirect|Object moved permanently -- see URI list
400 Bad Request|Bad request syntax or unsupported method
401 Unauthorized|No permission -- see authorization schemes
402 Payment Required|No payment -- see charging schemes
403 Forbidden|Request forbidden -- authorization will not help
404 Not Found|Nothing matches the given URI
405 Method Not Allowed|Specified method is invalid for this resource
406 Not Acceptable|URI not available in preferred format
407 Proxy Authentication Required|You must authenticate with this proxy before proceeding
408 Request Timeout|Request timed out; try again later
409 Conflict|Request conflict
410 Gone|URI no longer exists and has been permanently removed
411 Length Required|Client must specify Content-Length
412 Precondition Failed|Precondition in headers is false
413 Request Entity Too Large|Entity is too large
414 Request-URI Too Long|URI is too long
415 Unsupported Media Type|Entity body in unsupported format
416 Requested Range Not Satisfiable|Cannot satisfy request range
417 Expectation Failed|Expect condition could not be satisfied
418 I'm a Teapot|Server refuses to brew coffee because it is a teapot.
421 Misdirected Request|Server is not able to produce a response
422 Unprocessable Entity
423 Locked
424 Failed Dependency
425 Too Early
426 Upgrade Required
428 Precondition Required|The origin server requires the request to be conditional
429 Too Many Requests|The user has sent too many requests in a given amount of time ("rate limiting")
431 Request Header Fields Too Large|The server is unwilling to process the request because its header fields are too\
 large
451 Unavailable For Legal Reasons|The server is denying access to the resource as a consequence of a legal demand
500 Internal Server Error|Server got itself in trouble
501 Not Implemented|Server does not support this operation
502 Bad Gateway|Invalid responses from another server/proxy
503 Service Unavailable|The server cannot process the request due to a high load
504 Gateway Timeout|The gateway server did not receive a timely response
505 HTTP Version Not Supported|Cannot fulfill request
506 Variant Also Negotiates
507 Insufficient Storage
508 Loop Detected
510 Not Extended
511 Network Authentication Required|The client needs to authenticate to gain network access"""
_rows = {}
for _line in _TOLD.split("\n"):
    _number, _, _rest = _line.partition(" ")
    _phrase, _, _about = _rest.partition("|")
    _rows[int(_number)] = _phrase, _about


class _Status(_IntEnum):
    def __new__(cls, value):
        self = int.__new__(cls, value)
        self._value_ = value
        self.phrase, self.description = _rows[value]
        return self

class _Method(_StrEnum):
    def __repr__(self): return f"<{type(self).__name__}.{self.name}>"

HTTPStatus = _Status("HTTPStatus", {p.replace("'", "").replace("-", "_").replace(" ", "_").upper(): n
                                    for n, (p, _) in _rows.items()}, module=__name__)
HTTPMethod = _Method("HTTPMethod", {n: n for n in "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE".split()},
                      module=__name__)

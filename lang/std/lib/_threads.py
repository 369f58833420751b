# tfs's own: what library modules use of threading.
from _thread import LockType, RLock, get_ident
Lock = LockType
class local: pass
class _Main:
    name = "MainThread"
    ident = 1
    native_id = 1
    daemon = False
def current_thread(): return _Main
def main_thread(): return _Main
def get_native_id(): return 1

# tfs's own: there is one thread; its locks are free.
"""Locks of the one thread there is."""
error = RuntimeError

def get_ident():
    return 1

class LockType:
    def __init__(self): self._n = 0
    def acquire(self, blocking=True, timeout=-1):
        self._n += 1
        return True
    def release(self):
        if not self._n:
            raise RuntimeError("release unlocked lock")
        self._n -= 1
    def locked(self): return self._n > 0
    def __enter__(self):
        self.acquire()
        return True
    def __exit__(self, *a): self.release()

RLock = LockType

def allocate_lock():
    return LockType()

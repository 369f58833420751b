# tfs's own.
"""The collector of what is no longer reached."""
import _weakrefs

_state = {"enabled": True, "threshold": (700, 10, 10)}

def collect(generation=2):
    """Collects now; how many objects that is, is not counted."""
    _weakrefs.collect()
    return 0

def enable(): _state["enabled"] = True
def disable(): _state["enabled"] = False
def isenabled(): return _state["enabled"]
def get_threshold(): return _state["threshold"]
def set_threshold(*threshold): _state["threshold"] = threshold
def get_count(): return 0, 0, 0
def get_objects(generation=None): return []
def get_referrers(*objs): return []
def get_referents(*objs): return []
def freeze(): pass
def unfreeze(): pass
def get_stats(): return [{"collections": 0, "collected": 0, "uncollectable": 0} for _ in range(3)]
def is_tracked(obj): return not isinstance(obj, (int, float, str, bytes, bool, type(None)))
garbage, callbacks = [], []
DEBUG_STATS = DEBUG_COLLECTABLE = DEBUG_UNCOLLECTABLE = DEBUG_SAVEALL = DEBUG_LEAK = 0

# tfs's own: what library modules use of weakref, with strong references.
def ref(obj, callback=None):
    return lambda: obj
def proxy(obj, callback=None):
    return obj
WeakKeyDictionary = dict
WeakValueDictionary = dict
WeakSet = set

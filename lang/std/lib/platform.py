# tfs's own.
"""What is known of the machine."""
import sys

def system():
    return {"linux": "Linux", "darwin": "Darwin", "windows": "Windows"}.get(sys.platform, sys.platform)

def python_version():
    return "%d.%d.%d" % sys.version_info[:3]

def python_version_tuple():
    return tuple(str(n) for n in sys.version_info[:3])

def python_implementation():
    return "tfs"

def machine():
    return ""

def processor():
    return ""

def node():
    return ""

def release():
    return ""

def version():
    return ""

def platform(aliased=False, terse=False):
    return system()

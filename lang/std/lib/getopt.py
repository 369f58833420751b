# tfs's own.
"""Options of command lines as C's getopt takes them."""
import os as _os

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    """An option that is not known or lacks its argument."""
    def __init__(self, msg, opt=""):
        self.msg, self.opt = msg, opt
        super().__init__(msg, opt)

    def __str__(self): return self.msg

error = GetoptError

def getopt(args, shortopts, longopts=[]):
    """Pairs of options and their arguments, and what follows them."""
    opts, longopts = [], [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith("-") and args[0] != "-":
        if args[0] == "--":
            args = args[1:]
            break
        args = _one(opts, args, shortopts, longopts)
    return opts, args

def gnu_getopt(args, shortopts, longopts=[]):
    """As getopt, with options among the other arguments."""
    opts, others, longopts = [], [], [longopts] if isinstance(longopts, str) else list(longopts)
    first = shortopts.startswith("+")
    shortopts = shortopts[1:] if first else shortopts
    first = first or bool(_os.environ.get("POSIXLY_CORRECT"))
    while args:
        if args[0] == "--":
            others += args[1:]
            break
        if args[0].startswith("-") and args[0] != "-":
            args = _one(opts, args, shortopts, longopts)
        elif first:
            others += args
            break
        else:
            others.append(args[0])
            args = args[1:]
    return opts, others

def _one(opts, args, shortopts, longopts):
    text, args = args[0], args[1:]
    return _long(opts, text[2:], longopts, args) if text.startswith("--") else _short(opts, text[1:], shortopts, args)

def _long(opts, opt, longopts, args):
    opt, given, value = opt.partition("=")
    fits = [o for o in longopts if o.startswith(opt)]
    if not fits:
        raise GetoptError(f"option --{opt} not recognized", opt)
    if opt in fits:
        takes = False
    elif opt + "=" in fits:
        takes = True
    elif len(fits) > 1:
        raise GetoptError(f"option --{opt} not a unique prefix", opt)
    else:
        takes = fits[0].endswith("=")
        opt = fits[0].removesuffix("=")
    if takes and not given:
        if not args:
            raise GetoptError(f"option --{opt} requires argument", opt)
        value, args = args[0], args[1:]
    elif given and not takes:
        raise GetoptError(f"option --{opt} must not have an argument", opt)
    opts.append(("--" + opt, value))
    return args

def _short(opts, text, shortopts, args):
    while text:
        opt, text, value = text[0], text[1:], ""
        at = shortopts.find(opt)
        if at < 0 or opt == ":":
            raise GetoptError(f"option -{opt} not recognized", opt)
        if shortopts[at + 1:at + 2] == ":":
            if not text:
                if not args:
                    raise GetoptError(f"option -{opt} requires argument", opt)
                text, args = args[0], args[1:]
            value, text = text, ""
        opts.append(("-" + opt, value))
    return args

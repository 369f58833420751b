# tfs's own: the locale C, which is the only one.
"""The locale C."""
LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
class Error(Exception): pass

def setlocale(category, locale=None):
    if locale in (None, "", "C", "POSIX", "C.UTF-8"):
        return "C"
    raise Error("unsupported locale setting")

def getlocale(category=LC_CTYPE):
    return (None, None)

def getpreferredencoding(do_setlocale=True):
    return "UTF-8"

def getencoding():
    return "UTF-8"

def localeconv():
    return {"int_curr_symbol": "", "currency_symbol": "", "mon_decimal_point": "", "mon_thousands_sep": "",
            "mon_grouping": [], "positive_sign": "", "negative_sign": "", "int_frac_digits": 127, "frac_digits": 127,
            "p_cs_precedes": 127, "p_sep_by_space": 127, "n_cs_precedes": 127, "n_sep_by_space": 127,
            "p_sign_posn": 127, "n_sign_posn": 127, "decimal_point": ".", "thousands_sep": "", "grouping": []}

def format_string(f, val, grouping=False, monetary=False):
    return f % val

def format(percent, value, grouping=False, monetary=False, *additional):
    import warnings
    warnings.warn("Method locale.format() is deprecated; please use locale.format_string() instead.", DeprecationWarning, 2)
    return format_string(percent, (value, *additional) if additional else value, grouping, monetary)

def str(val):
    return "%.12g" % val

def atof(string, func=float):
    return func(string)

def atoi(string):
    return int(string)

def strcoll(a, b):
    return (a > b) - (a < b)

def strxfrm(string):
    return string

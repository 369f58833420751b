# tfs's own: decimal numbers, as the General Decimal Arithmetic Specification describes them.
"""Numbers with decimal digits: exact where they can be, else rounded as the context says."""
import math as _math
import re as _re
from _decimal_logarithms import exp_fixed as _exp_fixed, ln10 as _ln10, ln_fixed as _ln_fixed
from collections import namedtuple as _namedtuple

__all__ = ["Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext", "ExtendedContext",
           "DecimalException", "Clamped", "InvalidOperation", "DivisionByZero", "Inexact", "Rounded", "Subnormal",
           "Overflow", "Underflow", "FloatOperation", "DivisionImpossible", "InvalidContext", "ConversionSyntax",
           "DivisionUndefined", "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN",
           "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP", "setcontext", "getcontext",
           "localcontext", "MAX_PREC", "MAX_EMAX", "MIN_EMIN", "MIN_ETINY", "HAVE_THREADS"]
ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING = ("ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN",
                                                             "ROUND_CEILING")
ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP"
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY, HAVE_THREADS = -MAX_EMAX, -MAX_EMAX - MAX_PREC + 1, True
DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent")

class DecimalException(ArithmeticError): pass
class Clamped(DecimalException): pass
class InvalidOperation(DecimalException): pass
class ConversionSyntax(InvalidOperation): pass
class DivisionByZero(DecimalException, ZeroDivisionError): pass
class DivisionImpossible(InvalidOperation): pass
class DivisionUndefined(InvalidOperation, ZeroDivisionError): pass
class Inexact(DecimalException): pass
class InvalidContext(InvalidOperation): pass
class Rounded(DecimalException): pass
class Subnormal(DecimalException): pass
class Overflow(Inexact, Rounded): pass
class Underflow(Inexact, Rounded, Subnormal): pass
class FloatOperation(DecimalException, TypeError): pass
_signals = [InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped]
for _c in _signals + [DecimalException, ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext,
                      DecimalTuple]:
    _c.__module__ = "decimal"

class Context:
    """How results are rounded, and which conditions are errors."""
    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None,
                 traps=None):
        model = globals().get("DefaultContext")
        def default(name, value, first):
            return value if value is not None else getattr(model, name) if model is not None else first
        self.prec, self.rounding = default("prec", prec, 28), default("rounding", rounding, ROUND_HALF_EVEN)
        self.Emin, self.Emax = default("Emin", Emin, -999999), default("Emax", Emax, 999999)
        self.capitals, self.clamp = default("capitals", capitals, 1), default("clamp", clamp, 0)
        self.traps = self._marks(traps, model.traps if model is not None else {})
        self.flags = self._marks(flags, {})
        self._met, self._depth = set(), 0

    @staticmethod
    def _marks(given, kept):
        if given is None:
            given = kept
        return (dict(given) if isinstance(given, dict) and len(given) == len(_signals)
                else {s: bool(s in given and (not isinstance(given, dict) or given[s])) for s in _signals})

    def __setattr__(self, name, value):
        if name == "prec":
            if not isinstance(value, int):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            if not 1 <= value <= MAX_PREC:
                raise ValueError("valid range for prec is [1, MAX_PREC]")
        if name == "rounding" and value not in _roundings:
            raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   "
                            "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        object.__setattr__(self, name, value)

    def __repr__(self):
        order = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal,
                 Underflow)
        names = lambda marks: "[" + ", ".join(s.__name__ for s in order if marks[s]) + "]"
        return (f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
                f"capitals={self.capitals}, clamp={self.clamp}, flags={names(self.flags)}, traps={names(self.traps)})")

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, dict(self.flags),
                       dict(self.traps))
    __copy__ = copy
    def clear_flags(self): self.flags = {s: False for s in _signals}
    def clear_traps(self): self.traps = {s: False for s in _signals}
    def Etiny(self): return self.Emin - self.prec + 1
    def Etop(self): return self.Emax - self.prec + 1

    def _signal(self, kind, result):
        """Notes a condition; within an operation it is told at the end of that."""
        self._met.add(kind)
        return result if self._depth else self._told(result)

    def _told(self, result):
        """The result, or an error that lists the conditions that were met and are trapped."""
        met, self._met = self._met, set()
        broad = {InvalidOperation if issubclass(kind, InvalidOperation) else kind for kind in met}
        for kind in broad:
            self.flags[kind] = True
        trapped = [kind for kind in _signals if kind in broad and self.traps[kind]]
        if trapped:
            kinds = [kind for kind in _conditions if kind in met] if InvalidOperation in trapped else []
            kinds = kinds or [InvalidOperation] * (InvalidOperation in trapped)
            raise trapped[0](kinds + [kind for kind in trapped if kind is not InvalidOperation])
        return result

    def create_decimal(self, num="0"): return Decimal(num, self)._plus(context=self)
    def create_decimal_from_float(self, f): return Decimal.from_float(f)._plus(context=self)
    def add(self, a, b): return _decimal(a, True)._add(b, context=self)
    def subtract(self, a, b): return _decimal(a, True)._add(_decimal(b, True)._minus_quiet(), context=self)
    def multiply(self, a, b): return _decimal(a, True)._multiply(b, context=self)
    def divide(self, a, b): return _decimal(a, True)._divide(b, context=self)
    def divide_int(self, a, b): return _decimal(a, True)._divide_int(b, context=self)
    def remainder(self, a, b): return _decimal(a, True)._remainder(b, context=self)
    def divmod(self, a, b): return _decimal(a, True)._divmod(b, context=self)
    def power(self, a, b, modulo=None): return _decimal(a, True)._power(b, modulo, context=self)
    def plus(self, a): return _decimal(a, True)._plus(context=self)
    def minus(self, a): return _decimal(a, True)._minus(context=self)
    def abs(self, a): return _decimal(a, True)._absolute(context=self)
    def to_sci_string(self, a): return _decimal(a, True).__str__(context=self)
    def to_eng_string(self, a): return _decimal(a, True).to_eng_string(self)
    def copy_decimal(self, a): return _decimal(a, True)

def _by_method(name):
    def method(self, a, *rest):
        return getattr(_decimal(a, True), name)(*rest, context=self)
    method.__name__ = name
    return method
for _name in ("sqrt exp ln log10 quantize compare compare_signal fma is_normal is_subnormal logb logical_and logical_or"
              " logical_invert logical_xor max max_mag min min_mag next_minus next_plus next_toward normalize"
              " number_class remainder_near rotate same_quantum scaleb shift to_integral_exact to_integral_value"
              " compare_total compare_total_mag").split():
    setattr(Context, _name, _by_method(_name))

def _operation(f):
    """An operation, within which conditions are collected. It works in the context given, else in the current one."""
    places = f.__code__.co_argcount - 1
    def method(self, *args, context=None):
        if len(args) == places:
            *args, context = args
        context = context or getcontext()
        context._depth += 1
        try:
            result = f(self, *args, context=context)
        finally:
            context._depth -= 1
        return context._told(result) if context._met and not context._depth else result
    method.__name__, method.__doc__ = f.__name__, f.__doc__
    return method

def _up(rounding, sign, kept, cut, unit):
    """Whether digits that are cut off raise those that are kept: cut of unit."""
    if not cut:
        return False
    if rounding == ROUND_DOWN:
        return False
    if rounding == ROUND_UP:
        return True
    if rounding == ROUND_CEILING:
        return not sign
    if rounding == ROUND_FLOOR:
        return bool(sign)
    if rounding == ROUND_05UP:
        return kept % 5 == 0
    twice = cut * 2
    if twice != unit:
        return twice > unit
    return rounding == ROUND_HALF_UP or rounding == ROUND_HALF_EVEN and kept % 2 == 1

_roundings = (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN,
              ROUND_05UP)
_conditions = (ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext)
_form = _re.compile(
    r"(?P<sign>[-+])?(?:(?=\d|\.\d)(?P<int>\d*)(?:\.(?P<frac>\d*))?(?:E(?P<exp>[-+]?\d+))?|Inf(?:inity)?(?P<inf>)|"
                    r"(?P<signal>s)?NaN(?P<diag>\d*))", _re.I)

class Decimal:
    """A decimal number; it does not change."""
    # _exp is "F" of infinity, "n" of NaN, "N" of a signalling NaN; _int a whole number
    __slots__ = ("_sign", "_int", "_exp")

    def __new__(cls, value="0", context=None):
        if isinstance(value, str):
            return cls._of_text(value, context)
        if isinstance(value, int):
            return cls._made(int(value < 0), abs(int(value)), 0)
        if isinstance(value, Decimal):
            return value if type(value) is cls else cls._made(value._sign, value._int, value._exp)
        if isinstance(value, float):
            (context or getcontext())._signal(FloatOperation, None)
            return cls.from_float(value)
        if isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError("argument must be a sequence of length 3")
            sign, digits, exp = value
            number = int("".join(map(str, digits)) or "0") if exp != "F" else 0
            return cls._made(sign, number, exp)
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    @classmethod
    def _made(cls, sign, number, exp):
        self = object.__new__(cls)
        self._sign, self._int, self._exp = sign, number, exp
        return self

    @classmethod
    def _of_text(cls, text, context):
        m = _form.fullmatch(text.strip().replace("_", ""))
        if m is None:
            return (context or getcontext())._signal(ConversionSyntax, _nan)
        sign = int(m["sign"] == "-")
        if m["int"] is not None:
            fraction = m["frac"] or ""
            number, exp = int((m["int"] + fraction) or "0"), int(m["exp"] or "0") - len(fraction)
            if number and exp + len(str(number)) - 1 > MAX_EMAX or abs(exp) > 2 * MAX_EMAX:
                return (context or getcontext())._signal(InvalidOperation, _nan)
            return cls._made(sign, number, exp)
        if m["diag"] is not None:
            return cls._made(sign, int(m["diag"] or "0"), "N" if m["signal"] else "n")
        return cls._made(sign, 0, "F")

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if _math.isnan(f) or _math.isinf(f):
            return cls(repr(f))
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return cls._made(int(_math.copysign(1.0, f) < 0), n * 5 ** k, -k)

    def _special(self): return isinstance(self._exp, str)
    def is_nan(self): return self._exp in ("n", "N")
    def is_qnan(self): return self._exp == "n"
    def is_snan(self): return self._exp == "N"
    def is_infinite(self): return self._exp == "F"
    def is_finite(self): return not self._special()
    def is_signed(self): return self._sign == 1
    def is_zero(self): return not self._special() and self._int == 0
    def is_normal(self, context=None): return self.is_finite() and bool(self) and not self.is_subnormal(context)
    def is_subnormal(self, context=None):
        return self.is_finite() and bool(self) and self.adjusted() < (context or getcontext()).Emin
    def is_canonical(self): return True
    def canonical(self): return self
    def __bool__(self): return self._special() or self._int != 0
    def adjusted(self): return 0 if self._special() else self._exp + len(str(self._int)) - 1

    def as_tuple(self):
        if self._exp == "F":
            return DecimalTuple(self._sign, (0,), "F")
        return DecimalTuple(self._sign, tuple(map(int, str(self._int))) if not self.is_nan() or self._int else (),
                            self._exp)

    def as_integer_ratio(self):
        if self._special():
            if self.is_nan():
                raise ValueError("cannot convert NaN to integer ratio")
            raise OverflowError("cannot convert Infinity to integer ratio")
        n, d = (self._int * 10 ** self._exp, 1) if self._exp >= 0 else (self._int, 10 ** -self._exp)
        g = _math.gcd(n, d)
        return (-n if self._sign else n) // g, d // g

    def __str__(self, eng=False, context=None):
        sign = "-" if self._sign else ""
        if self._special():
            return (sign + ("Infinity" if self._exp == "F" else ("sNaN" if self._exp == "N" else "NaN")
                            + (str(self._int) if self._int else "")))
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            point = left
        elif not eng:
            point = 1
        else:
            point = (left + 1) % 3 - 1 if digits == "0" else (left - 1) % 3 + 1
        mark = "E" if (context or getcontext()).capitals else "e"
        text = _decimal_format.pointed(digits, point)
        return sign + text + ("" if left == point else f"{mark}{left - point:+}")

    def __repr__(self): return "Decimal('" + self.__str__() + "')"
    def to_eng_string(self, context=None): return self.__str__(True, context)

    def _to_digits(self, count):
        """The number with so many digits at most."""
        cut = len(str(self._int)) - count
        return self if cut <= 0 else self._rescaled(self._exp + cut)

    def _rescaled(self, exp, rounding=None):
        """The number with another exponent, rounded where digits go."""
        if self._exp >= exp:
            return Decimal._made(self._sign, self._int * 10 ** (self._exp - exp), exp)
        far = min(exp - self._exp, len(str(self._int)) + 2)  # beyond, all digits go, whatever they are
        unit = 10 ** far
        kept, cut = divmod(self._int, unit)
        return Decimal._made(self._sign, kept + _up(rounding or getcontext().rounding, self._sign, kept, cut, unit),
                             exp)

    def _fixed(self, context):
        """The number rounded to the precision and the exponents of a context."""
        x, top = self, context.Etop() if context.clamp else context.Emax
        if x._special():
            room = context.prec - context.clamp
            return x if x._exp == "F" or x._int < 10 ** room else Decimal._made(x._sign, x._int % 10 ** room, x._exp)
        if not x._int:
            exp = min(max(x._exp, context.Etiny()), top)
            return x if exp == x._exp else context._signal(Clamped, Decimal._made(x._sign, 0, exp))
        size = len(str(x._int))
        if size + x._exp - 1 > context.Emax:
            return x._too_large(context)
        small = size + x._exp - 1 < context.Emin
        if small:
            context._signal(Subnormal, None)
        least = max(size + x._exp - context.prec, context.Etiny())
        if x._exp < least:
            y = x._rescaled(least, context.rounding)
            context._signal(Rounded, None)
            if y._order(x):
                context._signal(Inexact, None)
                if small:
                    context._signal(Underflow, None)
            if not y._int:
                context._signal(Clamped, None)
            if len(str(y._int)) > context.prec:
                y = Decimal._made(y._sign, y._int // 10, y._exp + 1)
            if y._int and y.adjusted() > context.Emax:
                return y._too_large(context)
            x = y
        if context.clamp and x._exp > top:
            x = context._signal(Clamped, Decimal._made(x._sign, x._int * 10 ** (x._exp - top), top))
        return x

    def _too_large(self, context):
        """What stands for a number above the largest: infinity, or the largest where rounding goes down."""
        for kind in (Overflow, Inexact, Rounded):
            context._signal(kind, None)
        if context.rounding in (ROUND_DOWN, ROUND_05UP, ROUND_FLOOR if not self._sign else ROUND_CEILING):
            return Decimal._made(self._sign, 10 ** context.prec - 1, context.Etop())
        return Decimal._made(self._sign, 0, "F")

    def _quiet(self, other, context):
        """The NaN that an operation on NaNs gives, None without one."""
        for x in (self, other):
            if x is not None and x._exp == "N":
                return context._signal(InvalidOperation, Decimal._made(x._sign, x._int, "n")._fixed(context))
        for x in (self, other):
            if x is not None and x._exp == "n":
                return x._fixed(context)
        return None

    def _sum(a, b, context):
        if a._special() or b._special():
            nan = a._quiet(b, context)
            if nan is not None:
                return nan
            if a._exp == b._exp == "F" and a._sign != b._sign:
                return context._signal(InvalidOperation, _nan)
            return a if a._exp == "F" else b
        exp = min(a._exp, b._exp)
        far = context.prec + 3
        if a._int and b._int:  # what is far below the other only decides the rounding
            top, low = (a, b) if a.adjusted() >= b.adjusted() else (b, a)
            floor = min(top._exp, top.adjusted() - far)
            if low.adjusted() < floor:
                low = Decimal._made(low._sign, 1, floor - 1)
                a, b, exp = (top, low, floor - 1)
        x = a._int * 10 ** (a._exp - exp) if a._int else 0
        y = b._int * 10 ** (b._exp - exp) if b._int else 0
        total = (-x if a._sign else x) + (-y if b._sign else y)
        if not total:
            sign = a._sign if a._sign == b._sign else int(context.rounding == ROUND_FLOOR)
        else:
            sign = int(total < 0)
        return Decimal._made(sign, abs(total), exp)._fixed(context)

    def _product(a, b, context):
        sign = a._sign ^ b._sign
        if a._special() or b._special():
            nan = a._quiet(b, context)
            if nan is not None:
                return nan
            return Decimal._made(sign, 0, "F") if a and b else context._signal(InvalidOperation, _nan)
        return Decimal._made(sign, a._int * b._int, a._exp + b._exp)._fixed(context)

    def _quotient(a, b, context):
        sign = a._sign ^ b._sign
        if a._special() or b._special():
            nan = a._quiet(b, context)
            if nan is not None:
                return nan
            if a._exp == b._exp == "F":
                return context._signal(InvalidOperation, _nan)
            return (Decimal._made(sign, 0, "F") if a._exp == "F"
                    else context._signal(Clamped, Decimal._made(sign, 0, context.Etiny())))
        if not b._int:
            return (context._signal(DivisionByZero, Decimal._made(sign, 0, "F")) if a._int
                    else context._signal(DivisionUndefined, _nan))
        if not a._int:
            return Decimal._made(sign, 0, a._exp - b._exp)._fixed(context)
        shift = len(str(b._int)) - len(str(a._int)) + context.prec + 1
        exp = a._exp - b._exp - shift
        q, rest = divmod(a._int * 10 ** shift, b._int) if shift >= 0 else divmod(a._int, b._int * 10 ** -shift)
        if rest:
            q += q % 5 == 0  # not half of anything
        else:
            while exp < a._exp - b._exp and q % 10 == 0:
                q, exp = q // 10, exp + 1
        return Decimal._made(sign, q, exp)._fixed(context)

    def _whole(a, b, context, rest=True):
        """The quotient cut to a whole number, and the rest if that is wanted."""
        exp = min(a._exp, b._exp)
        q, r = divmod(a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp))
        if q >= 10 ** context.prec:
            nan = context._signal(DivisionImpossible, _nan)
            return nan, nan
        return Decimal._made(a._sign ^ b._sign, q, 0), Decimal._made(a._sign, r, exp)._fixed(context) if rest else None

    @_operation
    def _divmod(self, other, context):
        other = _decimal(other, True)
        nan = self._quiet(other, context)
        if nan is not None:
            return nan, nan
        sign = self._sign ^ other._sign
        if self._exp == "F":
            bad = context._signal(InvalidOperation, _nan)
            return (bad, bad) if other._exp == "F" else (Decimal._made(sign, 0, "F"), bad)
        if other._exp == "F":
            return Decimal._made(sign, 0, 0), self._fixed(context)
        if not other._int:
            if not self._int:
                nan = context._signal(DivisionUndefined, _nan)
                return nan, nan
            return context._signal(DivisionByZero, Decimal._made(sign, 0, "F")), context._signal(InvalidOperation, _nan)
        return self._whole(other, context)

    @_operation
    def _divide_int(self, other, context):
        other = _decimal(other, True)
        if self._exp == "F" and not other._special():
            return Decimal._made(self._sign ^ other._sign, 0, "F")
        if not self._special() and not other._special() and not other._int and self._int:
            return context._signal(DivisionByZero, Decimal._made(self._sign ^ other._sign, 0, "F"))
        if not self._special() and not other._special() and other._int:
            return self._whole(other, context, False)[0]
        return self._divmod(other, context)[0]

    @_operation
    def _remainder(self, other, context):
        other = _decimal(other, True)
        if not self._special() and not other._special() and not other._int:
            return context._signal(InvalidOperation if self._int else DivisionUndefined, _nan)
        return self._divmod(other, context)[1]

    @_operation
    def _add(self, other, context): return self._sum(_decimal(other, True), context)
    @_operation
    def _multiply(self, other, context): return self._product(_decimal(other, True), context)
    @_operation
    def _divide(self, other, context): return self._quotient(_decimal(other, True), context)
    @_operation
    def _subtract(self, other, context): return self._sum(_decimal(other, True)._minus_quiet(), context)
    def _minus_quiet(self): return self if self.is_nan() else self.copy_negate()

    def _operator(name):
        def method(self, other):
            other = _decimal(other)
            return other if other is NotImplemented else getattr(self, name)(other)
        return method
    __add__ = __radd__ = _operator("_add")
    __mul__ = __rmul__ = _operator("_multiply")
    __sub__, __truediv__, __divmod__ = _operator("_subtract"), _operator("_divide"), _operator("_divmod")
    __floordiv__, __mod__ = _operator("_divide_int"), _operator("_remainder")

    def _mirrored(name):
        def method(self, other):
            other = _decimal(other)
            return other if other is NotImplemented else getattr(other, name)(self)
        return method
    __rsub__, __rtruediv__, __rfloordiv__ = _mirrored("__sub__"), _mirrored("__truediv__"), _mirrored("__floordiv__")
    __rmod__, __rdivmod__, __rpow__ = _mirrored("__mod__"), _mirrored("__divmod__"), _mirrored("__pow__")

    def __pow__(self, other, modulo=None):
        other = _decimal(other)
        return other if other is NotImplemented else self._power(other, modulo)

    @_operation
    def _power(self, other, modulo, context):
        other = _decimal(other, True)
        if modulo is not None:
            return Decimal(pow(int(self), int(other), int(modulo)))
        nan = self._quiet(other, context)
        if nan is not None:
            return nan
        if not other:
            return Decimal(1) if self else context._signal(InvalidOperation, _nan)
        whole = other._exp == "F" or not other._order(other._rescaled(0, ROUND_DOWN))
        sign = int(self._sign and whole and other._exp != "F" and int(other) % 2)
        if self._sign and self and not whole:
            return context._signal(InvalidOperation, _nan)
        if not self or self._exp == "F":
            up = bool(self) != bool(other._sign)
            return Decimal._made(sign, 0, "F") if up else Decimal._made(sign, 0, 0)
        if other._exp == "F":
            order = self.copy_abs()._order(Decimal(1))
            if not order:
                for kind in (Inexact, Rounded):
                    context._signal(kind, None)
                return Decimal._made(0, 10 ** (context.prec - 1), 1 - context.prec)
            return Decimal._made(0, 0, "F") if (order > 0) != bool(other._sign) else Decimal(0)
        if whole and abs(int(other)) * len(str(self._int)) < 4000:
            n = int(other)
            power = Decimal._made(sign, self._int ** abs(n), self._exp * abs(n))
            return power._fixed(context) if n > 0 else Decimal(1)._quotient(power, context)
        wide = Context(prec=context.prec + 10 + len(str(abs(other.adjusted()))), traps=[])
        result = self.copy_abs().ln(wide)._product(other, wide)
        if result.adjusted() > 20:
            return Decimal._made(sign, 1, -2 * MAX_EMAX if result._sign else 2 * MAX_EMAX)._nearest(context)
        result = result.exp(wide)
        return Decimal._made(sign, result._int, result._exp)._nearest(context)

    def _nearest(self, context):
        """The number rounded to the nearest, whatever way the context rounds."""
        rounding, context.rounding = context.rounding, ROUND_HALF_EVEN
        try:
            return self._fixed(context)
        finally:
            context.rounding = rounding

    @_operation
    def sqrt(self, context):
        if self._special():
            nan = self._quiet(None, context)
            return nan if nan is not None else self if not self._sign else context._signal(InvalidOperation, _nan)
        if not self._int:
            return Decimal._made(self._sign, 0, self._exp // 2)._fixed(context)
        if self._sign:
            return context._signal(InvalidOperation, _nan)
        ideal, exp, n = self._exp // 2, self._exp, self._int
        if exp % 2:
            n, exp = n * 10, exp - 1
        shift = max(context.prec + 1 - (len(str(n)) + 1) // 2, 0)
        root = _math.isqrt(n * 100 ** shift)
        exp = exp // 2 - shift
        if root * root == n * 100 ** shift:
            while exp < ideal and root % 10 == 0:
                root, exp = root // 10, exp + 1
        else:
            root = root * 10 + 1  # what is cut off is not nothing
            exp -= 1
        return Decimal._made(0, root, exp)._nearest(context)

    @_operation
    def exp(self, context):
        if self._special():
            nan = self._quiet(None, context)
            return nan if nan is not None else Decimal(0) if self._sign else self
        if not self._int:
            return Decimal(1)
        if self.adjusted() > len(str(MAX_EMAX)) + 1 or self.adjusted() > 8:
            return Decimal._made(0, 1, -2 * MAX_EMAX if self._sign else 2 * MAX_EMAX)._nearest(context)
        if self.adjusted() < -context.prec - 2:  # one and next to nothing
            return Decimal._made(0, 10 ** (context.prec + 2) + (-1 if self._sign else 1),
                                 -context.prec - 2)._nearest(context)
        digits = context.prec + 12 + max(self.adjusted(), 0)
        value, shift = _exp_fixed(self, digits)
        return Decimal._made(0, value * 10 + 1, shift - digits - 1)._nearest(context)

    def ln(self, context=None): return self._log(None, context)
    def log10(self, context=None): return self._log(10, context)

    @_operation
    def _log(self, base, context):
        if self._special():
            nan = self._quiet(None, context)
            return nan if nan is not None else self if not self._sign else context._signal(InvalidOperation, _nan)
        if not self._int:
            return Decimal._made(1, 0, "F")
        if self._sign:
            return context._signal(InvalidOperation, _nan)
        if not self._order(Decimal(1)):
            return Decimal(0)
        if base and str(self._int).rstrip("0") == "1":
            return Decimal(self.adjusted())._nearest(context)
        digits = context.prec + 12
        if self.adjusted() in (0, -1) and self._exp < 0:  # near 1 the first digits are zeros
            digits -= min(Decimal._made(0, abs(self._int - 10 ** -self._exp), self._exp).adjusted(), 0)
        value = _ln_fixed(self, digits)
        if base:
            value = value * 10 ** digits // _ln10(digits)
        return Decimal._made(int(value < 0), abs(value) * 10 + 1, -digits - 1)._nearest(context)

    def quantize(self, exp, rounding=None, context=None):
        """The number with the exponent of another."""
        return self._quantize(_decimal(exp, True), rounding, context=context)

    @_operation
    def _quantize(self, exp, rounding, context):
        if self._special() or exp._special():
            nan = self._quiet(exp, context)
            if nan is not None:
                return nan
            return self if self._exp == exp._exp else context._signal(InvalidOperation, _nan)
        out = self._rescaled(exp._exp, rounding or context.rounding)
        if (not context.Etiny() <= exp._exp <= context.Emax or out._int
                and (len(str(out._int)) > context.prec or out.adjusted() > context.Emax)):
            return context._signal(InvalidOperation, _nan)
        if out._int and out.adjusted() < context.Emin:
            context._signal(Subnormal, None)
        out._noted(self, context)
        if context.clamp and out._exp > context.Etop():
            out = context._signal(Clamped, out._rescaled(context.Etop()))
        return out

    def _noted(self, exact, context):
        """Notes what was cut off of a number."""
        if self._exp > exact._exp and exact._int:
            context._signal(Rounded, None)
            if self._order(exact):
                context._signal(Inexact, None)
        return self

    def to_integral_value(self, rounding=None, context=None):
        return self._integral(rounding, False, context=context)
    to_integral = to_integral_value
    def to_integral_exact(self, rounding=None, context=None): return self._integral(rounding, True, context=context)
    @_operation
    def _integral(self, rounding, exact, context):
        if self._special():
            return self._quiet(None, context) or self
        if self._exp >= 0:
            return self
        out = self._rescaled(0, rounding or context.rounding)
        return out._noted(self, context) if exact else out

    @_operation
    def normalize(self, context):
        if self._special():
            return self._quiet(None, context) or self
        x = self._fixed(context)
        if x._special():
            return x
        if not x._int:
            return Decimal._made(x._sign, 0, 0)
        n, exp, top = x._int, x._exp, context.Etop() if context.clamp else context.Emax
        while n % 10 == 0 and exp < top:
            n, exp = n // 10, exp + 1
        return Decimal._made(x._sign, n, exp)

    @_operation
    def compare(self, other, context):
        other = _decimal(other, True)
        nan = self._quiet(other, context)
        return nan if nan is not None else Decimal(self._order(other))

    def _order(self, other):
        if self._exp == "F" or other._exp == "F":
            a = 0 if self._exp != "F" else -1 if self._sign else 1
            b = 0 if other._exp != "F" else -1 if other._sign else 1
            return (a > b) - (a < b)
        if not self._int or not other._int or self._sign != other._sign:
            a, b = (-1 if self._sign else 1) * bool(self._int), (-1 if other._sign else 1) * bool(other._int)
            return (a > b) - (a < b)
        sign = -1 if self._sign else 1
        if self.adjusted() != other.adjusted():
            return sign if self.adjusted() > other.adjusted() else -sign
        exp = min(self._exp, other._exp)
        a, b = self._int * 10 ** (self._exp - exp), other._int * 10 ** (other._exp - exp)
        return sign * ((a > b) - (a < b))

    def _comparing(test, ordered):
        def method(self, other):
            other = _decimal(other, mixed=True, loud=ordered)
            if other is NotImplemented:
                return other
            if self.is_nan() or other.is_nan():
                loud = ordered or self._exp == "N" or other._exp == "N"
                return getcontext()._signal(InvalidOperation, False) if loud else False
            return test(self._order(other))
        return method
    __eq__ = _comparing(lambda c: c == 0, False)
    __lt__, __le__ = _comparing(lambda c: c < 0, True), _comparing(lambda c: c <= 0, True)
    __gt__, __ge__ = _comparing(lambda c: c > 0, True), _comparing(lambda c: c >= 0, True)

    def __hash__(self):
        if self._special():
            if self._exp == "N":
                raise TypeError("Cannot hash a signaling NaN value.")
            return object.__hash__(self) if self._exp == "n" else -314159 if self._sign else 314159
        p = 2 ** 61 - 1
        value = self._int * (pow(10, self._exp, p) if self._exp >= 0 else pow(pow(10, -1, p), -self._exp, p)) % p
        value = -value if self._sign else value
        return -2 if value == -1 else value

    @_operation
    def _plus(self, context):
        x = self._quiet(None, context)
        if x is None:
            x = (self if self._special() or self._int or self._sign and context.rounding == ROUND_FLOOR
                 else self.copy_abs())._fixed(context)
        return x
    @_operation
    def _minus(self, context): return self._plus(context) if self.is_nan() else self.copy_negate()._plus(context)
    @_operation
    def _absolute(self, context): return self._plus(context) if self.is_nan() else self.copy_abs()._plus(context)
    def __neg__(self): return self._minus()
    def __pos__(self): return self._plus()
    def __abs__(self): return self._absolute()
    def copy_abs(self): return Decimal._made(0, self._int, self._exp)
    def copy_negate(self): return Decimal._made(1 - self._sign, self._int, self._exp)
    def copy_sign(self, other, context=None): return Decimal._made(_decimal(other)._sign, self._int, self._exp)

    def __int__(self):
        if self._special():
            if self.is_nan():
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        n = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** -self._exp
        return -n if self._sign else n
    __trunc__ = __int__

    def __float__(self):
        if self._exp == "N":
            raise ValueError("cannot convert signaling NaN to float")
        return float(str(self).replace("NaN" + str(self._int), "NaN") if self._special()
                     else f"{'-' if self._sign else ''}{self._int}e{self._exp}")
    def __complex__(self): return complex(float(self))
    def __floor__(self): return int(self if self._special() else self._rescaled(0, ROUND_FLOOR))
    def __ceil__(self): return int(self if self._special() else self._rescaled(0, ROUND_CEILING))

    def __round__(self, n=None):
        if n is not None:
            return self.quantize(Decimal._made(0, 1, -n))
        return int(int(self) if self._special() else self._rescaled(0, ROUND_HALF_EVEN))

    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))
    def conjugate(self): return self

    def same_quantum(self, other, context=None):
        a, b = ("n" if x.is_nan() else x._exp for x in (self, _decimal(other, True)))
        return a == b
    def radix(self): return Decimal(10)
    def __reduce__(self): return Decimal, (str(self),)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

_nan = Decimal._made(0, 0, "n")

def _decimal(value, must=False, mixed=False, loud=True):
    """A number as a Decimal, NotImplemented for what mixes with none."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    if mixed and isinstance(value, float):
        if loud:
            getcontext()._signal(FloatOperation, None)
        else:
            getcontext().flags[FloatOperation] = True
        return Decimal.from_float(value)
    if mixed and type(value).__name__ == "Fraction":
        return Decimal(value.numerator) / Decimal(value.denominator)
    if must:
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
    return NotImplemented

DefaultContext = Context(prec=28, rounding=ROUND_HALF_EVEN, traps=[DivisionByZero, Overflow, InvalidOperation])
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP,
                       traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[])
_current = [DefaultContext.copy()]

def getcontext(): return _current[0]

def setcontext(context):
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _current[0] = context

class localcontext:
    """A context for the statements of a with."""
    def __init__(self, ctx=None, **kwargs):
        self._new = (ctx or getcontext()).copy()
        for name, value in kwargs.items():
            setattr(self._new, name, value)

    def __enter__(self):
        self._old = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc): setcontext(self._old)
import _decimal_format, _decimal_more
Decimal.__format__ = _decimal_format.formatted
_decimal_more.extend(Decimal, _operation)
for _c in (Decimal, Context):
    _c.__module__ = "decimal"

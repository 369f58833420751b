# tfs's own: decimal numbers, as the General Decimal Arithmetic Specification describes them.
"""Numbers with decimal digits: exact where they can be, else rounded as the context says."""
import _decimal as _core
from _decimal import Decimal, getcontext, operand as _decimal
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
        _core.changed(self)

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

    def _raised(self, met): self._met = set(met); self._told(None)

    def create_decimal(self, num="0"): return Decimal(num, self)._plus(context=self)
    def create_decimal_from_float(self, f): return Decimal.from_float(f)._plus(context=self)
    def add(self, a, b): return _decimal(a, True)._add(b, context=self)
    def subtract(self, a, b): return _decimal(a, True)._subtract(b, context=self)
    def multiply(self, a, b): return _decimal(a, True)._multiply(b, context=self)
    def divide(self, a, b): return _decimal(a, True)._divide(b, context=self)
    def divide_int(self, a, b): return _decimal(a, True)._divide_int(b, context=self)
    def remainder(self, a, b): return _decimal(a, True)._remainder(b, context=self)
    def divmod(self, a, b): return _decimal(a, True)._divmod(b, context=self)
    def power(self, a, b, modulo=None): return _decimal(a, True)._power(b, modulo, context=self)
    def plus(self, a): return _decimal(a, True)._plus(context=self)
    def minus(self, a): return _decimal(a, True)._minus(context=self)
    def abs(self, a): return _decimal(a, True)._absolute(context=self)
    def to_sci_string(self, a): return _decimal(a, True)._text(self)
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
    method.__name__ = f.__name__
    return method

_roundings = (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN,
              ROUND_05UP)
_conditions = (ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext)

@_operation
def _power(self, other, modulo=None, context=None):
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
        return power._fixed(context) if n > 0 else Decimal(1)._divide(power, context)
    wide = Context(prec=context.prec + 10 + len(str(abs(other.adjusted()))), traps=[])
    result = self.copy_abs().ln(wide)._multiply(other, wide)
    if result.adjusted() > 20:
        return Decimal._made(sign, 1, -2 * MAX_EMAX if result._sign else 2 * MAX_EMAX)._nearest(context)
    result = result.exp(wide)
    return Decimal._made(sign, result._int, result._exp)._nearest(context)

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

def ln(self, context=None): return _log(self, None, context)
def log10(self, context=None): return _log(self, 10, context)

def as_tuple(self):
    if self._exp == "F":
        return DecimalTuple(self._sign, (0,), "F")
    digits = () if self.is_nan() and not self._int else tuple(map(int, str(self._int)))
    return DecimalTuple(self._sign, digits, self._exp)

_nan = Decimal("NaN")
DefaultContext = Context(prec=28, rounding=ROUND_HALF_EVEN, traps=[DivisionByZero, Overflow, InvalidOperation])
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP,
                       traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[])

def setcontext(context):
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _core.use(context)

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
import _decimal_more
_rare = {f.__name__: f for f in (_power, exp, ln, log10, as_tuple)}
_decimal_more.extend(_rare, _operation)
_core.setup(_signals + list(_conditions), _rare, DefaultContext.copy())
Context.__module__ = "decimal"
import numbers as _numbers
_numbers.Number.register(Decimal)

# tfs's own: the rarer operations of the General Decimal Arithmetic Specification.
"""Neighbours, digits as bits, shifts and total orders of decimal numbers."""
import decimal as _d

def _made(sign, number, exp): return _d.Decimal._made(sign, number, exp)

def _larger(most, magnitude):
    """max and min, which pass over a quiet NaN; by magnitude first where that is asked for."""
    def operation(self, other, context):
        other = _d._decimal(other, True)
        if self.is_nan() or other.is_nan():
            if self._exp == "N" or other._exp == "N" or self.is_nan() and other.is_nan():
                return self._quiet(other, context)
            return (other if self.is_nan() else self)._fixed(context)
        a, b = (self.copy_abs(), other.copy_abs()) if magnitude else (self, other)
        order = a._order(b) or self._order(other) or _total(self, other)
        return (self if (order >= 0) == most else other)._fixed(context)
    return operation

def _total(a, b):
    """-1, 0 or 1 in an order in which numbers of different exponents and NaNs have places too."""
    if a._sign != b._sign:
        return -1 if a._sign else 1
    sign = -1 if a._sign else 1
    rank = {"N": 2, "n": 3, "F": 1}
    x, y = rank.get(a._exp, 0), rank.get(b._exp, 0)
    if x != y and max(x, y) > 1:
        return sign * (1 if x > y else -1)
    if x > 1:
        return sign * ((a._int > b._int) - (a._int < b._int))
    order = a._order(b)
    if order or x:
        return order
    return sign * ((a._exp > b._exp) - (a._exp < b._exp))

def compare_total(self, other, context=None): return _d.Decimal(_total(self, _d._decimal(other, True)))
def compare_total_mag(self, other, context=None):
    return _d.Decimal(_total(self.copy_abs(), _d._decimal(other, True).copy_abs()))

def compare_signal(self, other, context):
    other = _d._decimal(other, True)
    if self.is_nan() or other.is_nan():
        context._signal(_d.InvalidOperation, None)
    nan = self._quiet(other, context)
    return nan if nan is not None else _d.Decimal(self._order(other))

def logb(self, context):
    if self._special():
        nan = self._quiet(None, context)
        return nan if nan is not None else _made(0, 0, "F")
    if not self._int:
        return context._signal(_d.DivisionByZero, _made(1, 0, "F"))
    return _d.Decimal(self.adjusted())._fixed(context)

def _count(self, other, context, most):
    """A whole number of places, None with the answer where it is none."""
    nan = self._quiet(other, context)
    if nan is not None:
        return None, nan
    if other._exp != 0 or not -most <= int(other) <= most:
        return None, context._signal(_d.InvalidOperation, _d._nan)
    return int(other), self

def scaleb(self, other, context):
    n, answer = _count(self, _d._decimal(other, True), context, 2 * (context.Emax + context.prec))
    if n is None or self._special():
        return answer
    return _made(self._sign, self._int, self._exp + n)._fixed(context)

def shift(self, other, context):
    n, answer = _count(self, _d._decimal(other, True), context, context.prec)
    if n is None or self._special():
        return answer
    high = 10 ** context.prec
    number = self._int * 10 ** n % high if n >= 0 else self._int % high // 10 ** -n
    return _made(self._sign, number, self._exp)

def rotate(self, other, context):
    n, answer = _count(self, _d._decimal(other, True), context, context.prec)
    if n is None or self._special():
        return answer
    n, high = n % context.prec, 10 ** context.prec
    digits = self._int % high
    return _made(self._sign, (digits * 10 ** n % high) + digits // 10 ** (context.prec - n), self._exp)

def _next(self, context, up):
    if self._special():
        nan = self._quiet(None, context)
        if nan is not None or self._sign != up:
            return nan if nan is not None else self
        return _made(self._sign, 10 ** context.prec - 1, context.Etop())
    wide = context.copy()
    wide.clear_traps()
    wide.rounding = _d.ROUND_CEILING if up else _d.ROUND_FLOOR
    near = self._fixed(wide)
    if near._order(self):
        return near
    step = _made(int(not up), 1, context.Etiny() - 1)
    return near._add(step, wide)

def next_plus(self, context): return _next(self, context, True)
def next_minus(self, context): return _next(self, context, False)

def next_toward(self, other, context):
    other = _d._decimal(other, True)
    nan = self._quiet(other, context)
    if nan is not None:
        return nan
    order = self._order(other)
    if not order:
        return self.copy_sign(other)
    out = _next(self, context, order < 0)
    if out._exp == "F":
        for kind in (_d.Overflow, _d.Inexact, _d.Rounded):
            context._signal(kind, None)
    elif out.adjusted() < context.Emin:
        for kind in (_d.Underflow, _d.Subnormal, _d.Inexact, _d.Rounded):
            context._signal(kind, None)
        if not out:
            context._signal(_d.Clamped, None)
    return out

def _bits(x, context):
    """The digits of a number of zeros and ones, None for another number."""
    digits = "" if x._special() else str(x._int)
    return digits[-context.prec:] if x._exp == 0 and not x._sign and set(digits) <= {"0", "1"} else None

def _logical(f):
    def operation(self, other, context):
        a, b = _bits(self, context), _bits(_d._decimal(other, True), context)
        if a is None or b is None:
            return context._signal(_d.InvalidOperation, _d._nan)
        size = max(len(a), len(b))
        return _made(0, int("".join(str(f(int(p), int(q))) for p, q in zip(a.zfill(size), b.zfill(size)))), 0)
    return operation

def logical_invert(self, context):
    a = _bits(self, context)
    if a is None:
        return context._signal(_d.InvalidOperation, _d._nan)
    return _made(0, int("".join("10"[int(c)] for c in a.zfill(context.prec))), 0)

def fma(self, other, third, context):
    other, third = _d._decimal(other, True), _d._decimal(third, True)
    nan = self._quiet(other, context) if self.is_nan() or other.is_nan() else None
    if nan is not None:
        return nan
    if not self._special() and not other._special():
        product = self._exact(other, context)
    else:
        product = self._multiply(other, context)
    return product if product.is_nan() else product._add(third, context)

def remainder_near(self, other, context):
    other = _d._decimal(other, True)
    nan = self._quiet(other, context)
    if nan is not None:
        return nan
    if self._exp == "F" or not other:
        return context._signal(_d.InvalidOperation if self else _d.DivisionUndefined, _d._nan)
    if other._exp == "F":
        return self._fixed(context)
    exp = min(self._exp, other._exp)
    q, r = divmod(self._int * 10 ** (self._exp - exp), other._int * 10 ** (other._exp - exp))
    sign, whole = self._sign, other._int * 10 ** (other._exp - exp)
    if 2 * r > whole or 2 * r == whole and q % 2:
        q, r, sign = q + 1, whole - r, 1 - sign
    if q >= 10 ** context.prec:
        return context._signal(_d.DivisionImpossible, _d._nan)
    return _made(sign, r, exp)._fixed(context)

def number_class(self, context=None):
    if self.is_nan():
        return "NaN" if self._exp == "n" else "sNaN"
    return ("-" if self._sign else "+") + ("Infinity" if self._special() else "Zero" if not self
                                           else "Subnormal" if is_subnormal(self, context) else "Normal")

def is_normal(self, context=None): return self.is_finite() and bool(self) and not is_subnormal(self, context)
def is_subnormal(self, context=None):
    return self.is_finite() and bool(self) and self.adjusted() < (context or _d.getcontext()).Emin

def extend(rare, operation):
    """Adds the rarer methods by their names."""
    for f in compare_total, compare_total_mag, number_class, is_normal, is_subnormal:
        rare[f.__name__] = f
    for f in (compare_signal, logb, scaleb, shift, rotate, next_plus, next_minus, next_toward, logical_invert,
              fma, remainder_near):
        rare[f.__name__] = operation(f)
    for name, most, magnitude in (("max", True, False), ("min", False, False), ("max_mag", True, True),
                                  ("min_mag", False, True)):
        f = _larger(most, magnitude)
        f.__name__ = name
        rare[name] = operation(f)
    for name, f in (("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b)):
        f = _logical(f)
        f.__name__ = "logical_" + name
        rare[f.__name__] = operation(f)

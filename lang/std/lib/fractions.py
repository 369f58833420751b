# tfs's own: rational numbers, as their documentation describes them.
"""Fractions of whole numbers."""
import math
import numbers
import re as _re
from decimal import Decimal as _Decimal

__all__ = ["Fraction"]
_form = _re.compile(r"\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(_\d+)*)(?:(?:\s*/\s*(?P<denom>\d+(_\d+)*))?|"
                    r"(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:[eE](?P<exp>[-+]?\d+(_\d+)*))?)\s*")

class Fraction(numbers.Rational):
    """A whole number over another, in lowest terms."""
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        if denominator is None:
            if type(numerator) is int:
                return cls._made(numerator, 1)
            if isinstance(numerator, numbers.Rational):
                return cls._made(int(numerator.numerator), int(numerator.denominator))
            if isinstance(numerator, (float, _Decimal)):
                return cls._made(*numerator.as_integer_ratio())
            if isinstance(numerator, str):
                return cls._of_text(numerator)
            raise TypeError("argument should be a string or a Rational instance")
        if not (isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational)):
            raise TypeError("both arguments should be Rational instances")
        n = numerator.numerator * denominator.denominator
        d = numerator.denominator * denominator.numerator
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        return cls._low(int(n), int(d))

    @classmethod
    def _of_text(cls, text):
        m = _form.fullmatch(text)
        if m is None:
            raise ValueError(f"Invalid literal for Fraction: {text!r}")
        n, d = int(m["num"] or "0"), 1
        if m["denom"]:
            d = int(m["denom"])
        else:
            if m["decimal"]:
                digits = m["decimal"].replace("_", "")
                d = 10 ** len(digits)
                n = n * d + int(digits)
            if m["exp"]:
                e = int(m["exp"])
                n, d = (n * 10 ** e, d) if e >= 0 else (n, d * 10 ** -e)
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        return cls._low(-n if m["sign"] == "-" else n, d)

    @classmethod
    def _made(cls, n, d):
        self = object.__new__(cls)
        self._numerator, self._denominator = n, d
        return self

    @classmethod
    def _low(cls, n, d):
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        return cls._made(n // g, d // g)

    @classmethod
    def from_float(cls, f):
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls._made(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec): return cls._made(*dec.as_integer_ratio())

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction with a denominator not above a limit."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        a, b, c, e = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while (q := b + (k := n // d) * e) <= max_denominator:
            a, b, c, e = c, e, a + k * c, q
            n, d = d, n - k * d
        k = (max_denominator - b) // e
        if 2 * d * (b + k * e) <= self._denominator:
            return Fraction._made(c, e)
        return Fraction._low(a + k * c, b + k * e)

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)
    def as_integer_ratio(self): return self._numerator, self._denominator
    def is_integer(self): return self._denominator == 1
    def __repr__(self): return f"{type(self).__name__}({self._numerator}, {self._denominator})"
    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"
    def __float__(self): return self._numerator / self._denominator
    def __complex__(self): return complex(float(self))

    def _calc(op, mirrored, exact, inexact):
        def forward(a, b):
            if isinstance(b, (int, Fraction)):
                return exact(a, Fraction(b))
            if isinstance(b, float):
                return inexact(float(a), b)
            if isinstance(b, complex):
                return inexact(complex(a), b)
            return NotImplemented
        def backward(b, a):
            if isinstance(a, numbers.Rational):
                return exact(Fraction(a), b)
            if isinstance(a, numbers.Real):
                return inexact(float(a), float(b))
            if isinstance(a, numbers.Complex):
                return inexact(complex(a), complex(b))
            return NotImplemented
        forward.__name__, backward.__name__ = op, mirrored
        return forward, backward

    def _plus(a, b):
        return Fraction._low(a._numerator * b._denominator + b._numerator * a._denominator,
                             a._denominator * b._denominator)
    def _minus(a, b):
        return Fraction._low(a._numerator * b._denominator - b._numerator * a._denominator,
                             a._denominator * b._denominator)
    def _times(a, b): return Fraction._low(a._numerator * b._numerator, a._denominator * b._denominator)

    def _over(a, b):
        if not b._numerator:
            raise ZeroDivisionError(f"Fraction({a._numerator * b._denominator}, 0)")
        return Fraction._low(a._numerator * b._denominator, a._denominator * b._numerator)

    def _floor(a, b): return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    def _rest(a, b):
        d = a._denominator * b._denominator
        return Fraction._low((a._numerator * b._denominator) % (b._numerator * a._denominator), d)

    __add__, __radd__ = _calc("__add__", "__radd__", _plus, lambda a, b: a + b)
    __sub__, __rsub__ = _calc("__sub__", "__rsub__", _minus, lambda a, b: a - b)
    __mul__, __rmul__ = _calc("__mul__", "__rmul__", _times, lambda a, b: a * b)
    __truediv__, __rtruediv__ = _calc("__truediv__", "__rtruediv__", _over, lambda a, b: a / b)
    __floordiv__, __rfloordiv__ = _calc("__floordiv__", "__rfloordiv__", _floor, lambda a, b: a // b)
    __mod__, __rmod__ = _calc("__mod__", "__rmod__", _rest, lambda a, b: a % b)
    __divmod__, __rdivmod__ = _calc("__divmod__", "__rdivmod__", lambda a, b: (a // b, a % b), divmod)

    def __pow__(a, b):
        if not isinstance(b, numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        n = int(b.numerator)
        if n >= 0:
            return Fraction._made(a._numerator ** n, a._denominator ** n)
        if not a._numerator:
            raise ZeroDivisionError(f"Fraction({a._denominator ** -n}, 0)")
        up, down = a._denominator ** -n, a._numerator ** -n
        return Fraction._made(up, down) if down > 0 else Fraction._made(-up, -down)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** (b._numerator if b._denominator == 1 else float(b))

    def __pos__(a): return Fraction._made(a._numerator, a._denominator)
    def __neg__(a): return Fraction._made(-a._numerator, a._denominator)
    def __abs__(a): return Fraction._made(abs(a._numerator), a._denominator)
    def __int__(a): return int(math.trunc(a))
    def __trunc__(a): return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator
    def __floor__(a): return a._numerator // a._denominator
    def __ceil__(a): return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            twice = rest * 2
            return floor + (twice > self._denominator or twice == self._denominator and floor % 2)
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, 2 ** 61 - 1)
        except ValueError:
            value = 314159
        else:
            value = hash(hash(abs(self._numerator)) * inverse)
        value = value if self._numerator >= 0 else -value
        return -2 if value == -1 else value

    def __eq__(a, b):
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            return a == Fraction(b) if math.isfinite(b) else 0.0 == b
        return NotImplemented

    def _order(compare):
        def method(a, b):
            if isinstance(b, numbers.Rational):
                return compare(a._numerator * b.denominator, a._denominator * b.numerator)
            if isinstance(b, float):
                return compare(a, Fraction(b)) if math.isfinite(b) else compare(0.0, b)
            return NotImplemented
        return method

    __lt__, __gt__ = _order(lambda a, b: a < b), _order(lambda a, b: a > b)
    __le__, __ge__ = _order(lambda a, b: a <= b), _order(lambda a, b: a >= b)
    def __bool__(a): return bool(a._numerator)
    def __reduce__(self): return type(self), (self._numerator, self._denominator)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

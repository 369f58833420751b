# tfs's own.
"""The kinds of numbers."""
from abc import ABCMeta, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]

class Number(metaclass=ABCMeta):
    """Every number."""
    __slots__ = ()
    __hash__ = None

class Complex(Number):
    """What adds, multiplies and has a real and an imaginary part."""
    __slots__ = ()
    @abstractmethod
    def __complex__(self): raise NotImplementedError
    def __bool__(self): return self != 0
    def __sub__(self, other): return self + -other
    def __rsub__(self, other): return -self + other

class Real(Complex):
    """What has an order, too."""
    __slots__ = ()
    @abstractmethod
    def __float__(self): raise NotImplementedError
    def __complex__(self): return complex(float(self))
    def __divmod__(self, other): return self // other, self % other
    def __rdivmod__(self, other): return other // self, other % self
    @property
    def real(self): return +self
    @property
    def imag(self): return 0
    def conjugate(self): return +self

class Rational(Real):
    """What has a numerator and a denominator."""
    __slots__ = ()
    @property
    @abstractmethod
    def numerator(self): raise NotImplementedError
    @property
    @abstractmethod
    def denominator(self): raise NotImplementedError
    def __float__(self): return int(self.numerator) / int(self.denominator)

class Integral(Rational):
    """What is whole."""
    __slots__ = ()
    @abstractmethod
    def __int__(self): raise NotImplementedError
    def __index__(self): return int(self)
    def __float__(self): return float(int(self))
    @property
    def numerator(self): return +self
    @property
    def denominator(self): return 1

Complex.register(complex)
Real.register(float)
Integral.register(int)

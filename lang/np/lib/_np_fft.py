# tfs's own: NumPy's Fourier transforms, over the kernel np._fourier.
"""Discrete Fourier transforms."""
import sys, types
import numpy as np

def _scale(n, norm, forward, real):
    """The factor: 1, or a number of the type real."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')
    if norm == "ortho":
        return np.reciprocal(np.sqrt(n, dtype=real))
    return np.reciprocal(n, dtype=real) if (norm == "forward") == forward else 1

def _sized(a, n, axis):
    """a with n numbers along the last axis, which was axis."""
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    a = np.moveaxis(a, axis, -1)
    if a.shape[-1] >= n:
        return a[..., :n]
    return np.concatenate([a, np.zeros(a.shape[:-1] + (n - a.shape[-1],), a.dtype)], axis=-1)

def _numbers(a):
    a = np.asarray(a)
    if a.dtype.kind not in "biufc":
        raise TypeError(f"ufunc 'fft' did not contain a loop with signature matching types {a.dtype!r} -> None")
    return a, a.dtype if a.dtype.kind == "f" else a.real.dtype if a.dtype.kind == "c" else np.dtype(float)

def _given(out, result):
    if out is None:
        return result
    out[...] = result
    return out

def _kernel(x, n, inverse, scale, axis, kind):
    """x transformed along its last axis, which goes back to axis: in single precision where the factor has it too."""
    single = x.dtype == kind[1] and scale is not 1
    return np.moveaxis(np._fourier(x.astype(kind[single]), n, inverse, float(scale)), -1, axis)

def _along(a, n, axis, norm, sign, out=None):
    a, real = _numbers(a)
    size = a.shape[axis] if n is None else n
    x = _sized(a, size, axis)
    result = _kernel(x, 0, sign > 0, _scale(size, norm, sign < 0, real), axis, (complex, np.complex64))
    return _given(out, result if real == np.float64 else result.astype(np.complex64))

def fft(a, n=None, axis=-1, norm=None, out=None):
    """The discrete Fourier transform along an axis."""
    return _along(a, n, axis, norm, -1, out)

def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of fft."""
    return _along(a, n, axis, norm, 1, out)

def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The first half of the transform of real numbers."""
    a = np.asarray(a)
    if a.dtype.kind == "c":
        raise TypeError("ufunc 'rfft_n_even' did not contain a loop with signature matching types "
                        f"({a.dtype!r}, dtype('float64')) -> None")
    a, real = _numbers(a)
    size = a.shape[axis] if n is None else n
    x = _sized(a, size, axis)
    result = _kernel(x, size, False, _scale(size, norm, True, real), axis, (float, np.float32))
    return _given(out, result if real == np.float64 else result.astype(np.complex64))

def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of rfft: n real numbers."""
    a, real = _numbers(a)
    size = (a.shape[axis] - 1) * 2 if n is None else n
    x = _sized(a, size // 2 + 1 if size > 0 else size, axis)
    result = _kernel(x, size, True, _scale(size, norm, False, real), axis, (complex, np.complex64))
    return _given(out, result.astype(real))

_other = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}

def hfft(a, n=None, axis=-1, norm=None, out=None):
    """The real transform of half of a sequence that is its own mirrored conjugate."""
    a = np.asarray(a)
    return irfft(a.conj(), (a.shape[axis] - 1) * 2 if n is None else n, axis, _other.get(norm, norm), out)

def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of hfft."""
    return _given(out, rfft(a, n, axis, _other.get(norm, norm)).conj())

def _axes(a, s, axes):
    a = np.asarray(a)
    if axes is None:
        axes = list(range(-len(s), 0)) if s is not None else list(range(-a.ndim, 0))
    if s is None:
        s = [a.shape[i] for i in axes]
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    return a, [a.shape[i] if n == -1 else n for n, i in zip(s, axes)], list(axes)

def _over(one, a, s, axes, norm, out=None):
    a, s, axes = _axes(a, s, axes)
    for n, axis in reversed(list(zip(s, axes))):
        a = one(a, n, axis, norm)
    return _given(out, a)

def fftn(a, s=None, axes=None, norm=None, out=None):
    """The transform along several axes."""
    return _over(fft, a, s, axes, norm, out)

def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of fftn."""
    return _over(ifft, a, s, axes, norm, out)

def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The transform along two axes."""
    return _over(fft, a, s, axes, norm, out)

def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of fft2."""
    return _over(ifft, a, s, axes, norm, out)

def rfftn(a, s=None, axes=None, norm=None, out=None):
    """The transform of real numbers along several axes; the last one is halved."""
    a, s, axes = _axes(a, s, axes)
    return _given(out, _over(fft, rfft(a, s[-1], axes[-1], norm), s[:-1], axes[:-1], norm))

def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The transform of real numbers along two axes; the last one is halved."""
    return rfftn(a, s, axes, norm, out)

def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of rfftn."""
    given = s is not None
    a, s, axes = _axes(a, s, axes)
    if not given:
        s[-1] = (a.shape[axes[-1]] - 1) * 2
    return irfft(_over(ifft, a, s[:-1], axes[:-1], norm), s[-1], axes[-1], norm, out)

def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of rfft2."""
    return irfftn(a, s, axes, norm, out)

def fftfreq(n, d=1.0, device=None):
    """The frequencies of a transform of n numbers d apart."""
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    half = (n - 1) // 2 + 1
    return np.concatenate([np.arange(half), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))

def rfftfreq(n, d=1.0, device=None):
    """The frequencies of rfft of n numbers d apart."""
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    return np.arange(n // 2 + 1) * (1.0 / (n * d))

def _shifted(x, axes, sign):
    x = np.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, (int, np.integer)) else tuple(axes)
    return np.roll(x, tuple(x.shape[i] // 2 if sign > 0 else -(x.shape[i] // 2) for i in axes), axes)

def fftshift(x, axes=None):
    """The number of frequency zero in the middle."""
    return _shifted(x, axes, 1)

def ifftshift(x, axes=None):
    """The inverse of fftshift."""
    return _shifted(x, axes, -1)

package = types.ModuleType("numpy.fft")
for _f in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "fft2", "ifft2", "rfftn", "rfft2", "irfftn",
           "irfft2", "fftfreq", "rfftfreq", "fftshift", "ifftshift"):
    setattr(package, _f, globals()[_f])
sys.modules["numpy.fft"] = package

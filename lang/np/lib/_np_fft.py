# tfs's own: NumPy's Fourier transforms. Source: Cooley and Tukey's splitting into factors; Bluestein's convolution for
# large prime lengths.
"""Discrete Fourier transforms."""
import sys, types
import numpy as np

def _roots(n, sign):
    """exp(sign 2 pi i k / n) for every k, from angles below an eighth of a turn: exact at quarters."""
    k = 8 * np.arange(n)
    octant, rest = k // n, k % n
    angle = np.where(octant % 2 == 0, rest, n - rest) * (np.pi / (4 * n))
    c, s = np.cos(angle), np.sin(angle)
    swap = (octant + 1) // 2 % 2 == 1
    re, im = np.where(swap, s, c), np.where(swap, c, s)
    re = np.where((octant >= 2) & (octant < 6), -re, re)
    im = np.where(octant >= 4, -im, im)
    return re + 1j * (sign * im)

def _factor(n):
    for p in (4, 2, 3, 5):
        if n % p == 0:
            return p
    p = 7
    while p * p <= n:
        if n % p == 0:
            return p
        p += 2
    return n

def _turned(x, sign):
    """x times the imaginary unit with a sign."""
    out = np.empty_like(x)
    out.real, out.imag = (-x.imag, x.real) if sign > 0 else (x.imag, -x.real)
    return out

def _convolved(x, sign):
    """The transform of a length that has a large prime factor, as a convolution with a chirp."""
    n = x.shape[-1]
    size = 1 << (2 * n - 1).bit_length()
    chirp = _roots(2 * n, sign)[np.arange(n) * np.arange(n) % (2 * n)]
    kernel = np.zeros(size, complex)
    kernel[:n] = chirp.conj()
    kernel[size - n + 1:] = chirp[1:][::-1].conj()
    padded = np.zeros(x.shape[:-1] + (size,), complex)
    padded[..., :n] = x * chirp
    product = _dft(padded, -1) * _dft(kernel, -1)
    return _dft(product, 1)[..., :n] / size * chirp

def _dft(x, sign):
    """The transform along the last axis, without a factor."""
    n = x.shape[-1]
    if n <= 1:
        return x
    p = _factor(n)
    if p > 50:
        return _convolved(x, sign)
    m = n // p
    parts = _dft(np.swapaxes(x.reshape(x.shape[:-1] + (m, p)), -1, -2), sign)
    if m > 1:
        parts = parts * _roots(n, sign)[np.outer(np.arange(p), np.arange(m))]
    at = [parts[..., j, :] for j in range(p)]
    if p == 2:
        out = [at[0] + at[1], at[0] - at[1]]
    elif p == 4:
        a, b, c, d = at[0] + at[2], at[0] - at[2], at[1] + at[3], _turned(at[1] - at[3], sign)
        out = [a + c, b + d, a - c, b - d]
    else:
        w = _roots(p, sign)
        out = [at[0]] * p
        for j in range(1, (p + 1) // 2):  # the terms j and p - j have conjugate factors
            plus, minus = at[j] + at[p - j], _turned(at[j] - at[p - j], 1)
            out = [o + plus if r == 0 else o + (plus * w[j * r % p].real + minus * w[j * r % p].imag)
                   for r, o in enumerate(out)]
    return np.concatenate(out, axis=-1)

def _scale(n, norm, forward):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')
    if norm == "ortho":
        return 1 / np.sqrt(n)
    return 1 / n if (norm == "forward") == forward else 1

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
    return a, a.dtype in (np.float32, np.complex64, np.float16)

def _given(out, result):
    if out is None:
        return result
    out[...] = result
    return out

def _along(a, n, axis, norm, sign, out=None):
    a, single = _numbers(a)
    size = a.shape[axis] if n is None else n
    x = _sized(a, size, axis).astype(complex)
    result = _dft(x, sign)
    scale = _scale(size, norm, sign < 0)
    result = np.moveaxis(result if scale == 1 else result * scale, -1, axis)
    return _given(out, result.astype(np.complex64) if single else result)

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
    full = fft(a, n, axis, norm)
    half = np.moveaxis(np.moveaxis(full, axis, -1)[..., :full.shape[axis] // 2 + 1], -1, axis)
    return _given(out, half.copy())

def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of rfft: n real numbers."""
    a, single = _numbers(a)
    size = (a.shape[axis] - 1) * 2 if n is None else n
    half = _sized(a, size // 2 + 1, axis).astype(complex) if size >= 1 else _sized(a, size, axis)
    half[..., 0] = half[..., 0].real
    if size % 2 == 0:
        half[..., -1] = half[..., -1].real
    full = np.concatenate([half, half[..., 1:(size + 1) // 2][..., ::-1].conj()], axis=-1)
    result = np.moveaxis(_dft(full, 1).real * _scale(size, norm, False), -1, axis)
    return _given(out, result.astype(np.float32) if single else result)

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

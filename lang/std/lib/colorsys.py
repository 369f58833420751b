# tfs's own.
"""Colours in other coordinates than red, green and blue."""

__all__ = ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "hsv_to_rgb"]
ONE_THIRD, ONE_SIXTH, TWO_THIRD = 1.0 / 3.0, 1.0 / 6.0, 2.0 / 3.0

def rgb_to_yiq(r, g, b):
    """Luminance and two of colour."""
    y = 0.30 * r + 0.59 * g + 0.11 * b
    return y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)

def yiq_to_rgb(y, i, q):
    """Red, green and blue of luminance and colour."""
    r = y + 0.9468822170900693 * i + 0.6235565819861433 * q
    g = y - 0.27478764629897834 * i - 0.6356910791873801 * q
    b = y - 1.1085450346420322 * i + 1.7090069284064666 * q
    return tuple(0.0 if v < 0.0 else 1.0 if v > 1.0 else v for v in (r, g, b))

def _hue(r, g, b, high, size):
    rc, gc, bc = (high - r) / size, (high - g) / size, (high - b) / size
    h = bc - gc if r == high else 2.0 + rc - bc if g == high else 4.0 + gc - rc
    return (h / 6.0) % 1.0

def rgb_to_hls(r, g, b):
    """Hue, lightness and saturation."""
    high, low = max(r, g, b), min(r, g, b)
    both, size = high + low, high - low
    l = both / 2.0
    if low == high:
        return 0.0, l, 0.0
    return _hue(r, g, b, high, size), l, size / both if l <= 0.5 else size / (2.0 - high - low)

def hls_to_rgb(h, l, s):
    """Red, green and blue of hue, lightness and saturation."""
    if s == 0.0:
        return l, l, l
    m2 = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    m1 = 2.0 * l - m2
    return _v(m1, m2, h + ONE_THIRD), _v(m1, m2, h), _v(m1, m2, h - ONE_THIRD)

def _v(m1, m2, hue):
    hue = hue % 1.0
    if hue < ONE_SIXTH:
        return m1 + (m2 - m1) * hue * 6.0
    if hue < 0.5:
        return m2
    return m1 + (m2 - m1) * (TWO_THIRD - hue) * 6.0 if hue < TWO_THIRD else m1

def rgb_to_hsv(r, g, b):
    """Hue, saturation and value."""
    high, low = max(r, g, b), min(r, g, b)
    if low == high:
        return 0.0, 0.0, high
    return _hue(r, g, b, high, high - low), (high - low) / high, high

def hsv_to_rgb(h, s, v):
    """Red, green and blue of hue, saturation and value."""
    if s == 0.0:
        return v, v, v
    i = int(h * 6.0)
    f = h * 6.0 - i
    p, q, t = v * (1.0 - s), v * (1.0 - s * f), v * (1.0 - s * (1.0 - f))
    return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[i % 6]

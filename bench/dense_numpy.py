"""The lines of dense.tfs that NumPy has a function for, with NumPy alone. Prints the median of several runs of each
line, in milliseconds."""
import time

import numpy as np


def timed(name, f, runs=7):
    f()
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        f()
        took.append(time.perf_counter() - start)
    print("%-28s %10.4f" % (name, sorted(took)[len(took) // 2] * 1000))


g = np.random.default_rng(1)


def u(*shape):
    return g.random(shape, dtype=np.float32) * np.float32(4) - np.float32(2)


a, b, c = u(16000000), u(16000000), u(4000000)
p = np.abs(c) + np.float32(.01)
m1, m2, t = u(512, 512), u(512, 512), u(4096, 4096)
i = g.integers(0, 16000000, 16000000, dtype=np.int32)
d, h, k = c.astype(np.float64), c.astype(np.float16), i[:4000000].astype(np.int64)
raw = np.frombuffer(b"abcdefgh" * 1000000, np.uint8)
listed = a[:1000000].tolist()
b64, c64 = t[:64].reshape(64, 64, 64), t[64:128].reshape(64, 64, 64)
f3 = np.float32(3)

timed("add 16M", lambda: a + b)
timed("mul scalar 16M", lambda: a * f3)
timed("less 16M", lambda: a < b)
timed("where 16M", lambda: np.where(a < b, a, b))
timed("maximum 16M", lambda: np.maximum(a, b))
timed("add f64 4M", lambda: d + d)
timed("add i64 4M", lambda: k + k)
timed("add f16 4M", lambda: h + h)
timed("floordiv i32 16M", lambda: i // np.int32(7))
timed("bitwise and 16M", lambda: i & np.int32(255))
timed("cast i32 f32 16M", lambda: i.astype(np.float32))
timed("cast f32 i32 16M", lambda: a.astype(np.int32))
timed("cast f32 f16 4M", lambda: c.astype(np.float16))
timed("cast f32 f64 4M", lambda: c.astype(np.float64))
timed("exp 4M", lambda: np.exp(c))
timed("tanh 4M", lambda: np.tanh(c))
timed("log 4M", lambda: np.log(p))
timed("sin 4M", lambda: np.sin(c))
timed("sqrt 4M", lambda: np.sqrt(p))
timed("pow 4M", lambda: p ** np.float32(1.7))
timed("exp f64 4M", lambda: np.exp(d))
timed("sum 16M", lambda: a.sum())
timed("sum axis0 4096", lambda: t.sum(0))
timed("sum axis1 4096", lambda: t.sum(1))
timed("mean axis0 4096", lambda: t.mean(0))
timed("max 16M", lambda: a.max())
timed("any 16M", lambda: (a > 9).any())
timed("argmax axis1", lambda: t.argmax(1))
timed("cumsum 4M", lambda: c.cumsum())
timed("bincount 4M", lambda: np.bincount(i[:4000000] % 1000))
timed("transpose 4096", lambda: np.ascontiguousarray(t.T))
timed("gather 16M", lambda: a.take(i))
timed("gather rows", lambda: t.take(i[:4096] % 4096, 0))
timed("concat 2x16M", lambda: np.concatenate([a, b]))
timed("slice strided", lambda: t[::2, ::2] + np.float32(0))
timed("pad 4096", lambda: np.pad(t, 1))
timed("tile 4M x4", lambda: np.tile(c, 4))
timed("boolean_mask 16M", lambda: a[a > 0])
timed("broadcast row add", lambda: t + t[0])
timed("broadcast col add", lambda: t + t[:, :1])
timed("sort 1M", lambda: np.sort(a[:1000000]))
timed("argsort 1M", lambda: np.argsort(a[:1000000], kind="stable"))
timed("unique 1M", lambda: np.unique(i[:1000000] % 5000, return_inverse=True))
timed("decode_raw be 8M", lambda: raw.view(">i2").astype(np.int16))
timed("matmul 64", lambda: m1[:64, :64] @ m2[:64, :64])
timed("matmul 512", lambda: m1 @ m2)
timed("matmul 1024", lambda: t[:1024, :1024] @ t[1024:2048, :1024])
timed("matvec 4096", lambda: t @ t[:, :1])
timed("batch matmul 64x64x64", lambda: b64 @ c64)
timed("matmul f64 512", lambda: m1.astype(np.float64) @ m2.astype(np.float64))
timed("einsum bij,bjk", lambda: np.einsum("bij,bjk->bik", b64, c64, optimize=True))
timed("rand normal 4M", lambda: g.standard_normal(4000000, dtype=np.float32))
timed("rand uniform 16M", lambda: g.random(16000000, dtype=np.float32))
timed("str 100k floats", lambda: str(c[:100000].tolist()))
timed("repr 1000x1000", lambda: repr(t[:1000, :1000]))
timed("tolist 1M", lambda: a[:1000000].tolist())
timed("constant from 1M list", lambda: np.array(listed, np.float32))

package np_test

import (
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestDecompositions multiplies the factors again, and compares what signs leave open nowhere with NumPy's.
func TestDecompositions(t *testing.T) {
	check(t, `import numpy as np
r = np.random.default_rng(1)
a = r.normal(size=(4, 4)); tall = r.normal(size=(5, 3)); wide = tall.T; z = a + 1j * a.T; batch = np.stack([a @ a.T, np.eye(4)])
for m in (a, tall, wide, z, batch):
    u, s, vt = np.linalg.svd(m, full_matrices=False)
    assert np.allclose((u * s[..., None, :]) @ vt, m) and (np.diff(s) <= 0).all() and s.dtype == np.float64
    assert np.allclose(m @ np.linalg.pinv(m) @ m, m)
    if m.ndim == 2:
        for mode in ("reduced", "complete"):
            q, upper = np.linalg.qr(m, mode)
            assert np.allclose(q @ upper, m) and np.allclose(np.tril(upper, -1), 0)
h = z + z.conj().T
w, v = np.linalg.eigh(h)
assert np.allclose(h @ v, v * w) and np.allclose(w, np.linalg.eigvalsh(h, "U"))
w, v = np.linalg.eig(a)
assert np.allclose(a @ v, v * w) and np.linalg.eigvals([[2, 1], [1, 2]]).dtype == float
for m in ([[2, 1], [1, 3]], [[0, 1], [-1, 0]]):
    print([x.dtype.name for x in np.linalg.eig(np.array(m, "float32"))], np.linalg.eigvals(np.array(m, "float32")).round(3))
print(np.linalg.cholesky([[4, 2], [2, 3]]).round(6).tolist(), np.linalg.slogdet(-np.eye(3)), np.linalg.matrix_rank([[1, 2], [2, 4]]))
print([np.round(x, 6).tolist() for x in np.linalg.lstsq([[0, 1], [1, 1], [2, 1]], [1, 2, 4], rcond=None)])
print(np.linalg.norm([[1, 2], [3, 4]], 2).round(6), np.linalg.norm([[1, 2], [3, 4]], "nuc").round(6), np.linalg.cond([[1, 2], [3, 4]]).round(6))
for f in (lambda: np.linalg.cholesky([[1, 2], [2, 1]]), lambda: np.linalg.eigh([[1, 2]]), lambda: np.linalg.eigvals([[np.nan]])):
    try: f()
    except np.linalg.LinAlgError as e: print(e)
`, `['float32', 'float32'] [1.382 3.618]
['complex64', 'complex64'] [0.+1.j 0.-1.j]
[[2.0, 0.0], [1.0, 1.414214]] SlogdetResult(sign=np.float64(-1.0), logabsdet=np.float64(0.0)) 1
[[1.5, 0.833333], [0.166667], 2, [2.676243, 0.915272]]
5.464986 5.830952 14.933034
Matrix is not positive definite
Last 2 dimensions of the array must be square
Array must not contain infs or NaNs
`)
}

// TestEdgesOfTypes holds results at the ends of the number types against NumPy's.
func TestEdgesOfTypes(t *testing.T) {
	check(t, `import numpy as np, warnings
warnings.simplefilter("ignore")
print(np.array([1e20, 5.0, -3.0, np.nan]).astype(np.uint64), np.lcm(2**62, 3), np.lcm(-4, 6))
print(np.nextafter(np.float32(0), np.float32(-1)), np.nextafter(np.float16(1), np.float16(0)), np.nextafter(np.float16(65504), np.float16(np.inf)))
print(np.gradient([1.0, 4, 9, 16], edge_order=2), np.gradient([1.0, 4, 9, 20], [0, 1, 3, 4], edge_order=2))
warnings.simplefilter("error")
try: np.polyfit([1, 1, 1], [1, 2, 3], 2)
except np.exceptions.RankWarning as e: print(e)
try: np.polyfit([1], [1, 2], 1)
except TypeError as e: print(e)
`, `[                   0                    5 18446744073709551613
  9223372036854775808] -4611686018427387904 12
-1e-45 0.9995 inf
[2. 4. 6. 8.] [ 3.16666667  2.83333333  8.16666667 13.83333333]
Polyfit may be poorly conditioned
expected x and y to have same length
`)
}

func check(t *testing.T, program, want string) {
	t.Helper()
	if got := streams(t, program)[lang.Stdout]; got != want {
		t.Errorf("got\n%s", got)
	}
}

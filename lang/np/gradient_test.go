package np_test

import "testing"

// TestGradient holds slopes against NumPy's: types stay, imaginary parts too, and distances are those of each axis.
func TestGradient(t *testing.T) {
	check(t, `import numpy as np
for a in ([1, 2, 4, 8, 16], np.float32([1.1, 2.2, 4.7, 8.3]), np.float16([1, 2, 4, 7.5]), np.array([1+2j, 3-1j, 5j, 2])):
    for args, kw in (((), {}), ((0.3,), {}), ((0.3,), dict(edge_order=2)), ((np.arange(len(a)) * 0.1,), {}), ((np.cumsum(np.arange(1, len(a) + 1)) * 0.7,), dict(edge_order=2)), ((2,), {})):
        g = np.gradient(a, *args, **kw)
        print(g.dtype, g)
m = np.arange(12, dtype=np.float32).reshape(3, 4) ** 2
print(np.gradient(m, 2.0))
print(np.gradient(m, 0.5, [0, 1, 3, 4]))
print(np.gradient(m, [0, 1, 3, 4], axis=1))
for bad in (lambda: np.gradient(m, [0, 1, 3]), lambda: np.gradient(m, 1, 2, 3), lambda: np.gradient(m, 1, [[1]]), lambda: np.gradient(m, 1, [1, 2]), lambda: np.gradient([1.0])):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
`, `float64 [1.  1.5 3.  6.  8. ]
float64 [ 3.33333333  5.         10.         20.         26.66666667]
float64 [ 1.66666667  5.         10.         20.         33.33333333]
float64 [10. 15. 30. 60. 80.]
float64 [0.61904762 0.80952381 1.15646259 1.80952381 2.76190476]
float64 [0.5  0.75 1.5  3.   4.  ]
float32 [1.1       1.8       3.0500002 3.6000004]
float32 [ 3.6666665  5.9999995 10.166667  12.000001 ]
float32 [ 1.333334   5.9999995 10.166667  13.833334 ]
float32 [11.       17.999998 30.5      36.000004]
float32 [0.6238096 0.947619  1.2312925 1.3401363]
float32 [0.55      0.9       1.5250001 1.8000002]
float16 [1.   1.5  2.75 3.5 ]
float16 [ 3.332  5.     9.164 11.664]
float16 [ 1.668  5.     9.164 14.16 ]
float16 [10.  15.  27.5 35. ]
float16 [0.619  0.8096 1.08   1.42  ]
float16 [0.5   0.75  1.375 1.75 ]
complex128 [ 2. -3.j  -0.5+1.5j -0.5+0.5j  2. -5.j ]
complex128 [ 6.66666667-10.j         -1.66666667 +5.j
 -1.66666667 +1.66666667j  6.66666667-16.66666667j]
complex128 [15.        -25.j         -1.66666667 +5.j
 -1.66666667 +1.66666667j 15.        -35.j        ]
complex128 [20.-30.j -5.+15.j -5. +5.j 20.-50.j]
complex128 [ 2.57142857-4.14285714j  0.28571429-0.14285714j -0.51020408+0.86734694j
  1.93877551-4.43877551j]
complex128 [ 1.  -1.5j  -0.25+0.75j -0.25+0.25j  1.  -2.5j ]
(array([[ 8., 12., 16., 20.],
       [16., 20., 24., 28.],
       [24., 28., 32., 36.]], dtype=float32), array([[ 0.5,  1. ,  2. ,  2.5],
       [ 4.5,  5. ,  6. ,  6.5],
       [ 8.5,  9. , 10. , 10.5]], dtype=float32))
(array([[ 32.,  48.,  64.,  80.],
       [ 64.,  80.,  96., 112.],
       [ 96., 112., 128., 144.]], dtype=float32), array([[ 1.       ,  1.1666666,  3.8333333,  5.       ],
       [ 9.       ,  7.8333335, 10.5      , 13.       ],
       [17.       , 14.5      , 17.166666 , 21.       ]], dtype=float32))
[[ 1.         1.1666666  3.8333333  5.       ]
 [ 9.         7.8333335 10.5       13.       ]
 [17.        14.5       17.166666  21.       ]]
TypeError invalid number of arguments
TypeError invalid number of arguments
ValueError distances must be either scalars or 1d
ValueError when 1d, distances must match the length of the corresponding dimension
ValueError Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.
`)
}

// TestCorrelate holds correlations against NumPy's, those with the longer sequence second too.
func TestCorrelate(t *testing.T) {
	check(t, `import numpy as np
for a, v in (([1, 2], [1, 2, 3]), ([1, 2, 4, 8], [3, 1, 2, 5, 7]), ([1, 2, 3], [1, 10]), ([1j, 2], [1, 2j, 3])):
    for mode in ("full", "same", "valid"):
        print(np.correlate(a, v, mode), np.convolve(a, v, mode))
for f in (lambda: np.convolve([], [1]), lambda: np.convolve([1], []), lambda: np.correlate([], [1]), lambda: np.correlate([1], [])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
`, `[3 8 5 2] [1 4 7 6]
[8 5 2] [1 4 7]
[8 5] [4 7]
[ 7 19 40 81 53 26 20 24] [ 3  7 16 37 33 50 68 56]
[40 81 53 26 20] [ 7 16 37 33 50]
[81 53] [37 33]
[10 21 32  3] [ 1 12 23 30]
[10 21 32] [ 1 12 23]
[21 32] [12 23]
[0.+3.j 8.+0.j 0.-3.j 2.+0.j] [0.+1.j 0.+0.j 0.+7.j 6.+0.j]
[8.+0.j 0.-3.j 2.+0.j] [0.+1.j 0.+0.j 0.+7.j]
[8.+0.j 0.-3.j] [0.+0.j 0.+7.j]
ValueError a cannot be empty
ValueError v cannot be empty
ValueError first array argument cannot be empty
ValueError second array argument cannot be empty
`)
}

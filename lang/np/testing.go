package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
)

// testingModule is np.testing: the assertions that programs use. Their messages name what differs.
func testingModule() *py.Module {
	m := &py.Module{Name: "numpy.testing", Short: "np.testing", Doc: "Assertions about arrays.",
		Attrs: map[string]value{}}
	add := func(sig, head string, same func(c *calc, a []value) value) {
		b := py.NewBuiltin(sig, nil)
		b.Fn = func(t *thread, a []value) (value, error) {
			c := &calc{t: t}
			x, y := c.arr(a[0]), c.arr(a[1])
			if c.err != nil {
				return nil, c.err
			}
			if _, ok := ndarray.Broadcast(x.Shape(),
				y.Shape()); !ok || x.Rank() > 0 && y.Rank() > 0 && x.Rank() != y.Rank() {
				return nil, py.Raisef(py.AssertionErrorClass,
					"\n%s\n\n(shapes %s, %s mismatch)\n ACTUAL: %s\n DESIRED: %s", head, ndarray.Shape(x.Shape()),
					ndarray.Shape(y.Shape()), py.ReprOf(x), py.ReprOf(y))
			}
			eq := c.arr(same(c, a))
			if c.err != nil {
				return nil, c.err
			}
			if allTrue(eq) {
				return py.None, nil
			}
			wrong := 0
			eq.Each(func(at int) { wrong += 1 - int(eq.Element(at)[0]) })
			return nil, py.Raisef(py.AssertionErrorClass,
				"\n%s\n\nMismatched elements: %d / %d (%.3g%%)\n ACTUAL: %s\n DESIRED: %s", head, wrong, eq.Len(),
				100*float64(wrong)/float64(eq.Len()), py.ReprOf(x), py.ReprOf(y))
		}
		b.Mod = "numpy.testing"
		m.Attrs[b.Name] = b
	}
	equal := func(c *calc, a []value) value { return c.view(equalElements(c.t, c.arr(a[0]), c.arr(a[1]), true)) }
	add("assert_array_equal(actual, desired, err_msg='', verbose=True, *, strict=False)", "Arrays are not equal", equal)
	add("assert_equal(actual, desired, err_msg='', verbose=True, *, strict=False)", "Items are not equal:", equal)
	add("assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, "+
		"err_msg='', verbose=True, *, strict=False)", "Not equal to tolerance", func(c *calc, a []value) value {
		return c.value(isClose(c.t, a[0], a[1], a[2], a[3], a[4] == true))
	})
	near := func(c *calc, a []value) value {
		d := c.u("absolute", c.u("subtract", c.u("multiply", a[1], 1.0), a[0]))
		return c.u("less", d, c.u("multiply", 1.5, c.u("power", 10.0, c.u("negative", c.u("multiply", a[2], 1.0)))))
	}
	add("assert_array_almost_equal(actual, desired, decimal=6, err_msg='', verbose=True)",
		"Arrays are not almost equal", near)
	add("assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True)", "Arrays are not almost equal",
		near)
	add(
		"assert_array_less(x, y, err_msg='', verbose=True, *, strict=False)",
		"Arrays are not strictly ordered `x < y`",
		func(c *calc, a []value) value { return c.u("less", a[0], a[1]) },
	)
	return m
}

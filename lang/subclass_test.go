package lang

import "testing"

// TestSubclassesOfBuiltins holds tuples, sets and texts with classes of the user's against CPython's.
func TestSubclassesOfBuiltins(t *testing.T) {
	for src, want := range map[string]string{
		"V(1, 2).name":                                             "'v'",
		"V(1, 2) + V(3, 4)":                                        "(4, 6)",
		"(V(1, 2) + V(3, 4)).name":                                 "'vv'",
		"sorted(vars(V(1)))":                                       "['name']",
		"hasattr(Slim((1,)), '__dict__')":                          "False",
		"F([1, 2]) == {1, 2}, F([1]) | {2} == {1, 2}":              "(True, True)",
		"repr(F([1])), str(F([1])), str(F())":                      "('F({1})', 'F({1})', 'F()')",
		"'{a} {b!r:>5}'.format_map(D(a=1))":                        "\"1 '<b>'\"",
		"len(F([1, 2])), 1 in F([1]), {F([1]): 2}[frozenset([1])]": "(2, True, 2)",
	} {
		in := newWired(Options{})
		events(t, in, "class V(tuple):\n    def __new__(c, *a, name='v'):\n        s = super().__new__(c, a)\n        s.name = name\n        return s\n"+
			"    def __add__(s, o): return V(*map(sum, zip(s, o)), name=s.name + o.name)\n"+
			"class Slim(tuple):\n    __slots__ = ()\nclass F(frozenset): pass\n"+
			"class D(dict):\n    def __missing__(s, k): return '<' + k + '>'\n")
		events(t, in, "got = repr(("+src+"))")
		if v, _ := in.Get("got"); v != want {
			t.Errorf("%s: %v, want %s", src, v, want)
		}
	}
}

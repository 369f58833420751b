package lang

import (
	"context"
	"testing"
)

// TestErrorsTellNames holds the attributes name, obj and path of errors of names and modules against
// CPython's.
func TestErrorsTellNames(t *testing.T) {
	for src, want := range map[string]string{
		"missing":                               "'missing'",
		"(3).foo":                               "('foo', 3)",
		"int.foo":                               "('foo', <class 'int'>)",
		"import nomod":                          "('nomod', None)",
		"from math import nosuch":               "('math', None)",
		"raise NameError('n')":                  "None",
		"raise AttributeError(name='q')":        "('q', None)",
		"raise ImportError('m', path='p')":      "(None, 'p')",
		"raise Named('k')":                      "(None, None)",
		"e = Named('k'); e.name = 'z'; raise e": "('z', None)",
	} {
		in := newWired(Options{})
		program := "class Named(AttributeError):\n    def __init__(self, name):\n        self.name = name\n        super().__init__(name)\n" +
			"def told():\n    " + src + "\ntry: told()\nexcept AttributeError as e: got = e.name, e.obj\n" +
			"except NameError as e: got = e.name\nexcept ImportError as e: got = e.name, e.path\n"
		if err := in.Eval(context.Background(), "<test>", program, Interactive, func(Event) {}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
		events(t, in, "got = repr(got)")
		if v, _ := in.Get("got"); v != want {
			t.Errorf("%s: %v, want %s", src, v, want)
		}
	}
}

package tf

import (
	"strings"

	"github.com/tfs-lang/tfs/py"
)

// Name scopes: what stands before the names of variables made inside them.

// nameScope is tf.name_scope(name). Entering it again begins the same scope.
type nameScope struct {
	name string
	left []string // the scopes around, one for each time it was entered
}

// nameScopes is what an interpreter knows of them: the one it is in, with a slash at its end, "" for none.
type nameScopes struct{ now string }

type nameScopesKey struct{}

func nameScopesOf(t *thread) *nameScopes {
	return t.Local(nameScopesKey{}, func() any { return &nameScopes{} }).(*nameScopes)
}

// scopedName is a name in the scope that is current. A scope's own name, which ends with a slash, is whole.
func scopedName(t *thread, name string) string { return nameScopesOf(t).now + name }

var nameScopeClass = py.NewClass("tensorflow.python.framework.ops", "name_scope_v2", py.ObjectClass, nil)

func init() {
	py.Register[*nameScope](nameScopeClass)
	constant(nameScopeClass, "tf.name_scope")
	c := nameScopeClass
	c.Doc = "A context in whose names those of variables begin.\n\n" +
		">>> with tf.name_scope('a') as scope: print(scope, tf.Variable(1).name)"
	c.New = py.NewBuiltin("name_scope(name)", func(_ *thread, a []value) (value, error) {
		name, ok := a[0].(string)
		if !ok {
			return nil, py.ValueErrorf("name for name_scope must be a string.")
		}
		return &nameScope{name: name}, nil
	})
	c.Prop("name", "The name it was given.", func(_ *thread, v value) (value, error) { return v.(*nameScope).name, nil })
	c.Def("__enter__(self)", "The whole name of the scope.", func(t *thread, a []value) (value, error) {
		s, scopes := a[0].(*nameScope), nameScopesOf(t)
		s.left = append(s.left, scopes.now)
		switch {
		case s.name == "" || strings.HasSuffix(s.name, "/"):
			scopes.now = s.name
		default:
			scopes.now += s.name + "/"
		}
		return scopes.now, nil
	})
	c.Def("__exit__(self, type_arg, value_arg, traceback_arg)", "Leaves the scope.",
		func(t *thread, a []value) (value, error) {
			s := a[0].(*nameScope)
			if n := len(s.left); n > 0 {
				nameScopesOf(t).now, s.left = s.left[n-1], s.left[:n-1]
			}
			return false, nil
		})
}

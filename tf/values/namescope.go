package values

import (
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Name scopes: what stands before the names of variables made inside them.

// nameScope is tf.name_scope(name). Entering it again begins the same scope.
type nameScope struct {
	name string
	left []scopeAround // one for each time it was entered
}

// scopeAround is a scope to go back to: of the names of variables, and of the nodes of a graph.
type scopeAround struct {
	names string
	graph *graph.Graph
	nodes string
}

// nameScopes is what an interpreter knows of them: the one it is in, with a slash at its end, "" for none.
type nameScopes struct{ Now string }

type nameScopesKey struct{}

// NameScopesOf are the scopes of names that are open in a thread.
func NameScopesOf(t *py.Thread) *nameScopes {
	return t.Local(nameScopesKey{}, func() any { return &nameScopes{} }).(*nameScopes)
}

// ScopedName is a name in the scope that is current. A scope's own name, which ends with a slash, is whole.
func ScopedName(t *py.Thread, name string) string { return NameScopesOf(t).Now + name }

var nameScopeClass = py.NewClass("tensorflow.python.framework.ops", "name_scope_v2", py.ObjectClass, nil)

func init() {
	py.Register[*nameScope](nameScopeClass)
	table.Constant(nameScopeClass, "tf.name_scope")
	c := nameScopeClass
	c.Doc = "A context in whose names those of variables begin.\n\n" +
		">>> with tf.name_scope('a') as scope: print(scope, tf.Variable(1).name)"
	c.New = py.NewBuiltin("name_scope(name)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		name, ok := a[0].(string)
		if !ok {
			return nil, py.ValueErrorf("name for name_scope must be a string.")
		}
		return &nameScope{name: name}, nil
	})
	c.Prop(
		"name",
		"The name it was given.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*nameScope).name, nil },
	)
	c.Def("__enter__(self)", "The whole name of the scope.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s, scopes := a[0].(*nameScope), NameScopesOf(t)
		around := scopeAround{names: scopes.Now}
		defer func() { s.left = append(s.left, around) }()
		if g := bind.Tracing(t); g != nil {
			around.graph = g
			scopes.Now, around.nodes = g.Scope(s.name)
			return scopes.Now, nil
		}
		switch {
		case s.name == "" || strings.HasSuffix(s.name, "/"):
			scopes.Now = s.name
		default:
			scopes.Now += s.name + "/"
		}
		return scopes.Now, nil
	})
	c.Def("__exit__(self, type_arg, value_arg, traceback_arg)", "Leaves the scope.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s := a[0].(*nameScope)
			if n := len(s.left); n > 0 {
				around := s.left[n-1]
				NameScopesOf(t).Now, s.left = around.names, s.left[:n-1]
				if around.graph != nil {
					around.graph.Leave(around.nodes)
				}
			}
			return false, nil
		})
}

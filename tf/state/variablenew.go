package state

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// How variables are made: tf.Variable(...), the scopes whose functions take part in it, and names.

// variableParams are the parameters of tf.Variable, by their places.
var variableParams = []string{"initial_value", "trainable", "validate_shape", "caching_device", "name", "variable_def",
	"dtype", "import_scope", "constraint", "synchronization", "aggregation", "shape",
	"experimental_enable_variable_lifting"}

func init() {
	bind.VariableBase.New = py.NewBuiltin("Variable(initial_value=None, trainable=None, validate_shape=True, "+
		"caching_device=None, name=None, variable_def=None, dtype=None, import_scope=None, "+
		"constraint=None, synchronization=None, aggregation=None, shape=None, "+
		"experimental_enable_variable_lifting=True)", createVariable)
	table.InLibrary("_tf_enums", "tf.VariableSynchronization", "tf.VariableAggregation")
	py.Register[*creatorScope](creatorScopeClass)
	creatorScopeClass.Def("__enter__(self)", "Begins the scope.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s := creatorsOf(t)
		s.functions = append(s.functions, a[0].(*creatorScope).function)
		return py.None, nil
	})
	creatorScopeClass.Def(
		"__exit__(self, *args)",
		"Ends the scope.",
		func(t *py.Thread, _ []py.Value) (py.Value, error) {
			s := creatorsOf(t)
			s.functions = s.functions[:max(len(s.functions)-1, 0)]
			return false, nil
		},
	)
	table.Register(
		table.Plain(
			table.Entry("tf.variable_creator_scope", "(variable_creator)", "", func(c *bind.Call) (py.Value, error) {
				return &creatorScope{c.Args[0]}, nil
			}, "A context in which a function takes part in the making of variables: it is called with the next one to "+
				"call and with tf.Variable's arguments by their names.\n\n"+
				">>> named = lambda next_creator, **kw: next_creator(**{**kw, 'name': 'made'})\n"+
				">>> with tf.variable_creator_scope(named): print(tf.Variable(1).name)"),
		),
	)
	table.Register(table.Plain(table.Entry("tf.get_current_name_scope", "()", "", func(c *bind.Call) (py.Value, error) {
		now := values.NameScopesOf(c.T).Now
		return now[:max(len(now)-1, 0)], nil
	}, "The name of the scope.\n\n>>> with tf.name_scope('a'): print(tf.get_current_name_scope())")))
}

// creatorScope is tf.variable_creator_scope(function).
type creatorScope struct{ function py.Value }

var creatorScopeClass = py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)

// creators are the functions of the scopes that an interpreter is in, the innermost last.
type creators struct{ functions []py.Value }

type creatorsKey struct{}

func creatorsOf(t *py.Thread) *creators {
	return t.Local(creatorsKey{}, func() any { return &creators{} }).(*creators)
}

// createVariable makes a variable through the functions of the scopes around: the innermost is
// called first.
func createVariable(t *py.Thread, a []py.Value) (py.Value, error) {
	fs := creatorsOf(t).functions
	if len(fs) == 0 {
		return newVariable(t, a)
	}
	var err error
	a = append([]py.Value(nil), a...)
	if a[9], err = orMember(t, a[9], "VariableSynchronization.AUTO"); err != nil {
		return nil, err
	}
	if a[10], err = orMember(t, a[10], "VariableAggregation.NONE"); err != nil {
		return nil, err
	}
	var next py.Value = lastCreator
	for _, f := range fs {
		inner := next
		next = py.NewRaw("creator(**kwargs)", "", func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			return py.Call(t, f, append([]py.Value{inner}, args...), kw)
		})
	}
	kw := make([]py.Kw, len(variableParams))
	for i, name := range variableParams {
		kw[i] = py.Kw{Name: name, Value: a[i]}
	}
	return py.Call(t, next, nil, kw)
}

// lastCreator ends the chain of creators.
var lastCreator = py.NewBuiltin("default_variable_creator_v2(initial_value=None, trainable=None, validate_shape=True, "+
	"caching_device=None, name=None, variable_def=None, dtype=None, import_scope=None, constraint=None, "+
	"synchronization=None, aggregation=None, shape=None, experimental_enable_variable_lifting=True)",
	func(t *py.Thread, a []py.Value) (py.Value, error) { return newVariable(t, a) })

func newVariable(t *py.Thread, a []py.Value) (py.Value, error) {
	init := a[0]
	if init == py.None {
		return nil, py.ValueErrorf(
			"The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a `variable_def`. " +
				"You provided neither.",
		)
	}
	if a[8] != py.None && !py.IsCallable(a[8]) {
		return nil, py.ValueErrorf("Argument `constraint` must be None or a callable. a callable. Got a %s:  %s",
			py.ReprOf(py.TypeOf(a[8])), py.StrOf(a[8]))
	}
	trainable, err := trainableOf(t, a)
	if err != nil {
		return nil, err
	}
	if py.IsCallable(init) {
		if init, err = py.Call(t, init, nil, nil); err != nil {
			return nil, err
		}
	}
	name := "Variable"
	switch n := a[4].(type) {
	case string:
		name = n
	default:
		if n != py.None {
			return nil, py.ValueErrorf("name for name_scope must be a string.")
		}
	}
	if _, ok := init.(*ragged.Ragged); ok {
		return nil, py.ValueErrorf("TypeError: object of type 'RaggedTensor' has no len()\n").WithHint(
			"A variable holds one dense tensor: x.to_tensor(), or x.flat_values beside its row splits.")
	}
	d := tensor.Invalid
	if a[6] != py.None {
		if d, err = bind.ToDType(a[6], ""); err != nil {
			return nil, err
		}
	}
	x, err := bind.Convert(t, init, d)
	if err != nil {
		return nil, err
	}
	v := bind.NewVariable(x, values.ScopedName(t, name), trainable)
	v.Constraint, v.Synchronization, v.Aggregation = a[8], a[9], a[10]
	if a[11] == py.None {
		return v, nil
	}
	s, err := bind.ToShape(t, a[11])
	if err != nil {
		return nil, err
	}
	if !s.Compatible(tensor.KnownShape(x.Shape())) {
		return nil, py.ValueErrorf("In this `tf.Variable` creation, the initial value's shape (%s) is not compatible "+
			"with the explicitly supplied `shape` argument (%s).", bind.NewShape(x.Shape()), py.StrOf(a[11]))
	}
	v.Shape = s
	return v, nil
}

// trainableOf checks how replicas use a variable, which decides whether it is trainable where that is
// not said.
func trainableOf(t *py.Thread, a []py.Value) (py.Value, error) {
	for i, what := range map[int]string{9: "Synchronization", 10: "Aggregation"} {
		if a[i] == py.None {
			continue
		}
		n, number := a[i].(int64)
		ok := number && i == 10 && n >= 0 && n < 4
		for _, name := range []string{"Variable" + what, "Variable" + what + "V1"} {
			class, err := py.FromLibrary(t, "_tf_enums:"+name)
			if c, isClass := class.(*py.Class); err == nil && isClass && py.TypeOf(a[i]).Is(c) {
				ok = true
			}
		}
		if !ok {
			lower := string(what[0]+'a'-'A') + what[1:]
			return nil, py.ValueErrorf(
				"Invalid variable %s mode: %s for variable: %s",
				lower,
				py.StrOf(a[i]),
				py.StrOf(a[4]),
			)
		}
	}
	if a[1] != py.None {
		return a[1], nil
	}
	return a[9] == py.None || py.StrOf(a[9]) != "VariableSynchronization.ON_READ", nil
}

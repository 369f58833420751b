package function

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/autograph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// tf.autograph.to_code, and the errors of functions that AutoGraph does not convert.

var (
	pyctError = py.NewClass("tensorflow.python.autograph.pyct.errors", "PyCTError", py.ExceptionClass, nil)

	unsupportedElement = py.NewClass("tensorflow.python.autograph.pyct.errors",
		"UnsupportedLanguageElementError", pyctError, nil)

	conversionError = py.NewClass("tensorflow.python.autograph.impl.api", "ConversionError",
		py.NewClass("tensorflow.python.autograph.pyct.errors", "AutoGraphError", pyctError, nil), nil)
)

// defined is a function of the language, which knows its own text.
type defined interface{ Definition() string }

func init() {
	table.Register(table.Plain(
		table.Direct("tf.autograph.to_code", "(entity, recursive=True, experimental_optional_features=None)", "",
			func(c *bind.Call) (py.Value, error) { return toCode(c.T, c.Args[0]) },
			"The text of a function as AutoGraph would convert it: branches and loops are functions that are\n"+
				"handed on, and break, continue and return are variables. tfs does not run this text.\n\n"+
				">>> print(tf.autograph.to_code(lambda x: x + 1 if x else 2))"),
	))
}

// toCode is the converted text of a function or of a method's function. What has no text of its own is a
// ConversionError, what AutoGraph refuses an UnsupportedLanguageElementError.
func toCode(t *py.Thread, v py.Value) (py.Value, error) {
	fn := v
	if m, ok := fn.(*py.Method); ok {
		fn = m.Fn
	}
	fail := func(text string) (py.Value, error) {
		shown, err := py.Repr(t, v)
		if err != nil {
			return nil, err
		}
		return nil, py.NewExc(conversionError, "converting "+shown+": "+text)
	}
	d, ok := fn.(defined)
	if !ok {
		return fail("ValueError: Cannot apply autograph to a function that doesn't expose a __code__ object. " +
			"If this is a @tf.function, try passing f.python_function instead.")
	}
	body, err := syntax.Parse(d.Definition())
	if err != nil || len(body) != 1 {
		return fail("ValueError: its source code is not available")
	}
	text, err := autograph.Code(body[0])
	switch err := err.(type) {
	case nil:
		return text, nil
	case *autograph.Unsupported:
		return nil, py.NewExc(unsupportedElement, err.Error())
	}
	return fail(strings.TrimSpace(err.Error()))
}

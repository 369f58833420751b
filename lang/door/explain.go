package door

import (
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
)

// Explainer makes the pictures of explain(...): the interpreter evaluates the expressions and tells what they did.
type Explainer interface {
	// Function is explain as a value of the language; called by another name it draws values.
	Function() *py.Builtin
	// Begin reads the keywords of one explain(...).
	Begin(kw []py.Kw) (Explanation, error)
}

// Explanation is one explain(...) under way: expressions and values in order, drawn together.
type Explanation interface {
	// Expression begins one with its text; Value adds a value that was not watched.
	Expression(src string) Watcher
	Value(v py.Value)
	Draw(t *py.Thread) scene.Picture
}

// Watcher is told what one expression does.
type Watcher interface {
	// Called and Operated are steps: what was called, or the sign of an operator and its operands, with the user's
	// text, and what came of it.
	Called(src string, call Call, result py.Value, err error)
	Operated(sign, src string, params []string, args []py.Value, result py.Value, err error)
	// Gave and Raised end it. kind is the full class name of the error; at is the call it came from, when that is
	// to be a step.
	Gave(v py.Value)
	Raised(ex *py.Exc, kind, message string, at *py.Failure)
}

// Call is a callable with its arguments.
type Call struct {
	Fn   py.Value
	Args []py.Value
	Kw   []py.Kw
}

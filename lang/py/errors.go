package py

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Exc is an exception: a Python object and a Go error at once.
type Exc struct {
	Class   *Class
	Args    []Value
	Attrs   *Dict
	Cause   *Exc
	Context *Exc
	Hide    bool // raise ... from None
	Notes   []string

	// Hint is our own line of help; it is shown under the text, never inside str(e). Help reads it.
	Hint  string
	late  func() string    // makes the hint once it is asked for: most AttributeErrors are caught
	Bare  bool             // shown in one line, without its traceback
	Asked bool             // of exit() and quit(): the user asks the session to end
	Trace []TraceEntry     // innermost first
	Owner any              // the frame that added the last entry
	Stack string           // Go stack of a kernel panic, for reports
	At    *Failure         // the call that failed, for pictures of it; nil when it is not known
	About map[string]Value // name, obj and path of errors of names and modules
	parts []*Exc           // of a group

	traced *tracebackObject // what __traceback__ gave last
}

// Failure is the call that an error came from: of a public function, or of a method by its name and parameters.
type Failure struct {
	Name   string          // tf.io.decode_raw, RaggedTensor.from_row_splits, []
	Fn     func() *Builtin // the function; nil for a method
	Params []string        // of a method
	Args   []Value
}

// FailedAt gives an error the call it came from, unless one within that is known.
func FailedAt(err error, at *Failure) error {
	if ex, ok := err.(*Exc); ok && ex.At == nil {
		ex.At = at
	}
	return err
}

// TraceEntry is one level of a traceback.
type TraceEntry struct {
	File, Func string
	Line       int // from 1
	Text       string
	Col, End   int // rune offsets into Text of the marked part; equal when unknown
	Frame      any // of the interpreter, to look at afterwards; nil for none
}

// PrivateModules begins the names of the library's modules that programs do not import.
const PrivateModules = "<tfs>/_"

// OwnFrames is a trace without the frames inside the library's private modules (those whose name
// begins with an underscore), as TensorFlow leaves out its own: they tell a person nothing about
// their program. A trace that has no others stays whole.
func OwnFrames(trace []TraceEntry) []TraceEntry {
	var own []TraceEntry
	for _, e := range trace {
		if !strings.HasPrefix(e.File, PrivateModules) {
			own = append(own, e)
		}
	}
	if len(own) == 0 {
		return trace
	}
	return own
}

// Error is the text, without the class.
func (e *Exc) Error() string {
	s := e.Message()
	if s == "" {
		return e.Class.Name
	}
	return e.Class.Name + ": " + s
}

// Message is str(e) without running user code.
func (e *Exc) Message() string {
	if e.Class.Is(KeyErrorClass) && len(e.Args) == 1 {
		return ReprOf(e.Args[0])
	}
	if e.Class.Is(UnicodeErrorClass) && e.Class != UnicodeErrorClass {
		return e.unicodeText()
	}
	switch len(e.Args) {
	case 0:
		return ""
	case 1:
		return StrOf(e.Args[0])
	}
	if isOSError(e) {
		return osMessage(e.Args)
	}
	return ReprOf(NewTuple(e.Args...))
}

// syntaxText is str() of a SyntaxError: the message, and the place it stands at where that is known.
func (e *Exc) syntaxText() string {
	if e.Attrs == nil {
		return e.Message()
	}
	file, _ := e.Attrs.GetStr("filename")
	line, _ := e.Attrs.GetStr("lineno")
	name, hasFile := file.(string)
	n, hasLine := line.(int64)
	name = name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case hasFile && hasLine:
		return fmt.Sprintf("%s (%s, line %d)", e.Message(), name, n)
	case hasFile:
		return fmt.Sprintf("%s (%s)", e.Message(), name)
	case hasLine:
		return fmt.Sprintf("%s (line %d)", e.Message(), n)
	}
	return e.Message()
}

// Help is the hint, "" for none.
func (e *Exc) Help() string {
	if e.late != nil {
		e.Hint, e.late = e.late(), nil
	}
	return e.Hint
}

// WithHint adds a line of help.
//
//go:noinline
func (e *Exc) WithHint(format string, args ...any) *Exc {
	e.Hint, e.late = fmt.Sprintf(format, args...), nil
	return e
}

// NewExc makes an exception.
//
//go:noinline
func NewExc(c *Class, args ...Value) *Exc { return &Exc{Class: c, Args: args} }

// Raisef makes an exception of a class with a formatted message.
//
//go:noinline
func Raisef(c *Class, format string, args ...any) *Exc {
	return NewExc(c, fmt.Sprintf(format, args...))
}

// exc declares an exception class that is a name in every program.
//
//go:noinline
func exc(name string, base *Class) *Class {
	c := NewClass("", name, base, nil)
	exceptionClasses = append(exceptionClasses, c)
	return c
}

// The exception classes of Python.
var (
	BaseExceptionClass     = exc("BaseException", ObjectClass)
	SystemExitClass        = exc("SystemExit", BaseExceptionClass)
	KeyboardInterruptClass = exc("KeyboardInterrupt", BaseExceptionClass)
	GeneratorExitClass     = exc("GeneratorExit", BaseExceptionClass)
	ExceptionClass         = exc("Exception", BaseExceptionClass)
	ArithmeticErrorClass   = exc("ArithmeticError", ExceptionClass)
	ZeroDivisionErrorClass = exc("ZeroDivisionError", ArithmeticErrorClass)
	OverflowErrorClass     = exc("OverflowError", ArithmeticErrorClass)
	FloatingPointClass     = exc("FloatingPointError", ArithmeticErrorClass)
	AssertionErrorClass    = exc("AssertionError", ExceptionClass)
	AttributeErrorClass    = exc("AttributeError", ExceptionClass)
	BufferErrorClass       = exc("BufferError", ExceptionClass)
	EOFErrorClass          = exc("EOFError", ExceptionClass)
	ImportErrorClass       = exc("ImportError", ExceptionClass)
	ModuleNotFoundClass    = exc("ModuleNotFoundError", ImportErrorClass)
	LookupErrorClass       = exc("LookupError", ExceptionClass)
	IndexErrorClass        = exc("IndexError", LookupErrorClass)
	KeyErrorClass          = exc("KeyError", LookupErrorClass)
	MemoryErrorClass       = exc("MemoryError", ExceptionClass)
	NameErrorClass         = exc("NameError", ExceptionClass)
	UnboundLocalClass      = exc("UnboundLocalError", NameErrorClass)
	OSErrorClass           = exc("OSError", ExceptionClass)
	FileNotFoundClass      = exc("FileNotFoundError", OSErrorClass)
	FileExistsClass        = exc("FileExistsError", OSErrorClass)
	PermissionErrorClass   = exc("PermissionError", OSErrorClass)
	IsADirectoryClass      = exc("IsADirectoryError", OSErrorClass)
	NotADirectoryClass     = exc("NotADirectoryError", OSErrorClass)
	TimeoutErrorClass      = exc("TimeoutError", OSErrorClass)
	BlockingIOErrorClass   = exc("BlockingIOError", OSErrorClass)
	ChildProcessErrorClass = exc("ChildProcessError", OSErrorClass)
	InterruptedErrorClass  = exc("InterruptedError", OSErrorClass)
	ProcessLookupClass     = exc("ProcessLookupError", OSErrorClass)
	ConnectionErrorClass   = exc("ConnectionError", OSErrorClass)
	BrokenPipeErrorClass   = exc("BrokenPipeError", ConnectionErrorClass)
	ConnectionAbortedClass = exc("ConnectionAbortedError", ConnectionErrorClass)
	ConnectionRefusedClass = exc("ConnectionRefusedError", ConnectionErrorClass)
	ConnectionResetClass   = exc("ConnectionResetError", ConnectionErrorClass)
	ReferenceErrorClass    = exc("ReferenceError", ExceptionClass)
	RuntimeErrorClass      = exc("RuntimeError", ExceptionClass)
	NotImplementedErrClass = exc("NotImplementedError", RuntimeErrorClass)
	RecursionErrorClass    = exc("RecursionError", RuntimeErrorClass)
	StopIterationClass     = exc("StopIteration", ExceptionClass)
	StopAsyncClass         = exc("StopAsyncIteration", ExceptionClass)
	SyntaxErrorClass       = exc("SyntaxError", ExceptionClass)
	IndentationErrorClass  = exc("IndentationError", SyntaxErrorClass)
	TabErrorClass          = exc("TabError", IndentationErrorClass)
	SystemErrorClass       = exc("SystemError", ExceptionClass)
	TypeErrorClass         = exc("TypeError", ExceptionClass)
	ValueErrorClass        = exc("ValueError", ExceptionClass)
	UnicodeErrorClass      = exc("UnicodeError", ValueErrorClass)
	UnicodeDecodeClass     = exc("UnicodeDecodeError", UnicodeErrorClass)
	UnicodeEncodeClass     = exc("UnicodeEncodeError", UnicodeErrorClass)
	UnicodeTranslateClass  = exc("UnicodeTranslateError", UnicodeErrorClass)
	WarningClass           = exc("Warning", ExceptionClass)
	UserWarningClass       = exc("UserWarning", WarningClass)
	DeprecationClass       = exc("DeprecationWarning", WarningClass)
	RuntimeWarningClass    = exc("RuntimeWarning", WarningClass)
	FutureWarningClass     = exc("FutureWarning", WarningClass)
	BytesWarningClass      = exc("BytesWarning", WarningClass)
	EncodingWarningClass   = exc("EncodingWarning", WarningClass)
	ImportWarningClass     = exc("ImportWarning", WarningClass)
	PendingDeprecation     = exc("PendingDeprecationWarning", WarningClass)
	ResourceWarningClass   = exc("ResourceWarning", WarningClass)
	SyntaxWarningClass     = exc("SyntaxWarning", WarningClass)
	UnicodeWarningClass    = exc("UnicodeWarning", WarningClass)
	InternalErrorClass     = NewClass("tfs", "InternalError", RuntimeErrorClass, nil)
)

// exceptionClasses collects what exc declares.
var exceptionClasses []*Class

// ExceptionClasses lists the classes that are names in every program.
func ExceptionClasses() []*Class { return exceptionClasses }

func init() {
	BaseExceptionClass.fill = fillExc
	for _, c := range append([]*Class{InternalErrorClass}, exceptionClasses...) {
		c.SetAttr = setExcAttr
	}
	for i, name := range syntaxAttrs {
		SyntaxErrorClass.Prop(name, "Where and what the fault is.", func(_ *Thread, v Value) (Value,
			error) {
			return syntaxAttr(v.(*Exc), i), nil
		})
	}
}

// syntaxAttrs are the attributes of a SyntaxError: its text, and the items of its second argument.
var syntaxAttrs = []string{"msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset",
	"print_file_and_line"}

func syntaxAttr(e *Exc, i int) Value {
	if e.Attrs != nil {
		if v, ok := e.Attrs.GetStr(syntaxAttrs[i]); ok {
			return v
		}
	}
	args := e.shown()
	if i == 0 && len(args) > 0 {
		return args[0]
	}
	if i > 0 && len(args) == 2 {
		if t, ok := args[1].(*Tuple); ok && i <= len(t.Items) {
			return t.Items[i-1]
		}
	}
	return None
}

func init() {
	StopIterationClass.Prop("value", "What the generator returned.", firstArg)
	SystemExitClass.Prop("code", "The status of the exit.", firstArg)
}

func firstArg(_ *Thread, v Value) (Value, error) {
	if e := v.(*Exc); len(e.Args) > 0 {
		return e.Args[0], nil
	}
	return None, nil
}

func fillExc(c *Class) {
	c.Prop("args", "The arguments the exception was made with.", func(_ *Thread, v Value) (Value, error) {
		return NewTuple(v.(*Exc).shown()...), nil
	})
	c.Prop(
		"__cause__",
		"The exception named by raise ... from.",
		func(_ *Thread, v Value) (Value, error) { return orNone(v.(*Exc).Cause), nil },
	)
	c.Prop(
		"__context__",
		"The exception being handled when this one was raised.",
		func(_ *Thread, v Value) (Value, error) { return orNone(v.(*Exc).Context), nil },
	)
	c.Prop(
		"__suppress_context__",
		"Whether the context is not shown.",
		func(_ *Thread, v Value) (Value, error) { return v.(*Exc).Hide, nil },
	)
	c.Prop(
		"__traceback__",
		"Where the exception passed, from the outermost frame on.",
		func(_ *Thread, v Value) (Value, error) { return TracebackOf(v.(*Exc)), nil },
	)
	c.Prop("__notes__", "Notes added with add_note.", func(_ *Thread, v Value) (Value, error) {
		l := NewList()
		for _, n := range v.(*Exc).Notes {
			l.Items = append(l.Items, n)
		}
		return l, nil
	})
	c.Def(
		"with_traceback(self, tb)",
		"Gives the exception another traceback, and returns it.",
		func(_ *Thread, a []Value) (Value, error) { return a[0], a[0].(*Exc).setTraceback(a[1]) },
	)
	c.Def("add_note(self, note)", "Adds a line shown under the message.", func(_ *Thread, a []Value) (Value, error) {
		e := a[0].(*Exc)
		e.Notes = append(e.Notes, StrOf(a[1]))
		return None, nil
	})
	c.DefRaw("__init__", "Keeps the arguments.", func(_ *Thread, args []Value, kw []Kw) (Value, error) {
		e, ok := args[0].(*Exc)
		if !ok {
			return None, nil
		}
		e.Args, e.About = args[1:], nil
		return None, e.aboutKeywords(kw)
	})
	c.Def(
		"__str__(self)",
		"The message.",
		func(t *Thread, a []Value) (Value, error) {
			e := a[0].(*Exc)
			switch {
			case e.Class.Is(SyntaxErrorClass):
				return e.syntaxText(), nil
			case len(e.Args) == 1:
				if inner, ok := e.Args[0].(*Exc); ok && !e.Class.Is(KeyErrorClass) { // a chain may be of any depth
					if err := t.Enter("while getting the str of an object"); err != nil {
						return nil, err
					}
					defer t.Leave()
					return Str(t, inner)
				}
			}
			return e.Message(), nil
		},
	)
	c.Def(
		"__repr__(self)",
		"The class and arguments.",
		func(t *Thread, a []Value) (Value, error) { return excRepr(t, a[0].(*Exc)) },
	)
}

func orNone(e *Exc) Value {
	if e == nil {
		return None
	}
	return e
}

func excRepr(t *Thread, e *Exc) (string, error) {
	if err := t.Enter("while getting the repr of an object"); err != nil {
		return "", err
	}
	defer t.Leave()
	args := e.shown()
	parts := make([]string, len(args))
	for i, a := range args {
		s, err := Repr(t, a)
		if err != nil {
			return "", err
		}
		parts[i] = s
	}
	return e.Class.Name + "(" + strings.Join(parts, ", ") + ")", nil
}

// Short names for the most frequent raises.

// TypeErrorf makes a TypeError.
//
//go:noinline
func TypeErrorf(f string, a ...any) *Exc { return Raisef(TypeErrorClass, f, a...) }

// ValueErrorf makes a ValueError.
//
//go:noinline
func ValueErrorf(f string, a ...any) *Exc { return Raisef(ValueErrorClass, f, a...) }

// IndexErrorf makes an IndexError.
//
//go:noinline
func IndexErrorf(f string, a ...any) *Exc { return Raisef(IndexErrorClass, f, a...) }

// Recovered is the exception of a Go panic: the exception that was thrown, or an InternalError
// whose text begins with what.
func Recovered(r any, what string) *Exc {
	if e, ok := r.(*Exc); ok {
		return e
	}
	e := Raisef(InternalErrorClass, "%s%v", what, r)
	e.Stack = string(debug.Stack())
	return e.WithHint("This is a bug in tfs; please report it with the line that caused it.")
}

// Foreign gives an error of the packages below Python as an exception, nil for one it does not know. It is set by
// the package that knows them.
var Foreign func(err error) *Exc

// AsExc gives any Go error as an exception; foreign errors become RuntimeError.
func AsExc(err error) *Exc {
	if e, ok := err.(*Exc); ok {
		return e
	}
	if u, ok := err.(interface{ Unwrap() error }); ok {
		if in := u.Unwrap(); in != nil {
			return AsExc(in)
		}
	}
	if strings.Contains(err.Error(), "context canceled") {
		return NewExc(KeyboardInterruptClass)
	}
	if Foreign != nil {
		if e := Foreign(err); e != nil {
			return e
		}
	}
	return Raisef(RuntimeErrorClass, "%s", err.Error())
}

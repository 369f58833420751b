package tensor

import "fmt"

// ErrKind says which exception class a failure belongs to; the packages above map it.
type ErrKind uint8

// The kinds of failures a kernel can report.
const (
	InvalidArgument ErrKind = iota
	Unimplemented
	ValueError
	TypeError
	IndexError
	OutOfRange
	ResourceExhausted
	InternalError
	NotFound
	DataLoss
	LookupError
	FailedPrecondition
	PermissionDenied
	Unknown
	NoGradient // TensorFlow declares a gradient and has not written it
)

// NoOp is Error.Op where TensorFlow names no kernel behind the text.
const NoOp = "-"

// Error is a plain kernel failure: what is wrong, in TensorFlow's words where it has some.
type Error struct {
	Kind ErrKind
	Msg  string
	Op   string // the kernel TensorFlow names behind the text; "" for the one that was called, NoOp for none
	Attr string // the attribute that Msg is about, "" for none
	Type DType  // the type that Attr does not allow, Invalid when it is about something else
	Hint string // what to do about it, in our words

	Shape []int   // of ResourceExhausted: the shape of what does not fit, nil when Msg tells
	Of    string  // the name of its type
	Bytes float64 // of one element
}

func (e *Error) Error() string { return e.Msg }

// Errorf makes an InvalidArgument failure.
//
//go:noinline
func Errorf(format string, args ...any) error {
	return &Error{Kind: InvalidArgument, Msg: fmt.Sprintf(format, args...)}
}

// NoKernel says that an operation does not compute a type, as TensorFlow's runtime does.
//
//go:noinline
func NoKernel(name string, d DType) error {
	return Failf(NotFound, "Could not find device for node: {{node %s}} = %s[T=%s]", name, name, d.EnumName())
}

// Failf makes a failure of a given kind.
//
//go:noinline
func Failf(kind ErrKind, format string, args ...any) error {
	return &Error{Kind: kind, Msg: fmt.Sprintf(format, args...)}
}

// OpErrorf makes an InvalidArgument failure of a kernel that is not the one that was called.
//
//go:noinline
func OpErrorf(op, format string, args ...any) *Error {
	return &Error{Kind: InvalidArgument, Msg: fmt.Sprintf(format, args...), Op: op}
}

// BadAttr is the complaint about an attribute that breaks its declaration.
func BadAttr(attr, format string, args ...any) error {
	return &Error{Kind: InvalidArgument, Msg: "Value for attr '" + attr + "' " + fmt.Sprintf(format, args...),
		Attr: attr}
}

// WrongType is the complaint about input i of a kernel, which has another type than it must have.
func WrongType(op string, i int, got, want DType) error {
	return OpErrorf(op, "cannot compute %s as input #%d(zero-based) was expected to be a %s tensor but is a %s tensor",
		op, i, want.CName(), got.CName())
}

// BadType is the complaint about a type that an attribute of a kernel does not allow.
func BadType(op, attr string, d DType) error {
	return &Error{Kind: InvalidArgument, Op: op, Attr: attr, Type: d,
		Msg: fmt.Sprintf("Value for attr '%s' of %s is not in the list of allowed values", attr, d.CName())}
}

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
)

// Error is a plain kernel failure: what is wrong, in TensorFlow's words where it has some.
type Error struct {
	Kind ErrKind
	Msg  string
}

func (e *Error) Error() string { return e.Msg }

// Errorf makes an InvalidArgument failure.
func Errorf(format string, args ...any) error {
	return &Error{InvalidArgument, fmt.Sprintf(format, args...)}
}

// noKernel says that an operation does not compute a type, as TensorFlow's runtime does.
func noKernel(name string, d DType) error {
	return Failf(NotFound, "Could not find device for node: {{node %s}} = %s[T=%s]", name, name, d.EnumName())
}

// Failf makes a failure of a given kind.
func Failf(kind ErrKind, format string, args ...any) error {
	return &Error{kind, fmt.Sprintf(format, args...)}
}

package bind

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

const errorModule = "tensorflow.python.framework.errors_impl"

func opError(name string, code int64) *py.Class {
	c := py.NewClass(errorModule, name, OpError, nil)
	c.Attrs.SetStr("_code", code)
	return c
}

// TensorFlow's exceptions.
var (
	OpError                 = py.NewClass(errorModule, "OpError", py.ExceptionClass, nil)
	CancelledError          = opError("CancelledError", 1)
	UnknownError            = opError("UnknownError", 2)
	InvalidArgumentError    = opError("InvalidArgumentError", 3)
	DeadlineExceededError   = opError("DeadlineExceededError", 4)
	NotFoundError           = opError("NotFoundError", 5)
	AlreadyExistsError      = opError("AlreadyExistsError", 6)
	PermissionDeniedError   = opError("PermissionDeniedError", 7)
	ResourceExhaustedError  = opError("ResourceExhaustedError", 8)
	FailedPreconditionError = opError("FailedPreconditionError", 9)
	AbortedError            = opError("AbortedError", 10)
	OutOfRangeError         = opError("OutOfRangeError", 11)
	UnimplementedError      = opError("UnimplementedError", 12)
	InternalError           = opError("InternalError", 13)
	UnavailableError        = opError("UnavailableError", 14)
	DataLossError           = opError("DataLossError", 15)
	UnauthenticatedError    = opError("UnauthenticatedError", 16)
)

// ErrorClasses lists tf.errors.
func ErrorClasses() []*py.Class {
	return []*py.Class{OpError, CancelledError, UnknownError, InvalidArgumentError, DeadlineExceededError,
		NotFoundError, AlreadyExistsError,
		PermissionDeniedError, ResourceExhaustedError, FailedPreconditionError, AbortedError, OutOfRangeError,
		UnimplementedError, InternalError,
		UnavailableError, DataLossError, UnauthenticatedError}
}

func init() {
	// OpError(node_def, op, message): the message is the text.
	OpError.Attrs.SetStr("__kwinit__", py.NewBuiltin("__init__(self, node_def=None, op=None, message='', *args)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			e := a[0].(*py.Exc)
			e.Args = []py.Value{a[3]}
			e.Attrs = py.NewDict()
			e.Attrs.SetStr("node_def", a[1])
			e.Attrs.SetStr("op", a[2])
			return e, nil
		}))
	OpError.Def("__repr__(self)", "The class alone: TensorFlow keeps no args.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return a[0].(*py.Exc).Class.Name + "()", nil
		})
	OpError.Prop("args", "Empty: the text is in message.", func(*py.Thread, py.Value) (py.Value,
		error) {
		return py.NewTuple(), nil
	})
	OpError.Prop("message", "The text.", func(_ *py.Thread, v py.Value) (py.Value,
		error) {
		return v.(*py.Exc).Message(), nil
	})
	OpError.Prop("error_code", "The number of the kind of error.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return v.(*py.Exc).Class.Lookup("_code"), nil
	})
	OpError.Prop("node_def", "None: ops run eagerly.", func(*py.Thread, py.Value) (py.Value, error) {
		return py.None,
			nil
	})
	OpError.Prop("op", "None: ops run eagerly.", func(*py.Thread, py.Value) (py.Value, error) { return py.None, nil })
}

func total(lengths []int64) (n int64) {
	for _, k := range lengths {
		n += k
	}
	return n
}

// ErrorWith makes the exception of a failed kernel: the plain text, the op's name, and, when
// asked for, TensorFlow's node prefix and name tail. tail tells whether TensorFlow adds one.
func ErrorWith(t *py.Thread, c *py.Class, raw string, tail bool, format string, args ...any) *py.Exc {
	msg := fmt.Sprintf(format, args...)
	if raw == "" {
		return py.NewExc(c, msg)
	}
	if t.FullErrors && !strings.HasPrefix(msg, "Value for attr") && !strings.HasPrefix(msg, "cannot compute") {
		msg = "{{function_node __wrapped__" + raw + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} " + msg
	}
	msg += " [Op:" + raw + "]"
	if t.FullErrors && tail {
		msg += " name: "
	}
	return py.NewExc(c, msg)
}

// Wrap turns a failure of the packages below Python into the exception TensorFlow raises for op raw.
func Wrap(t *py.Thread, err error, raw string, tail bool) error {
	var oe *op.Error
	if errors.As(err, &oe) { // the kernel that failed may be another than the one asked for
		raw = oe.Op
	}
	var out *graph.OutOfScope
	if errors.As(err, &out) {
		return py.NewExc(py.TypeErrorClass, OutOfScope(out.Edge))
	}
	var te *tensor.Error
	if errors.As(err, &te) {
		e := kernelError(t, te, raw, tail)
		if te.Hint != "" {
			return e.WithHint("%s", te.Hint)
		}
		return e
	}
	var mismatch *ragged.MismatchError
	if errors.As(err, &mismatch) { // asserted before any kernel runs: no op to name
		text := mismatch.Error()
		if t.Compat == "seed" {
			text = mismatch.Seed()
		}
		return py.NewExc(InvalidArgumentError, text).WithHint("dimension %d of the operands holds %d and %d values; "+
			"rows must match, or be of size 1 in a uniform dimension.", mismatch.Level, total(mismatch.X),
			total(mismatch.Y))
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return py.Stopped(t.Ctx)
	}
	return err
}

// arrayMemoryError is NumPy's for an array that does not fit.
var arrayMemoryError = py.NewClass("numpy._core._exceptions", "MemoryError", py.MemoryErrorClass, nil)

// ArrayError is Wrap for NumPy's functions: what does not fit into memory is a MemoryError there.
func ArrayError(t *py.Thread, err error) error {
	var te *tensor.Error
	if errors.As(err, &te) && te.Kind == tensor.ResourceExhausted {
		return arrayTooLarge(te)
	}
	return Wrap(t, err, "", false)
}

func arrayTooLarge(te *tensor.Error) *py.Exc {
	msg := te.Msg
	if te.Shape != nil {
		size := te.Bytes
		for _, d := range te.Shape {
			size *= float64(d)
		}
		msg = fmt.Sprintf("Unable to allocate %s for an array with shape %s and data type %s", byteSize(size),
			ndarray.Shape(te.Shape), te.Of)
	}
	return py.NewExc(arrayMemoryError, msg).WithHint("%s tfs keeps one array below %d GiB.", memory.Advice(),
		tensor.MaxBytes>>30)
}

// byteSize words a number of bytes as NumPy does: three digits, in units of powers of 1024.
func byteSize(n float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	k := 0
	for ; math.RoundToEven(n) >= 1024 && k < len(units)-1; k++ {
		n /= 1024
	}
	switch {
	case k == 0:
		return fmt.Sprintf("%.0f %s", n, units[k])
	case math.RoundToEven(n) < 1000:
		digits := 2
		for lim := 10.0; n >= lim && digits > 0; lim *= 10 {
			digits--
		}
		if digits == 0 {
			return fmt.Sprintf("%.0f. %s", n, units[k])
		}
		return fmt.Sprintf("%.*f %s", digits, n, units[k])
	}
	return fmt.Sprintf("%.0f. %s", n, units[k])
}

func init() {
	arrayMemoryError.Qual = "_ArrayMemoryError"
	py.Foreign = func(err error) *py.Exc {
		var te *tensor.Error
		switch {
		case !errors.As(err, &te):
			return nil
		case te.Kind == tensor.ResourceExhausted:
			return arrayTooLarge(te)
		}
		return kernelError(py.Background(), te, "", false)
	}
}

// OutOfScope words the use of an edge where it does not belong.
func OutOfScope(e *op.Edge) string {
	where := "another graph"
	if owner, ok := e.Node.Owner.(*graph.Graph); ok {
		g := owner.Root()
		where = "FuncGraph(name=" + g.Name + ", id=" + strconv.Itoa(140000000000000+g.Serial*64) + ")"
		if g.View != nil {
			where = py.StrOf(g.View)
		}
	}
	return py.ReprOf(e) + " is out of scope and cannot be used here. Use return values, explicit Python locals or " +
		"TensorFlow collections to access it.\nPlease see https://www.tensorflow.org/guide/function#" +
		"all_outputs_of_a_tffunction_must_be_return_values for more information.\n\n" + py.ReprOf(e) +
		" was defined here:\n\nThe tensor " + py.ReprOf(e) + " cannot be accessed from here, because it was defined in " +
		where + ", which is out of scope."
}

// kernelError is the exception of a kernel's failure.
func kernelError(t *py.Thread, te *tensor.Error, raw string, tail bool) *py.Exc {
	switch te.Op {
	case "":
	case tensor.NoOp:
		raw = ""
	case "StridedSlice": // the one kernel whose node TensorFlow's wrapper names
		e := ErrorWith(t, InvalidArgumentError, te.Op, true, "%s", te.Msg)
		if t.FullErrors {
			e.Args[0] = e.Args[0].(string) + "strided_slice/"
		}
		return e
	default:
		raw, tail = te.Op, true
	}
	if te.Type != tensor.Invalid {
		if full, ok := op.CheckType(raw, te.Attr, te.Type).(*tensor.Error); ok {
			te = full
		}
	} else if te.Attr != "" {
		if full, ok := op.BadAttr(raw, te.Attr, strings.TrimPrefix(te.Msg,
			"Value for attr '"+te.Attr+"' ")).(*tensor.Error); ok {
			te = full
		}
	}
	switch te.Kind {
	case tensor.Unimplemented:
		return ErrorWith(t, UnimplementedError, raw, tail, "%s", te.Msg)
	case tensor.ResourceExhausted:
		return ErrorWith(t, ResourceExhaustedError, raw, tail, "%s", te.Msg).
			WithHint("%s tfs keeps one tensor below %d GiB.", memory.Advice(), tensor.MaxBytes>>30)
	case tensor.OutOfRange:
		return ErrorWith(t, OutOfRangeError, raw, tail, "%s", te.Msg)
	case tensor.DataLoss:
		return ErrorWith(t, DataLossError, raw, false, "%s", te.Msg)
	case tensor.NotFound:
		e := ErrorWith(t, NotFoundError, raw, tail, "%s", te.Msg)
		if strings.HasPrefix(te.Msg, "Could not find device") {
			return e.WithHint("tf.cast converts to a type that this op computes.")
		}
		return e
	case tensor.PermissionDenied:
		return ErrorWith(t, PermissionDeniedError, raw, tail, "%s", te.Msg)
	case tensor.Unknown:
		return ErrorWith(t, UnknownError, raw, tail, "%s", te.Msg)
	case tensor.InternalError:
		return ErrorWith(t, InternalError, raw, tail, "%s", te.Msg)
	case tensor.ValueError:
		return py.ValueErrorf("%s", te.Msg)
	case tensor.TypeError:
		return py.TypeErrorf("%s", te.Msg)
	case tensor.FailedPrecondition:
		return ErrorWith(t, FailedPreconditionError, raw, tail, "%s", te.Msg)
	case tensor.LookupError:
		return py.Raisef(py.LookupErrorClass, "%s", te.Msg)
	case tensor.NoGradient:
		return py.Raisef(py.NotImplementedErrClass, "%s", te.Msg)
	case tensor.IndexError:
		return py.IndexErrorf("%s", te.Msg)
	}
	return ErrorWith(t, InvalidArgumentError, raw, tail, "%s", te.Msg)
}

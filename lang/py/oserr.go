package py

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// OSErr turns a failure of the operating system into Python's exception with its number.
func OSErr(err error, path string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return NewExc(FileNotFoundClass, int64(2), "No such file or directory", path)
	case errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY):
		return NewExc(FileExistsClass, int64(17), "File exists", path)
	case errors.Is(err, fs.ErrPermission):
		return NewExc(PermissionErrorClass, int64(13), "Permission denied", path)
	}
	var no syscall.Errno
	if errors.As(err, &no) && no != 0 {
		text := no.Error()
		e := NewExc(osErrorClass(OSErrorClass, []Value{int64(no), text}), int64(no), strings.ToUpper(text[:1])+text[1:])
		if path != "" {
			e.Args = append(e.Args, path)
		}
		return e
	}
	return NewExc(OSErrorClass, err.Error())
}

// osErrors are the classes of OSError by the system's error number (PEP 3151).
var osErrors = map[int64]*Class{
	1:   PermissionErrorClass,
	2:   FileNotFoundClass,
	3:   ProcessLookupClass,
	4:   InterruptedErrorClass,
	10:  ChildProcessErrorClass,
	11:  BlockingIOErrorClass,
	13:  PermissionErrorClass,
	17:  FileExistsClass,
	20:  NotADirectoryClass,
	21:  IsADirectoryClass,
	32:  BrokenPipeErrorClass,
	103: ConnectionAbortedClass,
	104: ConnectionResetClass,
	110: TimeoutErrorClass,
	111: ConnectionRefusedClass,
	114: BlockingIOErrorClass,
	115: BlockingIOErrorClass,
}

// osErrorClass is the class that OSError(number, text, ...) makes; other classes stay as they are.
func osErrorClass(c *Class, args []Value) *Class {
	if c != OSErrorClass || len(args) < 2 || len(args) > 5 {
		return c
	}
	n, _ := AsInt(args[0])
	if k, ok := osErrors[n]; ok {
		return k
	}
	return c
}

// isOSError tells whether an exception was made as OSError(number, text, file, _, second file).
func isOSError(e *Exc) bool { return e.Class.Is(OSErrorClass) && len(e.Args) >= 2 && len(e.Args) <= 5 }

// osMessage is the text of such an exception.
func osMessage(args []Value) string {
	s := fmt.Sprintf("[Errno %s] %s", StrOf(args[0]), StrOf(args[1]))
	if len(args) > 2 && args[2] != None {
		s += ": " + ReprOf(args[2])
	}
	if len(args) > 4 && args[4] != None {
		s += " -> " + ReprOf(args[4])
	}
	return s
}

// shown is what args and repr tell: the file names of an OSError are attributes only.
func (e *Exc) shown() []Value {
	if isOSError(e) {
		return e.Args[:2]
	}
	return e.Args
}

// osAttrs are the attributes of OSError by its arguments; a program may set them.
var osAttrs = []string{"errno", "strerror", "filename", "", "filename2"}

// osArg is a property of OSError: argument i when the number and the text were given.
func osArg(i int) func(*Thread, Value) (Value, error) {
	return func(_ *Thread, v Value) (Value, error) {
		e := v.(*Exc)
		if e.Attrs != nil {
			if x, ok := e.Attrs.GetStr(osAttrs[i]); ok {
				return x, nil
			}
		}
		if isOSError(e) && i < len(e.Args) {
			return e.Args[i], nil
		}
		return None, nil
	}
}

func init() {
	for i, doc := range []string{"The system's error number.", "The system's text.", "The file it was about.", "",
		"The second file it was about."} {
		if doc != "" {
			OSErrorClass.Prop(osAttrs[i], doc, osArg(i))
		}
	}
}

package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// closedName is the attribute that tells that an object of a subclass of io.IOBase was closed, as CPython names it.
const closedName = "__IOBase_closed"

// ioBase makes io.IOBase: what a class of the program's inherits that gives read, write or close only.
func ioBase() *py.Class {
	c := py.NewClass("io", "IOBase", py.ObjectClass, nil)
	c.Prop("closed", "Whether it was closed.", func(t *thread, v value) (value, error) { return ioClosed(t, v), nil })
	c.Def("close(self)", "Flushes and closes it.", func(t *thread, a []value) (value, error) {
		if ioClosed(t, a[0]) {
			return py.None, nil
		}
		_, err := py.CallMethod(t, a[0], "flush")
		if e := py.SetAttr(t, a[0], closedName, true); err == nil {
			err = e
		}
		return py.None, err
	})
	check := func(t *thread, a []value) (value, error) {
		closed, err := py.GetAttr(t, a[0], "closed")
		if err == nil && closed == true {
			err = py.ValueErrorf("I/O operation on closed file.")
		}
		return py.None, err
	}
	c.Def("flush(self)", "Writes what is held back.", check)
	c.Def("_checkClosed(self)", "An error for one that was closed.", check)
	for _, name := range []string{"readable", "writable", "seekable"} {
		c.Def(name+"(self)", "Whether it is.", func(_ *thread, _ []value) (value, error) { return false, nil })
	}
	c.Def("isatty(self)", "Whether it is a terminal.", func(t *thread, a []value) (value, error) {
		_, err := check(t, a)
		return false, err
	})
	for _, sig := range []string{"fileno(self)", "truncate(self, size=None)", "seek(self, offset, whence=0)"} {
		name, _, _ := strings.Cut(sig, "(")
		c.Def(sig, "Not part of the base.", func(_ *thread, _ []value) (value, error) {
			return nil, py.Raisef(unsupported, "%s", name)
		})
	}
	c.Def("tell(self)", "The place.", func(t *thread, a []value) (value, error) {
		return py.CallMethod(t, a[0], "seek", int64(0), int64(1))
	})
	for _, name := range []string{"__enter__", "__iter__"} {
		c.Def(name+"(self)", "Itself.", func(t *thread, a []value) (value, error) {
			_, err := check(t, a)
			return a[0], err
		})
	}
	c.Def("__exit__(self, *args)", "Closes it.", func(t *thread, a []value) (value, error) {
		_, err := py.CallMethod(t, a[0], "close")
		return py.None, err
	})
	ioLines(c)
	c.Def("writelines(self, lines)", "Writes each.", func(t *thread, a []value) (value, error) {
		return py.None, py.Each(t, a[1], func(line value) error {
			_, err := py.CallMethod(t, a[0], "write", line)
			return err
		})
	})
	return c
}

// ioLines are the methods that give lines: by read of the subclass, a byte at a time, or by its own readline.
func ioLines(c *py.Class) {
	c.Def("readline(self, size=-1)", "The next line.", func(t *thread, a []value) (value, error) {
		limit, err := sizeOf(a[1])
		if err != nil {
			return nil, err
		}
		var line []byte
		for limit < 0 || int64(len(line)) < limit {
			v, err := py.CallMethod(t, a[0], "read", int64(1))
			if err != nil {
				return nil, err
			}
			b, ok := v.(py.Bytes)
			if !ok {
				return nil, py.Raisef(py.OSErrorClass, "read() should have returned a bytes object, not '%s'",
					py.TypeOf(v).TypeName())
			}
			if line = append(line, b...); len(b) == 0 || b[len(b)-1] == '\n' {
				break
			}
			if err := py.Fits(int64(len(line))); err != nil {
				return nil, err
			}
		}
		return py.Bytes(line), nil
	})
	next := func(t *thread, v value) (value, int, error) {
		line, err := py.CallMethod(t, v, "readline")
		if err != nil {
			return nil, 0, err
		}
		n, err := py.Len(t, line)
		return line, n, err
	}
	c.Def("__next__(self)", "The next line.", func(t *thread, a []value) (value, error) {
		line, n, err := next(t, a[0])
		if err == nil && n == 0 {
			err = py.NewExc(py.StopIterationClass)
		}
		return line, err
	})
	c.Def("readlines(self, hint=-1)", "The lines to the end, or until they have hint bytes.",
		func(t *thread, a []value) (value, error) {
			hint, err := sizeOf(a[1])
			if err != nil {
				return nil, err
			}
			out, size := py.NewList(), int64(0)
			for hint <= 0 || size < hint {
				line, n, err := next(t, a[0])
				if err != nil || n == 0 {
					return out, err
				}
				if err := py.FitsItems(len(out.Items)); err != nil {
					return nil, err
				}
				out.Items = append(out.Items, line)
				size += int64(n)
			}
			return out, nil
		})
}

func ioClosed(t *thread, v value) bool {
	closed, err := py.GetAttr(t, v, closedName)
	return err == nil && closed == true
}

// rawBase makes io.RawIOBase, which reads by the readinto of its subclasses.
func rawBase(base *py.Class) *py.Class {
	c := py.NewClass("io", "RawIOBase", base, nil)
	read := func(t *thread, v value, n int64) (value, error) {
		if err := py.Fits(n); err != nil {
			return nil, err
		}
		b := &py.ByteArray{B: make([]byte, n)}
		got, err := py.CallMethod(t, v, "readinto", b)
		if err != nil || got == py.None {
			return py.None, err
		}
		k, err := py.ToInt(got)
		if err != nil {
			return nil, err
		}
		return py.Bytes(b.B[:min(max(k, 0), int64(len(b.B)))]), nil
	}
	readAll := func(t *thread, a []value) (value, error) {
		all := py.Bytes("")
		for {
			part, err := py.CallMethod(t, a[0], "read", int64(8192))
			b, ok := part.(py.Bytes)
			if err != nil || !ok || len(b) == 0 {
				return all, err
			}
			if err := py.Fits(int64(len(all) + len(b))); err != nil {
				return nil, err
			}
			all += b
		}
	}
	c.Def("readall(self)", "All bytes to the end.", readAll)
	c.Def("read(self, size=-1)", "Up to so many bytes.", func(t *thread, a []value) (value, error) {
		n, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return py.CallMethod(t, a[0], "readall")
		}
		return read(t, a[0], n)
	})
	return c
}

package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/records"
)

// Elements in files as they are in memory, or as text.

// asPath is the name that a path object stands for, any other value as it is.
func asPath(t *thread, v value) (value, error) {
	if _, ok := strOf(v); ok || py.TypeOf(v).Lookup("__fspath__") == nil {
		return v, nil
	}
	return py.CallMethod(t, v, "__fspath__")
}

// fromOpen reads elements from where an open file stands.
func fromOpen(t *thread, file value, a []value) (value, error) {
	if _, err := py.CallMethod(t, file, "fileno"); err != nil {
		return nil, err
	}
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	if d.Kind == 'O' {
		return nil, py.ValueErrorf("Cannot read into object array")
	}
	if off, _ := py.AsInt(a[4]); off != 0 {
		if _, err := py.CallMethod(t, file, "seek", off, int64(1)); err != nil {
			return nil, err
		}
	}
	n, ok := py.AsInt(a[2])
	sep, _ := strOf(a[3])
	if ok && n >= 0 && sep == "" {
		n *= int64(d.Size)
	} else {
		n = -1
	}
	v, err := py.CallMethod(t, file, "read", n)
	if err != nil {
		return nil, err
	}
	if s, text := v.(string); text {
		v = py.Bytes(s)
	}
	b, ok := v.(py.Bytes)
	if !ok {
		return nil, py.TypeErrorf("a file of bytes is needed, not '%s'", py.TypeOf(file).TypeName())
	}
	if sep != "" {
		return fromString(t, []value{string(b), a[1], a[2], a[3]})
	}
	count := len(b) / max(d.Size, 1)
	return ndarray.FromMemory(d, []int{count}, []byte(b[:count*d.Size]), nil, false, false), nil
}

// newFromfile is fromfile: elements read from a file.
func newFromfile(t *thread, a []value) (value, error) {
	file, err := asPath(t, a[0])
	if err != nil {
		return nil, err
	}
	name, ok := strOf(file)
	if !ok {
		return fromOpen(t, file, a)
	}
	b, err := py.ReadFile(t, name)
	if _, raised := err.(*py.Exc); raised {
		return nil, err
	}
	if err != nil {
		return nil, py.OSErr(err, name)
	}
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	if s, _ := strOf(a[3]); s != "" {
		return fromString(t, []value{string(b), a[1], a[2], a[3]})
	}
	off, err := intArg(a[4], "offset")
	if err != nil || off < 0 || off > len(b) {
		return nil, py.ValueErrorf("offset must lie inside the file, got %d", off)
	}
	b = b[off:]
	n := len(b) / max(d.Size, 1)
	if c, ok := py.AsInt(a[2]); ok && c >= 0 {
		n = min(n, int(c))
	}
	return ndarray.FromMemory(d, []int{n}, b[:n*d.Size], nil, false, false), nil
}

func toFile(t *thread, a *array, fid, sep, format value) error {
	s, _ := strOf(sep)
	var data value
	if s == "" {
		b, err := toBytes(t, a, 'C')
		if err != nil {
			return err
		}
		data = b
	} else {
		text := ""
		for i, p := range a.Places() {
			if i > 0 {
				text += s
			}
			v, err := py.Binary(t, "%", format, pyElement(a, p))
			if err != nil {
				return err
			}
			text += py.StrOf(v)
		}
		data = py.Bytes(text)
	}
	fid, err := asPath(t, fid)
	if err != nil {
		return err
	}
	name, ok := strOf(fid)
	if !ok {
		_, err := py.CallMethod(t, fid, "write", data)
		if e, ok := err.(*py.Exc); ok && e.Class.Is(py.TypeErrorClass) && s != "" { // a file of text
			_, err = py.CallMethod(t, fid, "write", string(data.(py.Bytes)))
		}
		return err
	}
	if err := records.WriteWhole(name, []byte(data.(py.Bytes))); err != nil {
		return py.OSErr(err, name)
	}
	return nil
}

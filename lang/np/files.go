package np

import (
	"archive/zip"
	"bytes"
	endian "encoding/binary"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	account "github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Arrays in files: np.save, np.load, np.savez.

// archive is what np.load gives for several arrays in one file: each is read when it is asked for.
type archive struct {
	name  string
	keys  []string
	files map[string]*zip.File
	whole []byte

	pickled bool // whether arrays of Python objects may be read
}

var archiveClass = py.NewClass("numpy.lib._npyio_impl", "NpzFile", py.ObjectClass, nil)

func init() {
	fn("save(file, arr, allow_pickle=True)", "Writes an array to a file, .npy if it has no other ending.",
		func(t *thread, a []value) (value, error) {
			b, err := saved(t, a[1], a[2])
			if err != nil {
				return nil, err
			}
			return py.None, writeOut(t, a[0], ".npy", b)
		})
	fn("load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', max_header_size=10000)",
		"The array of a .npy file, or the arrays of a .npz file by their names.", func(t *thread, a []value) (value, error) {
			return load(t, a[0], a[2] == true)
		})
	for name, method := range map[string]uint16{"savez": zip.Store, "savez_compressed": zip.Deflate} {
		b := py.NewRaw(name+"(file, *args, **kwds)", "Writes several arrays to a file, by their names.",
			func(t *thread, args []value, kw []py.Kw) (value, error) { return saveAll(t, args, kw, method) })
		b.Mod = "numpy"
		functions = append(functions, b)
	}
	py.Register[*archive](archiveClass)
	archiveMethods(archiveClass)
}

// saved is an array as np.save writes it.
func saved(t *thread, v, pickle value) ([]byte, error) {
	x, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	if x.IsObject() {
		if pickle == false {
			return nil, py.ValueErrorf("Object arrays cannot be saved when allow_pickle=False")
		}
		return nil, py.ValueErrorf("arrays of Python objects are not saved: tfs does not write pickles")
	}
	b, err := ndarray.EncodeNPY(t.Ctx, x)
	return b, bind.ArrayError(t, err)
}

// pathOf is the path an argument names; ok is false for an open file.
func pathOf(t *thread, v value) (string, bool) {
	switch s := v.(type) {
	case string:
		return s, true
	case py.Bytes:
		return string(s), true
	}
	if py.TypeOf(v).Lookup("__fspath__") != nil {
		if p, err := py.CallMethod(t, v, "__fspath__"); err == nil {
			return py.StrOf(p), true
		}
	}
	return "", false
}

// writeOut writes to a file by its name, which gets an ending, or to one that is open. A file has its new content as
// a whole or not at all.
func writeOut(t *thread, to value, ending string, b []byte) error {
	name, ok := pathOf(t, to)
	if !ok {
		_, err := py.CallMethod(t, to, "write", py.Bytes(b))
		return err
	}
	if !strings.HasSuffix(name, ending) {
		name += ending
	}
	if err := records.WriteWhole(name, b); err != nil {
		return py.OSErr(err, name)
	}
	return nil
}

// saveAll is savez: arrays without names are arr_0, arr_1 and so on, behind those with names.
func saveAll(t *thread, args []value, kw []py.Kw, method uint16) (value, error) {
	if len(args) == 0 {
		return nil, py.TypeErrorf("savez() missing 1 required positional argument: 'file'")
	}
	all := append([]py.Kw(nil), kw...)
	for i, v := range args[1:] {
		name := "arr_" + itoa(i)
		for _, k := range kw {
			if k.Name == name {
				return nil, py.ValueErrorf("Cannot use un-named variables and keyword %s", name)
			}
		}
		all = append(all, py.Kw{Name: name, Value: v})
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, k := range all {
		if k.Name == "allow_pickle" {
			continue
		}
		b, err := saved(t, k.Value, true)
		if err != nil {
			return nil, err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: k.Name + ".npy", Method: method})
		for len(b) > 0 && err == nil {
			if err := t.Check(); err != nil {
				return nil, err
			}
			n := min(len(b), archived)
			_, err = w.Write(b[:n])
			b = b[n:]
		}
		if err != nil {
			return nil, py.ValueErrorf("%s", err.Error())
		}
	}
	if err := z.Close(); err != nil {
		return nil, py.ValueErrorf("%s", err.Error())
	}
	return py.None, writeOut(t, args[0], ".npz", out.Bytes())
}

// archived is how many bytes are compressed before the program may be stopped.
const archived = 1 << 20

// load is np.load.
func load(t *thread, from value, pickled bool) (value, error) {
	name, ok := pathOf(t, from)
	var b []byte
	if ok {
		var err error
		if b, err = py.ReadFile(t, name); err != nil {
			if _, raised := err.(*py.Exc); raised {
				return nil, err
			}
			return nil, py.OSErr(err, name)
		}
	} else {
		v, err := py.CallMethod(t, from, "read")
		if err != nil {
			return nil, err
		}
		raw, isBytes := v.(py.Bytes)
		if !isBytes {
			return nil, py.TypeErrorf("np.load needs a file of bytes, not of %s", py.TypeOf(v).Name)
		}
		b = []byte(raw)
	}
	switch {
	case len(b) == 0:
		return nil, py.NewExc(py.EOFErrorClass, "No data left in file")
	case bytes.HasPrefix(b, []byte("\x93NUMPY")):
		v, err := decoded(t, b, pickled)
		if z, isArray := v.(*array); err == nil && !ok && isArray && !z.IsObject() { // the next one is read from its end on
			if rest := len(b) - ndarray.SizeNPY(b, z); rest > 0 {
				_, err = py.CallMethod(t, from, "seek", int64(-rest), int64(1))
			}
		}
		return v, err
	case bytes.HasPrefix(b, []byte("PK\x03\x04")), bytes.HasPrefix(b, []byte("PK\x05\x06")):
		return openArchive(name, b, pickled)
	case pickled:
		return unpickled(t, b)
	}
	return nil,
		py.ValueErrorf("This file contains pickled (object) data. If you trust the file you can load it unsafely " +
			"using the `allow_pickle=` keyword argument or `pickle.load()`.").WithHint("It is neither .npy nor .npz.")
}

func openArchive(name string, b []byte, pickled bool) (value, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, py.ValueErrorf("%s is no whole zip file: %s", name, err.Error())
	}
	a := &archive{name: name, whole: b, files: map[string]*zip.File{}, pickled: pickled}
	for _, f := range z.File {
		key := strings.TrimSuffix(f.Name, ".npy")
		if a.files[key] == nil {
			a.keys = append(a.keys, key)
		}
		a.files[key] = f
	}
	return a, nil
}

// localName is the name a file of a zip has in its own header, which no checksum covers; "" when there is no header.
func localName(whole []byte, f *zip.File) string {
	const fixed = 30 // bytes of the header before the name
	end, err := f.DataOffset()
	if err != nil || end > int64(len(whole)) {
		return ""
	}
	for extra := 0; extra <= math.MaxUint16; extra++ {
		at := int(end) - extra - len(f.Name) - fixed
		if at < 0 {
			break
		}
		h := whole[at:end]
		if bytes.HasPrefix(h, []byte("PK\x03\x04")) && int(endian.LittleEndian.Uint16(h[26:])) == len(f.Name) &&
			int(endian.LittleEndian.Uint16(h[28:])) == extra {
			return string(h[fixed : fixed+len(f.Name)])
		}
	}
	return ""
}

// get reads an array; its checksum is verified.
func (a *archive) get(t *thread, key value) (value, error) {
	f := a.files[strings.TrimSuffix(py.StrOf(key), ".npy")]
	if _, isText := key.(string); !isText || f == nil {
		return nil, py.NewExc(py.KeyErrorClass, py.StrOf(key)+" is not a file in the archive")
	}
	if local := localName(a.whole, f); local != f.Name {
		return nil, py.ValueErrorf("File name in directory %s and header %s differ.", py.ReprOf(f.Name),
			py.ReprOf(py.Bytes(local)))
	}
	r, err := f.Open()
	if err != nil {
		return nil, py.ValueErrorf("%s in %s: %s", f.Name, a.name, err.Error())
	}
	defer r.Close()
	b, err := account.ReadAll(t.Ctx, io.LimitReader(r, tensor.MaxBytes))
	switch {
	case errors.Is(err, account.ErrFull):
		return nil, py.OutOfMemory("the content of %s does not fit", f.Name)
	case t.Ctx.Err() != nil:
		return nil, py.Stopped(t.Ctx)
	case err != nil:
		return nil, py.ValueErrorf("%s in %s: %s", f.Name, a.name, err.Error())
	case !bytes.HasPrefix(b, []byte("\x93NUMPY")):
		return py.Bytes(b), nil
	}
	return decoded(t, b, a.pickled)
}

// decoded is the array of a .npy file; one of Python objects is a pickle behind its header.
func decoded(t *thread, b []byte, pickled bool) (value, error) {
	if rest, ok := ndarray.ObjectsNPY(b); ok && pickled {
		return unpickled(t, rest)
	}
	x, err := ndarray.DecodeNPY(b)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	return x, nil
}

// unpickled is a pickled value, which module pickle reads.
func unpickled(t *thread, b []byte) (value, error) {
	return fromModule(t, "pickle", "loads", py.Bytes(b))
}

func (a *archive) names() *py.List {
	out := py.NewList()
	for _, k := range a.keys {
		out.Items = append(out.Items, k)
	}
	return out
}

func archiveMethods(c *py.Class) {
	self := func(v value) *archive { return v.(*archive) }
	c.Repr = func(_ *thread, v value) (string, error) {
		a := self(v)
		keys := a.keys
		more := ""
		if len(keys) > 5 {
			keys, more = keys[:5], "..."
		}
		name := "object"
		if a.name != "" {
			name = py.ReprOf(a.name)
		}
		return "NpzFile " + name + " with keys: " + strings.Join(keys, ", ") + more, nil
	}
	c.Str = c.Repr
	c.Len = func(_ *thread, v value) (int, error) { return len(self(v).keys), nil }
	c.Iter = func(t *thread, v value) (py.Iterator, error) { return py.Iter(t, self(v).names()) }
	c.Contains = func(_ *thread, v, k value) (bool, error) {
		s, ok := k.(string)
		return ok && self(v).files[strings.TrimSuffix(s, ".npy")] != nil, nil
	}
	c.GetItem = func(t *thread, v, k value) (value, error) { return self(v).get(t, k) }
	c.Prop("files", "The names of the arrays.", func(_ *thread, v value) (value, error) { return self(v).names(), nil })
	dict := func(t *thread, v value) (*py.Dict, error) {
		out := py.NewDict()
		for _, k := range self(v).keys {
			x, err := self(v).get(t, k)
			if err != nil {
				return nil, err
			}
			out.SetStr(k, x)
		}
		return out, nil
	}
	for _, name := range []string{"values", "items"} {
		c.Def(name+"(self)", "The "+name+".", func(t *thread, a []value) (value, error) {
			d, err := dict(t, a[0])
			if err != nil {
				return nil, err
			}
			return py.CallMethod(t, d, name)
		})
	}
	c.Def("keys(self)", "The names of the arrays.", func(_ *thread, a []value) (value,
		error) {
		return self(a[0]).names(), nil
	})
	c.Def("get(self, key, default=None)", "An array that is there, else the default.",
		func(t *thread, a []value) (value, error) {
			if s, ok := a[1].(string); !ok || self(a[0]).files[s] == nil {
				return a[2], nil
			}
			return self(a[0]).get(t, a[1])
		})
	c.Def("close(self)", "Nothing is held open.", func(*thread, []value) (value, error) { return py.None, nil })
	c.Def("__enter__(self)", "The archive itself.", func(_ *thread, a []value) (value, error) { return a[0], nil })
	c.Def("__exit__(self, *exc)", "Nothing is held open.", func(*thread, []value) (value, error) { return false, nil })
}

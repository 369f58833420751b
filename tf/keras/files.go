package keras

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"

	"github.com/tfs-lang/tfs/hdf5"
	"github.com/tfs-lang/tfs/lang/py"
	account "github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Files of models, as functions of _keras_native: HDF5 as rows (path, attributes, array or None), and zip archives as
// dicts of bytes.

func addKerasFiles(m *py.Module) {
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	fn("hdf5_read(data)", "The objects of an HDF5 file: paths, dicts of attributes, arrays or None.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			root, err := hdf5.Read([]byte(a[0].(py.Bytes)))
			if err != nil {
				return nil, py.Raisef(py.OSErrorClass, "Unable to open file: %s", err)
			}
			out := py.NewList()
			hdf5Rows(out, "", root)
			return out, nil
		})
	fn("hdf5_write(rows)", "An HDF5 file of rows as hdf5_read gives them, groups before what is in them.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			root, err := hdf5Tree(t, a[0])
			if err != nil {
				return nil, err
			}
			b, err := hdf5.Write(root)
			if err != nil {
				return nil, py.ValueErrorf("%s", err)
			}
			return py.Bytes(b), nil
		})
	fn("zip_unpack(data)", "The files of a zip archive.", zipUnpack)
	fn("zip_pack(files)", "A zip archive of files, as they are.", zipPack)
}

// hdf5Rows lists an object and what is in it.
func hdf5Rows(out *py.List, path string, o *hdf5.Object) {
	attrs := py.NewDict()
	for _, a := range o.Attrs {
		attrs.SetStr(a.Name, attrValue(a.Value))
	}
	var v py.Value = py.None
	if o.Data != nil {
		v = bind.NewArray(o.Data)
	}
	out.Items = append(out.Items, py.NewTuple(path, attrs, v))
	if path != "" {
		path += "/"
	}
	for _, n := range o.Names() {
		hdf5Rows(out, path+n, o.Items[n])
	}
}

// attrValue is a text, a list of texts or an array.
func attrValue(t *tensor.Tensor) py.Value {
	if t.DType() != tensor.String {
		return bind.NewArray(t)
	}
	if t.Rank() == 0 {
		return t.Str(0)
	}
	out := py.NewList()
	for i := range t.Len() {
		out.Items = append(out.Items, t.Str(i))
	}
	return out
}

// hdf5Tree makes the objects of rows.
func hdf5Tree(t *py.Thread, v py.Value) (*hdf5.Object, error) {
	rows, err := py.ToSlice(t, v)
	if err != nil {
		return nil, err
	}
	root := hdf5.Group()
	for _, row := range rows {
		parts, err := py.ToSlice(t, row)
		if err != nil {
			return nil, err
		}
		path := py.StrOf(parts[0])
		o := root.At(path)
		if o == nil {
			o = hdf5.Group()
			if parts[2] != py.None {
				o = &hdf5.Object{}
				if o.Data, err = bind.Convert(t, parts[2], tensor.Invalid); err != nil {
					return nil, err
				}
			}
			if err := root.Put(path, o); err != nil {
				return nil, py.ValueErrorf("%s", err)
			}
		}
		if err := setAttrs(t, o, parts[1].(*py.Dict)); err != nil {
			return nil, err
		}
	}
	return root, nil
}

func setAttrs(t *py.Thread, o *hdf5.Object, d *py.Dict) error {
	return d.Each(func(k, v py.Value) error {
		x, err := bind.Convert(t, v, tensor.Invalid)
		if err == nil {
			o.Attrs = append(o.Attrs, hdf5.Attr{Name: py.StrOf(k), Value: x})
		}
		return err
	})
}

func zipPack(t *py.Thread, a []py.Value) (py.Value, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	err := a[0].(*py.Dict).Each(func(k, v py.Value) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: py.StrOf(k), Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(v.(py.Bytes)))
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	return py.Bytes(out.Bytes()), err
}

func zipUnpack(t *py.Thread, a []py.Value) (py.Value, error) {
	b := []byte(a[0].(py.Bytes))
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, py.ValueErrorf("File is not a zip file: %s", err)
	}
	out := py.NewDict()
	for _, f := range z.File {
		content, err := unzipped(t, f)
		if err != nil {
			return nil, err
		}
		out.SetStr(f.Name, py.Bytes(content))
	}
	return out, nil
}

func unzipped(t *py.Thread, f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, py.ValueErrorf("%s: %s", f.Name, err)
	}
	defer r.Close()
	b, err := account.ReadAll(t.Ctx, io.LimitReader(r, tensor.MaxBytes))
	switch {
	case errors.Is(err, account.ErrFull):
		return nil, py.OutOfMemory("the content of %s does not fit", f.Name)
	case t.Ctx.Err() != nil:
		return nil, py.Stopped(t.Ctx)
	case err != nil:
		return nil, py.ValueErrorf("%s: %s", f.Name, err)
	}
	return b, nil
}

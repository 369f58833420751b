package std

import (
	"github.com/tfs-lang/tfs/lang/py"
)

// packer is struct.Struct: a format that was read.
type packer struct {
	format string
	size   int
}

var packerClass = py.NewClass("_struct", "Struct", py.ObjectClass, nil)

func newPacker(v value) (*packer, error) {
	switch f := v.(type) {
	case *packer:
		return f, nil
	case string:
		n, err := structSize(f)
		return &packer{f, n}, err
	case py.Bytes:
		n, err := structSize(string(f))
		return &packer{string(f), n}, err
	}
	return nil, py.TypeErrorf("Struct() argument 1 must be a str or bytes object, not %s", py.TypeOf(v).Name)
}

func structSize(s string) (int, error) {
	_, native, fs, err := structFormat(s)
	n := 0
	for _, f := range fs {
		k := fieldSize(f.verb, native)
		if native && f.verb != 's' && f.verb != 'x' {
			n = (n + k - 1) / k * k
		}
		n += k * f.count
	}
	return n, err
}

// structMethods are what both Struct and the module have: after the format, the arguments.
var structMethods = []struct {
	sig, doc string
	f        func(t *thread, p *packer, a []value) (value, error)
}{
	{"unpack(buffer)", "The values of bytes.", func(t *thread, p *packer, a []value) (value, error) {
		b, err := bufferOf(a[0])
		if err != nil {
			return nil, err
		}
		if len(b) != p.size {
			return nil, py.Raisef(structError, "unpack requires a buffer of %d bytes", p.size)
		}
		return structUnpack(t, p.format, b)
	}},
	{
		"unpack_from(buffer, offset=0)",
		"The values of bytes from a place on.",
		func(t *thread, p *packer, a []value) (value, error) {
			b, err := bufferOf(a[0])
			if err != nil {
				return nil, err
			}
			at, err := p.place(b, a[1], "unpack_from", "unpacking")
			if err != nil {
				return nil, err
			}
			return structUnpack(t, p.format, b[at:at+p.size])
		},
	},
	{
		"iter_unpack(buffer)",
		"The values of bytes, one set after the other.",
		func(_ *thread, p *packer, a []value) (value, error) {
			b, err := bufferOf(a[0])
			switch {
			case err != nil:
				return nil, err
			case p.size == 0:
				return nil, py.Raisef(structError, "cannot iteratively unpack with a struct of length 0")
			case len(b)%p.size != 0:
				return nil, py.Raisef(
					structError,
					"iterative unpacking requires a buffer of a multiple of %d bytes",
					p.size,
				)
			}
			next := py.IterFunc(func(t *thread) (value, error) {
				if len(b) == 0 {
					return nil, nil
				}
				v, err := structUnpack(t, p.format, b[:p.size])
				b = b[p.size:]
				return v, err
			})
			return &py.NamedIter{Iterator: next, Type: "unpack_iterator", Left: func() int { return len(b) / p.size }}, nil
		},
	},
}

// place is where in a buffer a method works.
func (p *packer) place(b []byte, offset value, name, doing string) (int, error) {
	at, err := py.ToInt(offset)
	if err != nil {
		return 0, err
	}
	n := int64(len(b))
	if at < 0 {
		if at+n < 0 {
			return 0, py.Raisef(structError, "offset %d out of range for %d-byte buffer", at, n)
		}
		if at+int64(p.size) > 0 {
			return 0, py.Raisef(
				structError,
				"%s %d bytes at offset %d",
				map[bool]string{true: "not enough data to unpack", false: "no space to pack"}[doing == "unpacking"],
				p.size,
				at,
			)
		}
		at += n
	}
	if at > n-int64(p.size) {
		return 0, py.Raisef(
			structError,
			"%s requires a buffer of at least %d bytes for %s %d bytes at offset %d (actual buffer size is %d)",
			name,
			uint64(at)+uint64(p.size),
			doing,
			p.size,
			at,
			n,
		)
	}
	return int(at), nil
}

// packInto is pack_into: the buffer, the offset and the values.
func (p *packer) packInto(a []value) (value, error) {
	if len(a) < 2 {
		if len(a) == 0 {
			return nil, py.Raisef(structError, "pack_into expected buffer argument")
		}
		return nil, py.Raisef(structError, "pack_into expected offset argument")
	}
	b, ok := py.Writable(a[0])
	if !ok {
		return nil, py.TypeErrorf("argument must be read-write bytes-like object, not %s", py.TypeOf(a[0]).Name)
	}
	v, err := structPack(p.format, a[2:])
	if err != nil {
		return nil, err
	}
	at, err := p.place(b, a[1], "pack_into", "packing")
	if err != nil {
		return nil, err
	}
	copy(b[at:], v.(py.Bytes))
	return py.None, nil
}

func init() {
	py.Register[*packer](packerClass)
	packerClass.New = fn(
		"Struct(format)",
		"A format that was read.",
		func(_ *thread, a []value) (value, error) { return newPacker(a[0]) },
	)
	packerClass.Prop(
		"size",
		"The size in bytes.",
		func(_ *thread, v value) (value, error) { return int64(v.(*packer).size), nil },
	)
	packerClass.Prop(
		"format",
		"The format.",
		func(_ *thread, v value) (value, error) { return v.(*packer).format, nil },
	)
	packerClass.DefRaw("pack(self, *v)", "Values as bytes.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		return structPack(a[0].(*packer).format, a[1:])
	})
	packerClass.DefRaw(
		"pack_into(self, buffer, offset, *v)",
		"Writes values into a buffer.",
		func(_ *thread, a []value, _ []py.Kw) (value, error) {
			return a[0].(*packer).packInto(a[1:])
		},
	)
	for _, m := range structMethods {
		name, args, _ := cutSig(m.sig)
		packerClass.Def(
			name+"(self, "+args,
			m.doc,
			func(t *thread, a []value) (value, error) { return m.f(t, a[0].(*packer), a[1:]) },
		)
	}
}

// cutSig parts a signature behind its parenthesis.
func cutSig(sig string) (name, args string, ok bool) {
	for i := range sig {
		if sig[i] == '(' {
			return sig[:i], sig[i+1:], true
		}
	}
	return sig, "", false
}

func structModule() *py.Module {
	m := module("struct", "Bytes as packed values.", map[string]value{"error": structError, "Struct": packerClass},
		fn("calcsize(format)", "The size in bytes.", func(_ *thread, a []value) (value, error) {
			p, err := newPacker(a[0])
			if err != nil {
				return nil, err
			}
			return int64(p.size), nil
		}),
		raw("pack", "Values as bytes.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("pack expected at least 1 argument, got 0")
			}
			p, err := newPacker(a[0])
			if err != nil {
				return nil, err
			}
			return structPack(p.format, a[1:])
		}),
		raw("pack_into", "Writes values into a buffer.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("pack_into expected at least 1 argument, got 0")
			}
			p, err := newPacker(a[0])
			if err != nil {
				return nil, err
			}
			return p.packInto(a[1:])
		}))
	for _, s := range structMethods {
		name, args, _ := cutSig(s.sig)
		m.Attrs[name] = fn(name+"(format, "+args, s.doc, func(t *thread, a []value) (value, error) {
			p, err := newPacker(a[0])
			if err != nil {
				return nil, err
			}
			return s.f(t, p, a[1:])
		})
	}
	return m
}

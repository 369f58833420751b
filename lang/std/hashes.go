package std

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// bufferOf gives the bytes of a bytes-like value, shared with it and not to be written.
func bufferOf(v value) ([]byte, error) {
	if b, ok := py.Buffer(v); ok {
		return b, nil
	}
	if f, ok := v.(*file); ok && f.memory && f.binary {
		return f.data, nil
	}
	return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(v).Name)
}

func binasciiModule() *py.Module {
	errClass := py.NewClass("binascii", "Error", py.ValueErrorClass, nil)
	m := module(
		"binascii",
		"Bytes as ASCII text.",
		map[string]value{
			"Error":      errClass,
			"Incomplete": py.NewClass("binascii", "Incomplete", py.ExceptionClass, nil),
		},
	)
	add := func(sig, doc string, f func(b []byte, a []value) (value, error)) {
		x := fn(sig, doc, func(_ *thread, a []value) (value, error) {
			if s, ok := a[0].(string); ok && (strings.HasPrefix(sig, "a2b") || strings.HasPrefix(sig, "unhex")) {
				if strings.IndexFunc(s, func(r rune) bool { return r > 127 }) >= 0 {
					return nil, py.ValueErrorf("string argument should contain only ASCII characters")
				}
				a[0] = py.Bytes(s)
			} else if ok && strings.HasPrefix(sig, "crc") {
				return nil, py.TypeErrorf("a bytes-like object is required, not 'str'")
			}
			b, err := bufferOf(a[0])
			if err != nil {
				return nil, err
			}
			return f(b, a)
		})
		m.Attrs[x.Name] = x
	}
	for _, name := range []string{"hexlify", "b2a_hex"} {
		add(
			name+"(data, sep=None, bytes_per_sep=1)",
			"Two digits for each byte.",
			func(b []byte, a []value) (value, error) {
				s := hex.EncodeToString(b)
				sep := ""
				switch x := a[1].(type) {
				case string:
					sep = x
				case py.Bytes:
					sep = string(x)
				}
				n, err := py.ToInt(a[2])
				if sep == "" || n == 0 || err != nil {
					return py.Bytes(s), err
				}
				return py.Bytes(grouped(s, sep, int(n)*2)), nil
			},
		)
	}
	for _, name := range []string{"unhexlify", "a2b_hex"} {
		add(name+"(hexstr)", "The bytes of hexadecimal digits.", func(b []byte, _ []value) (value, error) {
			if len(b)%2 != 0 {
				return nil, py.Raisef(errClass, "Odd-length string")
			}
			out := make([]byte, len(b)/2)
			if _, err := hex.Decode(out, b); err != nil {
				return nil, py.Raisef(errClass, "Non-hexadecimal digit found")
			}
			return py.Bytes(out), nil
		})
	}
	add("b2a_base64(data, *, newline=True)", "Base64.", func(b []byte, a []value) (value, error) {
		s := base64.StdEncoding.EncodeToString(b)
		if a[1] != false {
			s += "\n"
		}
		return py.Bytes(s), nil
	})
	add(
		"a2b_base64(data, *, strict_mode=False)",
		"The bytes of base64.",
		func(b []byte, a []value) (value, error) {
			return unbase64(errClass, b, a[1] != false && a[1] != int64(0))
		},
	)
	add("crc32(data, value=0)", "A checksum.", func(b []byte, a []value) (value, error) {
		n, err := py.ToInt(a[1])
		return int64(crc32.Update(uint32(n), crc32.IEEETable, b)), err
	})
	return m
}

// grouped puts a separator between groups of digits, counted from the end, or from the front for
// a negative size.
func grouped(s, sep string, n int) string {
	var groups []string
	for n < 0 && len(s) > -n {
		groups, s = append(groups, s[:-n]), s[-n:]
	}
	if n < 0 {
		return strings.Join(append(groups, s), sep)
	}
	for first := len(s) % n; s != ""; first = n {
		if first == 0 {
			continue
		}
		groups, s = append(groups, s[:first]), s[first:]
	}
	return strings.Join(groups, sep)
}

// unbase64 leaves out what is no digit of base64 and what follows the padding, as CPython does;
// strict refuses both.
func unbase64(errClass *py.Class, b []byte, strict bool) (value, error) {
	refused := func(format string, args ...any) (value, error) { return nil, py.Raisef(errClass, format, args...) }
	var digits []byte
	pads := 0
scan:
	for i, c := range b {
		if c == '=' {
			switch pads++; {
			case strict && i == 0:
				return refused("Leading padding not allowed")
			case len(digits)%4 < 2 || len(digits)%4+pads < 4:
				continue
			case strict && i+1 < len(b):
				return refused("Excess data after padding")
			}
			break scan
		}
		if c != '+' && c != '/' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			if strict {
				return refused("Only base64 data is allowed")
			}
			continue
		}
		if strict && pads > 0 {
			return refused("Discontinuous padding not allowed")
		}
		digits, pads = append(digits, c), 0
	}
	switch n := len(digits) % 4; {
	case n == 1:
		return refused("Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4",
			len(digits))
	case n > 1 && n+pads < 4:
		return refused("Incorrect padding")
	}
	out, err := base64.RawStdEncoding.DecodeString(string(digits))
	if err != nil {
		return refused("Incorrect padding")
	}
	return py.Bytes(out), nil
}

var hashKinds = map[string]func() hash.Hash{
	"md5":      md5.New,
	"sha1":     sha1.New,
	"sha224":   sha256.New224,
	"sha256":   sha256.New,
	"sha384":   sha512.New384,
	"sha512":   sha512.New,
	"sha3_224": func() hash.Hash { return sha3.New224() },
	"sha3_256": func() hash.Hash { return sha3.New256() },
	"sha3_384": func() hash.Hash { return sha3.New384() },
	"sha3_512": func() hash.Hash { return sha3.New512() },

	"shake_128": func() hash.Hash { return &shake{sha3.NewSHAKE128()} },
	"shake_256": func() hash.Hash { return &shake{sha3.NewSHAKE256()} },
}

// shake is a hash of any length, which Sum takes from the room behind b.
type shake struct{ *sha3.SHAKE }

// Size is 0: it has none.
func (s *shake) Size() int { return 0 }

// Sum fills the room behind b.
func (s *shake) Sum(b []byte) []byte {
	state, _ := s.MarshalBinary()
	again := sha3.NewSHAKE128()
	if s.BlockSize() != again.BlockSize() {
		again = sha3.NewSHAKE256()
	}
	_ = again.UnmarshalBinary(state)
	out := b[:cap(b)]
	_, _ = again.Read(out[len(b):])
	return out
}

// digest is an object of hashlib.
type digest struct {
	name string
	h    hash.Hash
}

var digestClass = py.NewClass("_hashlib", "HASH", py.ObjectClass, nil)

var shakeClass = py.NewClass("_hashlib", "HASHXOF", digestClass, nil)

// PyClass is that of its kind.
func (d *digest) PyClass() *py.Class {
	if _, ok := d.h.(*shake); ok {
		return shakeClass
	}
	return digestClass
}

func init() {
	for _, hexed := range []bool{false, true} {
		name := map[bool]string{false: "digest", true: "hexdigest"}[hexed]
		shakeClass.Def(name+"(self, length)", "So many bytes of the hash.", func(_ *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			if err == nil && n < 0 {
				err = py.ValueErrorf("value must be positive")
			}
			if err == nil {
				err = py.Fits(n)
			}
			if err != nil {
				return nil, err
			}
			b := a[0].(*digest).h.Sum(make([]byte, 0, n))
			if hexed {
				return hex.EncodeToString(b), nil
			}
			return py.Bytes(b), nil
		})
	}
	py.Register[*digest](digestClass)
	digestClass.Def("update(self, data)", "Adds bytes.", func(t *thread, a []value) (value, error) {
		b, err := hashable(a[1])
		for err == nil && len(b) > 0 {
			n := min(len(b), 1<<20)
			if _, err = a[0].(*digest).h.Write(b[:n]); err == nil {
				b, err = b[n:], t.Check()
			}
		}
		return py.None, err
	})
	digestClass.Def(
		"digest(self)",
		"The hash as bytes.",
		func(_ *thread, a []value) (value, error) { return py.Bytes(a[0].(*digest).h.Sum(nil)), nil },
	)
	digestClass.Def("hexdigest(self)", "The hash as digits.", func(_ *thread, a []value) (value, error) {
		return hex.EncodeToString(a[0].(*digest).h.Sum(nil)), nil
	})
	digestClass.Def("copy(self)", "A copy.", func(_ *thread, a []value) (value, error) {
		d := a[0].(*digest)
		state, ok := d.h.(encoding.BinaryMarshaler)
		if !ok {
			return nil, py.ValueErrorf("%s cannot be copied", d.name)
		}
		b, err := state.MarshalBinary()
		if err != nil {
			return nil, err
		}
		h := hashKinds[d.name]()
		return &digest{d.name, h}, h.(encoding.BinaryUnmarshaler).UnmarshalBinary(b)
	})
	digestClass.Prop(
		"name",
		"The name of the hash.",
		func(_ *thread, v value) (value, error) { return v.(*digest).name, nil },
	)
	digestClass.Prop(
		"digest_size",
		"Bytes of the hash.",
		func(_ *thread, v value) (value, error) { return int64(v.(*digest).h.Size()), nil },
	)
	digestClass.Prop(
		"block_size",
		"Bytes of a block.",
		func(_ *thread, v value) (value, error) { return int64(v.(*digest).h.BlockSize()), nil },
	)
	digestClass.Repr = func(_ *thread, v value) (string, error) {
		d := v.(*digest)
		return "<" + d.name + " _hashlib." + d.PyClass().Name + " object @ " + py.Address(v) + ">", nil
	}
}

func hashable(v value) ([]byte, error) {
	if _, ok := v.(string); ok {
		return nil, py.TypeErrorf("Strings must be encoded before hashing")
	}
	b, ok := py.Buffer(v)
	if !ok {
		return nil, py.TypeErrorf("object supporting the buffer API required")
	}
	return b, nil
}

func hashlibModule() *py.Module {
	names := py.NewSet()
	m := module(
		"hashlib",
		"Secure hashes.",
		map[string]value{"algorithms_available": names, "algorithms_guaranteed": names},
	)
	make := func(t *thread, name string, data value) (value, error) {
		kind, ok := hashKinds[name]
		if !ok && strings.HasPrefix(name, "blake2") && m.Lazy[name] != "" {
			f, err := py.GetAttr(t, m, name)
			if err != nil {
				return nil, err
			}
			return py.Call(t, f, []value{data}, nil)
		}
		if !ok {
			return nil, py.ValueErrorf("unsupported hash type %s", name)
		}
		d := &digest{name, kind()}
		b, err := hashable(data)
		if err != nil {
			return nil, err
		}
		_, err = d.h.Write(b)
		return d, err
	}
	var kinds []string
	for name := range hashKinds {
		kinds = append(kinds, name)
	}
	sort.Strings(kinds)
	for _, name := range kinds {
		_ = names.Add(name)
		m.Attrs[name] = fn(
			name+"(string=b'', *, usedforsecurity=True)",
			"A hash.",
			func(t *thread, a []value) (value, error) { return make(t, name, a[0]) },
		)
	}
	m.Attrs["new"] = fn(
		"new(name, data=b'', *, usedforsecurity=True)",
		"A hash of a name.",
		func(t *thread, a []value) (value, error) {
			return make(t, strings.ToLower(str(a[0])), a[1])
		},
	)
	m.Attrs["_mix"] = fn("_mix(block, n, r)", "The part of scrypt that takes memory.", scryptMix)
	m.Lazy = map[string]string{"pbkdf2_hmac": "_blake2:pbkdf2_hmac", "scrypt": "_blake2:scrypt"}
	for _, name := range []string{"blake2b", "blake2s"} {
		m.Lazy[name] = "_blake2:" + name
		_ = names.Add(name)
	}
	m.Attrs["file_digest"] = fn(
		"file_digest(fileobj, digest)",
		"The hash of a file.",
		func(t *thread, a []value) (value, error) {
			data, err := py.CallMethod(t, a[0], "read")
			if err != nil {
				return nil, err
			}
			name, ok := a[1].(string)
			if !ok {
				d, err := py.Call(t, a[1], nil, nil)
				if err != nil {
					return nil, err
				}
				_, err = py.CallMethod(t, d, "update", data)
				return d, err
			}
			return make(t, name, data)
		},
	)
	return m
}

package arrow

import "encoding/binary"

// flat is the bytes of a flatbuffer (google.github.io/flatbuffers, "internals"), read with each place checked: what
// does not lie within them sets bad and counts as absent.
type flat struct {
	b   []byte
	bad bool
}

// table is a table of a flatbuffer: its fields lie where its vtable says.
type table struct {
	f  *flat
	at int // -1 for none
}

// vector is a vector: n elements from at on.
type vector struct {
	f     *flat
	at, n int
}

func (f *flat) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(f.b)-n {
		f.bad = true
		return make([]byte, min(max(n, 0), 32))
	}
	return f.b[at : at+n]
}

func (f *flat) u16(at int) int { return int(binary.LittleEndian.Uint16(f.bytes(at, 2))) }
func (f *flat) u32(at int) int { return int(binary.LittleEndian.Uint32(f.bytes(at, 4))) }
func (f *flat) i32(at int) int { return int(int32(binary.LittleEndian.Uint32(f.bytes(at, 4)))) }
func (f *flat) i64(at int) int64 {
	return int64(binary.LittleEndian.Uint64(f.bytes(at, 8)))
}

// follow is where an offset leads.
func (f *flat) follow(at int) int { return at + f.u32(at) }

func (f *flat) root() table { return table{f, f.follow(0)} }

// field is the place of field i, -1 where it has its default.
func (t table) field(i int) int {
	if t.at < 0 || t.f.bad {
		return -1
	}
	v := t.at - t.f.i32(t.at)
	if size := t.f.u16(v); 4+2*i+2 > size {
		return -1
	}
	if off := t.f.u16(v + 4 + 2*i); off != 0 {
		return t.at + off
	}
	return -1
}

func (t table) byte(i, otherwise int) int {
	if at := t.field(i); at >= 0 {
		return int(t.f.bytes(at, 1)[0])
	}
	return otherwise
}

func (t table) short(i, otherwise int) int {
	if at := t.field(i); at >= 0 {
		return int(int16(t.f.u16(at)))
	}
	return otherwise
}

func (t table) int(i, otherwise int) int {
	if at := t.field(i); at >= 0 {
		return t.f.i32(at)
	}
	return otherwise
}

func (t table) long(i int) int64 {
	if at := t.field(i); at >= 0 {
		return t.f.i64(at)
	}
	return 0
}

func (t table) table(i int) table {
	if at := t.field(i); at >= 0 {
		return table{t.f, t.f.follow(at)}
	}
	return table{t.f, -1}
}

// vector is field i as a vector of elements of a size.
func (t table) vector(i, size int) vector {
	at := t.field(i)
	if at < 0 {
		return vector{f: t.f}
	}
	at = t.f.follow(at)
	n := t.f.u32(at)
	if n > len(t.f.b)/size {
		t.f.bad = true
		return vector{f: t.f}
	}
	t.f.bytes(at+4, n*size)
	return vector{t.f, at + 4, n}
}

func (t table) text(i int) string {
	v := t.vector(i, 1)
	return string(v.f.bytes(v.at, v.n))
}

// table is element i of a vector of tables.
func (v vector) table(i int) table { return table{v.f, v.f.follow(v.at + 4*i)} }

package py

import "unsafe"

// Numbers made in loops: a Value of an int or a float points to its number. Small ints point into
// a table, others are placed many to one allocation.

const (
	leastSmall = -256
	smallInts  = 1536
	boxes      = 32 // the numbers of one allocation
)

var smallTable = func() (a [smallInts]int64) {
	for i := range a {
		a[i] = int64(i + leastSmall)
	}
	return a
}()

// words are those of an interface value.
type words struct{ typ, data unsafe.Pointer }

var (
	anInt     Value = int64(1)
	aFloat    Value = float64(1)
	aText     Value = "a"
	textType        = (*words)(unsafe.Pointer(&aText)).typ
	intType         = (*words)(unsafe.Pointer(&anInt)).typ
	floatType       = (*words)(unsafe.Pointer(&aFloat)).typ
)

// numbers is room for the next numbers of a thread.
type numbers struct {
	ints   *[boxes]int64
	floats *[boxes]float64
	n, m   int // how many of each are taken
}

// Int is the Value of an int.
func (t *Thread) Int(n int64) (v Value) {
	w := (*words)(unsafe.Pointer(&v))
	if i := uint64(n - leastSmall); i < smallInts {
		w.typ, w.data = intType, unsafe.Pointer(&smallTable[i])
		return v
	}
	b := t.boxed
	if b == nil || b.n == boxes {
		b = t.moreInts()
	}
	p := &b.ints[b.n]
	b.n++
	*p = n
	w.typ, w.data = intType, unsafe.Pointer(p)
	return v
}

// Float is the Value of a float.
func (t *Thread) Float(x float64) (v Value) {
	b := t.boxed
	if b == nil || b.m == boxes {
		b = t.moreFloats()
	}
	p := &b.floats[b.m]
	b.m++
	*p = x
	w := (*words)(unsafe.Pointer(&v))
	w.typ, w.data = floatType, unsafe.Pointer(p)
	return v
}

func (t *Thread) room() *numbers {
	if t.boxed == nil {
		t.boxed = &numbers{n: boxes, m: boxes}
	}
	return t.boxed
}

func (t *Thread) moreInts() *numbers {
	b := t.room()
	b.ints, b.n = new([boxes]int64), 0
	return b
}

func (t *Thread) moreFloats() *numbers {
	b := t.room()
	b.floats, b.m = new([boxes]float64), 0
	return b
}

// textValues are texts as values; they stay where they are.
func textValues(parts []string) []Value {
	out := make([]Value, len(parts))
	for i := range parts {
		w := (*words)(unsafe.Pointer(&out[i]))
		w.typ, w.data = textType, unsafe.Pointer(&parts[i])
	}
	return out
}

// Box gives each of many values as a Value. Runs of them lie in one allocation, which nobody writes again.
func Box[T int64 | float64 | Bytes | string](v []T) []Value {
	out := make([]Value, len(v))
	boxInto(out, v)
	return out
}

// boxInto is Box into a list that is there.
func boxInto[T int64 | float64 | Bytes | string](out []Value, v []T) {
	var model Value = *new(T)
	typ := (*words)(unsafe.Pointer(&model)).typ
	out = out[:len(v)]
	for len(v) > 0 {
		piece := append([]T(nil), v[:min(len(v), boxes)]...)
		to := out[len(out)-len(v):]
		for i := range piece {
			*(*words)(unsafe.Pointer(&to[i])) = words{typ, unsafe.Pointer(&piece[i])}
		}
		v = v[len(piece):]
	}
}

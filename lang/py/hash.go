package py

import (
	"hash/maphash"
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"unsafe"
)

// slotKey is the key of values whose equality is a matter of code: their hash.
type slotKey struct{ hash int64 }

type (
	floatKey uint64
	bigKey   string
)

// maxNest bounds how deep Go code follows values into each other without calls of the
// language between: far below what a Go stack holds.
const maxNest = 100000

// HashKey turns a hashable value into a comparable Go key: equal values give equal keys.
// Tuples, frozensets and objects with a __hash__ of their own give a key that unequal ones
// may share.
func HashKey(v Value) (any, error) { return hashKey(nil, v) }

func hashKey(t *Thread, v Value) (any, error) {
	switch x := v.(type) {
	case string, int64, Bytes, *NoneType, *Builtin, *Class, *Module:
		return x, nil
	case bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	case float64:
		if x == math.Trunc(x) && !math.IsInf(x, 0) {
			if math.Abs(x) < 1<<63 {
				return int64(x), nil
			}
			b, _ := big.NewFloat(x).Int(nil)
			return hashKey(t, Int(b))
		}
		return floatKey(math.Float64bits(x)), nil
	case complex128:
		if imag(x) == 0 {
			return hashKey(t, real(x))
		}
		return x, nil
	case *big.Int:
		return bigKey(x.Bytes()) + bigKey(rune('0'+x.Sign())), nil
	case *Tuple, *Set:
		h, err := hashOf(t, v, 0)
		return slotKey{h}, err
	case *List, *Dict:
		if m := TypeOf(v).Lookup("__hash__"); m == nil || m == None || isBuiltin(m) {
			return nil, unhashable(v)
		}
		h, err := userHash(t, v)
		return slotKey{h}, err
	case *Instance:
		if x.Class.Lookup("__hash__") == nil && x.Class.Lookup("__eq__") == nil && x.Native != nil {
			return hashKey(t, x.Native)
		}
		if x.Class.Lookup("__hash__") != nil || x.Class.Lookup("__eq__") != nil {
			h, err := userHash(t, v)
			return slotKey{h}, err
		}
	case *Method: // those of one object and function are equal
		self, err := hashOf(t, identity{x.Self}, 0)
		if err != nil {
			return nil, err
		}
		fn, err := hashOf(t, x.Fn, 0)
		return slotKey{notMinusOne(self ^ fn)}, err
	case *Exc:
		if x.Class.User && x.Class.Lookup("__hash__") != nil {
			h, err := userHash(t, v)
			return slotKey{h}, err
		}
		return v, nil
	}
	if x, ok := v.(Coded); ok {
		h, err := x.PyHash()
		return slotKey{h}, err
	}
	if c := TypeOf(v); c.Hash != nil {
		return c.Hash(v)
	}
	if !reflect.TypeOf(v).Comparable() {
		return nil, unhashable(v)
	}
	return v, nil
}

func isBuiltin(v Value) bool {
	_, ok := v.(*Builtin)
	return ok
}

func unhashable(v Value) error { return TypeErrorf("unhashable type: '%s'", TypeOf(v).TypeName()) }

// userHash calls __hash__; a class with __eq__ alone has none.
func userHash(t *Thread, v Value) (int64, error) {
	c := TypeOf(v)
	at := func(name string) int {
		for i, k := range c.MRO {
			if m, ok := k.Own(name); ok && k != ObjectClass {
				if m == None {
					return len(c.MRO)
				}
				return i
			}
		}
		return len(c.MRO)
	}
	h := at("__hash__")
	if h == len(c.MRO) || at("__eq__") < h {
		return 0, unhashable(v)
	}
	if t == nil {
		t = Background()
	}
	r, err := special(t, c.Lookup("__hash__"), v)
	if err != nil {
		return 0, err
	}
	if x, ok := r.(*Instance); ok && x.Native != nil {
		r = x.Native
	}
	switch n := r.(type) {
	case int64:
		return notMinusOne(n), nil
	case bool, *big.Int:
		return intHash(BigOf(r)), nil
	}
	return 0, TypeErrorf("__hash__ method should return an integer")
}

// Hash is hash(v).
func Hash(v Value) (Value, error) { return HashIn(nil, v) }

// HashIn is hash(v) for a thread.
func HashIn(t *Thread, v Value) (Value, error) {
	h, err := hashOf(t, v, 0)
	if err != nil {
		return nil, err
	}
	return h, nil
}

var hashSeed = maphash.MakeSeed()

// hashOf is the number that hash() gives: CPython's for numbers, tuples and None.
func hashOf(t *Thread, v Value, depth int) (int64, error) {
	if depth > maxNest {
		return 0, recursion("while hashing an object")
	}
	switch x := v.(type) {
	case int64:
		return smallHash(x), nil
	case string:
		return textHash(x), nil
	case *Tuple:
		if x.Class != nil && x.Class.User {
			if m := x.Class.Lookup("__hash__"); m != nil && !isBuiltin(m) {
				return userHash(t, v)
			}
		}
		return tupleHash(t, x.Items, depth)
	case *Set:
		if !x.Frozen {
			return 0, unhashable(v)
		}
		if x.hashed {
			return x.hash, nil
		}
		h, err := setHash(t, x, depth)
		x.hash, x.hashed = h, err == nil
		return h, err
	}
	k, err := hashKey(t, v)
	if err != nil {
		return 0, err
	}
	switch x := k.(type) {
	case slotKey:
		return x.hash, nil
	case int64:
		return smallHash(x), nil
	case bigKey:
		if f, ok := v.(float64); ok {
			b, _ := big.NewFloat(f).Int(nil)
			return intHash(b), nil
		}
		if i, ok := v.(*Instance); ok {
			v = i.Native
		}
		return intHash(BigOf(v)), nil
	case floatKey:
		return floatHash(math.Float64frombits(uint64(x))), nil
	case complex128:
		return notMinusOne(floatHash(real(x)) + 1000003*floatHash(imag(x))), nil
	case string:
		return textHash(x), nil
	case Bytes:
		return textHash(string(x)), nil
	case *NoneType:
		return textHash(x.name), nil
	}
	if p := reflect.ValueOf(k); p.Kind() == reflect.Pointer {
		return int64(p.Pointer() >> 4), nil
	}
	return int64(maphash.Comparable(hashSeed, k) >> 3), nil
}

// hashPrime is the modulus of Python's hashes of numbers: 2**61 - 1.
const hashPrime = 1<<61 - 1

func notMinusOne(h int64) int64 {
	if h == -1 {
		return -2
	}
	return h
}

func smallHash(n int64) int64 {
	if n > -hashPrime && n < hashPrime {
		return notMinusOne(n)
	}
	return notMinusOne(n % hashPrime)
}

func intHash(b *big.Int) int64 {
	if b.IsInt64() {
		if n := b.Int64(); n > -hashPrime && n < hashPrime {
			return notMinusOne(n)
		}
	}
	m := new(big.Int).Mod(new(big.Int).Abs(b), big.NewInt(hashPrime)).Int64()
	if b.Sign() < 0 {
		m = -m
	}
	return notMinusOne(m)
}

// floatHash is the hash of a float by the same rule: its value modulo the prime.
func floatHash(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case math.IsInf(f, 1):
		return 314159
	case math.IsInf(f, -1):
		return -314159
	}
	m, e := math.Frexp(math.Abs(f))
	x := uint64(0)
	for m != 0 {
		x = x<<28&hashPrime | x>>33
		m *= 1 << 28
		e -= 28
		y := uint64(m)
		m -= float64(y)
		if x += y; x >= hashPrime {
			x -= hashPrime
		}
	}
	if e %= 61; e < 0 {
		e += 61
	}
	x = x<<uint(e)&hashPrime | x>>uint(61-e)
	if f < 0 {
		return notMinusOne(-int64(x))
	}
	return notMinusOne(int64(x))
}

// tupleHash mixes the hashes of the items as xxHash does.
func tupleHash(t *Thread, items []Value, depth int) (int64, error) {
	const p1, p2, p5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	acc := uint64(p5)
	for _, e := range items {
		h, err := hashOf(t, e, depth+1)
		if err != nil {
			return 0, err
		}
		acc = bits.RotateLeft64(acc+uint64(h)*p2, 31) * p1
	}
	acc += uint64(len(items)) ^ (p5 ^ 3527539)
	if int64(acc) == -1 {
		return 1546275796, nil
	}
	return int64(acc), nil
}

// setHash does not depend on the order of the members.
func setHash(t *Thread, s *Set, depth int) (int64, error) {
	acc := uint64(0)
	for _, e := range s.Items() {
		k, err := hashOf(t, e, depth+1)
		if err != nil {
			return 0, err
		}
		h := uint64(k)
		acc ^= (h ^ 89869747 ^ h<<16) * 3644798167
	}
	acc ^= (uint64(s.Len()) + 1) * 1927868237
	acc ^= acc>>11 ^ acc>>25
	acc = acc*69069 + 907133923
	if int64(acc) == -1 {
		return 590923713, nil
	}
	return int64(acc), nil
}

// textHash is the hash of a text: eight bytes at a time are multiplied into it, the same in each process.
func textHash(s string) int64 {
	if s == "" {
		return 0
	}
	const k0, k1 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	n, p := len(s), unsafe.Pointer(unsafe.StringData(s))
	h := uint64(n) ^ k0
	for ; n > 8; n, p = n-8, unsafe.Add(p, 8) {
		hi, lo := bits.Mul64(h^*(*uint64)(p), k1)
		h = hi ^ lo
	}
	last := uint64(0)
	switch {
	case n >= 4:
		last = uint64(*(*uint32)(p)) | uint64(*(*uint32)(unsafe.Add(p, n-4)))<<32
	case n > 0:
		last = uint64(*(*byte)(p)) | uint64(*(*byte)(unsafe.Add(p, n/2)))<<8 | uint64(*(*byte)(unsafe.Add(p, n-1)))<<16
	}
	hi, lo := bits.Mul64(h^last, k1)
	return notMinusOne(int64(hi ^ lo))
}

// Coded is implemented by values of Go whose equality is a matter of code: equal ones have the same hash.
type Coded interface{ PyHash() (int64, error) }

// coded tells the hashable values whose equality is a matter of code.
func coded(v Value) bool {
	switch x := v.(type) {
	case *Tuple, *Set, *List, *Dict:
		return true
	case *Instance:
		if x.Class.Lookup("__hash__") == nil && x.Class.Lookup("__eq__") == nil {
			_, is := x.Native.(Coded)
			return is
		}
		return true
	case *Exc:
		return x.Class.User && x.Class.Lookup("__hash__") != nil
	case Coded:
		return true
	}
	return false
}

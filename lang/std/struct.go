package std

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

var structError = py.NewClass("struct", "error", py.ExceptionClass, nil)

type field struct {
	verb  byte
	count int
}

// knownFormats are formats that were read, so many at most.
var (
	knownFormats sync.Map
	formatsKnown atomic.Int32
)

type structLayout struct {
	order  binary.ByteOrder
	native bool
	fields []field
}

// structFormat reads a format, or remembers what it read before.
func structFormat(s string) (binary.ByteOrder, bool, []field, error) {
	if v, ok := knownFormats.Load(s); ok {
		l := v.(*structLayout)
		return l.order, l.native, l.fields, nil
	}
	order, native, fs, err := readFormat(s)
	if err == nil && len(s) < 100 && formatsKnown.Add(1) < 200 {
		knownFormats.Store(s, &structLayout{order, native, fs})
	}
	return order, native, fs, err
}

func readFormat(s string) (binary.ByteOrder, bool, []field, error) {
	order, native := binary.ByteOrder(binary.LittleEndian), true
	if s != "" && strings.IndexByte("@=<>!", s[0]) >= 0 {
		native = s[0] == '@'
		if s[0] == '>' || s[0] == '!' {
			order = binary.BigEndian
		}
		s = s[1:]
	}
	var out []field
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			continue
		}
		n, digits := 0, false
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			if n, digits = n*10+int(s[i]-'0'), true; n > math.MaxInt32 {
				return nil, false, nil, py.Raisef(structError, "total struct size too long")
			}
		}
		if digits && i >= len(s) {
			return nil, false, nil, py.Raisef(structError, "repeat count given without format specifier")
		}
		if !digits {
			n = 1
		}
		if i >= len(s) || !native && strings.IndexByte("nNP", s[i]) >= 0 ||
			strings.IndexByte("xcbB?hHiIlLqQnNPefdsp", s[i]) < 0 {
			if i < len(s) && s[i] == 0 {
				return nil, false, nil, py.Raisef(structError, "embedded null character")
			}
			return nil, false, nil, py.Raisef(structError, "bad char in struct format")
		}
		out = append(out, field{s[i], n})
	}
	return order, native, out, nil
}

func fieldSize(verb byte, native bool) int {
	switch verb {
	case 'h', 'H', 'e':
		return 2
	case 'i', 'I', 'f':
		return 4
	case 'l', 'L':
		if native {
			return 8
		}
		return 4
	case 'q', 'Q', 'd', 'n', 'N', 'P':
		return 8
	}
	return 1
}

func structPack(format string, args []value) (value, error) {
	order, native, fs, err := structFormat(format)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	k := 0
	for _, f := range fs {
		n := fieldSize(f.verb, native)
		if native && f.verb != 's' && f.verb != 'x' {
			for b.Len()%n != 0 {
				b.WriteByte(0)
			}
		}
		if f.verb == 'x' {
			b.Write(make([]byte, f.count))
			continue
		}
		if f.verb == 's' || f.verb == 'p' {
			if k >= len(args) {
				return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k+1, len(args))
			}
			s, ok := py.Buffer(args[k])
			if !ok {
				return nil, py.Raisef(structError, "argument for '%c' must be a bytes object", f.verb)
			}
			k++
			buf := make([]byte, f.count)
			if f.verb == 'p' && f.count > 0 { // Pascal's: the length stands in front
				buf[0] = byte(min(copy(buf[1:], s), 255))
			} else {
				copy(buf, s)
			}
			b.Write(buf)
			continue
		}
		for range f.count {
			if k >= len(args) {
				return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k+1, len(args))
			}
			buf, err := packOne(order, f.verb, n, args[k], native)
			if err != nil {
				return nil, err
			}
			b.Write(buf)
			k++
		}
	}
	if k != len(args) {
		return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k, len(args))
	}
	return py.Bytes(b.String()), nil
}

// goNaN is the NaN of math.NaN; C's has no bit at the end.
const goNaN = 0x7ff8<<48 | 1

// fitsBytes tells whether a number fits into so many bytes.
func fitsBytes(i int64, n int, signed bool) bool {
	if signed {
		return n == 8 || i >= -1<<(8*n-1) && i < 1<<(8*n-1)
	}
	return i >= 0 && (n == 8 || i < 1<<(8*n))
}

func packOne(order binary.ByteOrder, verb byte, n int, v value, native bool) ([]byte, error) {
	var u uint64
	switch verb {
	case 'c':
		s, ok := v.(py.Bytes)
		if !ok || len(s) != 1 {
			return nil, py.Raisef(structError, "char format requires a bytes object of length 1")
		}
		return []byte(s), nil
	case '?':
		ok, err := py.Truth(py.Background(), v)
		if ok {
			u = 1
		}
		return []byte{byte(u)}, err
	case 'e', 'f', 'd':
		f, err := py.ToFloat(v)
		if err != nil {
			return nil, py.Raisef(structError, "required argument is not a float")
		}
		switch finite := !math.IsInf(f, 0) && !math.IsNaN(f); {
		case finite && verb == 'e' && math.Abs(f) >= 65520,
			finite && !native && verb == 'f' && math.IsInf(float64(float32(f)), 0):
			return nil, py.Raisef(py.OverflowErrorClass, "float too large to pack with %c format", verb)
		}
		switch verb {
		case 'e':
			u = uint64(tensor.ToHalf64(f))
		case 'f':
			u = uint64(math.Float32bits(float32(f)))
		default:
			if u = math.Float64bits(f); u&^(1<<63) == goNaN {
				u--
			}
		}
	default:
		if i, ok := v.(int64); ok && fitsBytes(i, n, verb >= 'a') {
			u = uint64(i)
			break
		}
		if _, ok := py.AsInt(v); !ok {
			return nil, py.Raisef(structError, "required argument is not an integer")
		}
		z := py.BigOf(v)
		if i, ok := py.AsInt(v); ok && z.Sign() == 0 {
			z = big.NewInt(i)
		}
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n)*8)
		if verb >= 'a' {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if z.Cmp(lo) < 0 || z.Cmp(hi) >= 0 {
			top := new(big.Int).Sub(hi, big.NewInt(1))
			name := map[byte]string{'b': "byte", 'B': "ubyte", 'h': "short", 'H': "ushort"}[verb]
			swapped := order != binary.LittleEndian && n > 1       // not C's own types
			long := verb < 'a' && n > 1 && (name == "" || swapped) // read as an unsigned long first, others as a long
			switch {
			case n == 8 && swapped:
				return nil, py.Raisef(structError, "int too large to convert")
			case n == 8, long && !z.IsUint64(), !long && !z.IsInt64():
				return nil, py.Raisef(structError, "argument out of range")
			case name != "" && !swapped:
				return nil, py.Raisef(structError, "%s format requires %s <= number <= %s", name, lo, top)
			}
			return nil, py.Raisef(structError, "'%c' format requires %s <= number <= %s", verb, lo, top)
		}
		if z.Sign() < 0 {
			u = uint64(z.Int64())
		} else {
			u = z.Uint64()
		}
	}
	buf := make([]byte, 8)
	order.PutUint64(buf, u)
	if order == binary.ByteOrder(binary.BigEndian) {
		return buf[8-n:], nil
	}
	return buf[:n], nil
}

func structUnpack(t *thread, format string, b []byte) (value, error) {
	order, native, fs, err := structFormat(format)
	if err != nil {
		return nil, err
	}
	out := py.NewTuple()
	at := 0
	for _, f := range fs {
		n := fieldSize(f.verb, native)
		if native && f.verb != 's' && f.verb != 'x' {
			at = (at + n - 1) / n * n
		}
		if f.verb == 'x' {
			at += f.count
			continue
		}
		if f.verb == 's' || f.verb == 'p' {
			part := b[at : at+f.count]
			if f.verb == 'p' && f.count > 0 {
				part = part[1 : 1+min(int(part[0]), f.count-1)]
			}
			out.Items = append(out.Items, py.Bytes(part))
			at += f.count
			continue
		}
		for i := range f.count {
			if i%4096 == 4095 {
				if err := t.Check(); err != nil {
					return nil, err
				}
			}
			out.Items = append(out.Items, unpackOne(order, f.verb, n, b[at:at+n]))
			at += n
		}
	}
	return out, nil
}

func unpackOne(order binary.ByteOrder, verb byte, n int, b []byte) value {
	var buf [8]byte
	if order == binary.ByteOrder(binary.BigEndian) {
		copy(buf[8-n:], b)
	} else {
		copy(buf[:], b)
	}
	u := order.Uint64(buf[:])
	switch verb {
	case 'c':
		return py.Bytes(b)
	case '?':
		return u != 0
	case 'e':
		return float64(tensor.Half(u).Float32())
	case 'f':
		return float64(math.Float32frombits(uint32(u)))
	case 'd':
		return math.Float64frombits(u)
	}
	if verb >= 'a' {
		shift := uint(64 - n*8)
		return int64(u<<shift) >> shift
	}
	return py.Int(new(big.Int).SetUint64(u))
}

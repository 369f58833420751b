package parquet

import (
	"encoding/binary"
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// values are some values of a leaf that are there: bytes of its dtype, or texts.
type values struct {
	n     int
	fixed []byte
	texts []string
}

// physSize is the size of a value as it lies in the file.
func (l *leaf) physSize() int {
	switch l.phys {
	case physInt32, physFloat:
		return 4
	case physInt64, physDouble:
		return 8
	case physInt96:
		return 12
	case physFixed:
		return l.width
	}
	return 0
}

func (l *leaf) cut() error { return damaged("the values of column %q are cut off", l.name) }

// decode reads n values in an encoding.
func (l *leaf) decode(b []byte, n int, encoding int64) (*values, error) {
	switch encoding {
	case encPlain:
		return l.plain(b, n)
	case encRLE:
		if l.phys != physBool || len(b) < 4 {
			return nil, l.cut()
		}
		v, err := hybrid(b[4:], 1, n)
		if err != nil {
			return nil, err
		}
		out := &values{n: n, fixed: make([]byte, n)}
		for i, x := range v {
			out.fixed[i] = byte(x)
		}
		return out, nil
	case encDelta:
		if l.phys != physInt32 && l.phys != physInt64 {
			return nil, l.cut()
		}
		v, _, err := deltas(b, n)
		if err != nil {
			return nil, err
		}
		if len(v) < n {
			return nil, l.cut()
		}
		raw := make([]byte, 0, 8*n)
		for _, x := range v[:n] {
			if l.phys == physInt32 {
				raw = binary.LittleEndian.AppendUint32(raw, uint32(x))
			} else {
				raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
			}
		}
		return l.plain(raw, n)
	case encDeltaLengths:
		return l.deltaLengths(b, n)
	case encDeltaBytes:
		return l.deltaBytes(b, n)
	case encSplit:
		size := l.physSize()
		if size == 0 || len(b) < n*size {
			return nil, l.cut()
		}
		raw := make([]byte, n*size)
		for i := range n {
			for k := range size {
				raw[i*size+k] = b[k*n+i]
			}
		}
		return l.plain(raw, n)
	}
	return nil, tensor.Failf(tensor.Unimplemented, "column %q has encoding %d, which is not known here", l.name, encoding)
}

// plain reads n values that lie one behind the other.
func (l *leaf) plain(b []byte, n int) (*values, error) {
	out := &values{n: n}
	size := l.physSize()
	if size > 0 && len(b)/size < n || l.phys == physBool && len(b) < (n+7)/8 || l.phys == physBytes && len(b)/4 < n {
		return nil, l.cut()
	}
	switch l.phys {
	case physBool:
		out.fixed = make([]byte, n)
		for i := range out.fixed {
			out.fixed[i] = b[i/8] >> (i % 8) & 1
		}
	case physBytes:
		out.texts = make([]string, 0, n)
		for range n {
			if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
				return nil, l.cut()
			}
			k := 4 + int(binary.LittleEndian.Uint32(b))
			out.texts = append(out.texts, string(b[4:k]))
			b = b[k:]
		}
	case physInt96: // nanoseconds of a day and a Julian day
		for i := range n {
			nanos := int64(binary.LittleEndian.Uint64(b[12*i:]))
			day := int64(binary.LittleEndian.Uint32(b[12*i+8:])) - 2440588
			out.fixed = binary.LittleEndian.AppendUint64(out.fixed, uint64(day*86400e9+nanos))
		}
	case physInt32:
		to := l.dtype.Size()
		if to == 4 {
			out.fixed = b[: 4*n : 4*n]
			break
		}
		out.fixed = make([]byte, 0, to*n)
		for i := range n {
			v := binary.LittleEndian.Uint32(b[4*i:])
			if small := int32(v); to == 1 && small>>8 != 0 && small>>7 != -1 || to == 2 && small>>16 != 0 && small>>15 != -1 {
				return nil, damaged("column %q holds %d, which is no %s", l.name, small, l.kind)
			}
			out.fixed = append(out.fixed, byte(v), byte(v>>8))[:to*(i+1)]
		}
	default:
		if l.dtype != tensor.String {
			out.fixed = b[: size*n : size*n]
			break
		}
		for i := range n {
			out.texts = append(out.texts, string(b[i*size:(i+1)*size]))
		}
	}
	return out, nil
}

// deltaLengths reads texts whose lengths come first.
func (l *leaf) deltaLengths(b []byte, n int) (*values, error) {
	lengths, took, err := deltas(b, n)
	if err != nil {
		return nil, err
	}
	if l.phys != physBytes || len(lengths) < n {
		return nil, l.cut()
	}
	b = b[took:]
	out := &values{n: n}
	for _, k := range lengths {
		if k < 0 || k > int64(len(b)) {
			return nil, l.cut()
		}
		out.texts = append(out.texts, string(b[:k]))
		b = b[k:]
	}
	return out, nil
}

// deltaBytes reads texts that begin as the one before them.
func (l *leaf) deltaBytes(b []byte, n int) (*values, error) {
	shared, took, err := deltas(b, n)
	if err != nil {
		return nil, err
	}
	rests := &leaf{name: l.name, phys: physBytes}
	tail, err := rests.deltaLengths(b[took:], n)
	if err != nil {
		return nil, err
	}
	if l.dtype != tensor.String || len(shared) < n {
		return nil, l.cut()
	}
	last, total := "", 0
	for i := range n {
		if shared[i] < 0 || shared[i] > int64(len(last)) {
			return nil, l.cut()
		}
		last = last[:shared[i]] + tail.texts[i]
		if total += len(last); total > math.MaxInt32 || !tensor.Reserve(int64(len(last))) {
			return nil, tensor.Failf(tensor.ResourceExhausted, "the texts of column %q do not fit", l.name)
		}
		if l.phys == physFixed && len(last) != l.width {
			return nil, l.cut()
		}
		tail.texts[i] = last
	}
	return tail, nil
}

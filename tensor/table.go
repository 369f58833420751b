package tensor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"
	"sync"
)

// A Table maps keys to rows of values of one type and shape, in the order in which the keys came (TensorFlow's
// MutableHashTableOfTensorsV2). A key is a number, told apart by its bits, or a string, or a row of them. Several
// goroutines may use one.
type Table struct {
	mu       sync.RWMutex
	key, val DType
	keyRow   []int  // the shape of one key
	per      int    // its elements
	row      []int  // the shape of the value of one key
	count    int    // its elements
	size     int    // its bytes, or its strings
	keys     places // where each key is
	words    *index[uint64]
	texts    *index[string]
	buf      []byte // the rows, one behind the other
	strs     []string
}

// places are the keys of a table, numbered from 0 in the order in which they came; the last one takes the place of
// one that goes.
type places interface {
	len() int
	find(x *Tensor, i int) int
	add(x *Tensor, i int) (at int, fresh bool)
	drop(x *Tensor, i int) int
	clear()
}

// NewTable makes a table without entries for keys and values of types: a key has shape keyRow, which is empty but for a
// table of vectors, its value shape row. Types without elements to copy and keys without elements are errors.
func NewTable(key, val DType, keyRow, row []int) (*Table, error) {
	t := &Table{key: key, val: val, keyRow: slices.Clone(keyRow), row: slices.Clone(row)}
	var err error
	if t.per, err = Count(keyRow); err != nil {
		return nil, err
	}
	if t.count, err = Count(row); err != nil {
		return nil, err
	}
	switch {
	case t.per == 0:
		return nil, Errorf("the keys of a table have shape %s, which is nothing to tell apart", ShapeString(keyRow))
	case key != String && key.Size() < 1 || val != String && val.Size() < 1:
		return nil, Failf(Unimplemented, "a table of %s by %s", val, key)
	}
	if t.size = t.count; val != String {
		t.size *= val.Size()
	}
	if key != String && t.per*key.Size() <= 8 {
		t.words = newIndex(func(w uint64) uint64 {
			hi, lo := bits.Mul64(w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
			return hi ^ lo
		}, t.word)
		t.keys = t.words
		return t, nil
	}
	seed, read := maphash.MakeSeed(), (*Tensor).Str
	if key != String || len(keyRow) > 0 {
		read = t.joined
	}
	t.texts = newIndex(func(s string) uint64 { return maphash.String(seed, s) }, read)
	t.keys = t.texts
	return t, nil
}

// word is key i of x, at most eight bytes; the others are zero.
func (t *Table) word(x *Tensor, i int) (w uint64) {
	switch size := t.per * t.key.Size(); size {
	case 8:
		return binary.LittleEndian.Uint64(x.buf[8*i:])
	case 4:
		return uint64(binary.LittleEndian.Uint32(x.buf[4*i:]))
	default:
		for k, b := range x.buf[i*size : (i+1)*size] {
			w |= uint64(b) << (8 * k)
		}
		return w
	}
}

// joined is key i of x as one text: its bytes, or its strings, each behind its length.
func (t *Table) joined(x *Tensor, i int) string {
	if t.key != String {
		size := t.per * t.key.Size()
		return string(x.buf[i*size : (i+1)*size])
	}
	var b []byte
	for k := range t.per {
		s := x.Str(i*t.per + k)
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return string(b)
}

// number is how many keys x holds, which must be of the table's type and end with its shape of a key.
func (t *Table) number(x *Tensor) (int, error) {
	outer := x.Rank() - len(t.keyRow)
	switch {
	case x.DType() != t.key:
		return 0, Errorf("the keys of the table are %s, got %s", t.key, x.DType())
	case outer < 0 || !SameShape(x.Shape()[outer:], t.keyRow):
		return 0, Errorf("Input key shape %s must end with the table's key shape %s", ShapeString(x.Shape()),
			ShapeString(t.keyRow))
	}
	return x.Len() / t.per, nil
}

// Fits is the error of keys that are not of the table's type, or do not end with its shape of a key.
func (t *Table) Fits(keys *Tensor) error {
	_, err := t.number(keys)
	return err
}

// Values is the shape of the values of keys of a shape that ends with that of one key.
func (t *Table) Values(keys []int) []int {
	return append(slices.Clone(keys[:len(keys)-len(t.keyRow)]), t.row...)
}

// Len is the number of keys.
func (t *Table) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.keys.len()
}

// Row is the shape of the value of one key.
func (t *Table) Row() []int { return t.row }

// tablePoll is after how many keys a table looks whether it must stop.
const tablePoll = 1 << 12

// RowsFit is the error of values that are not one row for each key, of the table's types.
func (t *Table) RowsFit(keys, vals *Tensor) error {
	if _, err := t.number(keys); err != nil {
		return err
	}
	if vals.DType() != t.val {
		return Errorf("the values of the table are %s, got %s", t.val, vals.DType())
	}
	if want := t.Values(keys.Shape()); !SameShape(vals.Shape(), want) {
		return Errorf("Expected shape %s for value, got %s", ShapeString(want), ShapeString(vals.Shape()))
	}
	return nil
}

// Put adds the values of keys, or puts them in the place of those that the keys had: vals is shaped as keys, then as a
// row. Of a key that comes twice the last value stays. A stop between leaves the first of them in the table.
func (t *Table) Put(ctx context.Context, keys, vals *Tensor) error {
	if err := t.RowsFit(keys, vals); err != nil {
		return err
	}
	return t.changing(ctx, keys, func(i int) error {
		at, fresh := t.keys.add(keys, i)
		t.set(at, fresh, vals, i)
		return nil
	})
}

// ClashError says that a key came with a value that is not the one it has.
type ClashError struct {
	Place int     // which one of the keys given
	Had   *Tensor // the value that the table has
}

func (e *ClashError) Error() string {
	return fmt.Sprintf("key %d has another value already", e.Place)
}

// Add is Put for keys that keep their values: one that has another value is a ClashError.
func (t *Table) Add(ctx context.Context, keys, vals *Tensor) error {
	if err := t.RowsFit(keys, vals); err != nil {
		return err
	}
	return t.changing(ctx, keys, func(i int) error {
		at, fresh := t.keys.add(keys, i)
		if fresh {
			t.set(at, true, vals, i)
		} else if !t.holds(at, vals, i) {
			return &ClashError{i, t.value(at)}
		}
		return nil
	})
}

// Drop takes keys out; those that are not there stay away.
func (t *Table) Drop(ctx context.Context, keys *Tensor) error {
	return t.changing(ctx, keys, func(i int) error {
		at := t.keys.drop(keys, i)
		if at < 0 {
			return nil
		}
		last := t.keys.len() // its row takes the place
		if t.val == String {
			copy(t.strs[at*t.size:(at+1)*t.size], t.strs[last*t.size:])
			clear(t.strs[last*t.size:])
			t.strs = t.strs[:last*t.size]
			return nil
		}
		copy(t.buf[at*t.size:(at+1)*t.size], t.buf[last*t.size:])
		t.buf = t.buf[:last*t.size]
		return nil
	})
}

// Clear takes all keys out.
func (t *Table) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys.clear()
	t.buf, t.strs = nil, nil
}

// changing runs f for each key while nobody else uses the table.
func (t *Table) changing(ctx context.Context, keys *Tensor, f func(i int) error) error {
	n, err := t.number(keys)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range n {
		if i%tablePoll == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := Room(t.keys.len(), t.size+uniqueCost, "entries of a table"); err != nil {
				return err
			}
		}
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// set writes row i of vals at a place, which is the next one where the key is fresh.
func (t *Table) set(at int, fresh bool, vals *Tensor, i int) {
	lo, hi := i*t.size, (i+1)*t.size
	switch {
	case t.val == String:
		if fresh {
			t.strs = append(t.strs, make([]string, t.size)...)
		}
		for k := range t.size {
			t.strs[at*t.size+k] = vals.Str(lo + k)
		}
	case fresh:
		t.buf = append(t.buf, vals.buf[lo:hi]...)
	default:
		copy(t.buf[at*t.size:], vals.buf[lo:hi])
	}
}

// holds tells whether the value at a place is row i of vals.
func (t *Table) holds(at int, vals *Tensor, i int) bool {
	if t.val == String {
		for k := range t.size {
			if t.strs[at*t.size+k] != vals.Str(i*t.size+k) {
				return false
			}
		}
		return true
	}
	if bytes.Equal(t.buf[at*t.size:(at+1)*t.size], vals.buf[i*t.size:(i+1)*t.size]) {
		return true
	}
	return Equal(t.value(at), vals.WithShape([]int{vals.Len()}).Rows(i*t.count, t.count).WithShape(t.row))
}

// value is a copy of the value at a place.
func (t *Table) value(at int) *Tensor {
	if t.val == String {
		return FromStrings(t.row, slices.Clone(t.strs[at*t.size:(at+1)*t.size]))
	}
	return FromBytes(t.val, t.row, slices.Clone(t.buf[at*t.size:(at+1)*t.size]))
}

// Places gives the place of each key, in a row: its number in the order of the table, or -1 for one that is not there.
func (t *Table) Places(ctx context.Context, keys *Tensor) ([]int32, error) {
	n, err := t.number(keys)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.look(ctx, keys, n)
}

// look is Places of n keys that fit, while the table is held.
func (t *Table) look(ctx context.Context, keys *Tensor, n int) ([]int32, error) {
	out, err := Make[int32](n)
	if err != nil {
		return nil, err
	}
	return out, parallel(ctx, len(out), tableCost, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = int32(t.keys.find(keys, i))
		}
	})
}

// tableCost is what finding a key costs, in bytes of a plain loop.
const tableCost = 64

// Find gives the values of keys, shaped as keys, then as a row, and the keys' places. A key that is not there gets def:
// one row, or with each one for every key.
func (t *Table) Find(ctx context.Context, keys, def *Tensor, each bool) (z *Tensor, at []int32, err error) {
	n, err := t.number(keys)
	if err != nil {
		return nil, nil, err
	}
	shape := t.Values(keys.Shape())
	want := t.row
	if each {
		want = shape
	}
	if def.DType() != t.val || !SameShape(def.Shape(), want) {
		return nil, nil, Errorf("the default value of the table is %s of shape %s, got %s of shape %s", t.val, ShapeString(want),
			def.DType(), ShapeString(def.Shape()))
	}
	t.mu.RLock() // places and values of one moment
	defer t.mu.RUnlock()
	if at, err = t.look(ctx, keys, n); err != nil {
		return nil, nil, err
	}
	fall := func(i int) int { // where the default of key i begins
		if each {
			return i * t.size
		}
		return 0
	}
	if t.val == String {
		z, err = t.findStrings(ctx, shape, at, def, fall)
		return z, at, err
	}
	if z, err = alloc(t.val, shape); err != nil {
		return nil, nil, err
	}
	size := t.size
	return z, at, parallel(ctx, n, max(size, 1), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if k := int(at[i]); k >= 0 {
				copy(z.buf[i*size:(i+1)*size], t.buf[k*size:(k+1)*size])
			} else {
				copy(z.buf[i*size:(i+1)*size], def.buf[fall(i):])
			}
		}
	})
}

// findStrings is Find for strings.
func (t *Table) findStrings(ctx context.Context, shape []int, at []int32, def *Tensor, fall func(int) int) (*Tensor,
	error) {
	if t.size == 0 {
		return New(String, shape)
	}
	return BuildStrings(ctx, shape, 8, func(dst []byte, i int) []byte {
		key, j := i/t.size, i%t.size
		if k := int(at[key]); k >= 0 {
			return append(dst, t.strs[k*t.size+j]...)
		}
		return append(dst, def.Str(fall(key)+j)...)
	})
}

// All gives the keys [n] and the values [n] and a row, in the order of the places that order gives, or of the table
// where it is nil.
func (t *Table) All(order []int32) (keys, vals *Tensor, err error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n := t.keys.len()
	if order == nil {
		order = make([]int32, n)
		for i := range order {
			order[i] = int32(i)
		}
	}
	if keys, err = t.keysAt(order); err != nil {
		return nil, nil, err
	}
	shape := append([]int{len(order)}, t.row...)
	if t.val == String {
		list := make([]string, 0, len(order)*t.size)
		for _, k := range order {
			list = append(list, t.strs[int(k)*t.size:(int(k)+1)*t.size]...)
		}
		vals, err = OfStrings(shape, list)
		return keys, vals, err
	}
	if vals, err = alloc(t.val, shape); err != nil {
		return nil, nil, err
	}
	for i, k := range order {
		copy(vals.buf[i*t.size:(i+1)*t.size], t.buf[int(k)*t.size:])
	}
	return keys, vals, nil
}

// keysAt is the keys at places, one behind the other.
func (t *Table) keysAt(order []int32) (*Tensor, error) {
	shape := append([]int{len(order)}, t.keyRow...)
	if t.key == String {
		list := make([]string, 0, len(order)*t.per)
		for _, k := range order {
			s := t.texts.keys[k]
			if len(t.keyRow) == 0 {
				list = append(list, s)
				continue
			}
			for range t.per {
				n, w := binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen64)]))
				list = append(list, s[w:w+int(n)])
				s = s[w+int(n):]
			}
		}
		return OfStrings(shape, list)
	}
	z, err := alloc(t.key, shape)
	if err != nil {
		return nil, err
	}
	size := t.per * t.key.Size()
	for i, k := range order {
		if t.words == nil {
			copy(z.buf[i*size:], t.texts.keys[k])
			continue
		}
		for b := range size {
			z.buf[i*size+b] = byte(t.words.keys[k] >> (8 * b))
		}
	}
	return z, nil
}

// Sorted gives the places in the order of the bytes of the keys.
func (t *Table) Sorted() []int32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	order := make([]int32, t.keys.len())
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if t.words == nil {
			return cmp.Compare(t.texts.keys[a], t.texts.keys[b])
		}
		return cmp.Compare(bits.ReverseBytes64(t.words.keys[a]), bits.ReverseBytes64(t.words.keys[b]))
	})
	return order
}

// HasRow tells whether a row of x, as long as row is, has the same bits or strings as row.
func HasRow(x, row *Tensor) bool {
	n := row.Len()
	if n == 0 || x.DType() != row.DType() {
		return false
	}
	for i := 0; i+n <= x.Len(); i += n {
		same := true
		for k := 0; k < n && same; k++ {
			if x.DType() == String {
				same = x.Str(i+k) == row.Str(k)
			} else {
				size := x.DType().Size()
				same = bytes.Equal(x.buf[(i+k)*size:(i+k+1)*size], row.buf[k*size:(k+1)*size])
			}
		}
		if same {
			return true
		}
	}
	return false
}

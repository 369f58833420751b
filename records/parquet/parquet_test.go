package parquet

import (
	"bytes"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/tfs-lang/tfs/records/columnar"
	"github.com/tfs-lang/tfs/tensor"
)

// sample is a table with lists, texts and missing rows.
func sample() *columnar.Table {
	return &columnar.Table{Rows: 4, Columns: []columnar.Column{
		{Name: "n", Kind: "int64", Values: tensor.Vector([]int64{1, 0, -3, 4}), Valid: [][]bool{{true, false, true, true}}},
		{Name: "x", Kind: "float", Values: tensor.Vector([]float32{.5, 1, 2, 3}), Valid: [][]bool{nil}},
		{Name: "i", Kind: "int8", Values: tensor.Vector([]int8{1, -1, 127, -128}), Valid: [][]bool{nil}},
		{Name: "u", Kind: "uint16", Values: tensor.Vector([]uint16{0, 1, 65535, 7}), Valid: [][]bool{nil}},
		{Name: "s", Kind: "string", Values: tensor.FromStrings([]int{4}, []string{"a", "", "ccc", "d"}),
			Valid: [][]bool{nil}},
		{Name: "b", Kind: "bool", Values: tensor.Vector([]bool{true, false, true, true}), Valid: [][]bool{nil}},
		{Name: "l", Kind: "int32", Values: tensor.Vector([]int32{1, 2, 3}), Splits: [][]int64{{0, 2, 2, 2, 3}},
			Valid: [][]bool{{true, false, true, true}, nil}},
		{Name: "ll", Kind: "binary", Values: tensor.FromStrings([]int{3}, []string{"p", "q", ""}),
			Splits: [][]int64{{0, 1, 1, 3, 3}, {0, 2, 2, 3}}, Valid: [][]bool{nil, nil, {true, true, false}}},
	}}
}

func write(t testing.TB, packing string, tables ...*columnar.Table) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, packing)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tables {
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readAll(b []byte) ([]*columnar.Table, error) {
	r, err := NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, err
	}
	var out []*columnar.Table
	for {
		x, err := r.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, x)
	}
}

// same tells whether tables hold the same.
func same(a, b *columnar.Table) bool {
	if a.Rows != b.Rows || len(a.Columns) != len(b.Columns) {
		return false
	}
	for i := range a.Columns {
		x, y := a.Columns[i], b.Columns[i]
		if x.Name != y.Name || x.Kind != y.Kind || !reflect.DeepEqual(x.Splits, y.Splits) ||
			!bytes.Equal(x.Values.Bytes(), y.Values.Bytes()) || x.Values.Len() != y.Values.Len() {
			return false
		}
		for k := range len(x.Splits) + 1 {
			if !reflect.DeepEqual(x.There(k), y.There(k)) {
				return false
			}
		}
		for k := 0; k < x.Values.Len() && x.Values.DType() == tensor.String; k++ {
			if x.Values.Str(k) != y.Values.Str(k) {
				return false
			}
		}
	}
	return true
}

func TestBothWays(t *testing.T) {
	for packing := range codecs {
		want := sample()
		got, err := readAll(write(t, packing, want, want.Part(1, 3)))
		if err != nil {
			t.Fatal(packing, err)
		}
		if len(got) != 2 || !same(got[0], want) || got[1].Rows != 2 {
			t.Errorf("%s: %+v", packing, got)
		}
	}
}

// TestManyPages writes lists of more values than a page has.
func TestManyPages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := columnar.Column{Name: "l", Kind: "int64", Splits: [][]int64{{0}}, Valid: [][]bool{nil, nil}}
	var v []int64
	for range 30000 {
		for range r.IntN(12) {
			v = append(v, r.Int64())
		}
		c.Splits[0] = append(c.Splits[0], int64(len(v)))
	}
	c.Values = tensor.Vector(v)
	want := &columnar.Table{Rows: 30000, Columns: []columnar.Column{c}}
	got, err := readAll(write(t, "", want))
	if err != nil || len(got) != 1 || !same(got[0], want) {
		t.Error(len(got), err)
	}
}

// TestDamage flips each byte of a file and cuts it everywhere. Its pages have checksums, its footer has none: a byte of
// the footer may name another thing, but a page whose bytes are others is refused.
func TestDamage(t *testing.T) {
	whole := write(t, columnar.Plain, sample())
	footer := len(whole) - 8 - int(uint32(whole[len(whole)-8])|uint32(whole[len(whole)-7])<<8)
	heads := 0
	for i := range whole {
		for _, bit := range []byte{1, 0x80, 0xff} {
			b := bytes.Clone(whole)
			b[i] ^= bit
			got, err := checkTables(t, b)
			if err == nil && i < footer && !same(got[0], sample()) {
				heads++ // a page's header says something else of the same bytes
				t.Logf("byte %d ^ %x", i, bit)
			}
		}
	}
	if heads > 8 {
		t.Errorf("%d flipped bytes of pages give other values", heads)
	}
	for n := range whole {
		if _, err := readAll(whole[:n]); err == nil {
			t.Errorf("a file of %d of %d bytes is read", n, len(whole))
		}
	}
}

func checkTables(t testing.TB, b []byte) ([]*columnar.Table, error) {
	got, err := readAll(b)
	if _, ok := err.(*tensor.Error); err != nil && !ok {
		t.Fatalf("%T: %v", err, err)
	}
	for _, x := range got {
		for i := range x.Columns {
			if err := x.Columns[i].Check(); err != nil {
				t.Fatal(err)
			}
			if x.Columns[i].Rows() != x.Rows {
				t.Fatal("a column of another length")
			}
		}
	}
	return got, err
}

func TestDeltas(t *testing.T) {
	// 1 to 5 in blocks of 128 in 4 parts, as the format's document writes them.
	got, took, err := deltas([]byte{128, 1, 4, 5, 2, 2, 0, 0, 0, 0}, 5)
	if err != nil || took != 10 || !reflect.DeepEqual(got, []int64{1, 2, 3, 4, 5}) {
		t.Error(got, took, err)
	}
}

func TestHybrid(t *testing.T) {
	v := []uint32{0, 1, 2, 3, 4, 5, 6, 7, 1, 2}
	got, err := hybrid(appendHybrid(nil, v, 3), 3, len(v))
	if err != nil || !reflect.DeepEqual(got, v) {
		t.Error(got, err)
	}
}

func FuzzParquet(f *testing.F) {
	f.Add(write(f, columnar.Plain, sample()))
	f.Add(write(f, columnar.Zstd, sample()))
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = checkTables(t, b) })
}

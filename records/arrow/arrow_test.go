package arrow

import (
	"bytes"
	"io"
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
		{Name: "s", Kind: "string", Values: tensor.FromStrings([]int{4}, []string{"a", "", "ccc", "d"}),
			Valid: [][]bool{nil}},
		{Name: "b", Kind: "bool", Values: tensor.Vector([]bool{true, false, true, true}), Valid: [][]bool{nil}},
		{Name: "l", Kind: "int32", Values: tensor.Vector([]int32{1, 2, 3}), Splits: [][]int64{{0, 2, 2, 2, 3}},
			Valid: [][]bool{{true, false, true, true}, nil}},
		{Name: "ll", Kind: "binary", Values: tensor.FromStrings([]int{3}, []string{"p", "q", ""}),
			Splits: [][]int64{{0, 1, 1, 3, 3}, {0, 2, 2, 3}}, Valid: [][]bool{nil, nil, {true, true, false}}},
	}}
}

func write(t testing.TB, o Options, tables ...*columnar.Table) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, o)
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

// readAll reads the tables of bytes.
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
			x.Values.DType() != y.Values.DType() ||
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
	for _, o := range []Options{{}, {Stream: true}, {Packing: columnar.Zstd}, {Packing: columnar.LZ4Frame}} {
		want := sample()
		got, err := readAll(write(t, o, want, want.Part(1, 3)))
		if err != nil {
			t.Fatal(o, err)
		}
		if len(got) != 2 || !same(got[0], want) || got[1].Rows != 2 {
			t.Errorf("%v: %+v", o, got)
		}
		both, err := columnar.Join(got)
		if err != nil || both.Rows != 6 || both.Check() != nil {
			t.Error(both, err)
		}
	}
}

// TestDamage flips each byte of a file and cuts it everywhere: right data, other values (the format has no checksums)
// or an error, but nothing that is no table.
func TestDamage(t *testing.T) {
	for _, o := range []Options{{}, {Stream: true}, {Packing: columnar.Zstd}} {
		whole := write(t, o, sample())
		for i := range whole {
			b := bytes.Clone(whole)
			for _, bit := range []byte{1, 0x80, 0xff} {
				b[i] = whole[i] ^ bit
				checkTables(t, b)
			}
		}
		for n := range whole {
			got, err := readAll(whole[:n])
			if err == nil && !o.Stream {
				t.Errorf("a file of %d of %d bytes is read", n, len(whole))
			}
			if err == nil && len(got) > 0 && got[0].Rows > 0 && !same(got[0], sample()) {
				t.Errorf("a stream of %d of %d bytes gives another table", n, len(whole))
			}
		}
	}
}

func checkTables(t testing.TB, b []byte) {
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
}

func FuzzArrow(f *testing.F) {
	f.Add(write(f, Options{}, sample()))
	f.Add(write(f, Options{Stream: true, Packing: columnar.LZ4Frame}, sample()))
	f.Fuzz(func(t *testing.T, b []byte) { checkTables(t, b) })
}

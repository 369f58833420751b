package funcdef

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

const savedModel = "../saved/testdata/model"

// hostile writes a model whose saved_model.pb has these bytes.
func hostile(t testing.TB, data []byte) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(savedModel)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "saved_model.pb"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDescribe: a model of TensorFlow's, and files cut at every place, which are errors or smaller reports.
func TestDescribe(t *testing.T) {
	r, err := Describe(context.Background(), savedModel)
	if err != nil || len(r.Variables) != 3 || len(r.Functions) != 1 ||
		r.Functions[0].Traces[0].Takes != "(x: float32 (None, 2))" {
		t.Fatalf("%+v %v", r, err)
	}
	data, err := os.ReadFile(filepath.Join(savedModel, "saved_model.pb"))
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for n := 0; n < len(data); n += 97 {
		if _, err := Describe(context.Background(), hostile(t, data[:n])); err != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no cut file is an error")
	}
}

// FuzzDescribe: any bytes are a report or an error.
func FuzzDescribe(f *testing.F) {
	data, err := os.ReadFile(filepath.Join(savedModel, "saved_model.pb"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for i := 31; i < len(data); i += 211 { // one byte changed
		b := append([]byte{}, data...)
		b[i] ^= 1 << (i % 8)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := Describe(context.Background(), hostile(t, b)); err == nil && r == nil {
			t.Error("neither report nor error")
		}
	})
}

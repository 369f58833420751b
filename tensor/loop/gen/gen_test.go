package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	. "github.com/mmcloughlin/avo/operand"
)

// TestUpToDate runs the generator and compares what it writes with the files of package loop.
func TestUpToDate(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		want, err2 := os.ReadFile(filepath.Join("..", name))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if !bytes.Equal(withoutCommand(got), withoutCommand(want)) {
			t.Errorf("%s is not what the generator writes: go run . in tensor/loop/gen", name)
		}
	}
	checkSlots(t)
	checkAssembly(t, filepath.Join(dir, files[0]))
}

// withoutCommand is a file less its first line, which quotes the program that wrote it.
func withoutCommand(text []byte) []byte {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return rest
}

// checkSlots asks of every slot what package loop relies on: one kernel for each operation and type of a set, a power of
// two of elements a step.
func checkSlots(t *testing.T) {
	seen := map[slot]bool{}
	for _, s := range slots {
		key := slot{kind: s.kind, op: s.op, typ: s.typ, set: s.set}
		if seen[key] {
			t.Errorf("%+v has two kernels", key)
		}
		seen[key] = true
		if s.lanes < 1 || s.lanes&(s.lanes-1) != 0 {
			t.Errorf("%s works on %d elements a step", s.fn, s.lanes)
		}
	}
	if len(slots) < 200 {
		t.Errorf("%d kernels", len(slots))
	}
}

// checkAssembly looks for what the kernels of the table must not hold: fused products, whose digits are not TensorFlow's, and, in
// those for AVX2, the registers of AVX-512. Every kernel of the table is there.
func checkAssembly(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for _, part := range strings.Split(string(text), "\nTEXT ·")[1:] {
		name, body, _ := strings.Cut(part, "(")
		bodies[name] = body
	}
	fused := regexp.MustCompile(`VFN?M(ADD|SUB)\w*`)
	wide := regexp.MustCompile(`\b(Z\d+|K\d)\b`)
	for _, s := range slots {
		body, ok := bodies[s.fn]
		if !ok {
			t.Errorf("%s is not in the file", s.fn)
		}
		if m := fused.FindString(body); m != "" {
			t.Errorf("%s has a fused product, %s", s.fn, m)
		}
		if s.set == "AVX2" && wide.MatchString(body) {
			t.Errorf("%s has registers of AVX-512", s.fn)
		}
	}
}

// TestSets counts the lanes of vectors and sees that variants of a set differ in what they say alone.
func TestSets(t *testing.T) {
	for _, c := range []struct {
		s     *isa
		lanes int
		wide  bool
	}{{avx2, 8, false}, {avx2.f64(), 4, false}, {avx512, 16, true}, {avx512.f64(), 8, true}, {avx512.f64().lean(), 8, true}} {
		if c.s.lanes() != c.lanes || c.s.wide() != c.wide {
			t.Errorf("%+v: %d lanes, wide %v", c.s, c.s.lanes(), c.s.wide())
		}
	}
	if s := avx2.lean(); !s.mem || s.dbl || avx2.mem {
		t.Errorf("lean: %+v of %+v", s, avx2)
	}
	for bytes, size := range map[int]uint{16: 16, 32: 32, 64: 64, 8: 16} {
		if got := regOf(bytes).Size(); got != size {
			t.Errorf("%d bytes go to a register of %d", bytes, got)
		}
	}
	if _, ok := Op(regOf(32)).(vec); !ok {
		t.Error("a register is no vector")
	}
}

package main

import (
	"os"
	"testing"
)

// TestTable sees that the mappings beside package casing are those of this Go's Unicode tables.
func TestTable(t *testing.T) {
	want, err := os.ReadFile("../special.txt")
	if err != nil || string(table()) != string(want) {
		t.Errorf("special.txt is not what gen writes: run go generate ./text/casing (%v)", err)
	}
}

package text

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/packed"
)

// TestPackedScripts sees that the packed table is that of the file beside it.
func TestPackedScripts(t *testing.T) {
	if want, err := os.ReadFile("scripts.txt"); err != nil || packed.Zstd(scriptText) != string(want) {
		t.Error("scripts.txt is not packed as it is: run go generate ./text", err)
	}
}

// TestScript takes letters of several scripts, what is common to all and what is no code point.
func TestScript(t *testing.T) {
	x, err := tensor.Of([]int{7}, []int32{'a', 'я', 'あ', '1', 0x5d0, -1, 0x110000})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Script(ctx, x)
	if err != nil {
		t.Fatal(err)
	}
	want := []int32{25, 8, 20, 0, 19, -1, -1}
	for i, v := range tensor.Slice[int32](got) {
		if v != want[i] {
			t.Errorf("%d: script %d, want %d", i, v, want[i])
		}
	}
}

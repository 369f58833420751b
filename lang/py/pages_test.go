package py

import (
	"os"
	"testing"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestPages reads and writes every byte of every encoding of one byte, and sees that they are packed as they stand.
func TestPages(t *testing.T) {
	text, err := os.ReadFile("pages.txt")
	if err != nil || packed.Zstd(packedPages) != string(text) {
		t.Error("pages.zst is not pages.txt (go generate ./lang/py)", err)
	}
	if len(pages()) < 200 {
		t.Errorf("%d names", len(pages()))
	}
	for name, p := range pages() {
		if n := utf8.RuneCountInString(p.upper); n != 128 {
			t.Fatalf("%s has %d characters", name, n)
		}
		for b := range 256 {
			r := p.decode(byte(b))
			if r == utf8.RuneError {
				continue
			}
			if got, ok := p.encode(r); !ok || p.decode(got) != r {
				t.Errorf("%s: byte %d is %q, which becomes %d", name, b, r, got)
			}
		}
	}
	for name, want := range map[string]string{"cp1252": "€", "koi8r": "─", "cp437": "Ç", "greek": "\u0080"} {
		if r := pages()[name].decode(128); string(r) != want {
			t.Errorf("byte 128 of %s is %q", name, r)
		}
	}
	if _, ok := pages()["cp1252"].encode('Ω'); ok {
		t.Error("cp1252 has an omega")
	}
}

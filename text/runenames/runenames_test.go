package runenames

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	unicodenames "golang.org/x/text/unicode/runenames"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestNames holds the packed names to those of package runenames; TFS_UPDATE=1 packs them again.
func TestNames(t *testing.T) {
	var b strings.Builder
	last := rune(0)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := unicodenames.Name(r)
		follows := strings.HasPrefix(name, "<") || strings.HasPrefix(name, "CJK UNIFIED IDEOGRAPH") ||
			strings.HasPrefix(name, "HANGUL SYLLABLE")
		if name == "" || follows {
			continue
		}
		fmt.Fprintf(&b, "%x %s\n", r-last, name)
		last = r
	}
	if os.Getenv("TFS_UPDATE") != "" {
		z, err := packed.Tightly(b.String())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("names.zst", z, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if packed.Zstd(packedNames) != b.String() {
		t.Error("the packed names are not those of package runenames: TFS_UPDATE=1 go test ./text/runenames")
	}
	for r, want := range map[rune]string{'a': "LATIN SMALL LETTER A", 0x4f60: "CJK UNIFIED IDEOGRAPH-4F60",
		0xd55c:  "HANGUL SYLLABLE HAN",
		0x1f600: "GRINNING FACE", 0: ""} {
		if got := Of(r); got != want {
			t.Errorf("%x: %q, not %q", r, got, want)
		}
		if back, ok := Named(want); want != "" && (!ok || back != r) {
			t.Errorf("%s: %x, %t", want, back, ok)
		}
	}
}

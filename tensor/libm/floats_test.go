package libm

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"
)

//go:embed testdata/floats.txt
var floatsTable string

// TestFloats compares with what glibc 2.36 gives. Those that take Expf and Logf may differ in a few last places.
func TestFloats(t *testing.T) {
	functions := map[string]func(float32) float32{"expm1f": Expm1f, "log1pf": Log1pf, "sinhf": Sinhf, "coshf": Coshf,
		"asinhf": Asinhf, "acoshf": Acoshf, "tanf": Tanf}
	lines, off := 0, 0
	for line := range strings.Lines(floatsTable) {
		var name, want string
		var x uint32
		if n, _ := fmt.Sscanf(line, "%s %x %s", &name, &x, &want); n < 3 {
			continue
		}
		lines++
		got := functions[name](bitsf(x))
		text := fmt.Sprintf("%08x", math.Float32bits(got))
		if got != got {
			text = "nan"
		}
		if text != want {
			off++
			t.Logf("%s(%g) is %s, want %s", name, bitsf(x), text, want)
		}
	}
	if lines < 700 || off > 2 {
		t.Errorf("%d of %d values differ", off, lines)
	}
}

package drawn

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestCall tells results, errors and panics apart, and draws every kind of argument.
func TestCall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for want, f := range map[string]any{
		"result": func(*tensor.Tensor, tensor.DType, []int, struct{ A, B string }, [2]uint8) int { return 1 },
		"error":  func(bool, *float64) (int, error) { return 0, errors.New("no") },
		"panic":  func(x []int64) int64 { return x[len(x)] },
	} {
		ok, fault := call(reflect.ValueOf(f), Pool{}, r)
		got := "error"
		switch {
		case ok:
			got = "result"
		case strings.Contains(fault, "out of range"):
			got = "panic"
		}
		if got != want {
			t.Errorf("%s, want %s: %s", got, want, fault)
		}
	}
}

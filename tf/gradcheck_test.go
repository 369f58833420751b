package tf_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// The gradients TensorFlow 2.21 gave, a line each: a call of a to d, their specs (see make in the script)
// and the gradients by the inputs of floats, or why there are none.
//
//go:embed testdata/gradcheck.txt
var recordedGradients string

// gradientHelpers make the inputs by the rule they were recorded with.
//
//go:embed testdata/gradcheck.tfs
var gradientHelpers string

//go:embed testdata/gradpending.txt
var pendingText string

// pending are the calls whose gradients are not TensorFlow's, a line each: call, specs and why.
var pending = strings.Split(strings.TrimSpace(pendingText), "\n")

// pendingGradients tells why a call's gradients are not TensorFlow's, "" of those that are.
func pendingGradients(call, specs string) string {
	for _, line := range pending {
		if why, ok := strings.CutPrefix(line, call+"\t"+specs+"\t"); ok {
			return why
		}
	}
	return ""
}

// TestRecordedGradients runs recorded calls under a tape.
func TestRecordedGradients(t *testing.T) {
	run := gradientScript(t)
	passed := 0
	for _, line := range strings.Split(strings.TrimSpace(recordedGradients), "\n") {
		f := strings.SplitN(line, "\t", 3)
		call, specs, want := f[0], f[1], f[2]
		out := strings.TrimSpace(run(fmt.Sprintf("print(json.dumps(check(%s, %q)))\n", lambda(call, specs), specs)))
		out = out[strings.LastIndexByte(out, '\n')+1:] // behind what the call prints
		err := sameGradients(out, want)
		why := pendingGradients(call, specs)
		switch {
		case err != nil && why == "":
			t.Errorf("%s\t%s: %s", call, specs, err)
		case err == nil && why != "":
			t.Logf("%s\t%s is no longer pending: testdata/gradpending.txt", call, specs)
		case err == nil:
			passed++
		}
	}
	if passed < 640 {
		t.Errorf("%d passed", passed)
	}
}

// notTraced are calls that cannot be compared: what they do runs Python, draws numbers or is another area's.
var notTraced = regexp.MustCompile(`map_fn|vectorized|fold|scan|cond|case|while_loop|tf\.tuple|Ragged|ragged|` +
	`tf\.(print|io|strings|random|sparse)|dropout|random_|len\(`)

// unranked are calls that need to know a rank or a size, in TensorFlow too or here (repeat, gather_nd).
var unranked = regexp.MustCompile(`boolean_mask|a\[b\]|unstack|scalar_mul|repeat\(a, b, axis=1|gather_nd\(a, b, batch`)

// TestTracedCalls runs recorded calls in functions that know the shapes, the ranks or only the types of
// their arguments.
func TestTracedCalls(t *testing.T) {
	run := gradientScript(t)
	compared := 0
	for _, line := range strings.Split(strings.TrimSpace(recordedGradients), "\n") {
		f := strings.SplitN(line, "\t", 3)
		call, specs := f[0], f[1]
		if notTraced.MatchString(call) || strings.ContainsAny(specs, "RS") {
			continue
		}
		for _, known := range []string{"shapes", "ranks", "types"} {
			if known == "types" && unranked.MatchString(call) || known == "ranks" && strings.Contains(call, "unstack") {
				continue
			}
			out := run(fmt.Sprintf("print(traced(%s, %q, %q))\n", lambda(call, specs), specs, known))
			if out = strings.TrimSpace(out); out != "" {
				t.Errorf("%s\t%s, of %s: %.300s", call, specs, known, out)
			}
			compared++
		}
	}
	if compared < 900 {
		t.Errorf("%d compared", compared)
	}
}

// gradientScript is an interpreter that has the helpers; it gives what a text prints.
func gradientScript(t *testing.T) func(code string) string {
	in := session.New(session.Options{})
	run := func(code string) (out string) {
		err := in.Eval(context.Background(), "gradcheck", code, lang.Script, func(e lang.Event) {
			out += e.Text
		})
		if err != nil {
			out += "!!!" + err.Error()
		}
		return out
	}
	if out := run(gradientHelpers); out != "" {
		t.Fatal(out)
	}
	return run
}

// lambda is a call as a function of its arguments.
func lambda(call, specs string) string {
	names := strings.Split("abcd"[:len(strings.Fields(specs))], "")
	return "lambda " + strings.Join(names, ",") + ": " + call
}

// sameGradients compares a printed result with a recorded one; of failures, the kind.
func sameGradients(got, want string) error {
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		return fmt.Errorf("%s", got)
	}
	if s, ok := g.(string); ok {
		kind, _, _ := strings.Cut(want, ":")
		if have, _, _ := strings.Cut(s, ":"); have != kind {
			return fmt.Errorf("%.300s, want %.200s", s, want)
		}
		return nil
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		return fmt.Errorf("%.200s, want %.200s", got, want)
	}
	if !alike(g, w) {
		return fmt.Errorf("%.200s, want %.200s", got, want)
	}
	return nil
}

// alike compares nested lists of numbers to the digits that were recorded.
func alike(a, b any) bool {
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !alike(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k := range x {
			if !alike(x[k], y[k]) {
				return false
			}
		}
		return true
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= 2e-4*(math.Abs(y)+1e-3)
	}
	return a == b
}

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const testModel = "graph/saved/testdata/model"

// TestModelShow: the parts of a model that TensorFlow wrote, as text and as JSON, and folders that hold none.
func TestModelShow(t *testing.T) {
	out, _, code := run(t, "", "model", "show", testModel)
	for _, line := range []string{"takes x: float32 (None, 2)", "gives n: int32 ()", "3 variables, 4 elements, 12 bytes:",
		"  items.1.k: string (), not trained", "    (x: float32 (None, 2)): 12 nodes", "  1     AddV2"} {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
	if code != 0 {
		t.Error("status", code)
	}
	out, _, _ = run(t, "", "model", "show", "--json", testModel)
	var r struct {
		Signatures []struct{ Name string }
		Variables  []struct{ Shape []int }
		Ops        map[string]int
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Signatures) != 1 || len(r.Variables) != 3 ||
		r.Ops["Mul"] != 1 {
		t.Errorf("%v in %s", err, out)
	}
	if _, stderr, code := run(t, "", "model", "show", t.TempDir()); code != 2 ||
		!strings.Contains(stderr, "does not exist") {
		t.Error(code, stderr)
	}
}

// TestModelShowMissing: ops that tfs does not compute are named with the function.
func TestModelShowMissing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "m")
	if err := os.CopyFS(dir, os.DirFS(testModel)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "saved_model.pb")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.ReplaceAll(string(data), "\x05AddV2", "\x05Ad?V2"))
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, _, code := run(t, "", "model", "show", dir)
	if code != 1 || !strings.Contains(out, "does not compute: Ad?V2") {
		t.Error(code, out)
	}
	if _, stderr, code := run(t, "", "model", "run", dir, "--inputs", "x=[[1,2]]"); code != 1 ||
		!strings.Contains(stderr, "Ad?V2") {
		t.Error(code, stderr)
	}
}

// TestModelRun: inputs by value and from files, results as text and JSON, and what is wrong in one line.
func TestModelRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	npy := filepath.Join(dir, "x.npy")
	run(t, "", "-c", "import numpy as np; np.save("+`"`+npy+`"`+", np.array([[1., 2.], [3., 4.]]))")
	want := `[{"name":"n","dtype":"int32","shape":[],"value":2},{"name":"y","dtype":"float32","shape":[2,2],` +
		`"value":[[3,7],[7,13]]}]` + "\n"
	for _, x := range []string{"[[1, 2], [3, 4]]", write("x.json", "[[1, 2], [3, 4]]"), write("x.txt", "1 2\n3, 4\n"),
		npy} {
		if out, stderr, code := run(t, "", "model", "run", "--json", testModel, "--inputs", "x="+x); out != want ||
			code != 0 {
			t.Errorf("%s: %d %s%s", x, code, out, stderr)
		}
	}
	out, _, _ := run(t, "", "model", "run", testModel, "--signature", "__call__", "--inputs", "x=[[1.0, 2]]")
	if !strings.Contains(out, "n = <tf.Tensor: shape=(), dtype=int32, numpy=1>\n") {
		t.Error(out)
	}
	for _, c := range [][]string{{"x takes", "z=1"}, {"needs the input x", ""}, {"input x", "x=word"},
		{"No such file", "x=/nowhere.npy"},
		{"input x", "x=" + write("bad.npy", "nothing")}, {"input x", "x=" + write("bad.json", "[1,")}} {
		args := []string{"model", "run", testModel}
		if c[1] != "" {
			args = append(args, "--inputs", c[1])
		}
		_, stderr, code := run(t, "", args...)
		if ok := strings.Contains(stderr, strings.TrimPrefix(c[0], "x ")); !ok || code != 1 ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: %d %s", c, code, stderr)
		}
	}
}

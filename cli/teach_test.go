package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const teachersLesson = `#: lesson sums
#: title Sums
#: goal Add numbers.

# # Sums

>>> 1 + 1
2

#: exercise sums/one
# Add 2 and 3.
#: answer 2 + 3
#: check _ == 5
#: wrong 2 * 3 => That is the product.
#: hint The sign is +.
#: end
`

// TestTourCommand goes through a teacher's lesson without a terminal, and checks lesson files.
func TestTourCommand(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	file, report := filepath.Join(dir, "sums.tfs"), filepath.Join(dir, "out.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(teachersLesson)
	out, stderr, code := run(t, "\n2 * 3\n:skip\n2 + 3\n\n", "tour", "--no-skip", "--report", report, file)
	for _, want := range []string{"sums: Sums", "Exercise 1 of 1: sums/one", "That is the product.",
		"not skipped", "Right", "The end of the tour"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s%s", want, out, stderr)
		}
	}
	var r struct {
		Lessons []struct {
			Exercises []struct {
				ID, State string
				Tries     int
			}
		}
		Done int
	}
	data, err := os.ReadFile(report)
	if err != nil || json.Unmarshal(data, &r) != nil || code != 0 || r.Done != 1 || r.Lessons[0].Exercises[0].Tries != 2 {
		t.Errorf("status %d, %v, %s", code, err, data)
	}
	if out, _, code := run(t, "", "tour", "--list", file); code != 0 || !strings.Contains(out, "1/1") {
		t.Errorf("%d %s", code, out)
	}
	if out, _, code := run(t, "", "tour", "--check", file); code != 0 ||
		!strings.Contains(out, "1 exercise, 3 answers tried, 0 problems") {
		t.Errorf("%d %s", code, out)
	}
	if out, _, code := run(t, "", "tour", "--auto", file); code != 0 || !strings.Contains(out, ">>> 2 + 3\n5\n") {
		t.Errorf("%d %s", code, out)
	}
	write(strings.NewReplacer("\n2\n", "\n3\n", "wrong 2 * 3", "wrong 5",
		"#: answer 2 + 3", "#: answer 4").Replace(teachersLesson))
	_, stderr, code = run(t, "", "tour", "--check", file)
	for _, want := range []string{":7: the example shows\n2", ":10: sums/one: 4 is refused", ":14: sums/one: 5 passes"} {
		if !strings.Contains(stderr, want) || code != 1 {
			t.Errorf("status %d: %q is missing in\n%s", code, want, stderr)
		}
	}
	write("#: lesson x\n#: nonsense\n")
	for args, want := range map[string]string{
		file: "sums.tfs:2: unknown directive", "99": "there is no lesson 99", "06-partition": "did you mean 06-partitions?",
	} {
		if _, stderr, code := run(t, "", "tour", args); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("tour %s: %d %s", args, code, stderr)
		}
	}
}

// TestDemoCommand plays, checks and records a file.
func TestDemoCommand(t *testing.T) {
	dir := t.TempDir()
	good, bad := "teach/testdata/short.tfs", filepath.Join(dir, "bad.tfs")
	if err := os.WriteFile(bad, []byte("# Text\n\n>>> 1 + 1\n3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, code := run(t, "", "demo", good)
	if code != 0 || !strings.Contains(out, ">>> x + 1\n<tf.RaggedTensor [[2, 3], [4]]>\n") ||
		strings.Contains(out, "\x1b") {
		t.Errorf("%d %s", code, out)
	}
	if out, stderr, code := run(t, "", "demo", "--check", good, bad); code != 1 ||
		!strings.Contains(stderr, "bad.tfs:1: the step shows\n2") ||
		!strings.Contains(out, "short.tfs: 5 steps, 0 not as written") {
		t.Errorf("%d %s%s", code, out, stderr)
	}
	cast, page := filepath.Join(dir, "a.cast"), filepath.Join(dir, "a.html")
	if _, stderr, code := run(t, "", "demo", "--cast", cast, "--html", page, good); code != 0 {
		t.Errorf("%d %s", code, stderr)
	}
	for _, c := range [][2]string{{cast, "teach/testdata/short.cast"}, {page, "teach/testdata/short.html"}} {
		got, _ := os.ReadFile(c[0])
		want, _ := os.ReadFile(c[1])
		if len(got) == 0 || string(got) != string(want) {
			t.Errorf("%s is not %s", c[0], c[1])
		}
	}
	for _, c := range []struct{ args, want string }{
		{"demo", "name the file"}, {"demo nothing.tfs", "no such file"}, {"demo --auto=0 " + good, "a speed above 0"},
		{"demo --follow " + dir + "/x", "no demo is presented there"}, {"demo --cast x " + good + " " + bad, "take one file"},
	} {
		if _, stderr, code := run(t, "", strings.Fields(c.args)...); code != 2 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d %s", c.args, code, stderr)
		}
	}
	if out, _, code := run(t, "", "help", "demo"); code != 0 || !strings.Contains(out, "--html") {
		t.Errorf("%d %s", code, out)
	}
}

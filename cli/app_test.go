package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "tfs")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "tfs")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "github.com/tfs-lang/tfs")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	if err := os.Chdir(".."); err != nil { // the files that commands are given lie there
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func run(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if x, ok := err.(*exec.ExitError); ok {
		code = x.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), code
}

// TestNamesAreVisible gives commands files whose names would do something to a terminal.
func TestNamesAreVisible(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a\x1b]0;x\x07\u009b2J\u202e")
	for ext, text := range map[string]string{".tfs": "1/0\n", ".md": ">>> 1\n2\n", ".ipynb": "{", ".dir": ""} {
		file := name + ext
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"run", "test", "test -v", "records", "demo --check", "explain", "help", "model",
			"tour --check", "kernel", "eval", "man", "--errors", "--timeout", "--compat"} {
			out, errText, _ := run(t, "", append(strings.Fields(command), file)...)
			if strings.ContainsAny(out+errText, "\x1b\x07\u009b\u202e") {
				t.Errorf("tfs %s: %q %q", command, out, errText)
			}
		}
	}
}

// TestCommands runs the program as a user does.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	script := write("a.tfs", "import sys\nprint(sys.argv[1:])\n1 + 1\n")
	prompts := write("p.tfs", ">>> x = 2\n>>> x + 1\n5\n")
	bad := write("bad.tfs", "print('no')\nx = (\n")
	raises := write("r.tfs", "print('before')\ntf.sqrt(4)\n")
	cells := write("cells.ipynb",
		`{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": ["x = 2\n", "x + 2"]},
		{"cell_type": "code", "metadata": {"tags": ["raises-exception"]}, "outputs": [], "execution_count": null, "source": "raise SystemError"},
		{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "list(range(x))"},
		{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "# below\nx = ("}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`)
	binaryFile := write("b.tfs", "a\x00b")
	doc := write("d.md",
		"Text.\n\n    >>> 1 + 1\n    2\n\n>>> tf.constant(0.1)\n<tf.Tensor: shape=(),  dtype=float32, numpy=0.1>\n")
	wrong := write("w.md", ">>> 1 + 1\n3\n")
	for _, c := range []struct {
		name, stdin string
		args        []string
		out, err    string
		code        int
	}{
		{"script", "", []string{script, "x", "-y"}, "['x', '-y']\n", "", 0},
		{"run", "", []string{"run", script, "--flag"}, "['--flag']\n", "", 0},
		{"echo", "", []string{"--echo", script}, "[]\n2\n", "", 0},
		{"code", "", []string{"-c", "print(6 * 7)"}, "42\n", "", 0},
		{"stdin", "print('hi')\n", nil, "hi\n", "", 0},
		{"dash", "print('hi')\n", []string{"-"}, "hi\n", "", 0},
		{"prompts", "", []string{prompts}, "3\n", "", 0},
		{"eval", "", []string{"eval", "1 + 1", "'a'"}, "2\n'a'\n", "", 0},
		{"syntax", "", []string{bad}, "", "bad.tfs\", line 2\n    x = (\n        ^\nSyntaxError: '(' was never closed\n", 1},
		{"raises", "", []string{raises}, "before\n", "Traceback (most recent call last):\n", 1},
		{"missing", "", []string{"nope.tfs"}, "", "tfs: nope.tfs: no such file\n", 2},
		{"folder", "", []string{dir}, "", "is a folder", 2},
		{"binary", "", []string{binaryFile}, "", "not a text file", 2},
		{"flag", "", []string{"--nope"}, "", "unknown flag: --nope", 2},
		{"full", "", []string{"--errors=full", "eval", "tf.io.decode_raw('abc', tf.int16)"}, "",
			"{{function_node __wrapped__DecodeRaw_device_/job:localhost/replica:0/task:0/device:CPU:0}} Input to DecodeRaw", 1},
		{"exit", "", []string{"-c", "import sys; sys.exit(7)"}, "", "", 7},
		{"version", "", []string{"version"}, "tfs ", "", 0},
		{"version flag", "", []string{"--version"}, "tfs ", "", 0},
		{"short version flag", "", []string{"-V"}, "tfs ", "", 0},
		{"dash with arguments", "import sys; print(sys.argv)", []string{"-", "a", "-b"}, "['-', 'a', '-b']\n", "", 0},
		{"no code", "", []string{"-c", ""}, "", "", 0},
		{"script, then input", "print(sys.argv)\n2\n", []string{"-i", script, "z"}, "['z']\n['" + script + "', 'z']\n2\n",
			"", 0},
		{"misspelt command", "", []string{"tset", "x"}, "",
			"tfs: tset: no such file, and no command; did you mean tfs test?\n", 2},
		{"misspelt file", "", []string{"./tset", "x"}, "", "tfs: ./tset: no such file\n", 2},
		{"shells", "", []string{"completion", "fsh"}, "",
			`there is no script for "fsh", only for bash, zsh, fish or powershell`, 2},
		{"misspelt subcommand", "", []string{"kernel", "instal"}, "",
			"tfs: kernel: instal: no such file, and no command; did you mean tfs kernel install?\n", 2},
		{"misspelt command of a group", "", []string{"model", "shoow", "x"}, "",
			"tfs: model: shoow: no command; did you mean tfs model show?\n", 2},
		{"misspelt flag", "", []string{"--verson"}, "", "did you mean --version?\n", 2},
		{"flag of a command", "", []string{"test", "--nope"}, "", "(tfs test --help lists the flags)\n", 2},
		{"no argument", "", []string{"test"}, "", "tfs: test: an argument is missing (usage: tfs test PATH...)\n", 2},
		{"one too many", "", []string{"transcript", "a", "b"}, "",
			"tfs: transcript: one argument too many: b (usage: tfs transcript FILE)\n", 2},
		{"no time", "", []string{"--timeout", "soon"}, "", "--timeout takes a time such as 500ms or 2m, not \"soon\"\n", 2},
		{"kernel alone", "", []string{"kernel"}, "tfs kernel install", "", 0},
		{"notebook", "", []string{cells}, "4\n[0, 1]\n",
			"cells.ipynb, cell 4\", line 2\n    x = (\n        ^\nSyntaxError: '(' was never closed\n", 1},
		{"json", "", []string{"eval", "--json", "tf.constant([1., 2.])", "2**70"},
			`"shape":[2],"dtype":"float32","value":[1,2]}` + "\n" +
				`{"expression":"2**70","repr":"1180591620717411303424","type":"int","value":1180591620717411303424}`, "", 0},
		{"json error", "", []string{"eval", "--json", "int('\x1b')"}, `"error":{"type":"ValueError"`, "", 1},
		{"man of a command", "", []string{"man", "kernel", "install"}, `.TH "TFS-KERNEL-INSTALL"`, "", 0},
		{"man of nothing", "", []string{"man", "nope"}, "", "there is no command nope", 2},
		{"help on tfs", "", []string{"help", "tfs"}, "Usage:", "", 0},
		{"help op", "", []string{"help", "tf.bitcast"}, "bitcast(input, type, name=None)", "", 0},
		{"help", "", []string{"--help"}, "Usage:", "", 0},
		{"test", "", []string{"test", doc}, "2 passed, 0 failed, 0 skipped\n", "", 0},
		{"test fails", "", []string{"test", wrong}, "- 3\n  + 2\n0 passed, 1 failed", "", 1},
		{"test binary", "", []string{"test", binaryFile, doc},
			"not a text file (a zero byte at offset 1)\n2 passed, 0 failed, 0 skipped, 1 not read\n", "", 2},
		{"test no examples", "", []string{"test", script}, "0 passed", "a.tfs: nothing to test", 0},
		{"test json", "", []string{"test", "--json", wrong}, `"want": [`, "", 1},
		{"test nothing", "", []string{"test", "--run", "zz", wrong}, "0 passed, 0 failed, 1 skipped\n", "", 0},
		{"transcript", ">>> 1/0\n>>> print()\n", []string{"transcript", "-"},
			">>> 1/0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: division by zero\n>>> " +
				"print()\n<BLANKLINE>\n", "", 0},
		{"words of a flag", "", []string{"__complete", "--color", ""}, "auto\nalways\nnever\n:4\n", "ended with", 0},
		{"names of help", "", []string{"__complete", "help", "tf.strings.sp"}, "tf.strings.split\n", "ended with", 0},
		{"modules of help", "", []string{"__complete", "help", "tf.str"}, "tf.strings.\n", "ended with", 0},
		{"commands of man", "", []string{"__complete", "man", "kernel", "i"}, "install\tInstall the kernelspec\n:4\n", "ended with", 0},
		{"completion", "", []string{"completion", "bash"}, "bash completion", "", 0},
		{"man", "", []string{"man"}, ".TH", "", 0},
		{"layer", "",
			[]string{"-c",
				"print(openvino_layer('''<layer type=\"StringTensorPack\"><input><port id=\"0\" " +
					"precision=\"I64\"><dim>2</dim><!-- begins = [0, 2] --></port><port id=\"1\" " +
					"precision=\"I64\"><dim>2</dim><!-- ends = [2, 5] --></port><port id=\"2\" precision=\"U8\"><dim>5</dim><!-- " +
					"symbols = \"hiyou\" --></port></input></layer>'''))"}, "tf.Tensor([b'hi' b'you'], shape=(2,), dtype=string)\n",
			"", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errText, code := run(t, c.stdin, c.args...)
			if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errText, c.err) || c.err == "" &&
				errText != "" {
				t.Errorf("exit %d\nstdout %q\nstderr %q", code, out, errText)
			}
		})
	}
}

// TestUpdate writes outputs back and leaves the rest of a file alone.
func TestUpdate(t *testing.T) {
	p := filepath.Join(t.TempDir(), "u.md")
	if err := os.WriteFile(p, []byte("# Title\n\n>>> 1 + 1\n3\n\nEnd.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, "", "test", "--update", p)
	if b, _ := os.ReadFile(p); string(b) != "# Title\n\n>>> 1 + 1\n2\n\nEnd.\n" {
		t.Errorf("%q", b)
	}
}

// TestManPages writes a page for every command; no page refers to one that is not there.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	if out, errText, code := run(t, "", "man", "-o", dir); code != 0 || !strings.Contains(out, "pages written") {
		t.Fatal(out, errText)
	}
	found, _ := filepath.Glob(dir + "/*.1")
	if len(found) < 12 {
		t.Errorf("pages: %v", found)
	}
	for _, p := range found {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\.BR (\S+) \(1\)`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(dir, strings.ReplaceAll(m[1], `\-`, "-")+".1")); err != nil {
				t.Errorf("%s refers to %s", p, m[1])
			}
		}
		if strings.Contains(string(text), "cobra") {
			t.Errorf("%s names its maker", p)
		}
	}
}

// TestOpenWriter ends the files of records that a program leaves open.
func TestOpenWriter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	_, _, code := run(t, "", "-c", "w = tf.io.TFRecordWriter('"+name+"', 'GZIP')\nw.write('abc')\nraise SystemExit(3)")
	out, _, _ := run(t, "", "-c", "print(*tf.data.TFRecordDataset('"+name+"', 'GZIP').as_numpy_iterator())")
	if code != 3 || out != "b'abc'\n" {
		t.Errorf("%q, status %d", out, code)
	}
}

// TestFullDisk tells why output could not be written.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	out, err := exec.Command("sh", "-c", binary+" -c 'print(1)' 2>&1 >/dev/full").CombinedOutput()
	if !strings.Contains(string(out), "no space left") || err == nil {
		t.Errorf("%q %v", out, err)
	}
}

// TestBrokenPipe ends quietly when the reader goes away.
func TestBrokenPipe(t *testing.T) {
	out, err := exec.Command("sh", "-c", binary+" -c 'for i in range(100000): print(i)' | head -1").CombinedOutput()
	if string(out) != "0\n" || err != nil {
		t.Errorf("%q %v", out, err)
	}
}

// TestFlush checks that print(flush=True) reaches a pipe while the program still runs: the reader takes
// the line before it lets the program go on.
func TestFlush(t *testing.T) {
	cmd := exec.Command(binary, "-c", "import sys\nprint('first', flush=True)\nsys.stdin.readline()\nprint('last')")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 2)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	select {
	case s := <-lines:
		if s != "first" {
			t.Errorf("printed %q", s)
		}
	case <-time.After(30 * time.Second):
		t.Error("the line was held back")
	}
	fmt.Fprintln(in)
	if s := <-lines; s != "last" {
		t.Errorf("printed %q", s)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

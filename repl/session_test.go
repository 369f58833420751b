//go:build unix

package repl

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/session/transcript"
)

func TestCompletion(t *testing.T) {
	s := start(t)
	if err := os.WriteFile(filepath.Join(s.home, "numbers.csv"), []byte("1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.send("tf.io.decode_r\t")
	s.line(">>> tf.io.decode_raw")
	s.see("decode_raw(input_bytes, out_type, little_endian=True")
	s.send("(x, litt\t")
	s.line(">>> tf.io.decode_raw(x, little_endian=")
	s.see("\nlittle_endian=True")
	s.send("\x15tf.constant([1], dtype=\t")
	s.see("tf.bfloat16")
	s.send("int6\t")
	s.line(">>> tf.constant([1], dtype=tf.int64")
	s.send("\x15")
	s.enter("d = {'alpha': 1, 'beta': 2}")
	s.send("d['al\t']\r")
	s.see("\n1\n>>>")
	s.send("open('num\t")
	s.line(">>> open('numbers.csv'")
	s.send("\x15%hist\t")
	s.line(">>> %history")
	s.send("\x15'abc'.upp\t")
	s.line(">>> 'abc'.upper")
	s.send("\x15tf.constant([1.5]).num\t()\r")
	s.see("array([1.5], dtype=float32)")
	s.send("tf.ragged.\t\t")
	s.wait("the first candidate", func() bool {
		return strings.Contains(s.vt.text(), ">>> tf.ragged.R") || strings.Contains(s.vt.text(), ">>> tf.ragged.b")
	})
	s.send("\x07") // Ctrl-G takes it back
	s.line(">>> tf.ragged.")
	s.send("\x15")
	s.enter("class A:\r  @property\r  def loud(self):\r    print('evaluated')\r")
	s.enter("a = A()")
	s.send("a.loud.\ta\t\x15")
	s.wait("the prompt", s.atPrompt)
	if strings.Contains(s.vt.all(), "\nevaluated") {
		t.Error("completion called a property")
	}
}

func TestHelp(t *testing.T) {
	s := open(t, 100, 60, t.TempDir())
	s.enter("tf.bitcast?")
	s.see("tf.bitcast(input, type, name=None)")
	s.see("  input          a tensor of any shape; bfloat16 float16 float32")
	s.see("see also:  tf.cast")
	s.enter("tf.bitcst?")
	s.see("Did you mean tf.bitcast?")
	s.enter("decode_raw?")
	s.see("Did you mean tf.io.decode_raw")
	s.enter("help('how to split a string into words')")
	s.see("tf.strings.split")
	s.enter("def f(x):\r    return x + 1\r")
	s.enter("f??")
	s.see("def f(x):\n    return x + 1\n>>>")
	s.enter("help")
	s.see("tf, np and math are bound")
	s.enter(":help timeit")
	s.see("%timeit [-n LOOPS]")
	s.enter("%magics")
	s.see("%who")
}

func TestPager(t *testing.T) {
	home := t.TempDir()
	page := filepath.Join(home, "page")
	if err := os.WriteFile(page, []byte("#!/bin/sh\necho PAGED $(wc -l)\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, 80, 10, home, "PAGER="+page)
	s.enter("help(tf.strings)")
	s.see("PAGED ")
	s.enter("help(len)") // short: shown as it is
	s.see("len(obj")
	c := openAny(t, 80, 10, home, "PAGER="+page, "help", "tf.reduce_sum")
	c.see("PAGED ")
	c.left()
}

func TestHistoryAcrossRuns(t *testing.T) {
	home := t.TempDir()
	s := open(t, 80, 24, home)
	s.enter("alpha = 1")
	s.send("for i in range(2):\r  alpha += i\r\r")
	s.wait("the prompt", s.atPrompt)
	s.enter("beta = 2")
	s.enter("beta = 2")
	s.send(ctrlD)
	s.left()
	path := filepath.Join(home, ".local/state/tfs/history")
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", st, err)
	}
	s = open(t, 80, 24, home)
	s.send(up)
	s.line(">>> beta = 2")
	s.send(up)
	s.see(">>> for i in range(2):\n...   alpha += i")
	s.send("\x15\x1b<\x0b\x0b\x0b") // empty the text
	s.wait("an empty line", s.atPrompt)
	s.send("al" + up) // what begins so
	s.line(">>> alpha = 1")
	s.send(ctrlC)
	s.wait("the prompt", s.atPrompt)
	s.send("\x12rang") // Ctrl-R
	s.see("reverse search: rang")
	s.send("\r")
	s.see("NameError: name 'alpha' is not defined")
	s.enter("%history")
	s.see("   1  for i in range(2):\n        alpha += i")
}

func TestHistoryCommands(t *testing.T) {
	s := start(t)
	s.enter("x = 3")
	s.enter("x * 2")
	s.enter("%save kept.tfs 1-2")
	b, err := os.ReadFile(filepath.Join(s.home, "kept.tfs"))
	if err != nil || string(b) != "x = 3\nx * 2\n" {
		t.Fatalf("%q %v", b, err)
	}
	s.enter("%run kept.tfs")
	s.send("%load kept.tfs\r")
	s.see(">>> x = 3\n... x * 2")
	s.send("\r")
	s.see("... x * 2\n6\n>>>")
}

// TestKilled ends the program at many moments: a line whose Enter was answered must be in
// the history.
func TestKilled(t *testing.T) {
	moments := 200
	if testing.Short() {
		moments = 20
	}
	home := t.TempDir()
	path := filepath.Join(home, ".local/state/tfs/history")
	for n := range moments {
		s := open(t, 80, 24, home)
		s.send("'confirmed" + strconv.Itoa(n) + "'\r")
		time.Sleep(time.Duration(n%40) * 200 * time.Microsecond)
		confirmed := strings.Contains(s.vt.all(), "\n'confirmed"+strconv.Itoa(n)+"'") // its result was shown
		_ = s.cmd.Process.Kill()
		s.left()
		b, _ := os.ReadFile(path)
		if confirmed && !strings.Contains(string(b), "'confirmed"+strconv.Itoa(n)+"'\n") {
			t.Fatalf("killed after %d: the line is not in the history", n)
		}
		if strings.Contains(string(b), "\x00") || len(b) > 0 && b[len(b)-1] != '\n' {
			t.Fatalf("killed after %d: the history is torn: %q", n, b[max(len(b)-100, 0):])
		}
	}
}

func TestTwoTerminals(t *testing.T) {
	home := t.TempDir()
	a, b := open(t, 80, 24, home), open(t, 80, 24, home)
	for i := range 10 {
		a.send("'a" + strconv.Itoa(i) + "'\r")
		b.send("'b" + strconv.Itoa(i) + "'\r")
	}
	a.see("\n'a9'")
	b.see("\n'b9'")
	a.send(ctrlD)
	b.send(ctrlD)
	a.left()
	b.left()
	text, err := os.ReadFile(filepath.Join(home, ".local/state/tfs/history"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 20 {
		t.Errorf("%d lines of 20:\n%s", n, text)
	}
}

func TestDamagedHistory(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".local/state/tfs")
	_ = os.MkdirAll(dir, 0o755)
	if err := os.WriteFile(filepath.Join(dir, "history"), []byte("good = 1\n\x00\x00\x00\xff\nalso = 2\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, 200, 24, home)
	s.see("history: a damaged line was taken out")
	s.send(up + up)
	s.line(">>> good = 1")
}

func TestHistoryCannotBeWritten(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".local"), nil, 0o644); err != nil { // no folder can be made there
		t.Fatal(err)
	}
	s := open(t, 200, 24, home)
	s.see("this session's input is not kept")
	s.enter("1 + 1")
	s.send(up)
	s.line(">>> 1 + 1")
	if _, err := os.Stat("/dev/full"); err != nil {
		return
	}
	home = t.TempDir()
	dir := filepath.Join(home, ".local/state/tfs")
	_ = os.MkdirAll(dir, 0o755)
	if err := os.Symlink("/dev/full", filepath.Join(dir, "history")); err != nil {
		t.Fatal(err)
	}
	s = open(t, 200, 24, home)
	s.enter("2 + 2")
	s.see("what you type from here on is kept in this session only")
	s.see("\n4\n")
}

func TestBracketedPaste(t *testing.T) {
	paste := func(text string) string { return "\x1b[200~" + text + "\x1b[201~" }
	s := start(t)
	s.send(paste("class A:\r\n\tx = 1\r\n\r\n\tdef f(self):\r\n\t\treturn self.x\r\n"))
	s.see("return self.x")
	s.send("\r")
	s.wait("the prompt", s.atPrompt)
	s.enter("A().f()")
	s.see("\n1\n>>>")
	s.send(paste(">>> y = 5\n>>> y + 1\n6\n>>> for i in range(2):\n...   print(i + 70)\n...\n70\n71\n\nProse.\n>>> y " +
		"+ 100\n105\n"))
	s.see(">>> y + 1\n6\n>>> for i in range(2):\n...   print(i + 70)\n...\n70\n71\n>>> y + 100\n105\n>>>")
	s.send(paste(">>> z = 8\n>>> z\n8\n>>> z + 300")) // without a line's end it waits; no statement is lost
	s.line("... z + 300")
	s.send("\r")
	s.see("\n308\n>>>")
	s.send(paste("y = 7\ny * 11"))
	s.line("... y * 11")
	if strings.Contains(s.vt.all(), "\n77") {
		t.Error("pasted code ran before Enter")
	}
	s.send("\r")
	s.see("\n77\n>>>")
	s.send(paste("for k in [1]:\nprint(k)\n"))
	s.send("\r")
	s.see("has lost its indentation: line 1")
}

func TestPlainPaste(t *testing.T) {
	s := start(t)
	s.send("x = 1\rx + 1\r1/0\rdef f():\r  a = 5\r\r  return a\rf()\rx + 10\r")
	s.see(">>> x + 10\n11\n>>>")
	got := s.vt.all()
	for _, want := range []string{">>> x + 1\n2\n", "ZeroDivisionError", ">>> f()\n5\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	s.send(">>> q = [1,\r...  2]\r>>> q\r[1, 2]\r")
	s.see(">>> q = [1,\n...  2]\n>>> q\n[1, 2]\n>>>")
	s.send("name = input('who? ')\rBob\r")
	s.see("who? Bob\n>>>")
	s.enter("name")
	s.see("\n'Bob'\n>>>")
}

func TestResults(t *testing.T) {
	s := start(t)
	s.enter("11 + 1")
	s.enter("_ + 1")
	s.enter("__ + 100")
	s.see("\n112\n>>>")
	s.enter("_1, Out[2], In[1]")
	s.see("(12, 13, '11 + 1')")
	s.enter("t = tf.ones([2, 3])")
	s.enter("%who")
	s.see("name  type         shape   dtype    bytes\nt     EagerTensor  (2, 3)  float32     24")
	s.enter(":type t")
	s.see("[2, 3] float32")
	s.enter("%schema tf.ragged.constant([[1], [2, 3]])")
	s.see("[2, (1..2)] int32")
	s.enter("%time 1 + 1")
	s.see("Wall time: ")
	s.send("%timeit -n 10 -r 3 1 + 1\r")
	s.see("(mean ± std. dev. of 3 runs, 10 loops each)")
	s.wait("the prompt", s.atPrompt)
	for range 5 { // 80 MB each: the old ones cannot all stay
		s.enter("tf.zeros([20000000])")
	}
	s.enter("[k for k, v in Out.items() if 'let go' in repr(v)]")
	s.see("\n[11, 12]\n>>>")
}

func TestErrorsAreShown(t *testing.T) {
	s := start(t)
	s.enter("tf.bitcast(tf.constant([1.]), tf.int33)")
	s.see("AttributeError: module 'tensorflow' has no attribute 'int33'")
	s.see("Did you mean tf.int32?")
	s.enter("1 + (2 / 0)")
	s.see("    1 + (2 / 0)\n         ~~^~~\n")
	if strings.Contains(s.vt.all(), ".go") {
		t.Error("a traceback shows frames that are not the user's")
	}
}

// interrupt presses Ctrl-C while something runs and tells how long the prompt took to come.
func (s *term) interrupt() time.Duration {
	s.t.Helper()
	at, n := time.Now(), s.prompts()
	s.send(ctrlC)
	s.wait("the prompt after Ctrl-C", func() bool { return s.prompts() > n && s.atPrompt() })
	return time.Since(at)
}

func TestInterrupt(t *testing.T) {
	s := start(t)
	s.enter("kept = 42")
	for _, src := range []string{"while True: pass\r", "x = [i for i in range(10**12)]", "sum(range(10**13))",
		"for i in range(10**9): print(i)\r",
		"print('a' * 10**9)", "sorted(range(10**8), reverse=True)", "x = tf.ones([6000, 6000]) @ tf.ones([6000, 6000])",
		"%timeit sum(range(10**6))", "input('waiting ')"} {
		s.send(src + "\r")
		time.Sleep(150 * time.Millisecond)
		took := s.interrupt()
		t.Logf("%-50s stopped after %v", src, took.Round(time.Millisecond))
	}
	s.enter("kept")
	s.see("\n42\n>>>")
}

func TestControlKeys(t *testing.T) {
	s := start(t)
	s.send("a = 1")
	s.send(ctrlC)
	s.see("KeyboardInterrupt")
	s.wait("the prompt", s.atPrompt)
	s.send("b\x0c") // Ctrl-L
	s.screen(">>> b")
	s.send("\x7f" + ctrlD)
	if code := s.left(); code != 0 {
		t.Errorf("status %d", code)
	}
}

func TestSuspend(t *testing.T) {
	s := start(t)
	s.send("12 + ")
	s.line(">>> 12 +")
	s.send("\x1a")
	s.wait("the stop", func() bool { return !s.vt.mode("?2004") })
	time.Sleep(50 * time.Millisecond)
	s.signal(syscall.SIGCONT)
	s.wait("the mode of the editor", func() bool { return s.vt.mode("?2004") })
	s.send("30\r")
	s.see("\n42\n>>>")
}

func TestTermAndHangup(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		home := t.TempDir()
		s := open(t, 80, 24, home)
		s.enter("x = 77")
		s.signal(sig)
		if code := s.left(); code != 128+int(sig) {
			t.Errorf("%v: status %d", sig, code)
		}
		if s.vt.mode("?2004") {
			t.Errorf("%v: the terminal is left in paste mode", sig)
		}
		if b, _ := os.ReadFile(filepath.Join(home, ".local/state/tfs/history")); !strings.Contains(string(b), "x = 77\n") {
			t.Errorf("%v: history %q", sig, b)
		}
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		set  []string
		want bool
	}{
		{[]string{"NO_COLOR="}, true}, {[]string{"NO_COLOR=1"}, false}, {[]string{"NO_COLOR=", "TERM=dumb"}, false},
		{[]string{"NO_COLOR=1", "--color=always"}, true}, {[]string{"NO_COLOR=", "--color=never"}, false},
	} {
		home := t.TempDir()
		s := openAny(t, 80, 24, home, c.set...)
		s.see(">>>")
		s.send("1/0\r")
		s.see("ZeroDivisionError")
		if got := strings.Contains(s.vt.output(), "\x1b[31m"); got != c.want {
			t.Errorf("%v: colour %v", c.set, got)
		}
	}
}

func TestThemes(t *testing.T) {
	for theme, number := range map[string]string{"dark": "\x1b[36m12\x1b[0m", "light": "\x1b[34m12\x1b[0m",
		"none": ">>> 12"} {
		home := t.TempDir()
		writeConfig(t, home, "theme = "+theme+"\n")
		s := openAny(t, 80, 24, home, "NO_COLOR=")
		s.see(">>>")
		s.send("12")
		s.see(">>> 12")
		if !strings.Contains(s.vt.output(), number) {
			t.Errorf("%s: %q", theme, s.vt.output())
		}
	}
}

func TestProgressBar(t *testing.T) {
	s := start(t)
	s.send("for i in progress(range(10**12), desc='rows'): pass\r\r")
	s.see("/1000000000000)")
	s.interrupt()
	s.see("KeyboardInterrupt")
	if strings.Contains(s.vt.all(), "rows  ") {
		t.Error("the bar stays")
	}
}

func TestDumbAndScreenReader(t *testing.T) {
	for _, set := range []string{"TERM=dumb", "--screen-reader"} {
		s := openAny(t, 80, 24, t.TempDir(), set)
		s.see(">>>")
		s.send("for i in range(2):\n")
		s.see("...")
		s.send("  print(i)\n\n")
		s.see("0\n1\n>>>")
		s.send("while True: pass\n")
		time.Sleep(100 * time.Millisecond)
		s.send(ctrlC)
		s.see("KeyboardInterrupt")
		if out := strings.ReplaceAll(s.vt.output(), "\x1b[?2004l", ""); strings.Contains(out, "\x1b") {
			t.Errorf("%s: escape sequences in %q", set, out)
		}
		s.send(ctrlD)
		s.left()
	}
}

func TestHiddenInput(t *testing.T) {
	s := start(t)
	s.enter("import getpass")
	s.send("p = getpass.getpass()\r")
	s.see("Password:")
	time.Sleep(50 * time.Millisecond)
	s.send("swordfish\r")
	s.see("Password:\n>>>")
	s.enter("len(p)")
	s.see("\n9\n>>>")
	if strings.Contains(s.vt.output(), "swordfish") {
		t.Error("the password is shown")
	}
}

// TestReadlineEditor edits line by line, as on systems without the block editor.
func TestReadlineEditor(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "editor = readline\n")
	s := openAny(t, 80, 24, home)
	s.see(">>>")
	s.send("for i in range(2):\r  print(i + 50)\r\r")
	s.see("50\n51\n>>>")
	s.send("name = input('who? ')\r")
	s.see("who?")
	time.Sleep(50 * time.Millisecond)
	s.send("Bob\r")
	s.see("who? Bob")
	s.send("name\r")
	s.see("\n'Bob'\n>>>")
	s.send("tf.io.decode_r\t?\r")
	s.see("tf.io.decode_raw(input_bytes")
	s.send(ctrlD)
	s.left()
}

func TestConfig(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "# mine\nbanner = off\ntheem = dark\nhistory_size = many\n")
	if err := os.WriteFile(filepath.Join(home, ".config/tfs/startup.tfs"), []byte("ready = 99\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, 200, 24, home)
	s.see(`line 3: there is no setting "theem"; did you mean theme?`)
	s.see(`line 4: history_size must be a number from 1 to 1000000, not "many"`)
	s.enter("ready")
	s.see("\n99\n>>>")
	if strings.Contains(s.vt.all(), "semantics") {
		t.Error("the banner is shown")
	}
	s = open(t, 80, 24, home, "--no-config")
	s.enter("ready")
	s.see("NameError")
}

// TestGoldenScreens compares whole screens; UPDATE=1 writes them anew.
func TestGoldenScreens(t *testing.T) {
	for _, w := range []int{80, 40, 20} {
		s := open(t, w, 22, t.TempDir())
		s.enter("rt = tf.ragged.constant([[1, 2, 3], [], [4]])")
		s.enter("rt * 2")
		s.enter("rt[5]")
		s.send("tf.ragged.bool\t")
		s.see("boolean_mask(")
		s.send("(rt,\t")
		s.see("mask=")
		path := filepath.Join("testdata", "screen"+strconv.Itoa(w)+".txt")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, []byte(s.vt.text()+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s.screen(string(want))
	}
}

// TestWholePage pastes a document with prose, prompts and outputs: each example shows what
// the document says.
func TestWholePage(t *testing.T) {
	page, err := os.ReadFile("../scripts/ragged.tfs")
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range [][2]string{{"\x1b[200~", "\x1b[201~"}, {"", ""}} {
		s := open(t, 200, 50, t.TempDir())
		n := s.prompts()
		go func() { _, _ = s.pty.WriteString(frame[0] + strings.ReplaceAll(string(page), "\n", "\r") + frame[1]) }()
		s.wait("the prompt", func() bool {
			return s.prompts() > n && s.atPrompt() &&
				strings.Contains(s.vt.all(), "tf.ragged")
		})
		got := strings.Join(strings.Fields(s.vt.all()), "")
		for _, it := range transcript.ParseTranscript(string(page)) {
			if it.Example == nil || strings.Contains(strings.Join(it.Example.Want, ""), "Traceback") {
				continue
			}
			if want := strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(it.Example.Want, ""), "<BLANKLINE>", "")),
				""); !strings.Contains(got, want) {
				t.Errorf("%q shows not %q", it.Example.Source, it.Example.Want)
			}
		}
	}
}

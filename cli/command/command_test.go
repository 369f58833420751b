package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tool is a program with commands below it; what runs is written down in out.
func tool(out *bytes.Buffer) *Command {
	var color, file string
	var loud, all bool
	var jobs int
	var limit time.Duration
	var inputs []string
	shown := func(c *Command, args []string) error {
		fmt.Fprintf(out, "%s %q color=%s loud=%t all=%t jobs=%d limit=%v file=%s inputs=%q\n", c.Path(), args, color, loud,
			all, jobs, limit, file, inputs)
		return nil
	}
	root := &Command{Use: "tfs [FILE]", Short: "A tool", Run: shown, Out: out}
	root.Flags().First = true
	root.Shared().StringVar(&color, "color", "auto", "when").Words = []string{"auto", "always", "never"}
	root.Shared().BoolVarP(&loud, "loud", "l", false, "say more")
	root.Flags().StringVarP(&file, "code", "c", "", "run CODE")
	test := &Command{Use: "test PATH...", Short: "Check", Args: AtLeast(1), Run: shown}
	test.Flags().IntVarP(&jobs, "jobs", "j", 1, "`N` at a time")
	test.Flags().BoolVarP(&all, "all", "a", false, "all of them")
	test.Flags().DurationVar(&limit, "timeout", 0, "time")
	test.Flags().StringsVar(&inputs, "input", "many")
	play := &Command{Use: "play [WHAT]", Short: "Play", Args: AtMost(1), Run: shown}
	play.Flags().StringVar(&file, "auto", "", "at `SPEED`").Bare = "1"
	group := &Command{Use: "group", Short: "Others"}
	group.Add(play)
	root.Add(test, group, Completion())
	return root
}

// TestLines runs command lines: what the command sees, or what is said of a wrong one.
func TestLines(t *testing.T) {
	for line, want := range map[string]string{
		"":                             `tfs [] color=auto`,
		"a -l":                         `tfs ["a" "-l"] color=auto loud=false`,
		"-l a":                         `tfs ["a"] color=auto loud=true`,
		"--color never test x":         `tfs test ["x"] color=never`,
		"test --color=never x":         `tfs test ["x"] color=never`,
		"test x -laj3 y":               `tfs test ["x" "y"] color=auto loud=true all=true jobs=3`,
		"test x -j=4":                  `jobs=4`,
		"test x -j 5":                  `jobs=5`,
		"test -- -x":                   `tfs test ["-x"]`,
		"test - -l=false":              `tfs test ["-"] color=auto loud=false`,
		"test --timeout 2m x":          `limit=2m0s`,
		"test --input a=1 --input=b x": `inputs=["a=1" "b"]`,
		"-c test test x":               `error: unknown shorthand flag: 'c' in -c (tfs test --help lists the flags)`,
		"-ctest":                       `file=test`,
		"group play --auto":            `file=1`,
		"group play --auto=2 x":        `tfs group play ["x"] color=auto loud=false all=false jobs=1 limit=0s file=2`,
		"group play --auto 2":          `tfs group play ["2"]`,
		"group play a b":               `error: group play: one argument too many: b (usage: tfs group play [WHAT])`,
		"group plya":                   `error: group: plya: no command; did you mean tfs group play?`,
		"test":                         `error: test: an argument is missing (usage: tfs test PATH...)`,
		"--colour x":                   `error: unknown flag: --colour; did you mean --color?`,
		"test x -lz":                   `error: unknown shorthand flag: 'z' in -lz`,
		"test x -j":                    `error: flag needs an argument: 'j' in -j`,
		"--color":                      `error: flag needs an argument: --color`,
		"---x":                         `error: bad flag syntax: ---x`,
		"--=x":                         `error: bad flag syntax: --=x`,
		"test x --jobs=1.5":            `error: --jobs takes a whole number, not "1.5"`,
		"test x --timeout soon":        `error: --timeout takes a time such as 500ms or 2m, not "soon"`,
		"-l=maybe":                     `error: --loud takes true or false, not "maybe"`,
		"completion csh":               `there is no script for "csh", only for bash, zsh, fish or powershell`,
	} {
		var out bytes.Buffer
		if err := tool(&out).Execute(strings.Fields(line)); err != nil {
			fmt.Fprintf(&out, "error: %v", err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s", line, out.String())
		}
	}
}

// TestHelp shows the help of a command with flags of its own and of all.
func TestHelp(t *testing.T) {
	var out bytes.Buffer
	if err := tool(&out).Execute([]string{"test", "-h"}); err != nil {
		t.Fatal(err)
	}
	const want = `Check

Usage:
  tfs test PATH... [flags]

Flags:
  -a, --all                all of them
  -h, --help               help for test
      --input strings      many
  -j, --jobs N             N at a time (default 1)
      --timeout duration   time

Global Flags:
      --color string   when (default "auto")
  -l, --loud           say more
`
	if out.String() != want {
		t.Error(out.String())
	}
	out.Reset()
	if err := tool(&out).Execute([]string{"group"}); err != nil ||
		!strings.Contains(out.String(), "Available Commands:\n  play        Play\n") {
		t.Error(out.String(), err)
	}
}

// TestProposals answers shells: the last word is what is typed so far.
func TestProposals(t *testing.T) {
	for line, want := range map[string]string{
		"":                   "completion\ngroup\ntest\n:4\n",
		"te":                 "test\n:4\n",
		"x":                  ":0\n",
		"group ":             "play\n:4\n",
		"--col":              "--color\n:4\n",
		"--color ":           "auto\nalways\nnever\n:4\n",
		"--color=al":         "always\n:4\n",
		"test --color n":     "never\n:4\n",
		"test -l -":          "--all\n-a\n--help\n-h\n--input\n--jobs\n-j\n--timeout\n--color\n:4\n",
		"test --input a -":   "--all\n-a\n--help\n-h\n--input\n--jobs\n-j\n--timeout\n--color\n--loud\n-l\n:4\n",
		"test -j ":           ":0\n",
		"test ":              ":0\n",
		"--nope ":            ":0\n",
		"group play --auto=": ":0\n",
	} {
		var out bytes.Buffer
		if err := tool(&out).Execute(append([]string{"__completeNoDesc"}, strings.Split(line, " ")...)); err != nil {
			t.Error(err)
		}
		if out.String() != want {
			t.Errorf("%q: %q", line, out.String())
		}
	}
}

// TestBash completes in a bash whose tfs answers with a recorded list.
func TestBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	dir := t.TempDir()
	stub := "#!/bin/sh\nshift\nfor last; do :; done\nprintf '%s\\n' \"$#\" always auto tf.strings. \"name $last\" :4\n"
	if err := os.WriteFile(filepath.Join(dir, "tfs"), []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"tfs --color=a": "[always][auto]", "tfs help tf.s": "[tf.strings.]",
		"tfs x ": "[2][always][auto][tf.strings.][name ]"} {
		cmd := exec.Command(bash, "-c", shells[0].script+
			`COMP_LINE=$1 COMP_POINT=${#1}; _tfs; printf '[%s]' "${COMPREPLY[@]}"`, "bash", line)
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		if out, err := cmd.Output(); string(out) != want || err != nil {
			t.Errorf("%q: %s %v", line, out, err)
		}
	}
}

package cli

import (
	"bytes"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestGrowth runs programs that grow without end under --max-memory: each ends in one error
// near the limit, and none takes twice as much.
func TestGrowth(t *testing.T) {
	for name, src := range map[string]string{
		"tensors":  "d = []\nwhile True: d.append(tf.ones([1000000]))",
		"bytes":    "d = []\nwhile True: d.append(bytes(10**6))",
		"doubled":  "s = 'a'\nwhile True: s = f'{s}{s}'",
		"list":     "s = [1]\nwhile True: s += s",
		"strings":  "s = tf.constant('abc')\nwhile True: s = s + s",
		"lists":    "d = []\nwhile True: d.append([0] * 1000)",
		"ints":     "d = []\nwhile True: d.append(1 << 1000000)",
		"repeated": "'x' * 2**30",
		"indent":   "import json\njson.dumps([[1]] * 1000, indent=10**6)",
		"sub":      "import re\nre.sub('a', 'b' * 500, 'a' * 10**6)",
		"ngrams":   "tf.strings.ngrams(['a'] * 10000, 5, separator='x' * 10**6)",
		"caught": "d = []\ntry:\n    while True: d.append([0] * 1000)\nexcept MemoryError:\n    del d\nx = " +
			"tf.ones([20000000])\nraise MemoryError(x.shape[0])",
	} {
		cmd := exec.Command(binary, "--max-memory", "256MiB", "--timeout", "100s", "-c", src)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		err := cmd.Run()
		peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
		text := stderr.String()
		if err == nil || cmd.ProcessState.ExitCode() != 1 || !strings.Contains(text, "emory") ||
			strings.Contains(text, "goroutine") || peak > 512 {
			t.Errorf("%s: %v with %d MiB\n%.500s", name, err, peak, text)
		}
		if name == "caught" && !strings.Contains(text, "MemoryError: 20000000") {
			t.Errorf("memory was not given back:\n%s", text)
		}
	}
}

// TestTimeout checks that --timeout ends a run with its status and says so.
func TestTimeout(t *testing.T) {
	start := time.Now()
	_, stderr, code := run(t, "", "--timeout", "200ms", "-c", "while True:\n    try: pass\n    except Exception: pass")
	if code != 124 || !strings.Contains(stderr, "TimeoutError: the time limit of 200ms is over") ||
		time.Since(start) > 20*time.Second {
		t.Errorf("%d %s", code, stderr)
	}
	for _, args := range [][]string{{"--timeout", "-1s", "-c", "1"}, {"--timeout", "soon", "-c", "1"},
		{"--max-memory", "1kB", "-c", "1"}, {"--max-memory", "lots", "-c", "1"}} {
		if _, stderr, code := run(t, "", args...); code != 2 || stderr == "" {
			t.Errorf("%q: %d %s", args, code, stderr)
		}
	}
}

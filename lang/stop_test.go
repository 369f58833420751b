package lang

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// outcome is what a program printed, and the class that ended it.
func outcome(t *testing.T, ctx context.Context, src string) (printed, class string) {
	t.Helper()
	var b strings.Builder
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = newWired(Options{}).Eval(ctx, "<test>", src, Script, func(e Event) {
			if e.Exc != nil {
				class = e.Exc.Class.Name
			} else {
				b.WriteString(e.Text)
			}
		})
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("was not stopped: %s", src)
	}
	return b.String(), class
}

// TestCaughtInterrupt checks what a program may do about Ctrl-C: catch it once, clean up, go
// on; and that a second interrupt soon after ends whatever it catches.
func TestCaughtInterrupt(t *testing.T) {
	const spin = "    while True: pass\n"
	work := "for i in range(300): x = tf.reduce_sum(tf.ones([200, 200]))\n"
	for _, c := range []struct {
		src, printed, class string
		presses             int
	}{
		{"try:\n" + spin + "except KeyboardInterrupt:\n    print('caught')\n" + work + "print('on')\n", "caught\non\n", "", 1},
		{"try:\n" + spin + "finally:\n    " + work + "    print('cleaned')\n", "cleaned\n", "KeyboardInterrupt", 1},
		{"try:\n" + spin + "except ValueError:\n    print('no')\n", "", "KeyboardInterrupt", 1},
		{"class M:\n    def __enter__(self): return self\n    def __exit__(self, *a):\n        " + work + "        print(a[0].__name__)\n        return True\n" +
			"with M():\n" + spin + "print('on')\n", "KeyboardInterrupt\non\n", "", 1},
		{"def g():\n    try:\n        while True: pass\n    except KeyboardInterrupt:\n        yield 1\nprint(list(g()))\n" + work + "print('on')\n", "[1]\non\n", "", 1},
		{"while True:\n    try:\n        pass\n    except:\n        pass\n", "", "KeyboardInterrupt", 2},
		{"while True:\n    try:\n        pass\n    finally:\n        continue\n", "", "KeyboardInterrupt", 2},
	} {
		stop := py.NewStop(context.Background())
		for i := range c.presses {
			time.AfterFunc(time.Duration(i+1)*50*time.Millisecond, stop.Interrupt)
		}
		printed, class := outcome(t, stop.Context(), c.src)
		if printed != c.printed || class != c.class {
			t.Errorf("%s\nprinted %q and ended with %q", c.src, printed, class)
		}
		stop.Close()
	}
}

// TestTimeLimit checks that no handler catches the end of the time.
func TestTimeLimit(t *testing.T) {
	for _, src := range []string{"while True: pass\n", "while True:\n    try:\n        pass\n    except Exception:\n        pass\n",
		"import time\ntime.sleep(100)\n", "x = tf.ones([1000, 1000])\nwhile True: x = tf.matmul(x, x)\n"} {
		ctx, cancel := py.WithTimeLimit(context.Background(), 30*time.Millisecond)
		if _, class := outcome(t, ctx, src); class != "TimeoutError" || !py.TimedOut(ctx) {
			t.Errorf("%s ended with %q", src, class)
		}
		cancel()
	}
}

// TestLateInterrupt checks that an interrupt which stops nothing is raised all the same.
func TestLateInterrupt(t *testing.T) {
	stop := py.NewStop(context.Background())
	stop.Interrupt()
	if _, class := outcome(t, stop.Context(), "x = 1\n"); class != "KeyboardInterrupt" {
		t.Errorf("ended with %q", class)
	}
}

// TestSlowTurns interrupts loops whose single turns take long: each turn looks at the interrupt; and calls that take
// seconds for one large value.
func TestSlowTurns(t *testing.T) {
	lists := "s, u = list(range(6000000)), list(range(6000000))\n"
	text := "import re\nimport numpy as np\nimport tensorflow as tf\nx = 'ab ' * 6000000\ns = tf.constant([x])\n"
	for _, c := range []struct{ before, src string }{
		{lists, "[s == u for _ in range(1000)]"}, {lists, "for _ in range(1000): s == u"}, {lists, "[-1 in s for _ in range(1000)]"},
		{text, "for _ in range(900): tf.strings.bytes_split(s)"}, {text, "for _ in range(900): tf.strings.split(s, 'b')"},
		{text, "for _ in range(900): tf.strings.unicode_split(s, 'UTF-8')"},
		{text, "for _ in range(900): tf.strings.regex_replace(s, 'b', 'c')"},
		{text, "for _ in range(900): tf.print(tf.zeros([2000000]), summarize=-1, output_stream='file:///dev/null')"},
		{text, "for _ in range(900): [1] * 60000000"}, {text, "for _ in range(900): np.arange(1000000).astype(str)"},
		{text, "for _ in range(900): re.match('(a+)+$', 'a' * 40 + 'b')"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		_ = newWired(Options{}).Eval(ctx, "<test>", c.before+"print(1)\n"+c.src+"\n", Script, func(e Event) {
			if e.Kind == Stdout && at.IsZero() {
				at = time.Now()
				time.AfterFunc(100*time.Millisecond, cancel)
			}
		})
		if late := time.Since(at); late > 10*time.Second {
			t.Errorf("%s went on for %v", c.src, late)
		}
		cancel()
	}
}

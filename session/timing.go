package session

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

func timeOnce(in *Session, t *py.Thread, arg, body string) error {
	if strings.TrimSpace(arg+body) == "" {
		return py.ValueErrorf("%%time needs a statement to run")
	}
	start := time.Now()
	err := in.RunText(t, "<time>", strings.TrimPrefix(arg+"\n"+body, "\n")+"\n", lang.Cell)
	if err != nil {
		return err
	}
	return t.Say("Wall time: %s\n", duration(float64(time.Since(start))))
}

// enough is how long one run of %timeit must last to be measured well.
const enough = 200 * time.Millisecond

// timeOften measures as IPython does: a number of loops that takes long enough, then
// several runs of so many loops; mean and standard deviation over the runs.
func timeOften(in *Session, t *py.Thread, arg, body string) error {
	loops, runs, src, mute, err := timeitFlags(arg)
	if err != nil {
		return err
	}
	if body != "" {
		if src != "" {
			if err := in.RunText(t, "<timeit setup>", src+"\n", lang.Script); err != nil {
				return err
			}
		}
		src = body
	}
	if strings.TrimSpace(src) == "" {
		return py.ValueErrorf("%%timeit needs a statement to run")
	}
	m, err := in.NewTimer(t, src)
	if err != nil {
		return err
	}
	if _, err := m.Run(1); err != nil { // the first run fills caches
		return err
	}
	report := func(p lang.Progress) {
		p.Label, p.Total = "%timeit", int64(runs)
		in.Emit(lang.Event{Kind: lang.Progressed, Progress: &p})
	}
	defer report(lang.Progress{Done: int64(runs), Ended: true})
	for n, step := 1, 0; loops == 0; step++ {
		took, err := m.Run(n)
		if err != nil {
			return err
		}
		if took >= enough || n >= 1e9 {
			loops = n
		}
		n *= []int{2, 5, 2}[step%3]
		if step%3 == 1 {
			n = n / 2
		}
	}
	times := make([]float64, runs)
	for i := range times {
		report(lang.Progress{Done: int64(i)})
		took, err := m.Run(loops)
		if err != nil {
			return err
		}
		times[i] = float64(took) / float64(loops)
	}
	if mute {
		return nil
	}
	return t.Say("%s", timeitText(times, loops))
}

// timeitFlags takes the flags from the front of a statement. -q shows nothing; the clocks that -t and -c choose between
// are the same here; -o, which gives the result as a value, is not there.
func timeitFlags(arg string) (loops, runs int, src string, mute bool, err error) {
	fs := flag.NewFlagSet("timeit", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	n, r := fs.Int("n", 0, ""), fs.Int("r", 7, "")
	var flags []string
	rest := strings.TrimSpace(arg)
	for strings.HasPrefix(rest, "-") {
		word, tail, _ := strings.Cut(rest, " ")
		switch {
		case strings.HasPrefix(word, "-n"), strings.HasPrefix(word, "-r"):
		case word == "-o":
			return 0, 0, "", false, py.ValueErrorf("%%timeit has no -o: NAME = %%timeit STATEMENT binds what it shows")
		case word != "-q" && word != "-t" && word != "-c":
			word = ""
		}
		if word == "" {
			break
		}
		rest = strings.TrimSpace(tail)
		if word[1] != 'n' && word[1] != 'r' {
			mute = mute || word == "-q"
			continue
		}
		if len(word) > 2 {
			flags = append(flags, word[:2], word[2:])
			continue
		}
		value, tail, _ := strings.Cut(rest, " ")
		rest = strings.TrimSpace(tail)
		flags = append(flags, word, value)
	}
	if e := fs.Parse(flags); e != nil || *n < 0 || *r < 1 || *r > 10000 {
		return 0, 0, "", false, py.ValueErrorf(
			"%%timeit takes -n LOOPS and -r RUNS as whole numbers above zero, got %s",
			literal.Quote(arg),
		)
	}
	return *n, *r, rest, mute, nil
}

func timeitText(times []float64, loops int) string {
	mean, low, high := 0.0, math.Inf(1), 0.0
	for _, t := range times {
		mean += t / float64(len(times))
		low, high = min(low, t), max(high, t)
	}
	spread := 0.0
	for _, t := range times {
		spread += (t - mean) * (t - mean) / float64(len(times))
	}
	text := ""
	if low > 0 && high/low > 4 {
		text = fmt.Sprintf(
			"The slowest run took %.2f times longer than the fastest. This could mean that an intermediate result is being "+
				"cached.\n",
			high/low,
		)
	}
	plural := func(n int, word string) string {
		if n == 1 {
			return "1 " + word
		}
		return grouped(n) + " " + word + "s"
	}
	return text + fmt.Sprintf(
		"%s ± %s per loop (mean ± std. dev. of %s, %s each)\n",
		duration(mean),
		duration(math.Sqrt(spread)),
		plural(len(times), "run"),
		plural(loops, "loop"),
	)
}

// grouped writes thousands apart: 10,000.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// duration writes nanoseconds with three digits and a fitting unit.
func duration(ns float64) string {
	switch {
	case ns < 999.5:
		return fmt.Sprintf("%.3g ns", ns)
	case ns < 999.5e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	case ns < 999.5e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns < 60e9:
		return fmt.Sprintf("%.3g s", ns/1e9)
	}
	return time.Duration(ns).Round(time.Second).String()
}

// progressFn is progress(iterable): the items, with a report of how many are done.
var progressFn = py.NewBuiltin(
	"progress(iterable, total=None, desc='')",
	func(t *py.Thread, a []py.Value) (py.Value, error) {
		it, err := py.Iter(t, a[0])
		if err != nil {
			return nil, err
		}
		p := lang.Progress{Label: py.StrOf(a[2])}
		if n, ok := py.AsInt(a[1]); ok {
			p.Total = n
		} else if n, err := py.Len(t, a[0]); err == nil {
			p.Total = int64(n)
		}
		in := running(t)
		last := time.Now()
		report := func() {
			if in != nil {
				now := p
				in.Emit(lang.Event{Kind: lang.Progressed, Progress: &now})
			}
		}
		started := false
		return py.IterFunc(func(t *py.Thread) (py.Value, error) {
			if !started {
				started = true
				report()
			} else if p.Done++; time.Since(last) > 50*time.Millisecond {
				last = time.Now()
				report()
			}
			v, err := it.Next(t)
			if v == nil || err != nil {
				p.Ended = true
				report()
			}
			return v, err
		}), nil
	},
)

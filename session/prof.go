package session

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// profileRows is how many functions %prun tells of.
const profileRows = 30

// profileStatement is %prun: it runs a statement or a cell and shows where the time went.
func profileStatement(in *Session, t *py.Thread, arg, body string) error {
	if strings.TrimSpace(arg+body) == "" {
		return py.ValueErrorf("%%prun needs a statement to run")
	}
	was := t.Profile
	p := py.NewProfile()
	t.Profile = p
	start := time.Now()
	err := in.RunText(t, "<prun>", strings.TrimPrefix(arg+"\n"+body, "\n")+"\n", lang.Script)
	took := time.Since(start)
	t.Profile = was
	if err != nil {
		return err
	}
	rows, calls := [][]string{{"calls", "tottime", "percall", "cumtime", "function"}}, 0
	all := p.Sorted()
	for i, c := range all {
		calls += c.Count
		if i < profileRows {
			rows = append(
				rows,
				[]string{
					grouped(c.Count),
					duration(float64(c.Alone)),
					duration(float64(c.Alone) / float64(c.Count)),
					duration(float64(c.Full)),
					c.Name,
				},
			)
		}
	}
	text := fmt.Sprintf(
		"%s calls in %s, by the time spent in each function itself (tottime)\n\n",
		grouped(calls),
		duration(float64(took)),
	)
	text += aligned(rows, "rrrrl")
	if n := len(all) - profileRows; n > 0 {
		text += fmt.Sprintf("... and %d more\n", n)
	}
	return in.page(text)
}

// measureMemory is %memit: it runs a statement and shows how much memory it took at most, and
// what it left behind.
func measureMemory(in *Session, t *py.Thread, arg, body string) error {
	if strings.TrimSpace(arg+body) == "" {
		return py.ValueErrorf("%%memit needs a statement to run")
	}
	runtime.GC()
	before := heap()
	var mu sync.Mutex
	peak, over := before, make(chan struct{})
	look := func() {
		mu.Lock()
		peak = max(peak, heap())
		mu.Unlock()
	}
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
				look()
			}
		}
	})
	out := t.Stdout
	err := in.RunText(t, "<memit>", strings.TrimPrefix(arg+"\n"+body, "\n")+"\n", lang.Script)
	look()
	close(over)
	done.Wait()
	if err != nil {
		return err
	}
	runtime.GC()
	_, err = io.WriteString(out, fmt.Sprintf("peak memory: %s, increment: %s, kept: %s\n",
		memory.Text(peak), memory.Text(max(peak-before, 0)), memory.Text(max(heap()-before, 0))))
	return err
}

func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

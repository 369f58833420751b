package lang

import (
	"path/filepath"
	"sync"
	"time"
)

// readsAfter is how long a file is read before it is told of, and readsEvery the time between two reports.
const (
	readsAfter = time.Second
	readsEvery = 100 * time.Millisecond
)

// reads is what was told of the file that is being read.
type reads struct {
	mu    sync.Mutex
	name  string
	since time.Time // when it was first heard of
	heard time.Time
	told  time.Time
}

// Reading reports a file that has been read for a while as progress, where Options.Reads asks for it.
func (in *Interp) Reading(name string, done, total int64) {
	if !in.opts.Reads {
		return
	}
	now := time.Now()
	in.reads.mu.Lock()
	defer in.reads.mu.Unlock()
	r := in.reads
	if name == "" {
		if !r.told.IsZero() {
			in.Emit(Event{Kind: Progressed, Progress: &Progress{Ended: true}})
		}
		r.name, r.told = "", time.Time{}
		return
	}
	// A reader that does other things for long between two calls has its own way of telling.
	if name != r.name || now.Sub(r.heard) > readsAfter {
		r.name, r.since = name, now
	}
	r.heard = now
	if now.Sub(r.since) < readsAfter || now.Sub(r.told) < readsEvery {
		return
	}
	r.told = now
	in.Emit(Event{Kind: Progressed, Progress: &Progress{Label: filepath.Base(name) + ", MB", Done: done >> 20,
		Total: max(total>>20, 1)}})
}

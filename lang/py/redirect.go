package py

import "io"

// Outputs of a program that sys.stdout and sys.stderr were set to something else of.

// Sink takes what is printed instead of the output of the evaluation.
type Sink func(t *Thread, p []byte) error

type sinkKey struct{ errs bool }

// sinkWriter is an output that goes to a program's own.
type sinkWriter struct {
	t    *Thread
	sink Sink
	real io.Writer
}

func (w *sinkWriter) Write(p []byte) (int, error) { return len(p), w.sink(w.t, p) }

// Console is the output of the evaluation, whatever sys.stdout or sys.stderr is now.
func (t *Thread) Console(errs bool) io.Writer {
	w := t.Stdout
	if errs {
		w = t.Stderr
	}
	if s, ok := w.(*sinkWriter); ok {
		return s.real
	}
	return w
}

// Redirect sends an output to a program's own, nil for the evaluation's, now and in the
// evaluations of the interpreter after this one.
func (t *Thread) Redirect(errs bool, sink Sink) {
	t.redirect(errs, sink)
	localMu.Lock()
	defer localMu.Unlock()
	if t.Kept == nil {
		t.Kept = map[any]any{}
	}
	t.Kept[sinkKey{errs}] = sink
}

func (t *Thread) redirect(errs bool, sink Sink) {
	w := t.Console(errs)
	if sink != nil {
		w = &sinkWriter{t, sink, w}
	}
	if errs {
		t.Stderr = w
	} else {
		t.Stdout = w
	}
}

// Redirected sets the outputs of a new thread as the program before it left them.
func (t *Thread) Redirected() {
	for _, errs := range []bool{false, true} {
		localMu.Lock()
		sink, _ := t.Kept[sinkKey{errs}].(Sink)
		localMu.Unlock()
		if sink != nil {
			t.redirect(errs, sink)
		}
	}
}

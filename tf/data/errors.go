package data

import (
	"context"
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// The texts of errors of elements: what went wrong, in which node of which stage's function.

// failed words the failure of a stage: a plan's node, a kernel of the engine, or an exception of the language.
func (h *dataset) failed(t *py.Thread, err error, raw string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return bind.Wrap(t, err, "", true)
	}
	if err == data.End {
		return bind.ErrorWith(t, bind.OutOfRangeError, raw, true, "End of sequence")
	}
	var node *graph.NodeError
	if !errors.As(err, &node) {
		var exc *py.Exc
		if errors.As(err, &exc) {
			return exc
		}
		return bind.Wrap(t, err, raw, true)
	}
	full := *t
	full.FullErrors = false
	var e *py.Exc
	if !errors.As(bind.Wrap(&full, node.Err, "", false), &e) {
		e = py.NewExc(bind.UnknownError, node.Err.Error())
	}
	if !e.Class.Is(py.ExceptionClass) {
		return e
	}
	if !e.Class.Is(bind.OpError) {
		e = hostError(t, e)
	}
	text := py.StrOf(e.Message())
	if i := strings.LastIndex(text, " [Op:"); i >= 0 {
		text = text[:i]
	}
	prefix := ""
	var user *data.UserError
	if errors.As(err, &user) {
		prefix = h.where(user)
	}
	w := bind.ErrorWith(t, e.Class, raw, true, "%s%s\n\t [[{{node %s}}]]", prefix, text, node.Node.Name)
	return w.WithHint("%s", e.Help())
}

// hostError is the exception of a Python function that ran as a node: TensorFlow gives one of its own with the
// text and the lines it came through.
func hostError(t *py.Thread, e *py.Exc) *py.Exc {
	class := bind.UnknownError
	for _, k := range []struct{ from, to *py.Class }{{py.ValueErrorClass, bind.InvalidArgumentError},
		{py.TypeErrorClass, bind.InvalidArgumentError}, {py.NotImplementedErrClass, bind.UnimplementedError},
		{py.MemoryErrorClass, bind.ResourceExhaustedError},
		{py.StopIterationClass, bind.OutOfRangeError}} {
		if e.Class.Is(k.from) {
			class = k.to
			break
		}
	}
	text, err := py.Str(t, e)
	if err != nil {
		text = ""
	}
	last := e.Class.Name + ": " + text
	var b strings.Builder
	b.WriteString(last + "\nTraceback (most recent call last):\n\n")
	for i := len(e.Trace) - 1; i >= 0; i-- {
		l := e.Trace[i]
		b.WriteString("  File \"" + l.File + "\", line " + table.Itoa(l.Line) + ", in " + l.Func + "\n    " +
			strings.TrimSpace(l.Text) + "\n\n")
	}
	return py.NewExc(class, b.String()+last+"\n\n")
}

// tells names the kinds of stages of whose functions TensorFlow's errors tell, as their kernels are called.
var tells = map[string]string{
	"Map":                  "MapDataset",
	"ParallelMap":          "ParallelMapDatasetV2",
	"Filter":               "FilterDataset",
	"FlatMap":              "FlatMapDataset",
	"Interleave":           "InterleaveDataset",
	"ParallelInterleaveV4": "ParallelInterleaveDatasetV4",
}

// where names the stage whose function failed and the path to its iterator, as TensorFlow's runtime does after its
// rewrites: plain maps run in parallel, those that follow each other as one, those before a batch as a part of it,
// and the last stage fetches ahead.
func (h *dataset) where(u *data.UserError) string {
	if h == nil || tells[u.Stage.Kind] == "" {
		return ""
	}
	stage, root, top := u.Stage, h.d, true
	var names []string
	for i := len(u.Outer) - 1; i >= 0; i-- {
		o := u.Outer[i]
		part, _, _ := pathNames(root, o.Stage, top)
		if part == nil {
			return ""
		}
		part[len(part)-1] += "[" + table.Itoa(o.Index) + "]"
		names, root, top = append(names, part...), o.Root, false
	}
	part, named, fused := pathNames(root, stage, top)
	if part == nil || fused {
		return ""
	}
	names = append(names, part...)
	switch first := names[0]; first {
	case "ParallelMapV2", "ParallelInterleaveV4", "Prefetch":
	default:
		names = append([]string{"Prefetch"}, names...)
	}
	return "Error in user-defined function passed to " + tells[stage.Kind] + ":" + table.Itoa(
		int(named.Number.Load()),
	) +
		" transformation with iterator: Iterator::Root::" + strings.Join(
		names,
		"::",
	) + ": "
}

// pathNames are the names of the iterators from a stage down to one it reads from, nil when it does not; named is
// the stage that stands for the last one, fused whether a batch does.
func pathNames(root, stage *data.Dataset, top bool) (names []string, named *data.Dataset, fused bool) {
	path := pathTo(root, stage, nil)
	if path == nil {
		return nil, nil, false
	}
	steady := func(d *data.Dataset) bool { return top && d.Kind == "Map" && d.Steady }
	for i, d := range path {
		named = d
		if steady(d) && i > 0 {
			if steady(path[i-1]) { // one with the map above it
				named = path[i-1]
				continue
			}
			fused = path[i-1].Kind == "BatchV2"
		} else {
			fused = false
		}
		name := d.Kind
		switch {
		case name == "ParallelMap", steady(d):
			name = "ParallelMapV2"
		case name == "FiniteRepeat" && i < len(path)-1:
			name += "[0]"
		case len(d.In) > 1 && i < len(path)-1:
			for k, in := range d.In {
				if in == path[i+1] {
					name += "[" + table.Itoa(k) + "]"
				}
			}
		case d.Counts && i < len(path)-1:
			name += "[1]"
		}
		names = append(names, name)
	}
	if steady(stage) {
		for i := len(path) - 1; i > 0 && steady(path[i-1]); i-- {
			named = path[i-1]
		}
	}
	return names, named, fused
}

// pathTo is the stages from one down to another, nil when it does not read from it.
func pathTo(d, s *data.Dataset, above []*data.Dataset) []*data.Dataset {
	path := append(above[:len(above):len(above)], d)
	if d.Is(s) {
		path[len(path)-1] = s
		return path
	}
	for _, in := range d.In {
		if p := pathTo(in, s, path); p != nil {
			return p
		}
	}
	return nil
}

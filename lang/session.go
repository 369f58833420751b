package lang

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// session is what an interpreter remembers of its inputs and results: In, Out, _ and _n.
type session struct {
	inputs []string
	in     *py.List // the same for the user, after In[0], which is "" as in IPython
	out    *py.Dict
	kept   []keptResult // oldest first
	bytes  int64
}

type keptResult struct {
	n     int
	bytes int64
}

// The bounds on old results: how many are kept, and how many bytes they hold together.
const (
	maxResults = 1000
	keepBytes  = 256 << 20
)

// bind puts the session's names where they do not show among the user's own. The inputs stay,
// the results go.
func (s *session) bind(names map[string]py.Value) {
	*s = session{inputs: s.inputs, in: py.NewList(""), out: py.NewDict()}
	for _, src := range s.inputs {
		s.in.Items = append(s.in.Items, src)
	}
	names["In"], names["Out"] = s.in, s.out
	for _, n := range []string{"_", "__", "___"} {
		names[n] = ""
	}
}

// Remember counts an input and adds it to In.
func (in *Interp) Remember(src string) {
	src = strings.TrimRight(src, "\n")
	in.session.inputs = append(in.session.inputs, src)
	in.session.in.Items = append(in.session.in.Items, src)
	if in.host != nil {
		in.host.Remembered(src)
	}
}

// Count is the number of inputs so far.
func (in *Interp) Count() int { return len(in.session.inputs) }

// Inputs lists the session's inputs, from In[1] on.
func (in *Interp) Inputs() []string { return in.session.inputs }

// letGo stands for a result that was too large to keep.
type letGo struct{ was string }

var letGoClass = py.NewClass("", "released", py.ObjectClass, nil)

func init() {
	letGoClass.Repr = func(_ *py.Thread, v py.Value) (string, error) { return v.(*letGo).was, nil }
	py.Register[*letGo](letGoClass)
}

// keep makes a result _ and Out[n], and lets old ones go that hold too much memory.
func (in *Interp) keep(v py.Value) {
	b, s := in.builtins, &in.session
	b["___"], b["__"], b["_"] = b["__"], b["_"], v
	n := len(s.inputs)
	if n == 0 {
		return // no session: a script that echoes
	}
	_ = s.out.Set(int64(n), v)
	b["_"+strconv.Itoa(n)] = v
	size := in.Catalogue().Measure(v).Bytes
	if k := len(s.kept); k > 0 && s.kept[k-1].n == n {
		s.bytes -= s.kept[k-1].bytes
		s.kept = s.kept[:k-1]
	}
	s.kept = append(s.kept, keptResult{n, size})
	s.bytes += size
	limit := in.opts.Keep
	if limit == 0 {
		limit = keepBytes
	}
	for len(s.kept) > 1 && (s.bytes > limit || len(s.kept) > maxResults) {
		in.release(s.kept[0], s.bytes > limit)
		s.bytes -= s.kept[0].bytes
		s.kept = s.kept[1:]
	}
}

// release lets one old result go. Of a large one a line stays that says so.
func (in *Interp) release(old keptResult, large bool) {
	name := "_" + strconv.Itoa(old.n)
	v := in.builtins[name]
	delete(in.builtins, name)
	_, _, _ = in.session.out.Delete(int64(old.n))
	if !large || old.bytes < 1<<16 {
		return
	}
	note := &letGo{"<let go to save memory: " + in.Catalogue().TypeText(v) + "; give a result a name to keep it>"}
	_ = in.session.out.Set(int64(old.n), note)
	for _, n := range []string{"__", "___"} {
		if in.builtins[n] == v {
			in.builtins[n] = note
		}
	}
}

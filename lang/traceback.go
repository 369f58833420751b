package lang

import (
	"os"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Traceback is an exception in Python's form, with the user's own lines and carets. What it
// carries of data is made visible.
//
//go:noinline
func (in *Interp) Traceback(ex *py.Exc) string {
	var b strings.Builder
	in.traceback(&b, ex, map[*py.Exc]bool{})
	return b.String()
}

// maxChain is how many exceptions of a chain a traceback shows: the first ones and the last.
const maxChain = 20

// traceback shows a chain of exceptions, the one that came first on top.
func (in *Interp) traceback(b *strings.Builder, ex *py.Exc, seen map[*py.Exc]bool) {
	chain, links := []*py.Exc{ex}, []string{}
	for seen[ex] = true; ; {
		switch {
		case ex.Cause != nil && !seen[ex.Cause]:
			ex = ex.Cause
			links = append(links, "The above exception was the direct cause of the following exception:")
		case ex.Context != nil && !ex.Hide && !seen[ex.Context]:
			ex = ex.Context
			links = append(links, "During handling of the above exception, another exception occurred:")
		default:
			ex = nil
		}
		if ex == nil {
			break
		}
		seen[ex] = true
		chain = append(chain, ex)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if n := len(chain); n > maxChain && i < n-maxChain/2 && i >= maxChain/2 {
			if i == maxChain/2 {
				b.WriteString("... " + py.ReprOf(int64(n-maxChain)) + " more exceptions ...\n\n")
			}
			continue
		}
		in.oneTraceback(b, chain[i])
		if i > 0 {
			b.WriteString("\n" + links[i-1] + "\n\n")
		}
	}
}

// oneTraceback shows an exception without those it came from.
func (in *Interp) oneTraceback(b *strings.Builder, ex *py.Exc) {
	if ex.IsGroup() && !ex.Bare && in.TraceMode() != xMinimal {
		in.groupTraceback(b, ex, 0)
		return
	}
	if ex.Bare || in.TraceMode() == xMinimal {
		b.WriteString(in.Summary(ex) + "\n")
		return
	}
	isSyntax := ex.Class.Is(py.SyntaxErrorClass) && len(ex.Trace) == 1 && ex.Trace[0].Func == ""
	if len(ex.Trace) > 0 && !isSyntax {
		b.WriteString("Traceback (most recent call last):\n")
	}
	in.writeTrace(b, ex.Trace, isSyntax)
	b.WriteString(in.Summary(ex))
	b.WriteByte('\n')
	if ex.Help() != "" && !in.opts.Quiet {
		b.WriteString("  hint: " + py.Visible(ex.Help()) + "\n")
	}
	if ex.Stack != "" && os.Getenv("TFS_DEBUG") != "" {
		b.WriteString(ex.Stack)
	}
}

// maxLevels is how many different levels of calls a traceback shows, and maxSame how many times
// one that repeats.
const (
	maxLevels = 12
	maxSame   = 3
)

func (in *Interp) writeTrace(b *strings.Builder, trace []py.TraceEntry, isSyntax bool) {
	mode := in.TraceMode()
	if mode != xVerbose {
		trace = py.OwnFrames(trace)
	}
	var runs [][]py.TraceEntry // outermost first, equal neighbours together
	for i := len(trace) - 1; i >= 0; i-- {
		e := trace[i]
		if n := len(
			runs,
		); n > 0 && runs[n-1][0].File == e.File && runs[n-1][0].Func == e.Func &&
			runs[n-1][0].Line == e.Line {
			runs[n-1] = append(runs[n-1], e)
			continue
		}
		runs = append(runs, []py.TraceEntry{e})
	}
	left := 0
	for i, run := range runs {
		if n := len(runs); n > maxLevels && i >= maxLevels/2 && i < n-maxLevels/2 {
			if left += len(run); i == n-maxLevels/2-1 {
				b.WriteString("  ... " + py.ReprOf(int64(left)) + " more levels ...\n")
			}
			continue
		}
		for _, e := range run[:min(len(run), maxSame)] {
			b.WriteString("  File \"" + py.Visible(e.File) + "\", line " + py.ReprOf(int64(e.Line)))
			if e.Func != "" {
				b.WriteString(", in " + py.Visible(e.Func))
			}
			b.WriteByte('\n')
			if isSyntax || mode == xPlain || !writeContext(b, e) {
				writeSource(b, e, isSyntax)
			}
			if mode == xVerbose {
				writeLocals(b, e)
			}
		}
		if more := len(run) - maxSame; more > 0 {
			s := "s"
			if more == 1 {
				s = ""
			}
			b.WriteString("  [Previous line repeated " + py.ReprOf(int64(more)) + " more time" + s + "]\n")
		}
	}
}

// sourceWindow is how many characters of a long line of source a traceback shows.
const sourceWindow = 400

// writeSource shows the line of an entry and marks below it what went wrong. Of a long line
// it shows the part around the marks.
func writeSource(b *strings.Builder, e py.TraceEntry, isSyntax bool) {
	r := []rune(e.Text)
	from := 0
	for from < len(r) && strings.ContainsRune(" \t\f", r[from]) {
		from++
	}
	if from == len(r) {
		return
	}
	end := min(max(e.End, from), len(r)+1) // a syntax error may stand behind the last character
	col := min(max(e.Col, from), end)
	head, tail, to := "", "", len(r)
	if to-from > sourceWindow {
		if low := min(col, to) - sourceWindow/4; low > from {
			from, head = low, "..."
		}
		if high := from + sourceWindow; high < to {
			to, tail = high, "..."
		}
		end = max(min(end, to), col)
	}
	before, marked, after := r[from:min(col, to)], r[min(col, to):min(end, to)], r[min(end, to):to]
	lead := head + py.Visible(string(before))
	b.WriteString("    " + lead + py.Visible(string(marked)+string(after)) + tail + "\n")
	if end > col {
		under := "^"
		if len(marked) > 0 {
			under = marks(string(marked), isSyntax || tail != "")
			whole := tail == "" && col == from && strings.TrimSpace(string(after)) == ""
			if whole && !isSyntax && !strings.Contains(under, "~") {
				return // the whole line: nothing to point at
			}
		}
		b.WriteString("    " + blanks(lead) + under + "\n")
	}
}

// marks underlines an expression: carets, and for an operation or an index tildes with
// carets only below the operator or the brackets, as Python does.
func marks(part string, plain bool) string {
	all := strings.Repeat("^", columns(part))
	if plain {
		return all
	}
	body, err := syntax.Parse(part)
	if err != nil || len(body) != 1 {
		return all
	}
	st, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return all
	}
	from, to := 0, 0 // bytes of part that get carets
	switch x := st.X.(type) {
	case *syntax.Binary:
		from = x.L.Pos().To
		between := part[from:x.R.Pos().From]
		at := strings.Index(between, x.Op)
		if at < 0 {
			return all
		}
		from += at
		to = from + len(x.Op)
	case *syntax.Index:
		from, to = x.X.Pos().To, len(part)
		from += max(strings.IndexByte(part[from:], '['), 0)
	default:
		return all
	}
	tildes := func(s string) string { return strings.Repeat("~", columns(s)) }
	return tildes(part[:from]) + strings.Repeat("^", columns(part[from:to])) + tildes(part[to:])
}

// columns is the width of a text on a terminal, as Visible shows it.
func columns(s string) int {
	v := py.Visible(s)
	return uniseg.StringWidth(v) + strings.Count(v, "\t")
}

// blanks is as wide as a text and keeps its tabs, so that what follows lines up.
func blanks(text string) string {
	parts := strings.Split(text, "\t")
	for i, p := range parts {
		parts[i] = strings.Repeat(" ", uniseg.StringWidth(p))
	}
	return strings.Join(parts, "\t")
}

// Summary is the last lines of a traceback: the full class name and the message, made
// visible.
func (in *Interp) Summary(ex *py.Exc) string {
	kind, msg := in.Describe(ex)
	if msg != "" {
		kind += ": " + msg
	}
	return kind
}

// Describe gives the full name of the exception's class and its message, made visible.
func (in *Interp) Describe(ex *py.Exc) (kind, msg string) {
	t := py.Background()
	t.FullErrors = in.opts.FullErrors
	msg, err := py.Str(t, ex)
	if err != nil {
		msg = "<exception str() failed>"
	}
	if ex.Class.Is(py.SyntaxErrorClass) { // the place stands above it
		msg = ex.Message()
	}
	for _, n := range ex.Notes {
		msg += "\n" + n
	}
	return py.Visible(ex.Class.FullName()), py.Visible(msg)
}

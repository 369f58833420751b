package transcript

import (
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// Completeness says whether a text is a whole unit.
type Completeness int

// The verdicts of Complete.
const (
	Whole Completeness = iota
	More               // more lines could follow
	Wrong              // a syntax error that more text cannot mend
)

// Complete tells whether a text typed at a prompt can run, needs more lines, or is wrong.
// A finished compound statement waits for a blank line.
func Complete(src string) Completeness {
	if strings.TrimSpace(src) == "" {
		return Whole
	}
	body, err := syntax.Parse(src)
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) && se.Incomplete {
			return More
		}
		return Wrong
	}
	if len(body) == 0 {
		return Whole
	}
	last := strings.TrimRight(src, " \t")
	switch st := body[len(body)-1].(type) {
	case *syntax.IfStmt,
		*syntax.While,
		*syntax.For,
		*syntax.Try,
		*syntax.With,
		*syntax.Def,
		*syntax.Class,
		*syntax.Match:
		if !strings.HasSuffix(last, "\n") {
			return More
		}
	case *syntax.Magic:
		if strings.HasPrefix(st.Text, "%%") && !strings.HasSuffix(last, "\n") {
			return More
		}
	}
	return Whole
}

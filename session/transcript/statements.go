package transcript

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// Statements cuts a text into its statements, each as it stands; a text that is no code is one.
func Statements(src string) []string {
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) == 0 {
		return []string{src}
	}
	var out []string
	for i, st := range body {
		to := len(src)
		if i+1 < len(body) {
			to = min(body[i+1].Pos().From, to)
		}
		out = append(out, strings.TrimRight(src[min(st.Pos().From, to):to], " \n;"))
	}
	return out
}

// LastExpression is the text of the expression a text ends with: that of an expression statement, of what print is
// given, or of an assignment's value; "" where there is none.
func LastExpression(src string) string {
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) == 0 {
		return ""
	}
	var x syntax.Expr
	switch st := body[len(body)-1].(type) {
	case *syntax.ExprStmt:
		x = st.X
		if c, ok := x.(*syntax.Call); ok && len(c.Args) == 1 && c.Args[0].Name == "" && c.Args[0].Star == 0 {
			if n, ok := c.Fn.(*syntax.Name); ok && n.ID == "print" {
				x = c.Args[0].X
			}
		}
	case *syntax.Assign:
		x = st.Value
	default:
		return ""
	}
	at := x.Pos()
	return src[at.From:min(at.To, len(src))]
}

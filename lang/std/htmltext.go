package std

import (
	"html"

	"github.com/tfs-lang/tfs/lang/py"
)

// htmlModule is _htmltext: what the library's html is made of.
func htmlModule() *py.Module {
	return module("_htmltext", "Character references of HTML.", nil,
		fn("unescape(s)", "A text with its character references replaced.", func(_ *thread, a []value) (value, error) {
			return html.UnescapeString(str(a[0])), nil
		}))
}

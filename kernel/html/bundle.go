package html

import (
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
)

// Bundle is a value in the forms a front end can choose from, by MIME type; text is its plain form.
func Bundle(text string, v py.Value) map[string]any {
	data := map[string]any{"text/plain": text}
	switch x := v.(type) {
	case *session.Rich:
		data[x.MIME] = x.Data
	case *lang.Progress:
		data["text/html"] = Progress(*x)
	default:
		if h, ok := Of(v); ok {
			data["text/html"] = h
		}
	}
	return data
}

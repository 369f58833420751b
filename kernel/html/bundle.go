package html

import (
	"encoding/base64"
	"maps"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
)

// Bundle is a value in the forms a front end can choose from, by MIME type; text is its plain form.
func Bundle(text string, v py.Value) map[string]any {
	data := map[string]any{"text/plain": text}
	switch x := v.(type) {
	case *session.Rich:
		if x.Forms != nil {
			maps.Copy(data, x.Forms.Data)
			break
		}
		data[x.MIME] = x.Data
		if x.Picture() {
			text := base64.StdEncoding.EncodeToString([]byte(x.Data))
			if data[x.MIME] = text; x.Size != "" {
				data["text/html"] = `<img src="data:` + x.MIME + ";base64," + text + `"` + x.Size + "/>"
			}
		}
	case *lang.Forms:
		maps.Copy(data, x.Data)
	case *lang.Progress:
		data["text/html"] = Progress(*x)
	default:
		if h, ok := Of(v); ok {
			data["text/html"] = h
		}
	}
	return data
}

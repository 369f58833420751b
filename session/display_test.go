package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestDisplayed makes what IPython.display has: pictures of files and bytes, formulas, texts.
func TestDisplayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(path, []byte("\x89PNG\r\n\x1a\n and more"), 0o644); err != nil {
		t.Fatal(err)
	}
	for src, want := range map[string]string{
		"Image('" + path + "')":                     "<IPython.core.display.Image object>",
		"Image(filename='" + path + "').data[:4]":   `b'\x89PNG'`,
		"Image('" + path + "', width=20).data[1:4]": "b'PNG'",
		"Image(url='http://x/\"y').data":            `'<img src="http://x/&#34;y"/>'`,
		"Image(b'abc')":                             "the bytes are no PNG, JPEG or GIF",
		"Image('/nope')":                            "No such file or directory: '/nope'",
		"Image(3)":                                  "Image takes bytes, a filename or a url, not int",
		"Math('x^2').data":                          `'$\\displaystyle x^2$'`,
		"Latex('$a$').data":                         "'$a$'",
		"HTML(filename='" + path + "x').data":       "No such file",
		"HTML(3)":                                   "HTML takes a str, not int",
		"Markdown('*a*')":                           "<IPython.core.display.Markdown object>",
		"display({'text/plain': 'p', 'text/html': '<p>'}, raw=True)": "p",
		"display(3, raw=True)":  "TypeError: display(raw=True) takes a dict",
		"display(3, nope=True)": "unexpected keyword argument 'nope'",
		"JSON({'a': 1})":        "<IPython.core.display.JSON object>",
		"%%markdown\n# x":       "<IPython.core.display.Markdown object>",
		"%%latex\n$x$":          "<IPython.core.display.Latex object>",
		"JSON('{')":             "ValueError: JSON: ",
		"Javascript('1')":       "<IPython.core.display.Javascript object>",
		"publish_display_data({'text/plain': 'q'})": "q",
		"display(SVG('<svg/>'))":                    "<IPython.core.display.SVG object>",
		"HTML(url='http://x')":                      "tfs fetches nothing",
	} {
		got := typed(t, New(Options{}), "from IPython.display import *", src)
		if all := got[lang.Result] + got[lang.Display] + got[lang.Error]; !strings.Contains(all, want) {
			t.Errorf("%s: %q is not in %q", src, want, all)
		}
	}
	for _, size := range []string{"", ` width="20"`} {
		if r := (&Rich{MIME: "image/png", Size: size}); !r.Picture() {
			t.Error("a PNG is a picture")
		}
	}
}

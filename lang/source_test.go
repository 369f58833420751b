package lang_test

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestBadByte checks that a source that is no text is refused with the line of the first bad byte.
func TestBadByte(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\nb = 'é'\n\xff = 3\n": "f: not UTF-8 text (byte 0xff in line 3)",
		"\xc3(":                      "f: not UTF-8 text (byte 0xc3 in line 1)",
		"x = '\uFFFD'\n":             "",
	} {
		_, err := lang.ReadStream("f", strings.NewReader(text))
		if got := errText(err); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestCoding: a source may say that it is Latin-1, in its first two lines.
func TestCoding(t *testing.T) {
	for text, want := range map[string]string{
		"# -*- coding: latin-1 -*-\na = 'caf\xe9'\n":      "# -*- coding: latin-1 -*-\na = 'café'\n",
		"#!x\n# vim: set fileencoding=iso-8859-1 :\n\xe9": "#!x\n# vim: set fileencoding=iso-8859-1 :\né",
		"# coding: latin-1\na = 'é'\n":                    "# coding: latin-1\na = 'Ã©'\n",
		"# coding: utf-8\na = '\xe9'\n":                   "",
		"#\n#\n# coding: latin-1\n\xe9":                   "",
		"x = 1\n# coding: latin-1\n'\xe9'\n":              "",
	} {
		if got, _ := lang.ReadStream("f", strings.NewReader(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

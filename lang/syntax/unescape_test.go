package syntax

import "testing"

// TestUnescape reads escapes, those of names too, and names what is wrong with them as CPython does.
func TestUnescape(t *testing.T) {
	const codec = "(unicode error) 'unicodeescape' codec can't decode bytes in position "
	for _, c := range []struct {
		in, want, msg string
		bytes         bool
	}{
		{`a\tb\x41\u00e9\101`, "a\tbAéA", "", false},
		{`\N{SNOWMAN}\N{digit one}`, "☃1", "", false},
		{`\N{SNOWMAN}`, `\N{SNOWMAN}`, "", true},
		{`\N{FOO}`, "", codec + "0-6: unknown Unicode character name", false},
		{`\N{`, "", codec + "0-2: malformed \\N character escape", false},
		{`\Nx`, "", codec + "0-1: malformed \\N character escape", false},
		{`ab\N{}c`, "", codec + "2-4: malformed \\N character escape", false},
	} {
		got, msg := Unescape(c.in, c.bytes)
		if got != c.want || msg != c.msg {
			t.Errorf("%s: %q, %s", c.in, got, msg)
		}
	}
}

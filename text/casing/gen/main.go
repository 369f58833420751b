// Command gen writes the table of package casing: gen FILE.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

func main() {
	if err := os.WriteFile(os.Args[1], table(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// table lists the code points whose full mappings are not the single ones.
func table() []byte {
	var b bytes.Buffer
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		s := string(r)
		if !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) && cases.Upper(language.Und).String(s) == s {
			continue
		}
		title := string(unicode.ToTitle(r))
		if title == s && unicode.IsLower(r) {
			title = cases.Title(language.Und).String(s)
		}
		forms := [3][2]string{{cases.Upper(language.Und).String(s), string(unicode.ToUpper(r))},
			{title, string(unicode.ToTitle(r))}, {cases.Fold().String(s), string(unicode.ToLower(r))}}
		if forms[0][0] == forms[0][1] && forms[1][0] == forms[1][1] && forms[2][0] == forms[2][1] {
			continue
		}
		fmt.Fprintf(&b, "%x", r)
		for _, f := range forms {
			if f[0] == f[1] {
				b.WriteString(" -")
			} else {
				b.WriteString(" " + strconv.QuoteToASCII(f[0]))
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

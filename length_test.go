package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// generated marks files that a program wrote, which no one reads line by line.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// longest is how many lines a function may have. Most of what is longer than a screenful are tables; what computes is
// shorter.
const longest = 145

// TestLengths keeps the sources readable: files of 800 lines, lines of 120 characters and functions of so many lines at
// most.
func TestLengths(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || e.IsDir() || ext != ".go" && ext != ".py" {
			if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != "." {
				return fs.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || generated.Match(data) {
			return err
		}
		seen++
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if ext == ".go" {
			longFunctions(t, path, data)
		}
		if len(lines) > 800 {
			t.Errorf("%s has %d lines, more than 800", path, len(lines))
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > 120 && narrow(path) && !quoted.MatchString(line) {
				t.Errorf("%s:%d has %d characters, more than 120", path, i+1, n)
			}
		}
		return nil
	})
	if err != nil || seen < 1000 {
		t.Errorf("%d sources seen, %v", seen, err)
	}
}

// longFunctions tells of the functions of a file that are longer than longest.
func longFunctions(t *testing.T, path string, data []byte) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, data, 0)
	if err != nil {
		t.Error(err)
		return
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := set.Position(fn.Pos()), set.Position(fn.End())
			if n := to.Line - from.Line + 1; n > longest {
				t.Errorf("%s: %s has %d lines, more than %d", from, fn.Name.Name, n, longest)
			}
		}
	}
}

// quoted is a line that is a text, or a name or text and a text, which is as long as what it shows.
var quoted = regexp.MustCompile(`^\t*[^"\x60]{0,60}(".{60,}"|\x60.{60,})|": \x60<`)

// narrow tells the files whose lines are held to the width: the modules written in the language itself, whose
// directories are named lib, and Go but for wide.
func narrow(path string) bool {
	path = filepath.ToSlash(path)
	if strings.HasSuffix(path, ".py") {
		return strings.Contains("/"+path, "/lib/")
	}
	for _, dir := range wide {
		if strings.HasPrefix(path, dir) {
			return false
		}
	}
	return true
}

// wide are the directories that still hold longer lines.
var wide = []string{"lang/", "tf/keras/", "tf/data/", "tf/function/", "tensor/loop/"}

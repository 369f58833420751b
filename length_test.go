package main

import (
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

// TestLengths keeps the sources readable: files of 800 lines at most, and lines of 120 characters in the library that
// is written in the language itself.
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
		if len(lines) > 800 {
			t.Errorf("%s has %d lines, more than 800", path, len(lines))
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); ext == ".py" && n > 120 && inLibrary(path) {
				t.Errorf("%s:%d has %d characters, more than 120", path, i+1, n)
			}
		}
		return nil
	})
	if err != nil || seen < 1000 {
		t.Errorf("%d sources seen, %v", seen, err)
	}
}

// inLibrary tells the modules that are written in the language: their directories are named lib.
func inLibrary(path string) bool {
	return strings.Contains("/"+filepath.ToSlash(filepath.Dir(path))+"/", "/lib/")
}

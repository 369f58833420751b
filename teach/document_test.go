package teach

import (
	"errors"
	"strings"
	"testing"
)

// TestLessonErrors wants every mistake of a lesson file named with its line.
func TestLessonErrors(t *testing.T) {
	const head = "#: lesson x\n#: title T\n#: goal G\n"
	const exercise = "#: exercise x/a\n# Do it.\n#: answer 1\n#: check _ == 1\n#: wrong 2 => No.\n#: hint One.\n"
	for _, c := range []struct {
		text, want string
		line       int
	}{
		{head + "#: pictur x\n", `unknown directive "pictur"`, 4},
		{head + "\n# text\n\n#:     more\n", "nothing goes on here", 7},
		{head + exercise, "has no #: end", 4},
		{head + exercise + "#: check 2\n#: end\n", "a second #: check", 10},
		{head + strings.Replace(exercise, "#: hint One.\n", "", 1) + "#: end\n", "no #: hint", 4},
		{head + strings.Replace(exercise, " => No.", "", 1) + "#: end\n", "CODE => MESSAGE", 8},
		{head + exercise + "#: end\n" + exercise + "#: end\n", "a second exercise x/a", 11},
		{head + exercise + "\n>>> 1\n1\n\n#: end\n", "an example inside exercise", 11},
		{head + "#: hint lost\n", "outside an exercise", 4},
		{head + "#: minutes ten\n", "minutes must be a number", 4},
		{"#: lesson x\n#: title T\n", "the head has no #: goal", 1},
		{head + "#: exercise\n", "needs an ID", 4},
		{head + "\n>>> 1  # doctest: +WHAT\n1\n", "unknown doctest option", 5},
	} {
		_, err := ParseLesson("f.tfs", c.text)
		var pe *ParseError
		if !errors.As(err, &pe) || !strings.Contains(pe.Text, c.want) || pe.Line != c.line {
			t.Errorf("%q: %v, not line %d: %s", c.text, err, c.line, c.want)
		}
	}
}

// TestDecks reads each kind of document into the same steps.
func TestDecks(t *testing.T) {
	for name, text := range map[string]string{
		"a.tfs": "# # Head\n# Text.\n\n>>> x = 2\n>>> x * 3\n6\n\n#: note say it\n",
		"b.tfs": "# # Head\n# Text.\nx = 2\n\nx * 3\n#: note say it\n",
		"c.md":  "# Head\nText.\n\n```python\nx = 2\n```\n\n```pycon\n>>> x * 3\n6\n```\n<!-- #: note say it -->\n",
		"d.ipynb": `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
{"cell_type": "markdown", "metadata": {}, "source": ["# Head\n", "Text."]},
{"cell_type": "code", "metadata": {}, "source": "x = 2", "outputs": [], "execution_count": 1},
{"cell_type": "code", "metadata": {}, "source": "x * 3", "execution_count": 2, "outputs": [{"output_type": "execute_result",
"execution_count": 2, "metadata": {}, "data": {"text/plain": "6"}}]}]}`,
	} {
		d, err := ParseDeck(name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "b.tfs" { // a comment inside a paragraph of code is code
			continue
		}
		if d.Title != "Head" || len(d.Steps) != 2 || d.Steps[0].Code != "x = 2" || d.Steps[1].Code != "x * 3" ||
			d.Steps[0].Prose != "# Head\nText." {
			t.Errorf("%s: %+v", name, d)
		}
		if name != "d.ipynb" && (len(d.Steps[1].Notes) != 1 || d.Steps[1].Notes[0] != "say it") {
			t.Errorf("%s: notes %q", name, d.Steps[1].Notes)
		}
		if name != "b.tfs" && strings.Join(d.Steps[1].Want, "") != "6" {
			t.Errorf("%s: output %q", name, d.Steps[1].Want)
		}
	}
	if d, err := ParseDeck("b.tfs", "# # Head\n# Text.\nx = 2\n\nx * 3\n"); err != nil || len(d.Steps) != 2 || d.Steps[1].Code != "x * 3" {
		t.Errorf("%+v %v", d, err)
	}
	for _, c := range [][2]string{
		{"#: wait soon\n", "a wait is a time"}, {"#: pause\n", "nothing stands above"}, {"#: picture\n", "no expression stands above"},
		{"", "nothing to present"},
	} {
		if _, err := ParseDeck("f.tfs", c[0]); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%q: %v", c[0], err)
		}
	}
}

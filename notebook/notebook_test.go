package notebook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const page = `{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": ["# é <b>"]},
  {
   "cell_type": "code",
   "execution_count": 3,
   "metadata": {"tags": ["raises-exception"]},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "1\n",
      "2\n"
     ]
    }
   ],
   "source": ["print(1)\n", "print(2)"]
  },
  {"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "x"}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5
}
`

func TestRead(t *testing.T) {
	n, err := Read([]byte(page))
	if err != nil || len(n.Cells) != 2 {
		t.Fatal(n, err)
	}
	a, b := n.Cells[0], n.Cells[1]
	if a.Number != 2 || a.Source != "print(1)\nprint(2)" || a.Count != 3 || !a.Tagged("raises-exception") ||
		a.Outputs[0].Plain() != "1\n2\n" {
		t.Errorf("%+v", a)
	}
	if b.Number != 3 || b.Source != "x" || b.Count != 0 || len(b.Outputs) != 0 {
		t.Errorf("%+v", b)
	}
}

// TestWith changes the outputs of cells and nothing else.
func TestWith(t *testing.T) {
	n, err := Read([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	same, err := n.With(nil)
	if err != nil || string(same) != page {
		t.Errorf("%v\n%s", err, same)
	}
	out := map[string]any{"output_type": "stream", "name": "stdout", "text": SplitLines("<é>\nend")}
	got, err := n.With([]Change{{Cell: &n.Cells[0], Count: 1, Outputs: []map[string]any{out}},
		{Cell: &n.Cells[1], Count: 2}})
	want := strings.Replace(page, "      \"1\\n\",\n      \"2\\n\"\n", "      \"<é>\\n\",\n      \"end\"\n", 1)
	want = strings.Replace(strings.Replace(want, "count\": 3", "count\": 1", 1), "null", "2", 1)
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nnot\n%s", err, got, want)
	}
}

// TestFiles reads the project's own notebooks and writes their outputs back as they are.
func TestFiles(t *testing.T) {
	files, _ := filepath.Glob("../scripts/notebooks/*.ipynb")
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Read(data)
		if err != nil || len(n.Cells) == 0 {
			t.Errorf("%s: %v", f, err)
		}
	}
	if len(files) == 0 {
		t.Error("no notebooks")
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "not a notebook",
		"{\n\"cells\": [\n,":            "line 3",
		"[]":                            "an object is needed",
		"{}":                            "names no nbformat",
		`{"nbformat": 3}`:               "notebook format 3 is not read",
		`{"nbformat": 4, "cells": {}}`:  "cells are no list",
		`{"nbformat": 4, "cells": [3]}`: "cell 1",
		`{"nbformat": 4, "cells": [{"cell_type": "code", "source": 5}]}`: "cell 1: a text is neither",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

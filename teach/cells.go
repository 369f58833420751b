package teach

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/notebook"
)

// Notebook makes a deck a Jupyter notebook (nbformat 4.5) whose cells have not been run: prose, code, and a cell for
// each picture. The same deck gives the same bytes.
func Notebook(d *Deck) ([]byte, error) {
	type cell = map[string]any
	var cells []cell
	add := func(kind, source string) {
		c := cell{"cell_type": kind, "id": fmt.Sprintf("c%03d", len(cells)), "metadata": cell{},
			"source": notebook.SplitLines(source)}
		if kind == "code" {
			c["execution_count"], c["outputs"] = nil, []any{}
		}
		cells = append(cells, c)
	}
	for _, s := range d.Steps {
		if s.Prose != "" {
			add("markdown", s.Prose)
		}
		if s.Code != "" {
			add("code", s.Code)
			if strings.HasPrefix(strings.Join(s.Want, "\n"), "Traceback ") { // an error that is meant
				cells[len(cells)-1]["metadata"] = cell{"tags": []string{"raises-exception"}}
			}
		}
		for _, e := range s.Pictures {
			add("code", "explain("+e+")")
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(cell{"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": cell{
		"kernelspec": cell{"display_name": "tfs (TensorFlow semantics)", "language": "tfs", "name": "tfs"},
		"language_info": cell{"codemirror_mode": cell{"name": "python", "version": 3}, "file_extension": ".tfs", "mimetype": "text/x-python",
			"name": "tfs", "pygments_lexer": "python"},
	}})
	return b.Bytes(), err
}

package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// text is a field of a notebook that is a string or a list of its lines.
type text string

// UnmarshalJSON joins lines.
func (t *text) UnmarshalJSON(b []byte) error {
	var lines []string
	if json.Unmarshal(b, &lines) == nil {
		*t = text(strings.Join(lines, ""))
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// TestNotebooks runs every notebook of scripts/notebooks through a kernel: each cell shows
// what the notebook says.
func TestNotebooks(t *testing.T) {
	files, _ := filepath.Glob("../scripts/notebooks/*.ipynb")
	if len(files) < 5 {
		t.Fatalf("%d notebooks", len(files))
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			var nb struct {
				Cells []struct {
					Kind    string `json:"cell_type"`
					Source  text   `json:"source"`
					Outputs []struct {
						Kind   string `json:"output_type"`
						Name   string `json:"name"`
						Text   text   `json:"text"`
						Ename  string `json:"ename"`
						Evalue string `json:"evalue"`
						Data   struct {
							Plain text `json:"text/plain"`
							HTML  text `json:"text/html"`
						} `json:"data"`
					} `json:"outputs"`
				} `json:"cells"`
			}
			if err := json.Unmarshal(b, &nb); err != nil {
				t.Fatal(err)
			}
			c := plain(t)
			for i, cell := range nb.Cells {
				if cell.Kind != "code" {
					continue
				}
				_, msgs := c.do("execute_request", object{"code": string(cell.Source), "stop_on_error": false})
				var got []string
				shown := -1 // where the last display stands
				for _, m := range msgs {
					switch m.Type {
					case "stream":
						got = append(got, fmt.Sprint("stream ", m.Content["name"], m.Content["text"]))
					case "execute_result", "display_data":
						shown = len(got)
						got = append(got, fmt.Sprint(m.Type, m.Data["text/plain"], m.Data["text/html"]))
					case "update_display_data": // it stands where the display was
						got[shown] = fmt.Sprint("display_data", m.Data["text/plain"], m.Data["text/html"])
					case "error":
						got = append(got, fmt.Sprint("error ", m.Content["ename"], m.Content["evalue"]))
					}
				}
				var want []string
				for _, o := range cell.Outputs {
					switch o.Kind {
					case "stream":
						want = append(want, fmt.Sprint("stream ", o.Name, o.Text))
					case "error":
						want = append(want, fmt.Sprint("error ", o.Ename, o.Evalue))
					default:
						html := any(o.Data.HTML)
						if o.Data.HTML == "" {
							html = nil
						}
						want = append(want, fmt.Sprint(o.Kind, o.Data.Plain, html))
					}
				}
				if strings.HasPrefix(string(cell.Source), "explain(") { // package explain says how pictures look
					if len(got) != 1 || len(want) != 1 || !strings.Contains(got[0], "<svg") {
						t.Errorf("cell %d, %s\nshows %q", i, cell.Source, got)
					}
					continue
				}
				if strings.Join(got, "\n") != strings.Join(want, "\n") {
					t.Errorf("cell %d, %s\nshows %q\nnot   %q", i, cell.Source, got, want)
				}
			}
		})
	}
}

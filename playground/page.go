package playground

import (
	"embed"
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Page holds the files of the page, in the folder page.
//
//go:embed page
var Page embed.FS

// Policy is the page's content security policy: scripts of its own only, WebAssembly, and styles, which
// drawn values carry with them. No address outside is ever asked.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"

// example is a script cut into cells.
type example struct {
	Title string   `json:"title"`
	Cells []string `json:"cells"`
}

// Examples makes the page's examples, as JSON, of the scripts with >>> prompts in a folder.
func Examples(scripts fs.FS) ([]byte, error) {
	names, err := fs.Glob(scripts, "*.tfs")
	if err != nil {
		return nil, err
	}
	out := []example{}
	for _, name := range names {
		b, err := fs.ReadFile(scripts, name)
		if err != nil {
			return nil, err
		}
		if src := lang.CleanText(b); strings.Contains("\n"+src, "\n>>> ") {
			out = append(out, example{strings.TrimSuffix(path.Base(name), ".tfs"), Cells(src)})
		}
	}
	return json.Marshal(out)
}

// Cells cuts a transcript into cells: a cell ends with an example that shows something, the prose before
// it stands in it as comments.
func Cells(page string) []string {
	var out, cell []string
	end := func() {
		if text := strings.Trim(strings.Join(cell, "\n"), "\n"); text != "" {
			out = append(out, text)
		}
		cell = nil
	}
	for _, it := range transcript.ParseTranscript(page) {
		if it.Example == nil {
			line := strings.TrimSpace(it.Prose)
			if line != "" && !strings.HasPrefix(line, "#") {
				line = "# " + line
			}
			cell = append(cell, strings.Split(line, "\n")...)
			continue
		}
		cell = append(cell, strings.TrimRight(it.Example.Source, "\n"))
		if len(it.Example.Want) > 0 {
			end()
		}
	}
	end()
	return out
}

package tf

import (
	"os"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tf/table"
)

// TestMeanings: each text about parameters belongs to one that a function has, and most parameters have a text or
// dtypes.
func TestMeanings(t *testing.T) {
	have, bare, all := map[string]bool{}, 0, 0
	for _, o := range table.Entries {
		for line := range strings.Lines(table.Parameters(o)) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) < 3 || line[2] == ' ' {
				continue
			}
			name := strings.Fields(line)[0]
			have[name], have[o.Name+" "+name] = true, true
			all++
			if rest := strings.TrimSpace(line[2+len(name):]); rest == "" || rest[0] == '=' && !strings.Contains(rest, "  ") {
				bare++
			}
		}
	}
	data, err := os.ReadFile("table/meanings.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		key, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok || text == "" || seen[key] || !have[key] {
			t.Errorf("%q: no parameter of that name, or it has two texts", key)
		}
		seen[key] = true
	}
	if all < 1600 || bare > 4 {
		t.Errorf("%d of %d parameters have neither a text nor dtypes", bare, all)
	}
}

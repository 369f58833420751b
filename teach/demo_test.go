package teach

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

var update = flag.Bool("update", false, "write the recordings anew")

func deck(t *testing.T, path string) *Deck {
	t.Helper()
	d, err := ReadDeck(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRecordings compares the recording and the page of a deck with those in testdata;
// go test ./teach -run TestRecordings -update writes them.
func TestRecordings(t *testing.T) {
	d := deck(t, "testdata/short.tfs")
	ctx := context.Background()
	for name, write := range map[string]func(p *Player, w io.Writer) ([]Problem, error){
		"short.cast": func(p *Player, w io.Writer) ([]Problem, error) { return p.Cast(ctx, w) },
		"short.html": func(p *Player, w io.Writer) ([]Problem, error) { return p.HTML(ctx, w) },
	} {
		var b bytes.Buffer
		found, err := write(NewPlayer(d, Options{Style: Colored(false)}), &b)
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", name, found, err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s is another one (%v)\n%s", name, err, b.String())
		}
	}
}

// TestCastFormat reads a recording line by line: JSON, with times that never go back.
func TestCastFormat(t *testing.T) {
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if _, err := NewPlayer(deck(t, "testdata/pictures.tfs"), Options{}).Cast(context.Background(), w); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two recordings of a deck differ")
	}
	lines := strings.Split(strings.TrimSpace(a.String()), "\n")
	var head struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &head); err != nil || head.Version != 2 || head.Width != 80 || head.Height != 24 {
		t.Errorf("%s: %v", lines[0], err)
	}
	last, marks, text := 0.0, "", ""
	for _, l := range lines[1:] {
		var e []any
		if err := json.Unmarshal([]byte(l), &e); err != nil || len(e) != 3 || e[0].(float64) < last {
			t.Fatalf("%s: %v", l, err)
		}
		last = e[0].(float64)
		if e[1] == "m" {
			marks += e[2].(string) + " "
		} else {
			text += e[2].(string)
		}
	}
	if marks != "Bytes Rows " || last < 5 || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") {
		t.Errorf("markers %q, %v s", marks, last)
	}
	has(t, text, "▸ tf.io.decode_raw(\"ab\", tf.uint8)\r\n", "<tf.RaggedTensor [[b'the', b'quick', b'fox'], [], [b'lazy', b'dog']]>\r\n")
	if strings.Contains(text, "words =") {
		t.Error("a silent step is shown")
	}
}

// TestPage wants a page that stands alone and reads without scripts.
func TestPage(t *testing.T) {
	var b bytes.Buffer
	if found, err := NewPlayer(deck(t, "testdata/pictures.tfs"), Options{}).HTML(context.Background(), &b); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	page := b.String()
	if len(page) > 200<<10 {
		t.Errorf("%d bytes", len(page))
	}
	body, _, _ := strings.Cut(page, "<script>")
	has(t, body, "<code>decode_raw</code>", "array([97, 98], dtype=uint8)", "<svg", "<title>")
	for _, bad := range []string{"http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for rest := body; ; {
		i := strings.Index(rest, "<svg")
		if i < 0 {
			break
		}
		end := strings.Index(rest[i:], "</svg>") + len("</svg>")
		if err := xml.Unmarshal([]byte(rest[i:i+end]), new(struct{})); err != nil {
			t.Error(err)
		}
		rest = rest[i+end:]
	}
}

// TestPlaying plays every script of scripts/ and every lesson: each output is the one written.
func TestPlaying(t *testing.T) {
	files, _ := filepath.Glob("../scripts/*.tfs")
	lessons, _ := filepath.Glob("lessons/*.tfs")
	if len(files) < 29 || len(lessons) != 14 {
		t.Fatalf("%d scripts, %d lessons", len(files), len(lessons))
	}
	for _, f := range append(files, lessons...) {
		d := deck(t, f)
		found, err := NewPlayer(d, Options{}).Live(context.Background(), io.Discard, 0)
		if err != nil {
			t.Errorf("%s: %v", f, err)
		}
		for _, p := range found {
			t.Error(p)
		}
	}
}

// TestGoto goes back and forth: what lists and variables held is made anew.
func TestGoto(t *testing.T) {
	d, err := ParseDeck("f.tfs", ">>> a = []\n>>> a.append(1)\n>>> a.append(2)\n>>> a\n[1, 2]\n\n#: section End\n>>> len(a)\n2\n")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayer(d, Options{})
	ctx := context.Background()
	value := func() string {
		_, text, _ := p.Interp().Expr(ctx, "a", unseen)
		return text
	}
	steps := func(to int, want string) {
		t.Helper()
		if notice, err := p.Goto(ctx, to); err != nil || notice != "" || p.At() != to || value() != want {
			t.Errorf("at %d, not %d: %s, not %s; %q %v", p.At(), to, value(), want, notice, err)
		}
	}
	steps(3, "[1, 2]")
	steps(2, "[1]")
	steps(5, "[1, 2]")
	steps(1, "[]")
	if at, err := d.Find("end"); at != 4 || err != nil {
		t.Error(at, err)
	}
	for _, bad := range []string{"0", "6", "nowhere"} {
		if _, err := d.Find(bad); err == nil {
			t.Errorf("%s is found", bad)
		}
	}
	if _, err := p.Run(ctx, "open('/dev/null', 'w').close()", func(lang.Event) {}); err != nil {
		t.Fatal(err)
	}
	if notice, _ := p.Goto(ctx, 0); !strings.Contains(notice, "files were written") {
		t.Errorf("%q", notice)
	}
}

// TestWrongOutputs wants an output that is not the written one, and an error nobody wrote, to be told with its line.
func TestWrongOutputs(t *testing.T) {
	d, err := ParseDeck("f.tfs", ">>> 1 + 1\n3\n\n>>> 2\n2\n\n>>> tf.nothing\n")
	if err != nil {
		t.Fatal(err)
	}
	found, err := NewPlayer(d, Options{}).Live(context.Background(), io.Discard, 0)
	if err != nil || len(found) != 2 || found[0].Line != 1 || found[1].Line != 7 {
		t.Errorf("%v %v", found, err)
	}
}

package playground

import (
	"encoding/json"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// page collects answers as the page would.
type page struct {
	*Session
	got chan map[string]any
}

func newPage() *page {
	p := &page{got: make(chan map[string]any, 1000)}
	p.Session = New(func(answer []byte) {
		var m map[string]any
		if err := json.Unmarshal(answer, &m); err != nil {
			panic(err)
		}
		p.got <- m
	})
	return p
}

// do carries out a request and gives the events of its answers.
func (p *page) do(t *testing.T, r Request) []map[string]any {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	p.Do(b)
	var out []map[string]any
	for len(p.got) > 0 {
		m := <-p.got
		if m["id"] != float64(r.ID) {
			t.Errorf("answer to %v, not %d", m["id"], r.ID)
		}
		out = append(out, m)
	}
	return out
}

func events(list []map[string]any) string {
	var out []string
	for _, m := range list {
		s := m["event"].(string)
		if text, ok := m["text"].(string); ok {
			s += " " + text
		}
		if data, ok := m["data"].(map[string]any); ok {
			s += " " + data["text/plain"].(string)
		}
		out = append(out, strings.TrimSpace(s))
	}
	return strings.Join(out, "|")
}

func TestCells(t *testing.T) {
	p := newPage()
	for i, c := range []struct{ code, want string }{
		{"x = 2", "done"},
		{"print('a'); x + 1", "stream a|result 3|done"},
		{"x + 1;", "done"},
		{"", "done"},
		{">>> x * 2\n4", "result 4|done"},
		{"1/0", "error Traceback (most recent call last):\n  File \"<cell 5>\", line 1, in <module>\n" +
			"    1/0\n    ~^~\nZeroDivisionError: division by zero|done"},
		{"import sys; sys.exit(3)", "done"},
		{"x", "result 2|done"},
	} {
		if got := events(p.do(t, Request{ID: i + 1, Do: "run", Code: c.code})); got != c.want {
			t.Errorf("%q: %q, not %q", c.code, got, c.want)
		}
	}
	last := p.do(t, Request{ID: 90, Do: "run", Code: "tf.ragged.constant([[1], []])"})
	data := last[0]["data"].(map[string]any)
	if !strings.Contains(data["text/html"].(string), "<table>") || last[0]["own"] != true || last[1]["ok"] != true {
		t.Error(last)
	}
	last = p.do(t, Request{ID: 91, Do: "run", Code: "from IPython.display import HTML, display\ndisplay(HTML('<b>'))"})
	if data = last[0]["data"].(map[string]any); data["text/html"] != "<b>" || last[0]["own"] != false {
		t.Error(last)
	}
	if got := events(p.do(t, Request{ID: 92, Do: "run", Code: "print(1); y = 7; 1/0", Again: true})); got != "done" {
		t.Errorf("a cell that runs again shows %q", got)
	}
	if got := events(p.do(t, Request{ID: 93, Do: "run", Code: "y"})); got != "result 7|done" {
		t.Error(got)
	}
	if got := events(p.do(t, Request{ID: 94, Do: "run", Code: "tf.io.decode_raw?"})); !strings.HasPrefix(got,
		"page tf.io.decode_raw(") {
		t.Errorf("%.80q", got)
	}
}

func TestLimit(t *testing.T) {
	p := newPage()
	size := 0
	for _, e := range p.do(t, Request{ID: 1, Do: "run", Code: "for i in range(100): print('é' * 50001)"}) {
		if text, ok := e["text"].(string); ok {
			size += len(text)
		}
	}
	if size < maxOutput-2 || size > maxOutput+200 {
		t.Errorf("%d bytes were shown", size)
	}
}

func TestInput(t *testing.T) {
	p := newPage()
	go func() {
		for e := range p.got {
			if e["event"] == "ask" {
				p.Answer("Ada")
			}
			if e["event"] != "done" {
				continue
			}
			p.got <- e
			return
		}
	}()
	p.Answer("nobody asked")
	b, _ := json.Marshal(Request{ID: 1, Do: "run", Code: "who = input('? ')"})
	ended := make(chan bool)
	go func() { p.Do(b); close(ended) }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("input() was not answered")
	}
	if v, _ := p.in.Get("who"); v != "Ada" {
		t.Errorf("%v", v)
	}
}

// TestAgain gives a cell that runs again what it got before.
func TestAgain(t *testing.T) {
	p := newPage()
	r := Request{ID: 1, Do: "run", Code: "a, b = input(), input()", Again: true, Answers: []string{"x", "y"}}
	if got := p.do(t, r); got[0]["ok"] != true {
		t.Error(got)
	}
	if v, _ := p.in.Get("b"); v != "y" {
		t.Errorf("%v", v)
	}
	r.ID, r.Answers = 2, r.Answers[:1]
	if got := p.do(t, r); got[0]["ok"] != false {
		t.Error(got)
	}
}

// TestTour begins a lesson, answers its first exercise wrong and right, and leaves.
func TestTour(t *testing.T) {
	p := newPage()
	for i, c := range []struct{ code, want string }{
		{"%tour 1", "Bytes to numbers"}, {"%next", "one number"}, {"%next", "raw"},
		{"tf.io.decode_raw(raw, tf.int16)", "The values are right; the type is int16"},
		{"tf.io.decode_raw(raw, tf.uint16)", "display <tf.Tensor: shape=(4,), dtype=uint16"}, {"%quit", "done"},
		{"1 + 1", "result 2|done"},
	} {
		got := p.do(t, Request{ID: i + 1, Do: "run", Code: c.code})
		if text := events(got); !strings.Contains(text, c.want) || got[len(got)-1]["ok"] != true {
			t.Errorf("%s: %s", c.code, text)
		}
	}
}

// TestOffsets counts as JavaScript does: 😀 is two units.
func TestOffsets(t *testing.T) {
	p := newPage()
	got := p.do(t, Request{ID: 1, Do: "paint", Code: "'😀' + 1 # é"})[0]["pieces"]
	want := []any{[]any{0., 4., "s"}, []any{5., 6., "o"}, []any{7., 8., "n"}, []any{9., 12., "c"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	c := p.do(t, Request{ID: 2, Do: "complete", Code: "'😀é'; tf.io.decode_ra", At: 21})[0]
	items := c["items"].([]any)
	if len(items) != 1 || items[0].(map[string]any)["text"] != "decode_raw" || c["from"] != 13. || c["to"] != 22. &&
		c["to"] != 21. {
		t.Errorf("%v", c)
	}
	if h := p.do(t, Request{ID: 3, Do: "call", Code: "'😀'; tf.range(", At: 15})[0]; !strings.HasPrefix(h["sig"].(string),
		"range(") {
		t.Errorf("%v", h)
	}
	if h := p.do(t, Request{ID: 4, Do: "help", Code: "tf.range", At: 5})[0]; h["found"] != true ||
		!strings.Contains(h["text"].(string), "start") {
		t.Errorf("%v", h)
	}
	if h := p.do(t, Request{ID: 5, Do: "help", Code: "1", At: 99})[0]; h["found"] != false {
		t.Errorf("%v", h)
	}
	for _, bad := range []string{"{", `{"do":"fly"}`, `{"do":"complete","code":"abc","at":-4}`} {
		p.Do([]byte(bad))
		if e := <-p.got; e["event"] != "fault" && e["event"] != "completed" {
			t.Errorf("%s: %v", bad, e)
		}
	}
}

func TestExamples(t *testing.T) {
	text := "# Bytes.\n\n>>> x = 1\n>>> x\n1\n\n# More\n\n>>> y = 2\n"
	want := []string{"# Bytes.\n\nx = 1\nx", "# More\n\ny = 2"}
	if got := Cells(text); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	b, err := Examples(fstest.MapFS{"a.tfs": {Data: []byte(text)}, "b.tfs": {Data: []byte("x = 1\n")}})
	if err != nil || !strings.HasPrefix(string(b), `[{"title":"a",`) || strings.Contains(string(b), `"b"`) {
		t.Errorf("%s, %v", b, err)
	}
	if b, err = Examples(os.DirFS("../scripts")); err != nil || len(b) < 1000 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

// TestPage keeps the page free of other addresses and of scripts within its text.
func TestPage(t *testing.T) {
	err := fs.WalkDir(Page, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(Page, name)
		text := strings.ReplaceAll(string(b), "http://www.w3.org/2000/svg", "")
		for _, bad := range []string{"http:", "https:", "//cdn", "<script>", "onclick=", "eval("} {
			if strings.Contains(text, bad) && !strings.Contains(name, ".md") {
				t.Errorf("%s holds %s", name, bad)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

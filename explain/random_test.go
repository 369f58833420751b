package explain_test

import (
	"compress/bzip2"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/explain"
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// every is how many of the recorded statements are passed over; TFS_LONG=1 takes all.
func every() int {
	if os.Getenv("TFS_LONG") != "" {
		return 1
	}
	return 7
}

// TestRecorded explains recorded random statements: the value or the error is that of the expression alone, every
// drawer ends, and all forms can be painted at any width.
func TestRecorded(t *testing.T) {
	explain.OnPanic(func(name string, r any) { t.Errorf("the drawer of %s failed: %v", name, r) })
	in := session.New(session.Options{})
	total := 0
	for _, file := range []string{"ragged.txt.bz2", "edges.txt.bz2"} {
		f, err := os.Open("../lang/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(bzip2.NewReader(f))
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, it := range transcript.ParseTranscript(string(text)) {
			if it.Example == nil || strings.Contains(it.Example.Source, "random") {
				continue
			}
			if n++; n%every() == 0 {
				compare(t, in, strings.TrimSpace(it.Example.Source), total)
				total++
			} else if strings.Contains(it.Example.Source, " = ") {
				in.RunExample(context.Background(), it.Example.Source, false)
			}
		}
	}
	if total < 1000 {
		t.Errorf("only %d statements", total)
	}
}

// compare runs a text with and without explain.
func compare(t *testing.T, in *lang.Interp, src string, n int) {
	ctx := context.Background()
	want, text, wantErr := in.Expr(ctx, src, func(lang.Event) {})
	if wantErr != nil {
		if ex := py.AsExc(wantErr); ex.Class.Name == "SyntaxError" || strings.Contains(ex.Error(),
			"an expression is needed") {
			in.RunExample(ctx, src, false) // a statement
			return
		}
	}
	pic, err := in.Explain(ctx, src, n%3 == 0, func(lang.Event) {})
	if err != nil {
		t.Errorf("explain(%s): %v", src, err)
		return
	}
	got, gotErr := pic.(*explain.Explanation).Result()
	switch {
	case wantErr != nil && (gotErr == nil || gotErr.Error() != wantErr.Error()):
		t.Errorf("%s: error %v, alone %v", src, gotErr, wantErr)
	case wantErr == nil && (gotErr != nil || py.ReprOf(got) != text && py.ReprOf(got) != py.ReprOf(want)):
		t.Errorf("%s: %s, alone %s", src, py.ReprOf(got), text)
	}
	width := 1 + n*7%110
	for _, l := range strings.Split(pic.Text(scene.Options{Width: width, ASCII: n%2 == 0}), "\n") {
		if scene.Width(l) > width {
			t.Errorf("%s at %d: %q", src, width, l)
		}
	}
	if pic.SVG() == "" || pic.Words() == "" {
		t.Errorf("%s has no picture", src)
	}
}

// FuzzValue draws values that Go's fuzzer makes of bytes: never a failure, never too wide.
func FuzzValue(f *testing.F) {
	f.Add([]byte("abc\x00\xff"), 40)
	f.Add([]byte("नमस्ते 你好 😊 \u202e"), 17)
	f.Fuzz(func(t *testing.T, data []byte, width int) {
		explain.OnPanic(func(name string, r any) { t.Errorf("the drawer of %s failed: %v", name, r) })
		width = 1 + width&0xff
		items := py.NewList()
		for i := range data {
			items.Items = append(items.Items, int64(data[i]), float64(data[i])/7)
		}
		for _, v := range []py.Value{string(data), py.Bytes(data), items, py.NewTuple(items, string(data))} {
			e := explain.New(py.Background(), []*explain.Trace{{Src: string(data), Result: v}}, explain.Options{})
			for _, ascii := range []bool{false, true} {
				for _, l := range strings.Split(e.Text(scene.Options{Width: width, ASCII: ascii}), "\n") {
					if scene.Width(l) > width {
						t.Errorf("at %d: %q", width, l)
					}
				}
			}
			_ = e.SVG()
		}
	})
}

// TestScripts explains the examples of the documents' scripts: each is drawn.
func TestScripts(t *testing.T) {
	explain.OnPanic(func(name string, r any) { t.Errorf("the drawer of %s failed: %v", name, r) })
	ctx := context.Background()
	drawn := 0
	for _, file := range scripts(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := session.New(session.Options{})
		for _, it := range transcript.ParseTranscript(string(text)) {
			if it.Example == nil {
				continue
			}
			src := strings.TrimSpace(it.Example.Source)
			in.RunExample(ctx, src, false)
			if _, _, err := in.Expr(ctx, src, func(lang.Event) {}); err != nil || !strings.Contains(src, "tf.") {
				continue
			}
			pic, err := in.Explain(ctx, src, false, func(lang.Event) {})
			if err != nil || pic.Text(scene.Options{Width: 40}) == "" || pic.SVG() == "" {
				t.Errorf("%s: explain(%s): %v", file, src, err)
			}
			drawn++
		}
	}
	if drawn < 150 {
		t.Errorf("only %d examples were drawn", drawn)
	}
}

// scripts are the scripts of the documents, but for those that train models.
func scripts(t *testing.T) []string {
	all, err := filepath.Glob("../scripts/*.tfs")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range all {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), ".fit(") {
			out = append(out, f)
		}
	}
	return out
}

package main

import (
	"context"
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

func TestDraw(t *testing.T) {
	head := `{"version":2,"width":40,"height":5,"title":"a < b"}` + "\n"
	svg, err := draw(strings.NewReader(head + `[0.5,"o","\u001b[1;32m>>>\u001b[0m 1 "]` + "\n" + `[1,"m","part"]` + "\n" +
		`[1.25,"o","< 2\r\nTrue\r\n"]`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title id=\"castt\">a &lt; b</title>",
		`class="b g" style="animation-delay:0.50s">&gt;&gt;&gt;</text>`,
		`animation-delay:1.25s">&lt; 2</text>`, `y="48" textLength="33.7" style="animation-delay:1.25s">True`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	for _, bad := range []string{"", "{}", head + "[", head + `[0,"o","\u001b[2J"]`, head + `[0,"o","\u001b[38;5;1m"]`} {
		if _, err := draw(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was drawn", bad)
		}
	}
}

// TestRecording reads the recording of README.md: it is sound, and holds what its script shows.
func TestRecording(t *testing.T) {
	b, err := os.ReadFile("../../docs/recording.svg")
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(string(b)))
	var text strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := tok.(xml.CharData); ok {
			text.Write(c)
		}
	}
	script, err := os.ReadFile("../../docs/recording.tfs")
	if err != nil {
		t.Fatal(err)
	}
	in := session.New(session.Options{})
	for _, it := range transcript.ParseTranscript(string(script)) {
		if e := it.Example; e != nil {
			if got := in.RunExample(context.Background(), e.Source, false); !got.Same(transcript.ParseOutcome(e.Want)) {
				t.Errorf("%s shows\n%s", e.Source, strings.Join(got.Lines(), "\n"))
			}
		}
	}
	for _, l := range strings.Split(string(script), "\n") {
		if l != "" && !strings.HasPrefix(l, ">>>") && !strings.HasPrefix(l, "#:") &&
			!strings.Contains(text.String(), strings.TrimSpace(l)) {
			t.Errorf("the recording lacks %q: .ci/recording makes it anew", l)
		}
	}
}

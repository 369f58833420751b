package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/records"
)

// exampleFile writes two Examples in a compression.
func exampleFile(t *testing.T, dir, compression string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := records.NewWriter(&b, compression, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`features { feature { key: "a" value { int64_list { value: [1, 2] } } } feature { key: "b" value { bytes_list { value: "x" } } } }`,
		`features { feature { key: "a" value { int64_list { value: 3 } } } }`} {
		m := dynamicpb.NewMessage(messages.Type("Example"))
		if err := messages.Parse([]string{text}, m, messages.ParseOptions{}); err != nil {
			t.Fatal(err)
		}
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err == nil {
			err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "f"+compression)
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// recordsCommand runs tfs records and gives what it writes, without the folder, and its status.
func recordsCommand(dir string, args ...string) (string, int) {
	c := exec.Command(binary, append([]string{"records"}, args...)...)
	out, _ := c.CombinedOutput()
	return strings.ReplaceAll(string(out), dir+"/", ""), c.ProcessState.ExitCode()
}

// TestRecords looks into whole and damaged files, in all compressions.
func TestRecords(t *testing.T) {
	dir := t.TempDir()
	const features = "  tensorflow.Example\n  \"a\": int64, 1 to 2 values\n  \"b\": string, 1 value, in 1 of 2\n"
	for kind, tail := range map[string]string{"": "", "GZIP": ", gzip", "ZLIB": ", zlib"} {
		name := exampleFile(t, dir, kind)
		got, code := recordsCommand(dir, name)
		if want := "f" + kind + ": 2 records, 41 bytes (14 to 27 each)" + tail + "\n" + features; got != want || code != 0 {
			t.Errorf("%s: status %d\n%s", kind, code, got)
		}
	}
	whole := filepath.Join(dir, "f")
	for _, c := range []struct {
		want string
		code int
		args []string
	}{
		{"f: 2\n", 0, []string{"--count", whole}},
		{`{"features":{"feature":{"a":{"int64_list":{"value":["3"]}}}}}`, 0, []string{"--json", "--print", "-1", whole}},
		{"# record 0, 27 bytes\nfeatures {\n", 0, []string{"--print", "1", whole}},
		{`"records":2,"bytes":41,`, 0, []string{"--json", whole}},
		{"--compression is auto, none, gzip or zlib, not x", 2, []string{"--compression", "x", whole}},
		{"none: no such file or directory", 2, []string{filepath.Join(dir, "none")}},
	} {
		if got, code := recordsCommand(dir, c.args...); !strings.Contains(got, c.want) || code != c.code {
			t.Errorf("%v: status %d\n%s", c.args, code, got)
		}
	}
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-6] ^= 1
	damaged, saved := filepath.Join(dir, "damaged"), filepath.Join(dir, "saved")
	if err := os.WriteFile(damaged, b, 0o644); err != nil {
		t.Fatal(err)
	}
	got, code := recordsCommand(dir, "--salvage", saved, damaged)
	if code != 1 ||
		!strings.Contains(got, "damaged: corrupted record at 55\n  whole up to byte 43\n  1 records written to saved") {
		t.Errorf("status %d\n%s", code, got)
	}
	if got, code := recordsCommand(dir, "--count", saved); got != "saved: 1\n" || code != 0 {
		t.Errorf("status %d\n%s", code, got)
	}
	if got, code := recordsCommand(dir, "--salvage", saved, damaged); code != 2 ||
		!strings.Contains(got, "is there already") {
		t.Errorf("status %d\n%s", code, got)
	}
}

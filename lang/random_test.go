package lang

import (
	"compress/bzip2"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session/transcript"
)

// stated are the differences from TensorFlow that README names, by what TensorFlow says
// (or, before the newline, what is asked): tfs answers where TensorFlow fails inside itself.
var stated = []struct{ why, re string }{
	{"empty or uniform operands are broadcast", `Last row partition does not match flat_values|Incompatible shapes: \[0,`},
	{"int32 row splits work in every op", `cannot compute Mul as input #1|self and new_values have mismatched row_splits|Argument .row_partition. of RaggedTensor with`},
	{"where on dense inner dimensions", `Input to reshape is a tensor with`},
	{"unstack of ragged tensors", `tf\.unstack.*\n.*has no len\(\)`},
	{"empty uniform rows", `Tensor's shape \(0, 0\) is not compatible with supplied shape|unbatch`},
	{"softmax over axis 0 keeps empty rows", `tf\.nn\.softmax.*axis=(0|-2|-3|-4)`},
	{"kernels TensorFlow has not", `TileOp : The input data type is not supported|Could not find device for node`},
	{"newaxis before a number", `tf\.newaxis, -?\d.*\n.*has no attribute 'row_splits'`},
	{"an axis named twice", `axis=\[(\d), (\d)\]`},
	{"broadcasting an empty ragged tensor keeps its rows", `\n<tf\.RaggedTensor \[\[\]\]>`},
	{"counting ragged rows of rows", `tf\.math\.bincount`},
	{"the operands of an assertion in the other order", `Condition x == y did not hold`},
	{"matrices of known sizes", `tf\.matmul.*\n.*Dimensions \d and \d are not compatible`},
	{"types no kernel takes", `Cannot convert 1 to EagerTensor of dtype string|Cast float to string|Value for attr 'T' of`},
}

// TestRandomRagged runs 20,000 recorded statements (.ci/ragged_cases.py) against TensorFlow's
// answers: values within the rule of checks, errors by class and text.
func TestRandomRagged(t *testing.T) {
	f, err := os.Open("testdata/ragged.txt.bz2")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(bzip2.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	var known []*regexp.Regexp
	for _, s := range stated {
		known = append(known, regexp.MustCompile(s.re))
	}
	in := newWired(Options{})
	total, apart, shown := 0, 0, 0
	for _, it := range transcript.ParseTranscript(string(text)) {
		e := it.Example
		if e == nil {
			continue
		}
		total++
		got := in.RunExample(context.Background(), e.Source, false)
		if got.Same(transcript.ParseOutcome(e.Want)) {
			continue
		}
		apart++
		where := e.Source + "\n" + strings.Join(e.Want, " ")
		ok := false
		for _, re := range known {
			ok = ok || re.MatchString(where)
		}
		if (!ok || strings.HasSuffix(got.Kind, "InternalError")) && shown < 20 {
			shown++
			t.Errorf("%s\nwant %s\n got %s", e.Source, strings.Join(e.Want, "\n     "), strings.Join(got.Lines(), "\n     "))
		}
	}
	t.Logf("%d of %d statements differ, all for stated reasons", apart, total)
	if total < 20000 || apart > total/40 {
		t.Errorf("%d statements, %d differ", total, apart)
	}
}

// TestRecorded runs recorded statements against TensorFlow's answers: at the edges of the ops
// (nan, overflow, empty and scalar shapes, wrong types, tf.print), variables and changes of their
// parts, modules, checkpoints, random generators, datasets, 64-bit integers that no float64 holds, messages, their
// text format, the parsing of tf.train.Example, and files.
func TestRecorded(t *testing.T) {
	for _, c := range []struct {
		file  string
		least int
	}{{"edges.txt.bz2", 650}, {"npfiles.txt", 18}} {
		f, err := os.Open("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r := io.Reader(f)
		if strings.HasSuffix(c.file, ".bz2") {
			r = bzip2.NewReader(f)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		defer os.Chdir(here) // some go to a folder of their own
		in, total := newWired(Options{}), 0
		for _, it := range transcript.ParseTranscript(string(text)) {
			e := it.Example
			if e == nil {
				continue
			}
			total++
			if got := in.RunExample(context.Background(), e.Source, false); !got.Same(transcript.ParseOutcome(e.Want)) {
				t.Errorf("%s: %s\nwant %s\n got %s", c.file, e.Source, strings.Join(e.Want, "\n     "), strings.Join(got.Lines(), "\n     "))
			}
		}
		if err := os.Chdir(here); err != nil {
			t.Fatal(err)
		}
		if total < c.least {
			t.Errorf("%s: only %d statements", c.file, total)
		}
	}
}

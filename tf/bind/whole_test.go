package bind_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestForeseenSizes looks at the static shapes of results that are found on stand-ins: a size that only one of them
// tells is not known. The expected shapes are TensorFlow's.
func TestForeseenSizes(t *testing.T) {
	for src, want := range map[string]string{
		"tf.io.decode_base64(a) | tf.TensorSpec([None], tf.string)":                      "(None,)",
		"tf.io.decode_base64(a) | tf.TensorSpec(None, tf.string)":                        "<unknown>",
		"tf.reduce_logsumexp(a, axis=0) | tf.RaggedTensorSpec([None, None], tf.float32)": "(None,)",
		"a[0, 1] | tf.RaggedTensorSpec([None, None, None], tf.float32, ragged_rank=2)":   "(None,)",
		"tf.reduce_sum(a) | tf.TensorSpec(None, tf.float32)":                             "()",
		"tf.math.reduce_std(a) | tf.TensorSpec(None, tf.float32)":                        "()",
		"tf.math.count_nonzero(a) | tf.TensorSpec(None, tf.float32)":                     "()",
		"tf.reduce_sum(a, keepdims=True) | tf.TensorSpec(None, tf.float32)":              "<unknown>",
		"tf.complex(a, a) | tf.RaggedTensorSpec([2, None], tf.float32)":                  "(2, None)",
		"tf.strings.lower(a) | tf.TensorSpec([None, 3], tf.string)":                      "(None, 3)",
	} {
		call, spec, _ := strings.Cut(src, " | ")
		program := "tf.function(lambda a: print((" + call + ").shape)).get_concrete_function(" + spec + ")\n"
		var got strings.Builder
		err := session.New(session.Options{}).Eval(context.Background(), "<test>", program, lang.Script, func(e lang.Event) {
			got.WriteString(e.Text)
		})
		if err != nil || got.String() != want+"\n" {
			t.Errorf("%s: %s, want %s", src, got.String(), want)
		}
	}
}

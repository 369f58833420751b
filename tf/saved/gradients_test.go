package saved_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestOwnGradients: saving a function says when a gradient given by tf.custom_gradient is not written with it.
func TestOwnGradients(t *testing.T) {
	for body, told := range map[string]bool{"tf.custom_gradient(lambda v: (v * 2., lambda dy: dy * 4.))(x)": true,
		"tf.identity_n([x])[0]": false} {
		src := "m = tf.Module()\nm.f = tf.function(lambda x: " + body +
			", input_signature=[tf.TensorSpec([], tf.float32)])\ntf.saved_model.save(m, " +
			"'" + filepath.ToSlash(t.TempDir()) + "/m')\n"
		var text strings.Builder
		err := session.New(lang.Options{}).Eval(context.Background(), "<test>", src, lang.Script, func(e lang.Event) {
			text.WriteString(e.Text)
			if e.Exc != nil {
				t.Error(e.Exc)
			}
		})
		if err != nil {
			t.Error(err)
		}
		if got := strings.Contains(text.String(), "tf.custom_gradient, which are not written"); got != told {
			t.Errorf("%s says %q", body, text.String())
		}
	}
}

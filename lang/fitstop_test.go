package lang

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestFitStopped: Ctrl-C in fit keeps what was learnt and measured, and training goes on after it.
func TestFitStopped(t *testing.T) {
	const src = `
m = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
m.compile('sgd', 'mse')
before = m.get_weights()[0].copy()
class Tell(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch == 3: print('learning')
try:
    m.fit(tf.ones([8, 2]), tf.ones([8, 1]) * 5, batch_size=4, epochs=10000000, verbose=0, callbacks=[Tell()])
    print('ended')
except KeyboardInterrupt:
    print('stopped', int(m.optimizer.iterations) >= 8, bool((m.get_weights()[0] != before).any()),
          len(m.history.history['loss']) >= 3)
done = int(m.optimizer.iterations)
m.fit(tf.ones([8, 2]), tf.ones([8, 1]) * 5, batch_size=4, verbose=0)
print(int(m.optimizer.iterations) - done)
`
	stop := py.NewStop(context.Background())
	defer stop.Close()
	var out strings.Builder
	_ = newWired(Options{}).Eval(stop.Context(), "<test>", src, Script, func(e Event) {
		if e.Exc != nil {
			t.Errorf("ended with %s", e.Exc.Class.Name)
			return
		}
		out.WriteString(e.Text)
		if strings.Contains(e.Text, "learning") {
			stop.Interrupt()
		}
	})
	if want := "learning\nstopped True True True\n2\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

package tf_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/tf"
)

// rulesOwn is how many entries have a rule that is nothing but a function of its own: several of their arguments may
// be ragged, or lists of such. One more needs a reason: OnRagged, Flat, Pair, Inner and Itself say more.
const rulesOwn = 32

// samples are the arguments of functions that need more than ragged ones, on x; after = an expression.
var samples = map[string]string{
	"tf.shape": "=tf.shape(x).inner_shape", "tf.math.argmax": "x, 1", "tf.math.argmin": "x, 1",
	"tf.image.random_brightness": "x, 0.", "tf.image.stateless_random_brightness": "x, 0., [1, 2]",
	"tf.strings.to_number": "tf.strings.regex_replace(x, '[^0-9]', '7')",
	"tf.io.decode_base64":  "tf.io.encode_base64(x)", "tf.strings.unicode_decode": "x, 'UTF-8'",
	"tf.strings.unicode_decode_with_offsets": "x, 'UTF-8'", "tf.strings.unicode_split": "x, 'UTF-8'",
	"tf.strings.unicode_split_with_offsets": "x, 'UTF-8'", "tf.debugging.assert_none_equal": "x, x - 1",
	"tf.debugging.assert_less": "x, x + 1", "tf.debugging.assert_greater": "x + 1, x",
	"tf.argsort": "x", "tf.bitcast": "x, tf.int32", "tf.boolean_mask": "x, x > x", "tf.broadcast_to": "x, tf.shape(x)",
	"tf.cast": "x, tf.int64", "tf.clip_by_value": "x, 1, 2", "tf.concat": "[x, x], 0",
	"tf.debugging.assert_near": "x, x", "tf.debugging.check_numerics": "x, 'm'", "tf.expand_dims": "x, 1",
	"tf.dynamic_partition": "x, [0, 1, 0], 2", "tf.gather": "x, [2, 0]", "tf.gather_nd": "x, [[2], [0]]",
	"tf.image.adjust_brightness": "x, 2", "tf.one_hot": "x, 3", "tf.pad": "x, [[0, 0], [1, 0]]",
	"tf.repeat": "x, 2, axis=0", "tf.reshape": "x, [3, -1]", "tf.reverse": "x, [0]", "tf.roll": "x, 1, axis=1",
	"tf.split": "x, 3", "tf.squeeze": "tf.expand_dims(x, 1), [1]", "tf.stack": "[x, x]", "tf.tile": "x, [1, 2]",
	"tf.where": "x > x, x, x", "tf.math.add_n": "[x, x]", "tf.math.bincount": "x, axis=-1",
	"tf.math.cumprod": "x, axis=1", "tf.math.cumsum": "x, axis=1", "tf.math.scalar_mul": "2, x",
	"tf.math.top_k": "x, 1", "tf.linalg.matmul": "tf.expand_dims(x, 2), tf.ones([3, 1, 2], x.dtype)",
	"tf.nn.moments": "x, [1]", "tf.nn.sigmoid_cross_entropy_with_logits": "labels=x, logits=x",
	"tf.strings.join": "[x, x]", "tf.strings.regex_full_match": "x, 'a+'", "tf.strings.regex_replace": "x, 'a', 'o'",
	"tf.strings.substr": "x, 0, 1", "tf.strings.to_hash_bucket": "x, 9", "tf.strings.to_hash_bucket_fast": "x, 9",
	"tf.strings.to_hash_bucket_strong": "x, 9, [1, 2]", "tf.strings.unicode_transcode": "x, 'UTF-8', 'UTF-16-BE'",
	"tf.strings.reduce_join":       "x, axis=1",
	"tf.image.adjust_gamma":        "x, 2",
	"tf.image.convert_image_dtype": "x, tf.float64"}

const rulesPrelude = `
x = tf.ragged.constant([[1, 2], [], [1]])
many = [tf.cast(x, tf.float32), x, tf.ragged.constant([['1', 'a'], [], ['b']]),
        tf.ragged.constant([[True], [False, True], []]), tf.cast(x, tf.complex64), tf.cast(x, tf.uint8)]

def shown(v):
    return str([tf.nest.flatten(v, expand_composites=True)])

def alike(f):
    said = []
    for x in many:
        try:
            want = f(x)
        except Exception as e:
            said.append(str(e)[:60])
            continue
        got = tf.function(f, autograph=False)(x)
        return 'alike' if shown(want) == shown(got) else f'{shown(want)} but traced {shown(got)}'
    return 'no sample: ' + ' | '.join(said)
`

// TestRules calls every function that takes ragged tensors with one, at once and traced: its rule gives the same.
func TestRules(t *testing.T) {
	in := session.New(session.Options{})
	if o := in.RunExample(context.Background(), rulesPrelude, true); o.Kind != "" {
		t.Fatal(o.Msg)
	}
	own, seen, used := 0, 0, map[string]bool{}
	for _, o := range tf.Table() {
		if o.Ragged.IsOwn() {
			own++
		}
		args := o.Ragged.Args(o)
		if len(args) == 0 {
			continue
		}
		seen++
		call, ok := samples[o.Name]
		if used[o.Name] = ok; !ok {
			if call = "x"; len(args) == 2 {
				call = "x, x"
			}
			if strings.Contains(o.Name, "segment_") {
				call = "x, [0, 1, 0], 2"
			}
		}
		expr := o.Name + "(" + call + ")"
		if strings.Contains(o.Name, ".assert_") { // gives nothing, or an operation
			expr = "[" + expr + ", x][1]"
		} else if whole, ok := strings.CutPrefix(call, "="); ok {
			expr = whole
		}
		got := in.RunExample(context.Background(), "alike(lambda x: "+expr+")", true)
		if s := strings.TrimSpace(got.Out); s != "'alike'" {
			t.Errorf("%s: %s %s", expr, s, got.Msg)
		}
	}
	if own != rulesOwn {
		t.Errorf("%d rules are functions of their own, %d were known", own, rulesOwn)
	}
	if seen < 150 {
		t.Errorf("%d functions take ragged tensors", seen)
	}
	for name := range samples {
		if !used[name] {
			t.Errorf("%s needs no sample", name)
		}
	}
}

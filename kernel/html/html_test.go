package html

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

func of(t *testing.T, src string) string {
	t.Helper()
	in := session.New(session.Options{})
	var out string
	_ = in.Eval(context.Background(), "<test>", src+"\n", lang.Cell, func(e lang.Event) {
		switch e.Kind {
		case lang.Result:
			out, _ = Of(e.Value)
		case lang.Error:
			t.Errorf("%s: %s", src, e.Text)
		}
	})
	return strings.TrimSuffix(strings.TrimPrefix(out, `<div class="tfs">`+style), "</div>")
}

func TestDrawings(t *testing.T) {
	for src, want := range map[string]string{
		"tf.constant([[1, 2], [3, 4]])": `<div class="h">tf.Tensor  shape (2, 2)  int32</div><table><tr><th>0</th><td>1</td><td>2</td></tr><tr><th>1</th><td>3</td><td>4</td></tr></table>`,
		"tf.ragged.constant([[0.1, 2], [], [3]])": `<div class="h">tf.RaggedTensor  shape (3, None)  float32</div><table><tr><th>0</th><td>0.1</td><td>2.0</td><td class="n">2</td></tr>` +
			`<tr><th>1</th><td class="n">0</td></tr><tr><th>2</th><td>3.0</td><td class="n">1</td></tr></table><div class="h">row_splits [0 2 2 3]</div>`,
		"tf.ragged.constant([[[1], [2, 3]], []])": `<div class="h">tf.RaggedTensor  shape (2, None, None)  int32</div><table><tr><th>0</th><td><table><tr><td>1</td></tr></table></td>` +
			`<td><table><tr><td>2</td><td>3</td></tr></table></td><td class="n">2</td></tr><tr><th>1</th><td class="n">0</td></tr></table><div class="h">row_splits [0 2 2]</div><div class="h">values.row_splits [0 1 3]</div>`,
		"tf.sparse.SparseTensor([[0, 1], [2, 0]], [5, 6], [3, 2])": `<div class="h">tf.SparseTensor  shape (3, 2)  int32</div><table><tr><th>index</th><th>value</th></tr><tr><th>[0, 1]</th><td>5</td></tr><tr><th>[2, 0]</th><td>6</td></tr></table>`,
		"{'a': tf.constant(7), 'b': 'text'}":                       `<table><tr><th>&#39;a&#39;</th><td class="s"><div class="h">tf.Tensor  shape ()  int32</div><table><tr><td>7</td></tr></table></td></tr><tr><th>&#39;b&#39;</th><td class="s">&#39;text&#39;</td></tr></table>`,
		"tf.TensorShape([2, None])":                                `<span class="h">TensorShape([2, None])</span>`,
		"tf.constant(['a', '<']).numpy()":                          `<div class="h">numpy.ndarray  shape (2,)  string</div><table><tr><td class="s">b&#39;a&#39;</td><td class="s">b&#39;&lt;&#39;</td></tr></table>`,
		"np.array([['a', 'bc']]).T":                                `<div class="h">numpy.ndarray  shape (2, 1)  str64</div><table><tr><th>0</th><td class="s">&#39;a&#39;</td></tr><tr><th>1</th><td class="s">&#39;bc&#39;</td></tr></table>`,
		"np.array([b'a', b'bc'])[::-1]":                            `<div class="h">numpy.ndarray  shape (2,)  bytes16</div><table><tr><td class="s">b&#39;bc&#39;</td><td class="s">b&#39;a&#39;</td></tr></table>`,
		"np.array([1, None], object)":                              "",
		"[1, 2]":                                                   "", "'x'": "", "3": "",
	} {
		if got := of(t, src); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", src, got, want)
		}
	}
}

func TestEscapes(t *testing.T) {
	for _, src := range []string{"tf.constant('<script>alert(1)</script>')",
		"tf.ragged.constant([['<script>x</script>']])", "{'<script>': tf.constant(1)}", "[tf.constant(1), '<script>']",
		"tf.sparse.SparseTensor([[0]], ['<script>'], [1])", "tf.TensorShape(None), '<script>'", "np.array(['<script>'])"} {
		got := of(t, src)
		if strings.Contains(got, "<script") || !strings.Contains(got, "&lt;script&gt;") && got != "" {
			t.Errorf("%s: %s", src, got)
		}
	}
	if got := Page("<script>"); strings.Contains(got, "<script") {
		t.Error(got)
	}
}

func TestLargeValues(t *testing.T) {
	for _, src := range []string{"tf.zeros([1000000])", "tf.zeros([3000, 3000])", "tf.zeros([40, 40, 40, 40])",
		"tf.RaggedTensor.from_row_lengths(tf.range(1000000), tf.fill([1000], 1000))",
		"{i: tf.constant(i) for i in range(10000)}", "tf.constant('x' * 1000000)", "np.array(['x' * 100000] * 300)",
		"tf.constant([['x' * 1000] * 300] * 300).numpy()", "[tf.zeros([50, 50])] * 500"} {
		got := of(t, src)
		if n := len(got); n == 0 || n > 2<<20 {
			t.Errorf("%s: %d bytes", src, n)
		}
	}
	if got := of(t, "tf.range(1000)"); strings.Count(got, "<td>") != 2*edge || !strings.Contains(got, "…") {
		t.Errorf("%s", got)
	}
}

// TestOwnPage: nothing from outside, no script.
func TestOwnPage(t *testing.T) {
	all := of(t, "{'a': tf.ones([2, 2]), 'b': tf.ragged.constant([[1]])}") + style
	if regexp.MustCompile(`(?i)https?:|src=|<script|url\(|on\w+=`).MatchString(all) {
		t.Errorf("%s", all)
	}
}

// TestPictureBundle writes the bytes of pictures as base64, in an element of HTML where their size is set.
func TestPictureBundle(t *testing.T) {
	got := Bundle("p", &session.Rich{MIME: "image/png", Data: "\x89PNG", Size: ` width="2"`})
	if got["image/png"] != "iVBORw==" || got["text/html"] != `<img src="data:image/png;base64,iVBORw==" width="2"/>` {
		t.Error(got)
	}
	if got := Bundle("t", &session.Rich{MIME: "text/latex", Data: "$a$"}); got["text/latex"] != "$a$" {
		t.Error(got)
	}
}

package text_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// must is for examples: a program looks at its errors.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// From texts to word numbers, n-gram embeddings, their means, and a padded matrix.
func Example() {
	ctx := context.Background()
	docs := tensor.FromStrings([]int{3}, []string{"the quick brown fox", "", "the lazy dog"})
	words := must(text.Split(ctx, docs, "", -1)) // a ragged tensor: rows of unequal length

	vocabulary := must(text.NewVocabulary([]string{"the", "quick", "lazy"}, 2))
	ids := must(text.Lookup(ctx, vocabulary, words))
	fmt.Println(printer.RaggedRepr(ids))

	bigrams := must(text.NGrams(ctx, words, text.NGramOptions{Widths: []int{2}, Sep: " "})).(*ragged.Ragged)
	fmt.Println(printer.RaggedRepr(bigrams))
	buckets := must(text.HashBucketFast(ctx, bigrams, 4))

	table := tensor.FromSlice([]int{4, 2}, []float32{0, 1, 10, 11, 20, 21, 30, 31})
	vectors := must(ragged.Gather(ctx, table, buckets, 0, 0))
	means := must(ragged.Reduce(ctx, tensor.FoldMean, vectors, []int{1}, false)).(*tensor.Tensor)
	fmt.Println(printer.TensorStr(means))

	padded := must(ids.ToTensor(ctx, tensor.Scalar(int64(-1)), tensor.PartialShape{}))
	fmt.Println(printer.TensorRepr(padded))
	// Output:
	// <tf.RaggedTensor [[0, 1, 4, 3], [], [0, 2, 3]]>
	// <tf.RaggedTensor [[b'the quick', b'quick brown', b'brown fox'], [],
	//  [b'the lazy', b'lazy dog']]>
	// tf.Tensor(
	// [[13.333333 14.333333]
	//  [      nan       nan]
	//  [10.       11.      ]], shape=(3, 2), dtype=float32)
	// <tf.Tensor: shape=(3, 4), dtype=int64, numpy=
	// array([[ 0,  1,  4,  3],
	//        [-1, -1, -1, -1],
	//        [ 0,  2,  3, -1]])>
}

// TestReadme keeps the program in the README the one above.
func TestReadme(t *testing.T) {
	source := must(os.ReadFile("pipeline_example_test.go"))
	readme := must(os.ReadFile("../README.md"))
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, output, _ := strings.Cut(body, "\t// Output:\n")
	output, _, _ = strings.Cut(output, "}\n")
	plain := func(s, prefix string) string {
		lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimPrefix(l, prefix)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	want := "```go\n" + plain(body, "\t") + "```\n\n```\n" + plain(output, "\t// ") + "```\n"
	if !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not hold this under From Go:\n%s", want)
	}
}

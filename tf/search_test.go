package tf

import (
	"testing"
)

func TestSearch(t *testing.T) {
	for question, want := range map[string]string{
		"how to split a string into words": "tf.strings.split", "sum of rows": "tf.reduce_sum",
		"decode bytes": "tf.io.decode_raw",
		"sort":         "tf.sort", "multiply matrices": "tf.linalg.matmul", "random numbers": "tf.random.uniform",
		"number to string": "tf.strings.as_string",
	} {
		found := false
		var names []string
		for _, o := range Search(question, 10) {
			names = append(names, o.Name)
			found = found || o.Name == want
			for _, a := range o.Aliases {
				found = found || a == want
			}
		}
		if !found {
			t.Errorf("%q finds %v, not %s", question, names, want)
		}
	}
}

// TestSearchRanks asks for what one op does in the words its name writes short.
func TestSearchRanks(t *testing.T) {
	for question, want := range map[string]string{
		"matrix multiply": "tf.linalg.matmul", "index of the largest value": "tf.math.argmax",
		"running total": "tf.math.cumsum",
		"square root":   "tf.math.sqrt", "identity matrix": "tf.eye", "split a string": "tf.strings.split",
	} {
		if hits := Search(question, 10); len(hits) == 0 || hits[0].Name != want {
			t.Errorf("%q does not find %s first: %v", question, want, hits[0].Name)
		}
	}
}

package py

import "testing"

func TestSuggest(t *testing.T) {
	names := []string{"bool", "float", "chr", "In", "f", "np", "tf", "len", "print", "range", "reduce_all", "reduce_any", "reduce_max", "reduce_sum",
		"add", "DType", "sorted", "int32", "int64", "id", "input", "math", "bitcast", "_hidden", "strings", "string", "eye", "exp", "abs"}
	for name, want := range map[string]string{
		"foo": "", "good": "", "n": "", "i": "", "P": "", "for": "", "plot": "", "idx": "", "x": "", "tmp": "", "arr": "", "val": "", "pos": "",
		"red": "reduce_* (all, any, max, sum)", "reduce_som": "reduce_sum", "lne": "len", "prnt": "print", "pritn": "print", "rnage": "range",
		"TF": "tf", "Np": "np", "dtype": "DType", "int33": "int32", "bitcsat": "bitcast", "hidden": "", "_hiden": "_hidden", "sort": "sorted",
		"str": "string or strings", "boool": "bool", "mathematics": "", "in": "In",
	} {
		if got := Suggest(name, "", names); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if got := Suggest("redu", "tf.", names); got != "tf.reduce_* (all, any, max, sum)" {
		t.Error(got)
	}
}

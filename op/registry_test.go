package op

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/packed"
)

// TestRows reads every row of the registry: each input and output has a type or an attribute that
// names one, and the quoted summary is made of the row's own words.
func TestRows(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(registryText()), "\n") {
		name, _, _ := strings.Cut(line, ";")
		r := Lookup(name)
		if r == nil {
			t.Fatalf("no row for %q", line)
		}
		for _, a := range append(append([]Arg(nil), r.In...), r.Out...) {
			if a.TypeAttr == "" && a.Type == tensor.Invalid && !handles[kindOf(line, a.Name)] {
				t.Errorf("%s: %+v has no type", name, a)
			}
		}
	}
	r := Lookup("Sum")
	if r.In[1].Name != "axis" || r.In[1].TypeAttr != "Tidx" || !strings.Contains(r.Summary, "reduction_indices:Tidx") {
		t.Errorf("%+v", r)
	}
	if Lookup("Nope") != nil || Lookup("Su") != nil {
		t.Error("a row for an unknown name")
	}
}

// handles are types of arguments that are no element types.
var handles = map[string]bool{"resource": true, "variant": true}

func kindOf(line, name string) string {
	_, rest, ok := strings.Cut(line, name+":")
	if !ok {
		return "resource" // renamed
	}
	return strings.TrimLeft(strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(",; ", r) })[0],
		"num_0123456789*")
}

// TestCheckType words the refusal as TensorFlow does.
func TestCheckType(t *testing.T) {
	if err := CheckType("Exp", "T", tensor.Float32); err != nil {
		t.Error(err)
	}
	err := CheckType("Exp", "T", tensor.Int32)
	if err == nil || !strings.HasPrefix(err.Error(),
		"Value for attr 'T' of int32 is not in the list of allowed values: bfloat16, half, float") {
		t.Error(err)
	}
}

// TestRegistryPacked sees that the packed registry is the text beside it.
func TestRegistryPacked(t *testing.T) {
	text, err := os.ReadFile("registry.txt")
	if err != nil {
		t.Fatal(err)
	}
	if registryText() != string(text) {
		t.Error("registry.s2 is not registry.txt: run go generate ./op")
	}
	text, err = os.ReadFile("lacks.txt")
	if err != nil || packed.Quick(lacksPacked) != string(text) {
		t.Errorf("lacks.s2 is not lacks.txt: run go generate ./op (%v)", err)
	}
}

// noFollow are kernels with a gradient here that TensorFlow's registry does not know: what they give is no number that
// a gradient comes back from, or they are of tfs's own making in a trace.
var noFollow = strings.Fields(`DestroyResourceOp EmptyTensorList LookupTableExportV2 LookupTableImportV2
	LookupTableRemoveV2 MatchingFiles OptionalHasValue OptionalNone PrintV2 RandomUniformInt ReadFile
	ResourceStridedSliceAssign RngReadAndSkip Snapshot TensorListReserve VarHandleOp WriteFile`)

// TestGradientsDeclared compares which kernels have a gradient with TensorFlow's registry, recorded in
// testdata/gradients.txt: "grad", "none" of what is declared not differentiable, "missing" of what is not declared.
func TestGradientsDeclared(t *testing.T) {
	text, err := os.ReadFile("testdata/gradients.txt")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
		kinds[name] = kind
	}
	broken := map[string]bool{"SparseSparseMaximum": true, "SparseSparseMinimum": true} // a TypeError in TensorFlow
	for _, name := range Names() {
		d, kind := Get(name), kinds[name]
		writes := strings.HasPrefix(name, "Resource") || strings.HasPrefix(name, "Assign")
		switch {
		case kind == "":
			t.Errorf("%s is not recorded: see .ci/record_gradients.py", name)
		case kind == "missing" && d.Grad != nil && !writes && !slices.Contains(noFollow, name):
			t.Errorf("%s has a gradient that TensorFlow does not declare", name)
		case kind != "missing" && d.Grad == nil && !broken[name]:
			t.Errorf("%s has no gradient; TensorFlow's registry says %s", name, kind)
		}
	}
}

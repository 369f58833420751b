package saved

import (
	"testing"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// TestPathText: paths come as texts, bytes and string tensors.
func TestPathText(t *testing.T) {
	for _, v := range []py.Value{"a/b", py.Bytes("a/b"), tensor.FromStrings(nil, []string{"a/b"})} {
		if s, ok := pathText(v); !ok || s != "a/b" {
			t.Errorf("%v is %q", v, s)
		}
	}
	if _, ok := pathText(int64(3)); ok {
		t.Error("3 is no path")
	}
}

// TestHostileObjects: references out of range and structures without an end are refused.
func TestHostileObjects(t *testing.T) {
	th := py.Background()
	l := &Loaded{meta: &saved.MetaGraphDef{Objects: &saved.SavedObjectGraph{}}, objs: make([]py.Value, 1)}
	for _, n := range []int32{-1, 0, 1, 1 << 30} {
		if _, err := l.at(n); err == nil {
			t.Errorf("object %d was found", n)
		}
	}
	endless := &saved.StructuredValue{}
	endless.Value = &saved.ListValue{Values: []*saved.StructuredValue{endless}}
	for _, s := range []*saved.StructuredValue{nil, {}, endless, {Value: &saved.TypeSpec{Class: saved.RaggedSpec,
		State: &saved.StructuredValue{Value: &saved.TupleValue{}}}}} {
		if _, err := l.Structure(th, s, 0); err == nil {
			t.Errorf("a broken structure was read: %v", s)
		}
	}
	if _, err := l.asset(&saved.AssetObject{Index: 2}); err == nil {
		t.Error("an asset that is not there was found")
	}
	l.meta.Assets = []*saved.AssetFileDef{{Filename: "../../etc/passwd"}}
	if _, err := l.asset(&saved.AssetObject{}); err == nil {
		t.Error("an asset outside the model's folder was found")
	}
}

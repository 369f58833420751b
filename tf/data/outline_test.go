package data

import (
	"testing"

	"github.com/tfs-lang/tfs/data"
)

// TestStages lists the stages of a dataset that reads two sources.
func TestStages(t *testing.T) {
	range3 := &data.Dataset{Kind: "Range", Size: 3}
	zipped := &data.Dataset{Kind: "Zip", Size: 3, In: []*data.Dataset{range3, {Kind: "Map", Size: 3, In: []*data.Dataset{range3}}}}
	got := Stages(&dataset{d: &data.Dataset{Kind: "Batch", Size: 2, In: []*data.Dataset{zipped}}, spec: "spec"})
	want := []Stage{{"Range", 3, nil, 1}, {"Range", 3, nil, 1}, {"Map", 3, nil, 1}, {"Zip", 3, nil, 0}, {"Batch", 2, "spec", 0}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("stage %d: got %v, want %v", i, got[i], want[i])
		}
	}
	if Stages("no dataset") != nil {
		t.Error("stages of a text")
	}
}

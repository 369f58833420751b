package data

import (
	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
)

// Stage is one stage of a dataset, for pictures of it.
type Stage struct {
	Kind  string   // of its iterator: Map, Batch
	Size  int64    // the cardinality
	Spec  py.Value // of the elements; nil where only the last stage knows it
	Depth int      // of datasets that are read beside each other
}

// Stages are the stages of a dataset from its sources on; nil for anything else.
func Stages(v py.Value) []Stage {
	h := datasetOf(v)
	if h == nil {
		return nil
	}
	out := stages(h.d, 0, nil)
	out[len(out)-1].Spec = h.spec
	return out
}

// mostStages bounds the list of a dataset that is made of very many.
const mostStages = 1000

func stages(d *data.Dataset, depth int, out []Stage) []Stage {
	if len(out) >= mostStages {
		return out
	}
	for i, in := range d.In {
		deeper := depth
		if i > 0 || len(d.In) > 1 {
			deeper++
		}
		out = stages(in, min(deeper, 8), out)
	}
	return append(out, Stage{Kind: d.Kind, Size: d.Size, Depth: depth})
}

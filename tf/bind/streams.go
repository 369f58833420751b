package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
)

// streams keeps the numbers of an interpreter's random kernels.
type streams struct{ now *op.Streams }

type streamsKey struct{}

func streamsOf(t *py.Thread) *streams {
	return t.Local(streamsKey{}, func() any { return &streams{new(op.Streams)} }).(*streams)
}

// Streams is what an interpreter's random kernels draw from.
func Streams(t *py.Thread) *op.Streams { return streamsOf(t).now }

// NewStreams begins all random numbers of an interpreter anew.
func NewStreams(t *py.Thread) { streamsOf(t).now = new(op.Streams) }

package lang

import "github.com/tfs-lang/tfs/session/wired"

// newWired makes an interpreter with every module of tfs, as package session does.
func newWired(o Options) *Interp {
	o.Modules = wired.Modules()
	return New(o)
}

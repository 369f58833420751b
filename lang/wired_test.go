package lang

import "github.com/tfs-lang/tfs/session/wired"

// TestHost is the host of package session, which the tests outside of this package put in.
var TestHost func(in *Interp) Host

// newWired makes an interpreter with every module of tfs, as package session does.
func newWired(o Options) *Interp {
	o.Host = TestHost
	o.Modules = wired.Modules()
	return New(o)
}

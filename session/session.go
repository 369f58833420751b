package session

import (
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session/wired"
)

// New makes an interpreter with tf, np and math bound and every module of tfs to import.
func New(o lang.Options) *lang.Interp {
	o.Modules = wired.Modules()
	return lang.New(o)
}

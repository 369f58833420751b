package lang_test

import (
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

func init() { lang.TestHost = session.Host }

//go:build !unix

package std

import "io/fs"

// fileIdentity is what tells a file from others; not known here.
func fileIdentity(fs.FileInfo) (ino, dev int64) { return 0, 0 }

//go:build !unix

package std

import "io/fs"

// ownerOf tells what the system says of a file; not known here.
func ownerOf(fs.FileInfo) (fileOwner, bool) { return fileOwner{}, false }

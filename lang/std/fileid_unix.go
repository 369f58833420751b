//go:build unix

package std

import (
	"io/fs"
	"syscall"
)

// ownerOf tells what the system says of a file: what tells it from others, its names, its owner and the bits of its mode.
func ownerOf(st fs.FileInfo) (fileOwner, bool) {
	s, ok := st.Sys().(*syscall.Stat_t)
	if !ok {
		return fileOwner{}, false
	}
	return fileOwner{ino: int64(s.Ino), dev: int64(s.Dev), nlink: int64(s.Nlink), uid: int64(s.Uid), gid: int64(s.Gid),
		bits: int64(s.Mode) & 0o7777}, true
}

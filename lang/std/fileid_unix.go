//go:build unix

package std

import (
	"io/fs"
	"syscall"
)

// fileIdentity is what tells a file from others: its number and its device.
func fileIdentity(st fs.FileInfo) (ino, dev int64) {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return int64(s.Ino), int64(s.Dev)
	}
	return 0, 0
}

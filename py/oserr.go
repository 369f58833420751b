package py

import (
	"errors"
	"io/fs"
)

// OSErr turns a failure of the operating system into Python's exception with its number.
func OSErr(err error, path string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return NewExc(FileNotFoundClass, int64(2), "No such file or directory", path)
	case errors.Is(err, fs.ErrExist):
		return NewExc(FileExistsClass, int64(17), "File exists", path)
	case errors.Is(err, fs.ErrPermission):
		return NewExc(PermissionErrorClass, int64(13), "Permission denied", path)
	}
	return NewExc(OSErrorClass, err.Error())
}

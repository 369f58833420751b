package py

// Watcher is an interpreter that shows how far long files were read.
type Watcher interface {
	Reading(name string, done, total int64)
}

// Reading tells the interpreter of a thread that of the bytes of a file so many were read, or with an empty name that a
// loop which read came to its end. Whoever reads in a loop calls it often; the interpreter decides what is shown.
func Reading(t *Thread, name string, done, total int64) {
	if w, ok := t.Hook.(Watcher); ok {
		w.Reading(name, done, total)
	}
}

package py

import "sync/atomic"

// Files hold back what is written to them, as CPython's do, until there is enough of it, or something may look at them:
// a function of Go that is not known to look at no file, the reading of a file, the end of a text that ran. CPython
// closes a file that a program has left; here nobody knows of that, so that what looks must find it written.

// holding is how many files hold bytes back.
var holding atomic.Int32

// letGo has the files write what they hold back; package std sets it.
var letGo func(again bool) []NotWritten

// NotWritten is a file that could not write what it held back.
type NotWritten struct {
	File Value
	Err  error
}

// OnLetGo sets what has the files write what they hold back; again for those too that could not before.
func OnLetGo(f func(again bool) []NotWritten) { letGo = f }

// Holding counts files that hold bytes back.
func Holding(n int32) { holding.Add(n) }

// LetGo has the files write what they hold back: something may look at them. Those that could not say so when they are
// flushed or closed.
//
//go:noinline
func LetGo() { lettingGo(false) }

// LetGoAtEnd is LetGo at the end of a text that ran. It gives the files that could not write.
func LetGoAtEnd() []NotWritten { return lettingGo(true) }

//go:noinline
func lettingGo(again bool) []NotWritten {
	if holding.Load() == 0 || letGo == nil {
		return nil
	}
	return letGo(again)
}

// Blind marks a function that looks at no file.
func (b *Builtin) Blind() *Builtin {
	b.blind = true
	return b
}

// looks is called before a function of Go runs.
func (b *Builtin) looks() {
	if holding.Load() != 0 && !b.blind {
		LetGo()
	}
}

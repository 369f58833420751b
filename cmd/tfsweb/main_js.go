package main

import (
	"syscall/js"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/playground"
)

// waiting is how many requests may wait for the one that runs.
const waiting = 256

// main serves the worker that started it: the worker calls tfsRequest with the text of a request, and
// is called back by tfsAnswer with the text of each answer. Requests are carried out one after the
// other, but for answers to input(), which one of them waits for.
func main() {
	memory.Pace()
	world := js.Global()
	session := playground.New(func(answer []byte) { world.Call("tfsAnswer", string(answer)) })
	requests := make(chan string, waiting)
	world.Set("tfsRequest", js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case requests <- args[0].String():
			return true
		default:
			return false
		}
	}))
	world.Set("tfsInput", js.FuncOf(func(_ js.Value, args []js.Value) any {
		session.Answer(args[0].String())
		return nil
	}))
	world.Call("tfsReady", version)
	for r := range requests {
		session.Do([]byte(r))
	}
}

// version is set by the build.
var version = "dev"

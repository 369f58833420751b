package main

import (
	"context"
	"fmt"
	"os"

	"github.com/tfs-lang/tfs/lang"
)

func main() {
	b, _ := os.ReadFile(os.Args[1])
	in := lang.New(lang.Options{})
	err := in.RunSource(context.Background(), os.Args[1], string(b), func(e lang.Event) {
		if e.Kind == lang.Result { fmt.Println(e.Text) } else { fmt.Print(e.Text) }
	})
	if err != nil { os.Exit(1) }
}

// Command tfs runs TensorFlow documentation snippets without TensorFlow: a prompt, a runner and checker of scripts, and
// a Jupyter kernel. Its commands stand in package cli.
package main

import (
	"os"

	"github.com/tfs-lang/tfs/cli"
)

// version is set by builds of a release: -ldflags="-X main.version=1.2.3".
var version = "dev"

func main() { os.Exit(cli.Main(version, os.Args[1:])) }

package tf

// Every package of public functions adds its entries to the table when it is loaded.
import (
	_ "github.com/tfs-lang/tfs/tf/array"
	_ "github.com/tfs-lang/tfs/tf/autodiff"
	_ "github.com/tfs-lang/tfs/tf/checkpoint"
	_ "github.com/tfs-lang/tfs/tf/data"
	_ "github.com/tfs-lang/tfs/tf/debug"
	_ "github.com/tfs-lang/tfs/tf/function"
	_ "github.com/tfs-lang/tfs/tf/image"
	_ "github.com/tfs-lang/tfs/tf/io"
	_ "github.com/tfs-lang/tfs/tf/keras"
	_ "github.com/tfs-lang/tfs/tf/linalg"
	_ "github.com/tfs-lang/tfs/tf/lookup"
	_ "github.com/tfs-lang/tfs/tf/math"
	_ "github.com/tfs-lang/tfs/tf/message"
	_ "github.com/tfs-lang/tfs/tf/nest"
	_ "github.com/tfs-lang/tfs/tf/nn"
	_ "github.com/tfs-lang/tfs/tf/ragged"
	_ "github.com/tfs-lang/tfs/tf/random"
	_ "github.com/tfs-lang/tfs/tf/saved"
	_ "github.com/tfs-lang/tfs/tf/sparse"
	_ "github.com/tfs-lang/tfs/tf/state"
	_ "github.com/tfs-lang/tfs/tf/strings"
	_ "github.com/tfs-lang/tfs/tf/structured"
	_ "github.com/tfs-lang/tfs/tf/values"
)

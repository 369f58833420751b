package table

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/packed"
)

// publicText lists the public names of TensorFlow 2.21 that are not part of tfs, one module a line ("." is the
// root), so that such a name can be told from a misspelt one.
//
//go:generate go run ../../text/packed/gen public.txt public.zst
//go:embed public.zst
var publicText string

var publicNames = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, line := range strings.Split(packed.Zstd(publicText), "\n") {
		module, names, _ := strings.Cut(line, " ")
		for _, n := range strings.Fields(names) {
			if module != "." {
				n = module + "." + n
			}
			m[n] = true
		}
	}
	return m
})

// ofKeras3 holds what Keras 3 has at its root and Keras 2 has not, each with what does the same here.
var ofKeras3 = map[string]string{
	"ops":            "tf.math, tf.nn and tf.linalg have its functions",
	"random":         "tf.random has its functions",
	"tree":           "tf.nest has its functions",
	"config":         "tf.keras.backend and tf.keras.utils have its functions",
	"distribution":   "tf.distribute has strategies",
	"dtype_policies": "tf.keras.mixed_precision has policies",
	"DTypePolicy":    "use tf.keras.mixed_precision.Policy",
	"Layer":          "use tf.keras.layers.Layer",
	"InputSpec":      "use tf.keras.layers.InputSpec",
	"Loss":           "use tf.keras.losses.Loss",
	"Metric":         "use tf.keras.metrics.Metric",
	"Optimizer":      "use tf.keras.optimizers.Optimizer",
	"Initializer":    "use tf.keras.initializers.Initializer",
	"Regularizer":    "use tf.keras.regularizers.Regularizer",
	"Variable":       "use tf.Variable",
	"name_scope":     "use tf.name_scope",
	"device":         "use tf.device",
	"version":        "use tf.keras.__version__",
}

// Elsewhere tells of a name of TensorFlow ("keras.applications", "quantization") that tfs does not have; "" when
// TensorFlow has no such name either.
func Elsewhere(name string) string {
	if publicNames()[name] {
		return "tf." + name + " exists in TensorFlow 2.21, but is not part of tfs"
	}
	if n, ok := strings.CutPrefix(name, "keras."); ok {
		if instead, ok := ofKeras3[n]; ok {
			return "it is of Keras 3, and tf.keras is Keras 2 here: " + instead
		}
	}
	return ""
}

// Told gives a module the knowledge of what TensorFlow has in it.
func Told(m *py.Module) *py.Module {
	prefix := strings.TrimPrefix(strings.TrimPrefix(m.Short, "tf"), ".")
	if prefix != "" {
		prefix += "."
	}
	m.Elsewhere = func(name string) string { return Elsewhere(prefix + name) }
	return m
}

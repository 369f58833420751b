package io

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/message"
)

// SafetensorsModule is the package safetensors: arrays in files, written in the language itself.
func SafetensorsModule() *py.Module {
	lazy := func(m *py.Module, names map[string]string) *py.Module {
		m.Lazy = map[string]string{}
		for name, from := range names {
			m.Lazy[name] = "_tf_safetensors:" + from
		}
		return m
	}
	shared := map[string]string{"save": "save", "save_file": "save_file"}
	with := func(load, file string) map[string]string {
		out := map[string]string{"load": load, "load_file": file}
		for k, v := range shared {
			out[k] = v
		}
		return out
	}
	return lazy(message.PureModule("safetensors", "Named arrays in files.", map[string]py.Value{
		"numpy": lazy(message.PureModule("safetensors.numpy", "Arrays in files.", nil), with("load", "load_file")),
		"tensorflow": lazy(message.PureModule("safetensors.tensorflow", "Tensors in files.", nil),
			with("load_tensors", "load_tensor_file")),
	}), map[string]string{"safe_open": "safe_open", "SafetensorError": "SafetensorError"})
}

package loop

import (
	"slices"
	"unsafe"
)

// ChainBytes is what the runs of memory a chain is run on are multiples of.
const ChainBytes = 1024

// Form is what an operation of a chain with two arguments takes beside the running values.
type Form uint32

// The forms: memory or one number behind the running values, before them, or those twice.
const (
	WithMemory Form = iota
	WithNumber
	MemoryWith
	NumberWith
	WithItself
)

// A Chain is float32 operations one after the other: each takes the running values, which stay in registers, and
// leaves others.
type Chain struct{ codes []uint32 }

// Len is the number of steps so far.
func (c *Chain) Len() int { return len(c.codes) }

// Load adds the step that reads the running values.
func (c *Chain) Load() { c.codes = append(c.codes, 0) }

// Store adds the step that writes them.
func (c *Chain) Store() { c.codes = append(c.codes, 1) }

// Two adds an operation of two arguments.
func (c *Chain) Two(op string, f Form) {
	c.codes = append(c.codes, uint32(2+chainForms*slices.Index(chainTwo, op))+uint32(f))
}

// One adds an operation of one argument.
func (c *Chain) One(op string) {
	c.codes = append(c.codes, uint32(2+chainForms*len(chainTwo)+slices.Index(chainOne, op)))
}

// ChainTwo and ChainOne tell whether chains have an operation of two arguments, or of one.
func ChainTwo(op string) bool { return slices.Contains(chainTwo, op) }

// ChainOne is ChainTwo for one argument.
func ChainOne(op string) bool { return slices.Contains(chainOne, op) }

// Run carries the steps out on size bytes, a multiple of ChainBytes; at is where the argument or the result of each
// step lies, nil for a step that has none. It tells whether a set is in use.
func (c *Chain) Run(at []unsafe.Pointer, size int) bool {
	if level == Plain || len(c.codes) == 0 || len(at) < len(c.codes) {
		return false
	}
	p := (**byte)(unsafe.Pointer(&at[0]))
	if level == AVX512 {
		chainF32AVX512(p, &c.codes[0], len(c.codes), size)
	} else {
		chainF32AVX2(p, &c.codes[0], len(c.codes), size)
	}
	return true
}

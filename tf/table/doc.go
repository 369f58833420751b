// Package table is the table of TensorFlow's public names: how an entry is declared (Entry, Direct, Effect, Plain),
// where entries, constants and names of the library are kept, the module tree that is made of them, and Flow and Calc,
// in which entries compute by kernels.
//
// It knows how a function is described and found. It knows no function: those are declared in the packages beside it,
// which add themselves when they are loaded.
package table

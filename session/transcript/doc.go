// Package transcript reads what is typed and pasted: whether an input is whole, where statements end, pages with
// prompts and documents with fenced blocks, examples with the outputs recorded under them, and the rules by which
// outputs agree.
//
// It knows the syntax of the language and the texts around it. It runs nothing.
package transcript

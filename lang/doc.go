// Package lang runs the surface language: Python as TensorFlow's documents use it.
//
// A unit of text goes through lang/syntax (tokens and tree), the emitter (one expr source
// string per expression, with marks back into the user's text), expr's parser and checker with a
// single visitor (names, attributes, calls and operators become intrinsic calls), and the builder,
// which makes Go closures of the tree when it is first run. Statements are closures over those.
// expr's VM runs the same tree as the reference in tests.
//
// It knows scopes, frames, functions, classes, generators, imports, echo and tracebacks. Pages with
// prompts and recorded outputs are read by session/transcript. It does not know terminals or
// colours (package repl), no commands, help or completion (package session, which is its Host) and
// no module: those come in through Options.Modules (lang/door), which package session fills. It is
// the only package that imports expr.
package lang

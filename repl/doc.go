// Package repl is the terminal: the prompt on readline's terminal handling with a block
// editor of its own (package line), colours by lipgloss, the configuration, and the checker
// that compares examples with their recorded output. Colour is added around finished text;
// evaluation, completion and help are package session's. It is the only package that imports
// readline and lipgloss.
package repl

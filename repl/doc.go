// Package repl is the terminal: the prompt on readline, colours by lipgloss, and the
// checker that compares examples with their recorded output. Colour is added around
// finished text; evaluation is package lang's. It is the only package that imports
// readline and lipgloss.
package repl

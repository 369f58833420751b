// Package line edits a block of text on a terminal: several lines as a whole, with
// completion, history, search, paste, and the keys of emacs or vi. It draws with plain
// cursor movements and knows nothing of raw mode, signals or colours: the bytes come from a
// Terminal, and the colours of a text from a function.
package line

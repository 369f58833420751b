// Package session composes what prompt, notebook, playground, script runner and tests share: an interpreter of the
// language with all modules of tfs.
//
// It knows the language and, through session/wired, every module. It knows no front end.
package session

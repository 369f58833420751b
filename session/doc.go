// Package session is what prompt, notebook, playground, script runner and tests share: an interpreter of the language
// with all modules of tfs, and what stands around it. That is the commands which begin with % and ! (magic.go),
// the documentation of names and questions (help.go), completion (complete.go, static.go), what %store keeps across
// sessions, and the showing of values and progress (display.go, timing.go).
//
// It hooks into the language as its host (lang.Host); Of gives the session of an interpreter. It knows the language
// and, through session/wired, every module. It knows no front end.
package session

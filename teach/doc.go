// Package teach holds what is taught and how: lesson files and other documents as steps, the judge of exercises, the
// progress of a learner, tours through lessons, demos that are presented, recorded and written as pages, and the
// fourteen lessons themselves.
//
// It knows the language by package lang alone and gives events and texts; it does not know keys, terminals or the
// notebook's protocol (packages repl and kernel). Colour is added around finished text: without it every text is the
// same, byte for byte.
package teach

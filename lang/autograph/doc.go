// Package autograph writes a function as TensorFlow's AutoGraph would convert it: the text that
// tf.autograph.to_code shows, in which branches and loops are functions handed to ag__.if_stmt,
// ag__.for_stmt and ag__.while_stmt, and break, continue and return are variables.
//
// It knows the syntax of the surface language and nothing of values: tfs never runs this text, its
// interpreter follows branches and loops itself. The order of names that AutoGraph takes from sets
// (in nonlocal statements, and among the lines of ag__.Undefined) is by name here; there it changes from
// run to run.
package autograph

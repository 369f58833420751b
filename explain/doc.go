// Package explain draws what an expression did: bytes under the values they make, rows over their partitions, how
// dimensions stretch, where an op failed. The interpreter hands it a Trace: the calls, operators and indexings of an
// expression with their arguments and results. A picture belongs to an op's name (pictures); what has none gets the
// generic one, and every value has a picture too.
//
// Numbers, names and errors come from the results of the ops through the printer: a picture never computes a value a
// second time. A picture is made at once, of the cells that are shown only, so later changes of lists and variables do
// not reach it. Package explain/scene lays it out and paints it.
//
// It reads the language's values and the table of ops; it runs nothing of a program and knows no front end.
package explain

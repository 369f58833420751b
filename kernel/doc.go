// Package kernel is a Jupyter kernel over the evaluator: the messaging protocol 5.5
// (jupyter-client's messaging page) on sockets of package zmtp, and the kernelspec that
// clients find it by. Shell requests are carried out one after the other; control requests
// and heartbeats are answered while a cell runs. It knows what messages ask for; values,
// completion, help and completeness are package lang's.
package kernel

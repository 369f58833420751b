// Package function is tf.function: traces and the types they are made for, concrete functions, the values and operators
// of graphs, control flow (tf.cond, tf.while_loop, tf.map_fn and kin), TensorArray, functions of the host.
//
// It calls Python functions on edges of a graph and keeps what they did; graphs and their plans are package graph's.
// Datasets add the values of their specs by a hook.
package function

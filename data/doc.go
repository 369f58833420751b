// Package data is the engine of input pipelines (tf.data): datasets, which say how elements come about, and
// the iterators that give them one by one.
//
// An element is a list of components: tensors, ragged and sparse tensors, datasets and optionals. A dataset is
// a stage over other datasets; a stage's function is a Go callback on components (Func). Nothing is computed
// before an iterator is asked, and no more is held than a stage's buffer. A stage that works ahead starts
// goroutines which end by themselves as soon as its buffer is full, so that an iterator nobody asks has none.
//
// It knows nothing of Python, of element specs and of how functions are traced: package tf does. Counts and
// tensors of a stage may be edges of a graph, which an Env gives values when the stage is opened.
package data

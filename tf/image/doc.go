// Package image is tf.image and the readers and writers of image files.
//
// It knows arguments and shapes; pixels are moved by kernels, files read by package images.
package image

// Package hdf5 reads and writes the part of the HDF5 format that files of weights are made of: the first superblock,
// groups as symbol tables, contiguous and compact datasets of numbers, and attributes, texts of any length among them.
//
// It knows tensors and nothing of Keras. What it does not know (chunks, filters, the object headers of newer files) is
// an error that names it. Source: the HDF Group's File Format Specification, version 3.0.
package hdf5

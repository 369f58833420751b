"""tf.compat.v1.gfile: tf.io.gfile under the names of TensorFlow 1; and the names of files as a variable."""

import tensorflow as tf
from tensorflow.io.gfile import GFile, copy, exists, glob, isdir, listdir, makedirs, mkdir, remove, rename, rmtree
from tensorflow.io.gfile import stat, walk

Open = GFile


class FastGFile(GFile):
    """As GFile."""


def Exists(filename):
    """As tf.io.gfile.exists."""
    return exists(filename)


def IsDirectory(dirname):
    """As tf.io.gfile.isdir."""
    return isdir(dirname)


def ListDirectory(dirname):
    """As tf.io.gfile.listdir."""
    return listdir(dirname)


def MkDir(dirname):
    """As tf.io.gfile.mkdir."""
    mkdir(dirname)


def MakeDirs(dirname):
    """As tf.io.gfile.makedirs."""
    makedirs(dirname)


def Remove(filename):
    """As tf.io.gfile.remove."""
    remove(filename)


def DeleteRecursively(dirname):
    """As tf.io.gfile.rmtree."""
    rmtree(dirname)


def Copy(oldpath, newpath, overwrite=False):
    """As tf.io.gfile.copy."""
    copy(oldpath, newpath, overwrite)


def Rename(oldname, newname, overwrite=False):
    """As tf.io.gfile.rename."""
    rename(oldname, newname, overwrite)


def Glob(filename):
    """As tf.io.gfile.glob."""
    return glob(filename)


def Stat(filename):
    """As tf.io.gfile.stat."""
    return stat(filename)


def Walk(top, in_order=True):
    """As tf.io.gfile.walk."""
    return walk(top, in_order)


def match_filenames_once(pattern, name=None):
    """A variable with the names of the files that match a pattern now.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.txt')
    >>> tf.io.write_file(path, 'hello')
    >>> tf.io.match_filenames_once(os.path.dirname(path) + '/*').shape
    TensorShape([1])
    """
    return tf.Variable(tf.io.matching_files(pattern), trainable=False, name=name)

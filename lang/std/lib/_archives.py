# tfs's own: make_archive and unpack_archive of shutil.
"""Folders as archives."""
import os
import stat

def _tar(mode):
    def make(base, root, folder):
        import tarfile
        with tarfile.open(base, mode) as t:
            t.add(folder if root is None else os.path.join(root, folder), folder)
    return make

def _zip(base, root, folder):
    import zipfile
    top = folder if root is None else os.path.join(root, folder)
    with zipfile.ZipFile(base, "w", zipfile.ZIP_DEFLATED) as z:
        name = os.path.normpath(folder)
        if name != os.curdir:
            z.write(top, name)
        for path, folders, files in os.walk(top):
            below = os.path.relpath(path, root) if root is not None else path
            for n in sorted(folders) + files:
                whole = os.path.join(path, n)
                if n in folders or os.path.isfile(whole):
                    z.write(whole, os.path.normpath(os.path.join(below, n)))

_makers = {"tar": (".tar", _tar("w"), "uncompressed tar file"), "gztar": (".tar.gz", _tar("w:gz"), "gzip'ed tar-file"),
           "zip": (".zip", _zip, "ZIP file")}

def get_archive_formats():
    """The formats make_archive knows, with what they are."""
    return sorted((name, about[2]) for name, about in _makers.items())

def register_archive_format(name, function, extra_args=None, description=""):
    """Adds a format: a function of the base name and the folder."""
    if not callable(function):
        raise TypeError(f"The {function} object is not callable")
    args = dict(extra_args or [])
    _makers[name] = None, lambda base, root, folder: function(base, folder, **args), description

def unregister_archive_format(name):
    """Takes a format away."""
    del _makers[name]

def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None,
                 logger=None):
    """Makes an archive of a folder; its name."""
    if format not in _makers:
        raise ValueError(f"unknown archive format {format!r}")
    ending, make, _ = _makers[format]
    base_name = os.fspath(base_name)
    folder = os.curdir if base_dir is None else base_dir
    if root_dir is not None:
        root_dir = os.fspath(root_dir)
        if not stat.S_ISDIR(os.stat(root_dir).st_mode):
            import errno
            raise NotADirectoryError(errno.ENOTDIR, "Not a directory", root_dir)
    if ending is None:
        return make(base_name, root_dir, folder)
    name = base_name + ending
    if dry_run:
        return name
    above = os.path.dirname(name)
    if above and not os.path.exists(above):
        os.makedirs(above)
    make(name, root_dir, folder)
    return name if root_dir is None else os.path.abspath(name)

def _unzip(filename, folder):
    import shutil
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise shutil.ReadError(f"{filename} is not a zip file")
    with zipfile.ZipFile(filename) as z:
        for info in z.infolist():
            if info.filename.startswith("/") or ".." in info.filename:
                continue
            z.extract(info, folder)

def _untar(filename, folder, filter=None):
    import shutil
    import tarfile
    try:
        t = tarfile.open(filename)
    except tarfile.TarError:
        raise shutil.ReadError(f"{filename} is not a compressed or uncompressed tar file") from None
    with t:
        t.extractall(folder, filter=filter)

_unpackers = {"tar": ([".tar"], _untar, "uncompressed tar file"), "zip": ([".zip"], _unzip, "ZIP file"),
              "gztar": ([".tar.gz", ".tgz"], _untar, "gzip'ed tar-file"),
              "bztar": ([".tar.bz2", ".tbz2"], _untar, "bzip2'ed tar-file")}

def get_unpack_formats():
    """The formats unpack_archive knows, with the ends of names and what they are."""
    return sorted((name, about[0], about[2]) for name, about in _unpackers.items())

def register_unpack_format(name, extensions, function, extra_args=None, description=""):
    """Adds a format: a function of the file and the folder."""
    import shutil
    for known, about in _unpackers.items():
        for ending in extensions:
            if ending in about[0]:
                raise shutil.RegistryError(f'{ending} is already registered for "{known}"')
    if not callable(function):
        raise TypeError("The registered function must be a callable")
    args = dict(extra_args or [])
    _unpackers[name] = extensions, lambda filename, folder: function(filename, folder, **args), description

def unregister_unpack_format(name):
    """Takes a format away."""
    del _unpackers[name]

def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Writes what is in an archive below a folder; the format is that of the name."""
    import shutil
    folder = os.fspath(os.getcwd() if extract_dir is None else extract_dir)
    filename = os.fspath(filename)
    if format is None:
        format = next((n for n, about in _unpackers.items() if any(filename.endswith(e) for e in about[0])), None)
        if format is None:
            raise shutil.ReadError(f"Unknown archive format {filename!r}")
    elif format not in _unpackers:
        raise ValueError(f"Unknown unpack format '{format}'")
    unpack = _unpackers[format][1]
    unpack(filename, folder, **({} if filter is None else {"filter": filter}))

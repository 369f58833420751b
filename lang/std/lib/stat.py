# tfs's own: the bits of st_mode.
"""What kind of file something is, and who may do what with it."""
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFMT_MASK = 0o170000
S_IFSOCK, S_IFLNK, S_IFREG, S_IFBLK, S_IFDIR, S_IFCHR, S_IFIFO = (0o140000, 0o120000, 0o100000, 0o060000, 0o040000,
                                                                  0o020000, 0o010000)
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001
S_IREAD, S_IWRITE, S_IEXEC = S_IRUSR, S_IWUSR, S_IXUSR

def S_IMODE(mode): return mode & 0o7777
def S_IFMT(mode): return mode & S_IFMT_MASK

def _is(kind):
    return lambda mode: mode & S_IFMT_MASK == kind
S_ISDIR, S_ISCHR, S_ISBLK, S_ISREG = map(_is, (S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG))
S_ISFIFO, S_ISLNK, S_ISSOCK = map(_is, (S_IFIFO, S_IFLNK, S_IFSOCK))

_letters = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b", S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}

def filemode(mode):
    """The mode as ls shows it: -rwxr-xr-x."""
    out = _letters.get(S_IFMT(mode), "?")
    for shift, special, mark in ((6, S_ISUID, "s"), (3, S_ISGID, "s"), (0, S_ISVTX, "t")):
        bits = mode >> shift & 7
        last = "x" if bits & 1 else "-"
        if mode & special:
            last = mark if bits & 1 else mark.upper()
        out += ("r" if bits & 4 else "-") + ("w" if bits & 2 else "-") + last
    return out

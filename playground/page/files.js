'use strict';
// The files of the engine: a tree in memory, in the form Go's runtime asks a system for (Node's fs).
// Nothing is kept and nothing leaves the page.
(() => {
  const O = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const DIR = 0o40000, FILE = 0o100000;
  const MOST = 256 << 20; // bytes of all files
  let nodes = 0, used = 0, cwd = '/home', umask = 0o022;
  const clock = () => Date.now();
  const dir = () => ({ ino: ++nodes, dir: new Map(), perm: 0o755, mtime: clock() });
  const root = dir();
  for (const name of ['home', 'tmp']) root.dir.set(name, dir());

  const fault = code => Object.assign(new Error(code), { code });
  const parts = path => {
    const out = [];
    for (const p of (path.startsWith('/') ? path : cwd + '/' + path).split('/')) {
      if (p === '..') out.pop(); else if (p && p !== '.') out.push(p);
    }
    return out;
  };
  const find = path => {
    let at = root;
    for (const p of parts(path)) {
      if (!at.dir) throw fault('ENOTDIR');
      at = at.dir.get(p);
      if (!at) throw fault('ENOENT');
    }
    return at;
  };
  const place = path => {
    const names = parts(path), name = names.pop();
    if (name === undefined) throw fault('EEXIST');
    const folder = find('/' + names.join('/'));
    if (!folder.dir) throw fault('ENOTDIR');
    return { folder: folder.dir, name, node: folder.dir.get(name) };
  };
  const stat = node => ({
    dev: 1, ino: node.ino, mode: (node.dir ? DIR : FILE) | node.perm, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: node.dir ? 0 : node.size, blksize: 4096, blocks: node.dir ? 0 : Math.ceil(node.size / 512),
    atimeMs: node.mtime, mtimeMs: node.mtime, ctimeMs: node.mtime, isDirectory: () => !!node.dir,
  });
  const resize = (node, size) => {
    if (used + size - node.size > MOST) throw fault('ENOSPC');
    if (size > node.data.length) {
      const data = new Uint8Array(Math.max(size, 2 * node.data.length));
      data.set(node.data.subarray(0, node.size));
      node.data = data;
    } else if (size < node.size) node.data.fill(0, size, node.size);
    used += size - node.size;
    node.size = size;
    node.mtime = clock();
  };

  const files = new Map();
  let next = 3;
  const handle = fd => files.get(fd) ?? (() => { throw fault('EBADF'); })();
  const text = new TextDecoder();
  const calls = {
    open(path, flags, mode) {
      let node;
      if (flags & O.O_CREAT) {
        const at = place(path);
        if (at.node && flags & O.O_EXCL) throw fault('EEXIST');
        if (!at.node) at.folder.set(at.name, { ino: ++nodes, data: new Uint8Array(0), size: 0, perm: mode & ~umask & 0o777, mtime: clock() });
        node = at.folder.get(at.name);
      } else node = find(path);
      if (node.dir && flags & 3) throw fault('EISDIR');
      if (!node.dir && flags & O.O_DIRECTORY) throw fault('ENOTDIR');
      if (flags & O.O_TRUNC && !node.dir) resize(node, 0);
      files.set(next, { node, at: 0, flags });
      return next++;
    },
    close(fd) { handle(fd); files.delete(fd); },
    read(fd, buffer, offset, length, position) {
      if (fd === 0) return 0;
      const f = handle(fd);
      if (f.node.dir) throw fault('EISDIR');
      const at = position ?? f.at, n = Math.max(0, Math.min(length, f.node.size - at));
      buffer.set(f.node.data.subarray(at, at + n), offset);
      if (position == null) f.at += n;
      return n;
    },
    write(fd, buffer, offset, length, position) {
      if (fd === 1 || fd === 2) return fs.writeSync(fd, buffer.subarray(offset, offset + length));
      const f = handle(fd);
      if (!(f.flags & 3)) throw fault('EBADF');
      const at = position ?? (f.flags & O.O_APPEND ? f.node.size : f.at);
      if (at + length > f.node.size) resize(f.node, at + length);
      f.node.data.set(buffer.subarray(offset, offset + length), at);
      f.node.mtime = clock();
      if (position == null) f.at = at + length;
      return length;
    },
    stat: path => stat(find(path)),
    lstat: path => stat(find(path)),
    fstat: fd => fd < 3 ? { ...stat(root), mode: 0o20000 | 0o600, isDirectory: () => false } : stat(handle(fd).node),
    mkdir(path, perm) {
      const at = place(path);
      if (at.node) throw fault('EEXIST');
      at.folder.set(at.name, { ...dir(), perm: perm & ~umask & 0o777 });
    },
    readdir(path) {
      const node = find(path);
      if (!node.dir) throw fault('ENOTDIR');
      return [...node.dir.keys()];
    },
    rmdir(path) {
      const at = place(path);
      if (!at.node) throw fault('ENOENT');
      if (!at.node.dir) throw fault('ENOTDIR');
      if (at.node.dir.size) throw fault('ENOTEMPTY');
      at.folder.delete(at.name);
    },
    unlink(path) {
      const at = place(path);
      if (!at.node) throw fault('ENOENT');
      if (at.node.dir) throw fault('EISDIR');
      used -= at.node.size;
      at.folder.delete(at.name);
    },
    rename(from, to) {
      const a = place(from), b = place(to);
      if (!a.node) throw fault('ENOENT');
      if (a.node === b.node) return;
      if (a.node.dir && (parts(to).join('/') + '/').startsWith(parts(from).join('/') + '/')) throw fault('EINVAL');
      if (b.node?.dir && b.node.dir.size) throw fault('ENOTEMPTY');
      if (b.node && !b.node.dir) used -= b.node.size;
      b.folder.set(b.name, a.node);
      a.folder.delete(a.name);
    },
    truncate(path, length) { resize(find(path), length); },
    ftruncate(fd, length) { resize(handle(fd).node, length); },
    chmod(path, mode) { find(path).perm = mode & 0o777; },
    fchmod(fd, mode) { handle(fd).node.perm = mode & 0o777; },
    utimes(path, atime, mtime) { find(path).mtime = mtime * 1000; },
    fsync(fd) { handle(fd); },
  };
  for (const name of ['chown', 'fchown', 'lchown', 'link', 'symlink', 'readlink']) calls[name] = () => { throw fault('ENOSYS'); };

  const fs = globalThis.fs = { constants: O, writeSync(fd, buffer) { console.log(text.decode(buffer)); return buffer.length; } };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...args) => {
      const done = args.pop();
      let result;
      try { result = call(...args); } catch (e) { done(e.code ? e : Object.assign(e, { code: 'EIO' })); return; }
      done(null, result);
    };
  }
  globalThis.path = { resolve: (...names) => '/' + parts(names.at(-1)).join('/') };
  globalThis.process = {
    getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
    umask: mask => { const old = umask; if (mask !== undefined) umask = mask; return old; },
    cwd: () => cwd,
    chdir: path => { if (!find(path).dir) throw fault('ENOTDIR'); cwd = '/' + parts(path).join('/'); },
  };
})();

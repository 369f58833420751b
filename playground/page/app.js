'use strict';
// The page: cells, the engine in its worker, links, examples.
const $ = id => document.getElementById(id);
const LIMIT = 8192; // characters of a link's fragment

// ---- the engine
const engine = {
  waiting: new Map(), next: 1, ready: false, running: null, queue: [],

  start() {
    this.ready = false;
    this.begun = performance.now();
    this.worker = new Worker('worker.js');
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = e => this.take({ event: 'broken', text: e.message });
    say('loading');
    $('load').hidden = false;
  },

  take(e) {
    switch (e.event) {
      case 'loading': $('load').value = e.share; return;
      case 'ready':
        this.ready = true;
        this.took = Math.round(performance.now() - this.begun);
        document.body.dataset.ready = this.took;
        $('load').hidden = true;
        say(`ready (${this.took} ms)`);
        for (const cell of cells) cell.editor.paint();
        this.again().then(() => this.pump());
        return;
      case 'broken': $('load').hidden = true; this.ready = false; say('the engine could not be started: ' + e.text); return;
    }
    const w = this.waiting.get(e.id);
    if (!w) return;
    if (!w.event || ['done', 'fault'].includes(e.event)) { this.waiting.delete(e.id); w.done(e); } else w.event(e);
  },

  send(request, event) {
    const id = this.next++;
    return new Promise(done => {
      this.waiting.set(id, { done, event });
      this.worker.postMessage({ ...request, id });
    });
  },

  // ask sends a small request; none while a cell runs, since the engine does one thing after the other.
  async ask(request) { return this.ready && !this.running ? this.send(request) : null; },

  run(cell) {
    if (!cell.editor.text.trim() || this.queue.includes(cell) || this.running === cell) return;
    this.queue.push(cell);
    cell.mark('waits');
    this.pump();
  },

  async pump() {
    if (!this.ready || this.running || !this.queue.length) return;
    const cell = this.running = this.queue.shift(), code = cell.editor.text, worker = this.worker;
    cell.answers = [];
    cell.output.clear();
    cell.mark('*');
    say('running'); busy(true);
    const done = await this.send({ do: 'run', code }, e => {
      if (e.event === 'progress') say(e.ended ? 'running' : e.text); else cell.output.event(e);
    });
    if (worker !== this.worker) return; // stopped
    this.running = null;
    if (done.ok) this.past.push({ code, answers: cell.answers });
    else { this.queue.forEach(c => c.mark('')); this.queue = []; }
    cell.mark(done.count ? String(done.count) : '', done.ok);
    busy(false);
    say(done.ok ? 'ready' : 'the cell ended with an error');
    this.pump();
  },

  past: [], // the cells that finished, in order: their code, and what input() got

  // again brings back the names of the cells that had finished, after a stop.
  async again() {
    const past = this.past, worker = this.worker;
    if (!past.length) return;
    this.running = 'again';
    busy(true);
    for (const [i, cell] of past.entries()) {
      say(`bringing back names: ${i + 1} of ${past.length}`);
      await this.send({ ...cell, do: 'run', again: true }, () => {});
      if (worker !== this.worker) return;
    }
    this.running = null;
    busy(false);
    say('ready; names are back');
  },

  stop() {
    const cell = this.running;
    if (!cell) return;
    this.worker.terminate();
    this.waiting.clear();
    this.queue.forEach(c => c.mark(''));
    this.queue = [];
    if (cell === 'again') this.past = []; else {
      cell.output.event({ event: 'error', text: 'Stopped. The engine starts anew; names of finished cells come back.' });
      cell.mark('', false);
    }
    this.running = null;
    busy(false);
    this.start();
  },

  fresh() {
    this.worker?.terminate();
    this.waiting.clear();
    this.queue = [];
    this.running = null;
    this.past = [];
    busy(false);
    for (const c of cells) { c.output.clear(); c.mark(''); }
    this.start();
  },
};

function say(text) { $('status').textContent = text; }
function busy(on) { $('stop').hidden = !on; $('status').classList.toggle('busy', on); }

// ---- cells
const cells = [];

class Cell {
  constructor(text) {
    this.editor = new Editor(text, r => engine.ask(r), {
      'Shift+Enter': () => { this.run(); this.next(true); },
      'Ctrl+Enter': () => this.run(),
      'Alt+ArrowUp': () => cells[cells.indexOf(this) - 1]?.editor.focus(),
      'Alt+ArrowDown': () => this.next(false),
      help: async (code, at) => {
        const r = await engine.ask({ do: 'help', code, at });
        if (r) this.output.event({ event: 'page', text: r.found ? r.text : 'There is no help on what stands at the cursor.' });
      },
    });
    this.output = new Output(text => { this.answers.push(text); engine.worker.postMessage({ do: 'answer', text }); });
    this.root = document.createElement('section');
    this.root.className = 'cell';
    const side = document.createElement('div');
    side.className = 'side';
    this.number = document.createElement('div');
    side.append(this.number, button('run', '▶', 'Run', () => this.run()), ' ', button('del', '×', 'Remove the cell', () => this.remove()));
    this.root.append(side, this.editor.root, this.output.root);
    this.mark('');
  }

  mark(text, ok = true) {
    this.number.textContent = `[${text || ' '}]${ok ? '' : ' ✗'}`;
    this.root.setAttribute('aria-label', `Cell ${text === '*' ? 'that runs' : text}`);
    this.root.dataset.state = text === '*' ? 'running' : text === 'waits' ? 'waits' : text ? (ok ? 'ok' : 'failed') : ok ? '' : 'failed';
  }

  run() { engine.run(this); }
  next(make) {
    const i = cells.indexOf(this);
    if (!cells[i + 1] && make) add('');
    cells[i + 1]?.editor.focus();
  }
  remove() {
    if (engine.running === this) return;
    const i = cells.indexOf(this);
    cells.splice(i, 1);
    engine.queue = engine.queue.filter(c => c !== this);
    this.root.remove();
    if (!cells.length) add('');
    cells[Math.min(i, cells.length - 1)].editor.focus();
  }
}

function button(kind, text, label, f) {
  const b = document.createElement('button');
  Object.assign(b, { type: 'button', className: kind, textContent: text });
  b.setAttribute('aria-label', label);
  b.addEventListener('click', f);
  return b;
}

function add(text) {
  const cell = new Cell(text);
  cells.push(cell);
  $('cells').append(cell.root);
  return cell;
}

function show(texts) {
  if (engine.running) engine.stop();
  for (const c of cells.splice(0)) c.root.remove();
  (texts.length ? texts : ['']).forEach(add);
}

// ---- links: #v1= and the cells as JSON, deflated, base64url
async function pack(texts) {
  const stream = new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let s = '';
  for (const b of bytes) s += String.fromCharCode(b);
  return 'v1=' + btoa(s).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(fragment) {
  if (!fragment.startsWith('v1=')) throw new Error('it is of another kind');
  if (fragment.length > LIMIT) throw new Error('it is too long');
  const bytes = Uint8Array.from(atob(fragment.slice(3).replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const text = new TextDecoder();
  let json = '';
  for (let r = await reader.read(); !r.done; r = await reader.read()) {
    json += text.decode(r.value, { stream: true });
    if (json.length > 1 << 20) throw new Error('it unpacks to more than a page holds');
  }
  const texts = JSON.parse(json);
  if (!Array.isArray(texts) || texts.length > 200 || !texts.every(t => typeof t === 'string')) throw new Error('it holds no cells');
  return texts;
}

function notice(...nodes) {
  $('notice').replaceChildren(...nodes);
  $('notice').hidden = !nodes.length;
}

async function share() {
  const fragment = await pack(cells.map(c => c.editor.text));
  if (fragment.length > LIMIT) {
    notice(`The cells are too long for a link (${fragment.length} characters; ${LIMIT} fit).`);
    return;
  }
  own = '#' + fragment;
  history.replaceState(null, '', own);
  const input = document.createElement('input');
  Object.assign(input, { readOnly: true, value: location.href });
  input.setAttribute('aria-label', 'Link to these cells');
  notice('The cells as they stand, in a link. Nothing was sent; whoever opens it sees them before they run.', input,
    button('', 'Copy', 'Copy the link', () => navigator.clipboard.writeText(input.value).then(() => say('copied'), () => input.select())),
    ' ', button('', 'Close', 'Close', () => notice()));
  input.focus();
  input.select();
}

let own = ''; // a fragment this page made

async function follow() {
  if (!location.hash || location.hash === own) return false;
  if (!location.hash.startsWith('#v')) return false;
  try {
    const texts = await unpack(location.hash.slice(1)), before = cells.map(c => c.editor.text);
    show(texts);
    const nodes = ['These cells came with a link. Nothing of them has run: read them, then run them.'];
    if (before.some(t => t.trim())) nodes.push(' ', button('', 'Back to my cells', 'Back to my cells', () => { show(before); notice(); }));
    notice(...nodes, ' ', button('', 'Close', 'Close', () => notice()));
    return true;
  } catch (e) {
    notice(`The link could not be read: ${e.message}.`);
    return false;
  }
}

// ---- examples
const examples = fetch('examples.json').then(r => r.ok ? r.json() : []).catch(() => []);
examples.then(list => list.forEach(({ title }, i) => $('examples').append(new Option(title, i))));
$('examples').addEventListener('change', async e => {
  const chosen = (await examples)[e.target.value];
  e.target.value = '';
  if (chosen) { notice(); show(chosen.cells); cells[0].editor.focus(); }
});

// ---- buttons and keys
$('run-all').addEventListener('click', () => cells.forEach(c => c.run()));
$('add').addEventListener('click', () => add('').editor.focus());
$('fresh').addEventListener('click', () => engine.fresh());
$('share').addEventListener('click', share);
$('stop').addEventListener('click', () => engine.stop());
$('keys').addEventListener('click', () => {
  $('help').hidden = !$('help').hidden;
  $('keys').setAttribute('aria-expanded', !$('help').hidden);
});
$('theme').addEventListener('click', () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  theme(dark ? 'light' : 'dark');
});
function theme(name) {
  document.documentElement.dataset.theme = name;
  document.documentElement.dataset.jpThemeLight = name === 'light'; // pictures follow it, as in JupyterLab
  $('theme').setAttribute('aria-pressed', name === 'dark');
  try { localStorage.setItem('tfs-theme', name); } catch { /* private windows keep nothing */ }
}
addEventListener('keydown', e => { if (e.ctrlKey && e.key === '.') { e.preventDefault(); engine.stop(); } });
addEventListener('hashchange', follow);

// ---- begin
try { const kept = localStorage.getItem('tfs-theme'); if (kept) theme(kept); } catch { /* as above */ }
(async () => {
  if (!await follow()) {
    add('words = tf.strings.split(["the quick brown fox", "", "lazy dog"])\nwords');
    add('tf.io.decode_raw(tf.constant(["ab", "cd"]), tf.uint8)');
  }
  engine.start();
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
})();

'use strict';
// The editor of a cell: a text area over a layer that shows its text in colours. Colours and completions
// come from the engine; what it has not answered yet is shown plain.
class Editor {
  // ask(request) sends a request to the engine and gives a promise of its answer, null when it is busy.
  constructor(text, ask, keys) {
    this.ask = ask;
    this.keys = keys; // of the page: name => function
    this.pieces = [];
    this.shown = '';
    this.leaving = false;
    this.root = document.createElement('div');
    this.root.className = 'editor';
    this.layer = document.createElement('pre');
    this.layer.setAttribute('aria-hidden', 'true');
    this.area = document.createElement('textarea');
    Object.assign(this.area, { value: text, spellcheck: false, autocapitalize: 'off', autocomplete: 'off', rows: 1 });
    for (const [k, v] of Object.entries({ 'aria-label': 'Code', 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', autocorrect: 'off' })) this.area.setAttribute(k, v);
    this.sig = document.createElement('div');
    this.sig.className = 'sig';
    this.sig.setAttribute('aria-live', 'polite');
    const field = document.createElement('div');
    field.className = 'field';
    field.append(this.layer, this.area);
    this.root.append(field, this.sig);
    this.area.addEventListener('input', () => { this.closeList(); this.paint(); this.callSoon(); });
    this.area.addEventListener('keydown', e => this.key(e));
    this.area.addEventListener('blur', () => setTimeout(() => this.closeList(), 150));
    this.area.addEventListener('click', () => { this.closeList(); this.callSoon(); });
    this.draw();
    this.paint();
  }

  get text() { return this.area.value; }
  set text(t) { this.area.value = t; this.paint(); }
  focus() { this.area.focus(); }

  // paint shows the text at once, with the colours that still hold, and asks for the new ones.
  async paint() {
    const now = this.text, was = this.shown;
    let head = 0, tail = 0;
    const most = Math.min(now.length, was.length);
    while (head < most && now[head] === was[head]) head++;
    while (tail < most - head && now[now.length - 1 - tail] === was[was.length - 1 - tail]) tail++;
    const shift = now.length - was.length;
    this.pieces = this.pieces.filter(([from, to]) => to <= head || from >= was.length - tail)
      .map(([from, to, c]) => from >= was.length - tail && from >= head ? [from + shift, to + shift, c] : [from, to, c]);
    this.draw();
    const answer = await this.ask({ do: 'paint', code: now });
    if (answer?.pieces && this.text === now) {
      this.pieces = answer.pieces;
      this.draw();
    }
  }

  draw() {
    const text = this.text, out = document.createDocumentFragment();
    let at = 0;
    for (const [from, to, c] of this.pieces) {
      if (from < at) continue;
      out.append(text.slice(at, from));
      const span = document.createElement('span');
      span.className = c;
      span.textContent = text.slice(from, to);
      out.append(span);
      at = to;
    }
    out.append(text.slice(at) + (text.endsWith('\n') ? '\u200b' : ''));
    this.layer.replaceChildren(out);
    this.shown = text;
  }

  // insert puts a text in place of a range, so that the browser's undo knows of it.
  insert(from, to, text) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    if (!document.execCommand('insertText', false, text)) {
      this.area.setRangeText(text, from, to, 'end');
      this.area.dispatchEvent(new Event('input'));
    }
  }

  key(e) {
    const mods = `${e.ctrlKey || e.metaKey ? 'Ctrl+' : ''}${e.altKey ? 'Alt+' : ''}${e.shiftKey ? 'Shift+' : ''}`;
    const name = mods + e.key;
    const leaving = this.leaving;
    this.leaving = false;
    if (this.list && this.listKey(e, name)) { e.preventDefault(); return; }
    if (name === 'Escape') { this.leaving = true; this.sig.textContent = ''; return; }
    if (name === 'Tab' && !leaving) { e.preventDefault(); this.tab(); return; }
    if (name === 'Ctrl+ ') { e.preventDefault(); this.complete(); return; }
    if (name === 'F1') { e.preventDefault(); this.keys.help(this.text, this.area.selectionStart); return; }
    if (name === 'Enter') { e.preventDefault(); this.newline(); return; }
    if (this.keys[name]) { e.preventDefault(); this.keys[name](); }
  }

  tab() {
    const at = this.area.selectionStart;
    const before = this.text.slice(this.text.lastIndexOf('\n', at - 1) + 1, at);
    if (before.trim() === '') this.insert(at, this.area.selectionEnd, '  ');
    else this.complete();
  }

  // newline keeps the indent of the line, one step more behind a colon.
  newline() {
    const at = this.area.selectionStart;
    const line = this.text.slice(this.text.lastIndexOf('\n', at - 1) + 1, at);
    let indent = line.match(/^[ \t]*/)[0];
    if (/:\s*(#.*)?$/.test(line)) indent += '  ';
    this.insert(at, this.area.selectionEnd, '\n' + indent);
  }

  callSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const code = this.text, at = this.area.selectionStart;
      const answer = await this.ask({ do: 'call', code, at });
      if (answer && this.text === code) this.sig.textContent = answer.sig ?? '';
    }, 120);
  }

  async complete() {
    const code = this.text, at = this.area.selectionStart;
    const answer = await this.ask({ do: 'complete', code, at });
    if (!answer?.items || this.text !== code || this.area.selectionStart !== at) return;
    if (!answer.items.length) { this.sig.textContent = 'nothing fits'; return; }
    if (answer.items.length === 1) {
      const item = answer.items[0];
      this.insert(answer.from, answer.to, item.text + (item.end ?? ''));
      this.sig.textContent = item.sig;
      return;
    }
    this.open(answer);
  }

  open({ from, to, items }) {
    this.closeList();
    this.offer = { from, to, items };
    this.list = document.createElement('ul');
    this.list.className = 'list';
    this.list.id = 'list' + (Editor.lists = (Editor.lists ?? 0) + 1);
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-label', 'Completions');
    items.slice(0, 500).forEach((item, i) => {
      const li = document.createElement('li');
      li.setAttribute('role', 'option');
      li.id = `${this.list.id}-${i}`;
      li.textContent = item.text;
      const kind = document.createElement('span');
      kind.className = 'kind';
      kind.textContent = item.kind;
      li.append(kind);
      li.addEventListener('mousedown', e => { e.preventDefault(); this.choose(i); this.accept(); });
      this.list.append(li);
    });
    const lines = this.text.slice(0, from).split('\n').length;
    this.list.style.top = `calc(${lines} * 22.5px + .5rem)`;
    this.list.style.left = `min(${from - this.text.lastIndexOf('\n', from - 1) - 1}ch, 60%)`;
    this.root.append(this.list);
    this.area.setAttribute('aria-controls', this.list.id);
    this.choose(0);
  }

  choose(i) {
    const all = this.list.children;
    this.chosen = (i + all.length) % all.length;
    [...all].forEach((li, j) => li.setAttribute('aria-selected', j === this.chosen));
    all[this.chosen].scrollIntoView({ block: 'nearest' });
    this.area.setAttribute('aria-activedescendant', all[this.chosen].id);
    const item = this.offer.items[this.chosen];
    this.sig.textContent = item.sig || item.doc || '';
  }

  accept() {
    const { from, to, items } = this.offer, item = items[this.chosen];
    this.closeList();
    this.insert(from, to, item.text);
    this.sig.textContent = item.sig ?? '';
  }

  closeList() {
    this.list?.remove();
    this.list = null;
    this.area.removeAttribute('aria-activedescendant');
    this.area.removeAttribute('aria-controls');
  }

  listKey(e, name) {
    switch (name) {
      case 'ArrowDown': this.choose(this.chosen + 1); return true;
      case 'ArrowUp': this.choose(this.chosen - 1); return true;
      case 'PageDown': this.choose(Math.min(this.chosen + 8, this.list.children.length - 1)); return true;
      case 'PageUp': this.choose(Math.max(this.chosen - 8, 0)); return true;
      case 'Enter': case 'Tab': this.accept(); return true;
      case 'Escape': this.closeList(); return true;
    }
    return false;
  }
}

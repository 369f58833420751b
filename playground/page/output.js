'use strict';
// The output of a cell: what the engine's events show, in order.
class Output {
  constructor(answer) {
    this.root = document.createElement('div');
    this.root.className = 'out';
    this.root.setAttribute('aria-live', 'polite');
    this.root.setAttribute('aria-label', 'Output');
    this.root.setAttribute('role', 'region');
    this.answer = answer; // takes what is typed for input()
    this.displays = new Map();
    this.root.hidden = true;
  }

  clear() { this.root.replaceChildren(); this.displays.clear(); this.due = false; this.root.hidden = true; }

  add(node) {
    if (this.due) this.clear();
    this.root.hidden = false;
    this.root.append(node);
    return node;
  }

  pre(text, kind) {
    const pre = document.createElement('pre');
    pre.className = kind;
    pre.textContent = text;
    return pre;
  }

  event(e) {
    switch (e.event) {
      case 'stream': {
        const last = this.root.lastElementChild;
        if (!this.due && last?.dataset.stream === e.name) last.append(e.text);
        else this.add(this.pre(e.text, e.name)).dataset.stream = e.name;
        break;
      }
      case 'result': case 'display': {
        const node = this.draw(e);
        const old = e.display && this.displays.get(e.display);
        if (e.update && old) old.replaceWith(node); else if (!e.update) this.add(node);
        if (e.display) this.displays.set(e.display, node);
        break;
      }
      case 'error': this.add(this.pre(e.text, 'error')).setAttribute('role', 'alert'); break;
      case 'page': this.add(this.pre(e.text, 'page')).tabIndex = 0; break;
      case 'next': this.add(this.pre(e.text, 'page')); break;
      case 'clear': if (e.wait) this.due = true; else this.clear(); break;
      case 'ask': this.ask(e); break;
      case 'fault': this.add(this.pre(e.text, 'error')); break;
    }
  }

  // draw shows a value: its drawing, with the exact text to open below it; or its text alone.
  draw({ data, own }) {
    const text = data['text/plain'], rich = data['text/html'] ?? data['image/svg+xml'];
    const box = document.createElement('div');
    if (rich === undefined) {
      box.append(this.pre(data['text/markdown'] ?? text, 'wide'));
      return box;
    }
    if (own) {
      box.innerHTML = rich; // the engine's own, escaped there; the page's policy allows no script
      const more = document.createElement('details');
      const summary = document.createElement('summary');
      summary.textContent = 'as text';
      more.append(summary, this.pre(text, 'wide'));
      box.append(more);
      return box;
    }
    // What code of the user made keeps its styles to itself and stays within its box.
    const host = document.createElement('div');
    host.className = 'foreign';
    host.attachShadow({ mode: 'open' }).innerHTML = rich;
    box.append(host);
    return box;
  }

  ask({ text, hidden }) {
    const form = document.createElement('form'), label = document.createElement('label'), input = document.createElement('input');
    label.textContent = (text || 'input') + ' ';
    input.type = hidden ? 'password' : 'text';
    input.autocomplete = 'off';
    label.append(input);
    form.append(label);
    form.addEventListener('submit', e => {
      e.preventDefault();
      this.answer(input.value);
      form.replaceWith(this.pre(text + (hidden ? '' : input.value), 'stdout'));
    });
    this.add(form);
    input.focus();
  }
}

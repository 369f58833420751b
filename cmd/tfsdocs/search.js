'use strict';
// Search by name and summary, with the keys of a list box. The slash key goes to the field.
(() => {
  const root = document.currentScript.dataset.root;
  const q = document.getElementById('q'), found = document.getElementById('found');
  let all, shown = [], at = -1;
  const score = (e, words) => {
    const name = e.n.toLowerCase(), last = name.slice(name.lastIndexOf('.') + 1), text = e.t.toLowerCase();
    let sum = 0;
    for (const w of words) {
      const s = last === w || name === w ? 100 : last.startsWith(w) ? 50 : name.includes(w) ? 25 : text.includes(w) ? 5 : 0;
      if (!s) return 0;
      sum += s;
    }
    return sum - name.length / 100;
  };
  const mark = i => {
    at = i;
    [...found.children].forEach((li, j) => li.setAttribute('aria-selected', j === at));
    if (at >= 0) { q.setAttribute('aria-activedescendant', found.children[at].id); found.children[at].scrollIntoView({ block: 'nearest' }); }
    else q.removeAttribute('aria-activedescendant');
  };
  const show = async () => {
    all ??= await fetch(root + 'search.json').then(r => r.json());
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = words.length ? all.map(e => [score(e, words), e]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).slice(0, 20).map(([, e]) => e) : [];
    found.replaceChildren(...shown.map((e, i) => {
      const li = document.createElement('li'), a = document.createElement('a'), note = document.createElement('span');
      li.setAttribute('role', 'option');
      li.id = 'found' + i;
      a.href = root + e.p;
      a.tabIndex = -1;
      a.textContent = e.n;
      note.textContent = ' ' + e.t;
      li.append(a, note);
      return li;
    }));
    found.hidden = !shown.length;
    q.setAttribute('aria-expanded', !!shown.length);
    mark(-1);
  };
  q.addEventListener('input', show);
  q.addEventListener('keydown', e => {
    if (e.key === 'ArrowDown' && shown.length) mark((at + 1) % shown.length);
    else if (e.key === 'ArrowUp' && shown.length) mark((at - 1 + shown.length) % shown.length);
    else if (e.key === 'Enter' && shown.length) location.href = root + shown[Math.max(at, 0)].p;
    else if (e.key === 'Escape') { q.value = ''; show(); }
    else return;
    e.preventDefault();
  });
  addEventListener('keydown', e => {
    if (e.key === '/' && document.activeElement !== q) { e.preventDefault(); q.focus(); }
  });
})();

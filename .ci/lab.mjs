// Works with a notebook in JupyterLab as a person does: runs all cells, completes, inspects,
// interrupts an endless loop, restarts. node lab.mjs URL TOKEN NOTEBOOK SHOT.png
import { chromium } from 'playwright-core';

const [base, token, notebook, shot] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
const run = command => page.evaluate(c => window.jupyterapp.commands.execute(c), command);
const say = text => console.log('   ' + text);
const outputs = () => page.$$eval('.jp-OutputArea-output', es => es.map(e => e.innerText).join('\n'));
let failed = false;
const expect = (what, ok) => { say(`${ok ? 'ok' : 'NOT OK'}: ${what}`); failed ||= !ok; };

// ran waits until every code cell of the notebook has run and none runs.
const ran = () => page.waitForFunction(() => {
  const panel = window.jupyterapp.shell.currentWidget;
  const cells = [...panel.content.model.cells].filter(c => c.type === 'code' && c.sharedModel.getSource().trim() && !c.sharedModel.getSource().endsWith('('));
  return cells.every(c => c.executionCount != null) && panel.sessionContext.session?.kernel?.status === 'idle';
}, null, { timeout: 30000, polling: 100 }).then(() => page.waitForTimeout(300));

async function newCell(text) {
  await run('notebook:insert-cell-below');
  await page.click('.jp-CodeCell.jp-mod-active .cm-content');
  await page.keyboard.type(text);
}

const lastOutput = () => page.$$eval('.jp-CodeCell.jp-mod-active .jp-OutputArea-output', es => es.map(e => e.innerText).join('\n'));

try {
  await page.goto(`${base}/lab/tree/${encodeURIComponent(notebook)}?token=${token}&reset`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook', { timeout: 60000 });
  await page.waitForFunction(() => window.jupyterapp?.shell?.currentWidget?.sessionContext, null, { timeout: 30000 });
  const language = await page.evaluate(async () => {
    const s = window.jupyterapp.shell.currentWidget.sessionContext;
    await s.ready;
    return (await s.session.kernel.info).language_info.name;
  });
  expect('the kernel is tfs', language === 'tfs');
  await page.waitForTimeout(500);
  await run('notebook:clear-all-cell-outputs');
  await run('notebook:run-all-cells');
  await ran();
  await page.evaluate(() => { const panel = document.querySelector('.jp-WindowedPanel-outer'); if (panel) panel.scrollTop = 0; });
  await page.waitForTimeout(300);
  await page.screenshot({ path: shot });
  const text = await outputs();
  expect('the first cells show their results', text.includes('tf.Tensor') && text.includes('shape (2, 3)'));
  expect('keywords are coloured', await page.evaluate(() => {
    const tokens = [...document.querySelectorAll('.jp-CodeCell .cm-line span')];
    return new Set(tokens.map(t => getComputedStyle(t).color)).size > 2;
  }));

  await newCell('tf.io.decode_r');
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Tab');
    await page.waitForTimeout(700);
    if ((await page.textContent('.jp-CodeCell.jp-mod-active .cm-content')).includes('decode_raw')) break;
  }
  expect('Tab completes', (await page.textContent('.jp-CodeCell.jp-mod-active .cm-content')).includes('tf.io.decode_raw'));
  await page.keyboard.type('(');
  await page.keyboard.press('Shift+Tab');
  await page.waitForSelector('.jp-Tooltip', { timeout: 10000 });
  expect('Shift-Tab inspects', (await page.textContent('.jp-Tooltip')).includes('input_bytes'));
  await page.keyboard.press('Escape');

  await newCell("kept = 'still here'\nwhile True: pass");
  run('notebook:run-cell').catch(() => {}); // ends when the cell does
  await page.waitForTimeout(1000);
  await run('notebook:interrupt-kernel');
  await ran();
  expect('interrupt stops an endless loop', (await lastOutput()).includes('KeyboardInterrupt'));
  await newCell('kept');
  await run('notebook:run-cell');
  await ran();
  expect('the variables stay', (await lastOutput()).includes('still here'));

  await page.evaluate(() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel());
  await page.waitForTimeout(500);
  await newCell("'fresh' if 'kept' not in globals() else 'old'");
  await run('notebook:run-cell');
  await ran();
  expect('restart begins anew', (await lastOutput()).includes('fresh'));
} catch (e) {
  expect(String(e).slice(0, 500), false);
  await page.screenshot({ path: shot }).catch(() => {});
}
await browser.close();
process.exit(failed ? 1 : 0);

// Works with the playground as a person does: runs cells, completes, stops an endless loop, shares a link,
// reloads without a network. node playground.mjs URL SHOT.png [other pages' switch: none]
import { chromium } from 'playwright-core';

const [base, shot] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
const page = await context.newPage();
const say = text => console.log('   ' + text);
let failed = false;
const expect = (what, ok) => { say(`${ok ? 'ok' : 'NOT OK'}: ${what}`); failed ||= !ok; };
const foreign = [], faults = [];
context.on('request', r => { if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) foreign.push(r.url()); });
page.on('pageerror', e => faults.push(String(e)));
page.on('console', m => { if (m.type() === 'error') faults.push(m.text()); });

const ready = () => page.waitForFunction(() => document.body.dataset.ready, null, { timeout: 120000 });
const cell = n => page.locator('.cell').nth(n);
const code = n => cell(n).locator('textarea');
const output = n => cell(n).locator('.out').innerText();
const state = (n, s) => page.waitForFunction(([n, s]) => document.querySelectorAll('.cell')[n]?.dataset.state === s, [n, s], { timeout: 60000 });
async function write(n, text) { await code(n).fill(text); }
async function run(n, end = 'ok') { await code(n).press('Control+Enter'); await state(n, end); }

try {
  await page.goto(base);
  await ready();
  say(`first start: ${await page.evaluate(() => document.body.dataset.ready)} ms`);
  expect('nothing runs unasked', await page.locator('.out:visible').count() === 0);

  const begun = Date.now();
  await run(0);
  say(`first cell: ${Date.now() - begun} ms`);
  expect('a ragged tensor is drawn as rows', (await cell(0).locator('.out table').count()) > 0);
  await cell(0).locator('summary').click();
  expect('its text is there too', (await output(0)).includes("<tf.RaggedTensor [[b'the', b'quick', b'brown', b'fox'], [], [b'lazy', b'dog']]>"));
  expect('keywords and strings are coloured', (await cell(0).locator('.editor pre span.s').count()) === 3);
  expect('outputs are announced', (await cell(0).locator('.out').getAttribute('aria-live')) === 'polite');

  await code(1).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('tf.io.decode_r');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelectorAll('textarea')[1].value.includes('decode_raw'), null, { timeout: 10000 });
  expect('Tab completes the only name', (await code(1).inputValue()) === 'tf.io.decode_raw');
  await page.keyboard.type('("ab", tf.uint8)');
  await page.keyboard.press('Shift+Enter');
  await state(1, 'ok');
  expect('Shift-Enter runs and makes a cell', (await output(1)).includes('97') && await page.locator('.cell').count() === 3);

  await page.keyboard.type('tf.strings.');
  await page.keyboard.press('Tab');
  await page.waitForSelector('.list');
  const first = await page.textContent('.list [aria-selected=true]');
  await page.keyboard.press('ArrowDown');
  expect('the list is walked by keys', (await page.textContent('.list [aria-selected=true]')) !== first &&
    await code(2).getAttribute('aria-activedescendant') === await page.getAttribute('.list [aria-selected=true]', 'id'));
  await page.keyboard.press('Escape');
  expect('Escape closes the list', await page.locator('.list').count() === 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect('Escape, Tab leaves the editor', await page.evaluate(() => document.activeElement.tagName !== 'TEXTAREA'));

  await write(2, 'tf.constant([1, 2]) + tf.constant([1, 2, 3])');
  await run(2, 'failed');
  expect('an error is TensorFlow\'s', (await output(2)).includes('InvalidArgumentError') && (await output(2)).includes('Incompatible shapes: [2] vs. [3]'));
  await write(2, 'with open("x.txt", "w") as f: f.write("kept")\nimport os\nprint(os.listdir("."), open("x.txt").read())\ntf.io.write_file("y.bin", "ab")\ntf.io.read_file("y.bin")');
  await run(2);
  expect('files are kept in memory', (await output(2)).includes("['x.txt'] kept") && (await output(2)).includes("b'ab'"));
  await write(2, 'name = input("who? ")\nprint("hello", name)');
  await code(2).press('Control+Enter');
  await page.waitForSelector('.out input');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await state(2, 'ok');
  expect('input() asks in the page', (await output(2)).includes('hello Ada'));
  await write(2, 'from IPython.display import HTML, display\ndisplay(HTML("<b id=shown>bold</b><script>window.bad = 1</scr" + "ipt><img src=x onerror=\'window.bad = 1\'>"))\n!ls');
  await code(2).press('Control+Enter');
  await page.waitForFunction(() => ['ok', 'failed'].includes(document.querySelectorAll('.cell')[2].dataset.state));
  await page.waitForTimeout(300);
  expect('HTML of the user runs no scripts', await page.evaluate(() => window.bad === undefined) && await page.locator('#shown').count() === 1);
  expect('there is no shell, and it says so', /!ls|shell|command|exec/i.test(await output(2)));
  faults.length = 0; // the refused script is told on the console

  await write(2, 'kept = 41');
  await run(2);
  await write(2, 'while True: pass');
  await code(2).press('Control+Enter');
  await state(2, 'running');
  await page.waitForTimeout(300);
  const stopping = Date.now();
  await page.keyboard.press('Control+.');
  await state(2, 'failed');
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('names are back'), null, { timeout: 60000 });
  say(`stopped and back in ${Date.now() - stopping} ms`);
  await write(2, 'kept + 1, words.shape');
  await run(2);
  expect('after Stop the names are back', (await output(2)).includes('42'));

  await page.click('#share');
  const link = await page.inputValue('#notice input');
  expect('a link holds the cells', link.includes('#v1='));
  const other = await context.newPage();
  await other.goto('about:blank');
  await other.goto(link);
  await other.waitForFunction(() => document.body.dataset.ready, null, { timeout: 120000 });
  say(`second start: ${await other.evaluate(() => document.body.dataset.ready)} ms`);
  expect('the link brings the cells', (await other.locator('textarea').nth(2).inputValue()) === 'kept + 1, words.shape');
  expect('what came by a link has not run', await other.locator('.out:visible').count() === 0 && (await other.innerText('#notice')).includes('Nothing of them has run'));
  await other.goto(base + '#v1=!!!');
  await other.waitForFunction(() => document.getElementById('notice').textContent.includes('could not be read'));
  expect('a broken link says so', true);
  await other.close();

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 60000 });
  await context.setOffline(true);
  await page.goto(base);
  await ready();
  await run(0);
  expect('it works without a network', (await cell(0).locator('.out table').count()) > 0);
  say(`start from the cache: ${await page.evaluate(() => document.body.dataset.ready)} ms`);
  await context.setOffline(false);

  const options = await page.locator('#examples option').count();
  expect('there are examples', options > 2);
  await page.selectOption('#examples', '0');
  expect('an example fills the cells and does not run', await page.locator('.cell').count() > 2 && await page.locator('.out:visible').count() === 0);
  await page.click('#run-all');
  await page.waitForFunction(() => [...document.querySelectorAll('.cell')].every(c => ['ok', 'failed'].includes(c.dataset.state) || !c.querySelector('textarea').value), null, { timeout: 60000 }).catch(() => {});
  expect('its cells run', await page.locator('.cell[data-state=ok]').count() > 2);
  await page.screenshot({ path: shot });
  await page.click('#theme');
  await page.screenshot({ path: shot.replace('.png', '-other.png') });
  await page.setViewportSize({ width: 380, height: 800 });
  expect('narrow screens need no sideways scrolling', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.screenshot({ path: shot.replace('.png', '-narrow.png') });
  expect('no request went elsewhere', foreign.length === 0 || say(foreign.join(' ')));
  expect('the page has no errors', faults.length === 0 || say(faults.join('\n   ')));
} catch (e) {
  expect(String(e).slice(0, 600), false);
  say(faults.join('\n   '));
  await page.screenshot({ path: shot }).catch(() => {});
}
await browser.close();
process.exit(failed ? 1 : 0);

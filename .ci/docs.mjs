// Reads the documentation's pages as a person does: search by keys, a function's page, light and dark, narrow.
// node docs.mjs URL SHOT.png
import { chromium } from 'playwright-core';

const [base, shot] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
const page = await context.newPage();
let failed = false;
const expect = (what, ok) => { console.log(`   ${ok ? 'ok' : 'NOT OK'}: ${what}`); failed ||= !ok; };
const foreign = [], faults = [];
context.on('request', r => { if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) foreign.push(r.url()); });
page.on('pageerror', e => faults.push(String(e)));
page.on('console', m => { if (m.type() === 'error') faults.push(m.text()); });

try {
  await page.goto(base);
  await page.keyboard.press('/');
  await page.keyboard.type('decode_raw');
  await page.waitForSelector('#found li');
  await page.keyboard.press('ArrowDown');
  expect('search names the function first', (await page.textContent('#found [aria-selected=true] a')) === 'tf.io.decode_raw');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/op/tf.io.decode_raw.html');
  expect('its page tells parameters, examples and a picture', await page.locator('table caption').count() > 0 &&
    await page.locator('pre.out').count() > 0 && (await page.locator('svg title').first().textContent()).includes('decode_raw'));
  await page.screenshot({ path: shot });
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect('it follows a dark scheme', await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light);
  await page.setViewportSize({ width: 380, height: 800 });
  expect('narrow screens need no sideways scrolling', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.goto(base);
  await page.keyboard.press('Tab');
  expect('the first key leads to the text', await page.evaluate(() => document.activeElement.className === 'skip'));
  for (const name of ['reference.html', 'lessons.html', 'guides.html', 'guide/differences.html', 'lesson/01-bytes.html']) {
    const r = await page.goto(base + name);
    expect(name, r.ok() && await page.locator('h1').count() === 1);
  }
  expect('no request went elsewhere', foreign.length === 0 || console.log(foreign.join(' ')));
  expect('the pages have no errors', faults.length === 0 || console.log(faults.join('\n')));
} catch (e) {
  expect(String(e).slice(0, 600), false);
}
await browser.close();
process.exit(failed ? 1 : 0);

// The report, or the comparison of two results folders, in a real Chromium, driven through its debugging pipe:
//
//   node page_test.mjs CHROMIUM PAGE.html TABLE NUMBERS LIST VALUE [SHOTS]
//
// TABLE has a filter; its column NUMBERS has numbers, and VALUE is in some rows of its column LIST. Checks that the
// page opens without an error or a request, that every link has a target, that TABLE sorts and filters, that the chart,
// if any, can be hovered and zoomed, that the keyboard is enough, that text has enough contrast in both themes, that
// nothing scrolls sideways at 360 px, and that no text of a row is run as code. With SHOTS, a folder, puts
// pictures of the page there: wide, phone, dark.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const [chromium, file, table, numbered, list, listed, shots] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'fdskl-browser-'));
const browser = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe',
  '--disable-background-networking', `--user-data-dir=${profile}`], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});

// Messages over the pipe end with a zero byte.
const waiting = new Map();
const events = [];
let text = '';
browser.stdio[4].on('data', (chunk) => {
  text += chunk;
  for (let end; (end = text.indexOf('\0')) >= 0; text = text.slice(end + 1)) {
    const message = JSON.parse(text.slice(0, end));
    if (message.id) waiting.get(message.id)(message); else events.push(message);
  }
});
let last = 0, session;
const send = (method, params = {}) => new Promise((done, fail) => {
  const id = ++last;
  waiting.set(id, (message) => message.error ? fail(new Error(`${method}: ${message.error.message}`)) : done(message.result));
  browser.stdio[3].write(JSON.stringify({id, method, params, sessionId: session}) + '\0');
});
const until = async (what, test) => {
  for (let i = 0; i < 600; ++i) {
    if (test()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited in vain for ${what}`);
};
const inPage = async (body) => {
  const {result, exceptionDetails} = await send('Runtime.evaluate', {expression: `(() => {${body}})()`, returnByValue: true});
  assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
  return result.value;
};
const size = (width, height) => send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 500});
const theme = (value) => send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
const key = async (name, letter) => {
  for (const type of ['keyDown', 'keyUp']) await send('Input.dispatchKeyEvent', {type, key: name, code: name, text: type === 'keyDown' ? letter : undefined,
    windowsVirtualKeyCode: {Enter: 13, Tab: 9, ArrowRight: 39}[name]});
};
const shoot = async (name) => {
  if (!shots) return;
  const {data} = await send('Page.captureScreenshot', {format: 'png'});
  writeFileSync(join(shots, `${name}.png`), Buffer.from(data, 'base64'));
};

try {
  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  ({sessionId: session} = await send('Target.attachToTarget', {targetId, flatten: true}));
  for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await send(`${domain}.enable`);
  await size(1280, 900);
  await theme('light');
  await send('Page.navigate', {url: `file://${resolve(file)}`});
  await until('the page', () => events.some((event) => event.method === 'Page.loadEventFired'));

  // Landmarks, headers and names, which screen readers use.
  const structure = await inPage(`
    const all = (query) => [...document.querySelectorAll(query)];
    const ids = all('[id]').map((element) => element.id);
    return {
      landmarks: ['header', 'nav', 'main'].every((name) => document.querySelector(name)),
      headings: all('h1').length,
      twice: ids.filter((id, i) => ids.indexOf(id) !== i),
      lost: all('a[href^="#"]').map((link) => decodeURIComponent(link.hash.slice(1))).filter((id) => !document.getElementById(id)),
      outside: all('[src], a:not([href^="#"]), link:not([href^="data:"])').length,
      bareHeaders: all('th:not([scope])').length,
      bareFields: all('input, select').filter((field) => field.labels.length === 0).length,
      barePictures: all('main > section svg[role=img]').filter((picture) => !picture.getAttribute('aria-label')).length,
      run: [typeof window.hacked, all('main script:not([type="application/json"])').length, all('main img, main iframe').length],
    };`);
  assert.deepEqual(structure, {landmarks: true, headings: 1, twice: [], lost: [], outside: 0, bareHeaders: 0, bareFields: 0,
    barePictures: 0, run: ['undefined', 0, 0]});

  // Sorting by the keyboard, then by a click, descending.
  const column = (name) => `const cells = [...document.querySelectorAll('#${table} thead th')].findIndex((cell) => cell.textContent.trim() === '${name}');
    const shown = [...document.querySelectorAll('#${table} tbody tr:not(.head)')].filter((row) => !row.hidden);
    return shown.map((row) => row.cells[cells].textContent);`;
  const before = await inPage(column(numbered));
  await inPage(`[...document.querySelectorAll('#${table} thead button')].find((button) => button.textContent === '${numbered}').focus();`);
  await key('Enter', '\r');
  const numbers = async () => (await inPage(column(numbered))).filter((value) => value !== '').map((value) => parseFloat(value.replaceAll(',', '')));
  const ascending = await numbers();
  assert.deepEqual(ascending, [...ascending].sort((a, b) => a - b));
  await inPage(`document.activeElement.click();`);
  const descending = await numbers();
  assert.deepEqual(descending, [...ascending].reverse().sort((a, b) => b - a));
  assert.ok(descending.length > 1 && descending[0] > descending.at(-1));
  assert.equal(await inPage(`return document.querySelectorAll('#${table} th[aria-sort=descending]').length;`), 1);
  assert.equal((await inPage(column(numbered))).length, before.length);

  // Filters: one value, then words, then none again. A link shows its rows even when they are filtered out.
  const form = `const form = document.forms['${table}-filter'];`;
  await inPage(`${form} form.elements['${list}'].value = '${listed}'; form.dispatchEvent(new Event('input'));`);
  const some = await inPage(column(list));
  assert.deepEqual(new Set(some), new Set([listed]));
  assert.ok(some.length < before.length);
  await inPage(`${form} form.reset(); form.elements.words.value = '${listed.toUpperCase()}'; form.dispatchEvent(new Event('input'));`);
  assert.ok((await inPage(column(list))).includes(listed));
  assert.ok((await inPage(column(list))).length < before.length);
  const linked = await inPage(`const link = document.querySelector('.claim td a[href^="#rows-"]'); link?.click(); return Boolean(link);`);
  if (!linked) await inPage(`${form} form.querySelector('button[type=reset]').click();`);
  await new Promise((done) => setTimeout(done, 100));
  assert.equal((await inPage(column(list))).length, before.length);

  // The chart: hovering names a point, zooming changes the axis, arrow keys go from point to point.
  if (await inPage(`return Boolean(document.getElementById('chart'));`)) {
    const place = await inPage(`const mark = document.querySelector('#chart circle'); mark.scrollIntoView({block: 'center'});
      const box = mark.getBoundingClientRect(); return {x: box.x + box.width / 2, y: box.y + box.height / 2};`);
    await send('Input.dispatchMouseEvent', {type: 'mouseMoved', ...place});
    const told = `return document.getElementById('chart-told').textContent;`;
    assert.match(await inPage(told), /test error [0-9.]+ %/);
    const axis = `return [...document.querySelectorAll('#chart text')].map((text) => text.textContent).join();`;
    const whole = await inPage(axis);
    await inPage(`document.getElementById('chart-in').click();`);
    assert.notEqual(await inPage(axis), whole);
    await inPage(`document.getElementById('chart-reset').click(); document.querySelector('#chart svg').focus();`);
    assert.equal(await inPage(axis), whole);
    await key('ArrowRight');
    const first = await inPage(told);
    await key('ArrowRight');
    assert.notEqual(await inPage(told), first);
  }

  // Contrast of 4.5 and more, in both themes, by WCAG's formula.
  const contrast = `
    const parts = (color) => color.match(/[0-9.]+/g).map(Number);
    const light = (color) => { const [r, g, b] = parts(color).map((part) => part / 255).map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
      return .2126 * r + .7152 * g + .0722 * b; };
    const below = (element) => { for (; element; element = element.parentElement) { const color = getComputedStyle(element).backgroundColor;
      if (parts(color).length < 4 || parts(color)[3] > 0) return color; } return 'rgb(255, 255, 255)'; };
    return [...document.querySelectorAll('body, a, .soft, .note, .verdict, .count b, th, figcaption, button')].map((element) => {
      const [a, b] = [light(getComputedStyle(element).color), light(below(element))].sort((x, y) => y - x);
      return [(a + .05) / (b + .05), element.className + ' ' + element.tagName];
    }).filter(([ratio]) => ratio < 4.5);`;
  await inPage('scrollTo(0, 0);');
  for (const name of ['light', 'dark']) {
    await theme(name);
    assert.deepEqual(await inPage(contrast), [], name);
    await shoot(name);
  }
  await inPage(`document.getElementById('theme').click();`);
  assert.equal(await inPage(`return getComputedStyle(document.body).backgroundColor;`), 'rgb(255, 255, 255)');
  if (shots) {
    for (const id of await inPage(`return [...document.querySelectorAll('main > section h2')].map((heading) => heading.id);`)) {
      await inPage(`document.getElementById('${id}').scrollIntoView();`);
      await shoot(id);
    }
  }

  // On a phone nothing is wider than the screen, with every detail open.
  await size(360, 740);
  await inPage(`scrollTo(0, 0); document.querySelectorAll('details').forEach((details) => { details.open = true; });`);
  const width = await inPage(`return [document.documentElement.scrollWidth, [...document.querySelectorAll('main *')].filter((element) =>
    element.getBoundingClientRect().right > 361 && !element.closest('.wide, .rows, svg')).map((element) => element.outerHTML.slice(0, 120))];`);
  assert.deepEqual(width, [360, []]);
  await shoot('phone');
  if (shots) {
    await inPage(`document.querySelectorAll('main > section')[1].scrollIntoView();`);
    await shoot('phone-second');
  }

  const complaints = events.filter((event) => event.method === 'Runtime.exceptionThrown' || event.method === 'Log.entryAdded' ||
    (event.method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(event.params.type)));
  assert.deepEqual(complaints.map((event) => event.params), []);
  const requests = events.filter((event) => event.method === 'Network.requestWillBeSent').map((event) => event.params.request.url)
    .filter((url) => !url.startsWith('data:'));
  assert.deepEqual(requests.filter((url) => url.split('#')[0] !== new URL(`file://${resolve(file)}`).href), []);
  console.log('the page opens, sorts, filters and fits');
} finally {
  browser.kill();
  await new Promise((done) => { browser.on('exit', done); setTimeout(done, 5000); });
  // The browser's other processes may write a little longer than the first one lives.
  await until('the end of the browser', () => {
    try {
      rmSync(profile, {recursive: true, force: true});
      return true;
    } catch {
      return false;
    }
  });
}

// The script of pages: theme, sortable tables, filters of tables, and a chart of the curves that can be hovered and
// zoomed. The page is complete without it. It asks nothing of the network and puts no text into the page as HTML.
'use strict';

const byId = (id) => document.getElementById(id);
const make = (name, attributes = {}, text = '') => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

// ---- theme: the system's, until the button is pressed
const root = document.documentElement;
const isDark = () => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
byId('theme').hidden = false;
byId('theme').addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; });

// ---- sorting: every table of class `sortable`, by a button in each header; numbers as numbers (a mean by itself,
// whatever its deviation), empty cells last
const valueOf = (row, column) => {
  const text = row.cells[column]?.textContent.trim() ?? '';
  const number = Number(text.replaceAll(',', '').replace(/\s[±†].*$/, ''));
  return text === '' ? null : Number.isNaN(number) ? text : number;
};
const compare = (a, b) => {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
};
const sortTable = (table, column, direction) => {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  rows.forEach((row) => { row.group ??= row.parentElement.id; });
  const body = table.sorted ??= table.appendChild(document.createElement('tbody'));
  const plain = rows.filter((row) => !row.classList.contains('head'));
  const keyed = plain.map((row) => [valueOf(row, column), row]);
  keyed.sort((a, b) => compare(a[0], b[0]) * (a[0] === null || b[0] === null ? 1 : direction));
  for (const row of rows) if (row.classList.contains('head')) row.hidden = true;
  body.append(...keyed.map((pair) => pair[1]));
};
for (const table of document.querySelectorAll('table.sortable')) {
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    const button = make('button', {type: 'button'}, header.textContent);
    header.replaceChildren(button);
    button.addEventListener('click', () => {
      const descending = header.getAttribute('aria-sort') === 'ascending';
      headers.forEach((other) => other.removeAttribute('aria-sort'));
      header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      sortTable(table, column, descending ? -1 : 1);
      filters.get(table)?.apply();
    });
  });
}

// ---- filters: a form narrows the table that it names, by the columns that its lists are named after, and by words
class Filter {
  constructor(form) {
    this.form = form;
    this.table = byId(form.getAttribute('data-table'));  // form.dataset is its list of that name
    this.lists = [...form.querySelectorAll('select')];
    const headers = [...this.table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
    this.columns = this.lists.map((list) => headers.indexOf(list.name));
    const plain = this.rows().filter((row) => !row.classList.contains('head'));
    this.lists.forEach((list, i) => {
      const values = new Set(plain.map((row) => row.cells[this.columns[i]].textContent));
      for (const value of values) list.append(make('option', {value}, value || '(none)'));
    });
    form.hidden = false;
    form.addEventListener('input', () => this.apply());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.apply()));
    this.apply();
  }
  rows() { return [...this.table.tBodies].flatMap((body) => [...body.rows]); }
  apply() {
    const words = this.form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const exact = this.lists.map((list, i) => [this.columns[i], list.value]).filter((pair) => pair[1]);
    let shown = 0;
    for (const row of this.rows()) {
      if (row.classList.contains('head')) { row.hidden = Boolean(this.table.sorted) || exact.length > 0 || words.length > 0; continue; }
      const text = words.length > 0 ? row.textContent.toLowerCase() : '';
      row.hidden = !(exact.every(([column, value]) => row.cells[column].textContent === value) &&
        words.every((word) => text.includes(word)));
      if (!row.hidden) ++shown;
    }
    this.form.querySelector('output').textContent = `${shown.toLocaleString('en')} rows shown`;
  }
}
const filters = new Map([...document.querySelectorAll('form[data-table]')].map((form) => new Filter(form)).map((filter) => [filter.table, filter]));
// A link to rows whose table was sorted, or filtered, shows those rows. Groups of rows keep their name when sorted.
const showTarget = () => {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* a name with a bare percent sign stands for itself */ }
  const target = byId(name);
  for (let around = target; around; around = around.parentElement) if (around.tagName === 'DETAILS') around.open = true;
  target?.querySelectorAll(':scope > details').forEach((details) => { details.open = true; });
  const filter = target && filters.get(target.closest('table'));
  if (!filter || target === filter.table) return;
  filter.form.reset();
  filter.apply();
  const moved = filter.rows().find((row) => row.group === target.id);
  (target.rows.length > 0 ? target : moved ?? target).scrollIntoView({block: 'center'});
};
addEventListener('hashchange', showTarget);
showTarget();

// ---- chart of the curves
const data = byId('curves-data');
if (data) new (class Chart {
  constructor(curves) {
    this.curves = curves;  // [{dataset, arm, color, points: [{...x by name..., error}]}]
    this.box = byId('chart');
    this.size = {width: 760, height: 400, left: 56, right: 14, top: 12, bottom: 44};
    this.hidden = new Set();
    byId('explore').hidden = false;
    for (const dataset of new Set(curves.map((curve) => curve.dataset))) byId('chart-dataset').append(make('option', {value: dataset}, dataset));
    for (const id of ['chart-dataset', 'chart-x']) byId(id).addEventListener('change', () => this.reset());
    byId('chart-in').addEventListener('click', () => this.zoom(0.6));
    byId('chart-out').addEventListener('click', () => this.zoom(1 / 0.6));
    byId('chart-reset').addEventListener('click', () => this.reset());
    this.svg = this.element('svg', {viewBox: `0 0 ${this.size.width} ${this.size.height}`, role: 'img', tabindex: 0,
      'aria-label': 'Test error against the chosen axis; arrow keys go from point to point'}, this.box);
    this.svg.addEventListener('pointermove', (event) => this.hover(event));
    this.svg.addEventListener('pointerdown', (event) => { this.from = this.place(event); this.svg.setPointerCapture?.(event.pointerId); });
    this.svg.addEventListener('pointerup', (event) => this.drop(event));
    this.svg.addEventListener('wheel', (event) => { event.preventDefault(); this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.place(event)); }, {passive: false});
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.reset();
  }
  element(name, attributes, parent, text = '') {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    parent?.append(element);
    return element;
  }
  lines() {
    const x = byId('chart-x').value;
    return this.curves.filter((curve) => curve.dataset === byId('chart-dataset').value && !this.hidden.has(curve.arm))
      .map((curve) => ({...curve, points: curve.points.filter((point) => point[x] > 0).map((point) => ({x: point[x], y: point.error}))}))
      .filter((curve) => curve.points.length > 0);
  }
  reset() {
    const points = this.lines().flatMap((curve) => curve.points);
    const range = (values, grow) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const margin = (high - low || Math.abs(high) || 1) * grow;
      return [low - margin, high + margin];
    };
    this.view = points.length === 0 ? {x: [0, 1], y: [0, 1]}
      : {x: range(points.map((point) => Math.log10(point.x)), 0.05), y: range(points.map((point) => point.y), 0.08)};
    this.draw();
  }
  toX(value) { const {width, left, right} = this.size, [a, b] = this.view.x; return left + (Math.log10(value) - a) / (b - a) * (width - left - right); }
  toY(value) { const {height, top, bottom} = this.size, [a, b] = this.view.y; return height - bottom - (value - a) / (b - a) * (height - top - bottom); }
  place(event) {
    const frame = this.svg.getBoundingClientRect();
    return {x: (event.clientX - frame.left) / frame.width * this.size.width, y: (event.clientY - frame.top) / frame.height * this.size.height};
  }
  zoom(factor, at = {x: this.size.width / 2, y: this.size.height / 2}) {
    const {width, height, left, right, top, bottom} = this.size;
    const share = {x: (at.x - left) / (width - left - right), y: 1 - (at.y - top) / (height - top - bottom)};
    for (const axis of ['x', 'y']) {
      const [a, b] = this.view[axis], middle = a + share[axis] * (b - a);
      this.view[axis] = [middle - (middle - a) * factor, middle + (b - middle) * factor];
    }
    this.draw();
  }
  drop(event) {
    const to = this.place(event), from = this.from;
    this.from = null;
    if (!from || Math.hypot(to.x - from.x, to.y - from.y) < 12) return;
    const {width, height, left, right, top, bottom} = this.size, {x: [xa, xb], y: [ya, yb]} = this.view;
    const atX = (x) => xa + (x - left) / (width - left - right) * (xb - xa);
    const atY = (y) => ya + (height - bottom - y) / (height - top - bottom) * (yb - ya);
    this.view = {x: [Math.min(from.x, to.x), Math.max(from.x, to.x)].map(atX), y: [Math.max(from.y, to.y), Math.min(from.y, to.y)].map(atY)};
    this.draw();
  }
  ticks([low, high], count) {
    const power = 10 ** Math.floor(Math.log10((high - low) / count));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => (high - low) / candidate <= count);
    const ticks = [];
    for (let k = Math.ceil(low / step); k * step <= high; ++k) ticks.push(k * step);
    return ticks;
  }
  // Round numbers between two powers of ten: 1, 2 and 5 times a power, or where these are many, powers alone.
  decades([low, high]) {
    const all = [];
    for (let power = Math.floor(low); power <= high; ++power)
      for (const factor of high - low > 3 ? [1] : [1, 2, 5]) all.push(factor * 10 ** power);
    const inside = all.filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
    return inside.length > 1 ? inside : this.ticks([10 ** low, 10 ** high], 6).filter((value) => value > 0);
  }
  draw() {
    const {width, height, left, right, top, bottom} = this.size;
    this.svg.replaceChildren();
    const clip = this.element('clipPath', {id: 'chart-clip'}, this.svg);
    this.element('rect', {x: left, y: top, width: width - left - right, height: height - top - bottom}, clip);
    const number = (value) => Number(value.toPrecision(3)).toString();
    for (const tick of this.decades(this.view.x)) {
      const x = this.toX(tick);
      this.element('line', {x1: x, x2: x, y1: top, y2: height - bottom, stroke: 'currentColor', 'stroke-opacity': .15}, this.svg);
      this.element('text', {x, y: height - bottom + 16, 'text-anchor': 'middle'}, this.svg, number(tick));
    }
    for (const tick of this.ticks(this.view.y, 6)) {
      const y = this.toY(tick);
      this.element('line', {x1: left, x2: width - right, y1: y, y2: y, stroke: 'currentColor', 'stroke-opacity': .15}, this.svg);
      this.element('text', {x: left - 6, y: y + 4, 'text-anchor': 'end'}, this.svg, number(tick));
    }
    this.element('text', {x: (left + width) / 2, y: height - 8, 'text-anchor': 'middle'}, this.svg, byId('chart-x').selectedOptions[0].textContent);
    this.element('text', {x: 14, y: height / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${height / 2})`}, this.svg, 'test error [%]');
    const plot = this.element('g', {'clip-path': 'url(#chart-clip)'}, this.svg);
    this.points = [];
    for (const line of this.lines()) {
      const color = isDark() && line.color === '#000000' ? '#ffffff' : line.color;
      const places = line.points.map((point) => [this.toX(point.x), this.toY(point.y)]);
      this.element('polyline', {points: places.map((place) => place.join(',')).join(' '), fill: 'none', stroke: color, 'stroke-width': 2, 'stroke-dasharray': line.dash}, plot);
      line.points.forEach((point, i) => {
        const mark = this.element('circle', {cx: places[i][0], cy: places[i][1], r: 3.5, fill: color}, plot);
        this.points.push({mark, line, point, place: places[i]});
      });
    }
    this.drawLegend();
  }
  drawLegend() {
    const legend = byId('chart-legend');
    const arms = new Map(this.curves.filter((curve) => curve.dataset === byId('chart-dataset').value).map((curve) => [curve.arm, curve]));
    legend.replaceChildren();
    for (const [arm, curve] of arms) {
      const button = make('button', {type: 'button', 'aria-pressed': String(!this.hidden.has(arm))});
      const sample = this.element('svg', {width: 26, height: 10, 'aria-hidden': true}, button);
      this.element('line', {x1: 0, x2: 26, y1: 5, y2: 5, stroke: curve.color === '#000000' ? 'currentColor' : curve.color, 'stroke-width': 3, 'stroke-dasharray': curve.dash}, sample);
      button.append(arm);
      button.addEventListener('click', () => { this.hidden.has(arm) ? this.hidden.delete(arm) : this.hidden.add(arm); this.draw(); });
      legend.append(button);
    }
  }
  tell(found) {
    this.points.forEach((entry) => entry.mark.setAttribute('r', entry === found ? 6 : 3.5));
    this.current = this.points.indexOf(found);
    byId('chart-told').textContent = found ? `${found.line.arm}: ${byId('chart-x').selectedOptions[0].textContent} ${found.point.x.toPrecision(4)}, test error ${found.point.y.toFixed(2)} %` : '';
  }
  hover(event) {
    const at = this.place(event);
    let nearest = null, least = 30;
    for (const entry of this.points) {
      const distance = Math.hypot(entry.place[0] - at.x, entry.place[1] - at.y);
      if (distance < least) { least = distance; nearest = entry; }
    }
    this.tell(nearest);
  }
  key(event) {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (event.key === '+' || event.key === '=') this.zoom(0.6);
    if (event.key === '-') this.zoom(1 / 0.6);
    if (event.key === '0') this.reset();
    if (!step || this.points.length === 0) return;
    event.preventDefault();
    this.tell(this.points[((this.current ?? -1) + step + this.points.length) % this.points.length]);
  }
})(JSON.parse(data.textContent));

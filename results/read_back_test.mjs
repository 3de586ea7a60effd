// Reads the tables with an independent reader, npm's apache-arrow. Names, types and nullability of the columns must be
// those of docs/results_format.md; the values must be those that read_back_main.cc wrote.
//
//   node read_back_test.mjs WRITER DOCUMENT
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';

const cache = process.env.FDSKL_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fdskl');
let arrow;
try {
  arrow = createRequire(join(cache, 'node/'))('apache-arrow');
} catch {
  console.error(`npm's apache-arrow is not in ${join(cache, 'node')}: run scripts/setup.sh test`);
  process.exit(1);
}

const [writer, document] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fdskl-test-'));
try {
  execFileSync(writer, [folder]);
  const read = (name) => arrow.tableFromIPC(readFileSync(join(folder, name)));
  const [runs, curves] = [read('runs.arrow'), read('curves.arrow')];

  // The document's tables, runs and curves first, as [name, type, null] of each column.
  const typeNames = {Utf8: 'string', Int64: 'int64', Uint64: 'uint64', Float64: 'double', Bool: 'bool'};
  const documented = readFileSync(document, 'utf8').split('| column |').slice(1).map((table) =>
      [...table.matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \|/gm)].map((match) => match.slice(1)));
  const found = (table) => table.schema.fields.map(
      (field) => [field.name, typeNames[String(field.type)], field.nullable ? 'yes' : 'no']);
  assert.ok(documented.length >= 2);
  assert.deepEqual(found(runs), documented[0]);
  assert.deepEqual(found(curves), documented[1]);

  assert.equal(runs.numRows, 2);
  const run = runs.get(0);
  assert.equal(run.run, 'one');
  assert.equal(run.rows, 48842n);
  assert.equal(run.seed, 18446744073709551615n);
  assert.equal(run.sigma, 0.1);
  assert.equal(run.gamma, null);
  assert.equal(run.masking, 'ring');
  assert.equal(run.update, null);
  assert.equal(run.test_error, 15.25);
  assert.equal(run.dirty, true);
  assert.equal(run.reason, 'quote " backslash \\ line\nend, Zürich');
  assert.equal(runs.get(1).run, 'two');

  const clocks = Object.fromEntries(['bare', 'lan', 'wan', 'intercontinental', 'link'].map(
      (network) => [`clock_${network}_seconds`, null]));
  assert.deepEqual(curves.toArray().map((point) => ({...point})), [
    {run: 'one', iteration: 1n, features: 256n, seconds: 0.5, test_error: 20.25, train_loss: null, ...clocks},
    {run: 'one', iteration: 2n, features: 512n, seconds: 1.5, test_error: null, train_loss: 0.125, ...clocks},
  ]);
} finally {
  rmSync(folder, {recursive: true});
}

#!/usr/bin/env node
// torture.mjs: runs cells and injects faults at random moments, for as long as wanted.
//
//   scripts/torture.mjs --minutes 10             every kind of fault, in random order; the seed is printed
//   scripts/torture.mjs --seed 7 --rounds 3      the same faults again, three of each
//   scripts/torture.mjs --faults kill-driver     some kinds only; `--faults list` lists them
//   scripts/torture.mjs --soak --minutes 60      no faults: nothing may grow
//
// After each fault it checks that no process is left, that an independent reader opens every table, and that every
// reported row is there exactly once. Then a further run must succeed and leave neither shared memory nor scratch
// behind. docs/reliability.md has the numbers.
// REQUIRES: build/fdskl, and npm's apache-arrow as scripts/setup.sh test installs it.
import {execFileSync, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {abandonedSegments, marked, runs, scratch, usage} from './torture_checks.mjs';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const {values: options} = parseArgs({
  options: {
    minutes: {type: 'string', default: '10'},
    rounds: {type: 'string'},
    seed: {type: 'string', default: String(Date.now() % 1000000)},
    faults: {type: 'string'},
    program: {type: 'string', default: join(source, 'build/fdskl')},
    soak: {type: 'boolean', default: false},
  },
});

// The generator Mulberry32: the same seed gives the same numbers.
let state = Number(options.seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (end) => Math.floor(random() * end);
const pick = (items) => items[below(items.length)];
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

const home = mkdtempSync(join(tmpdir(), 'fdskl-torture-'));
const results = join(home, 'results');
const mark = `FDSKL_TORTURE=${home}`;
const shim = join(home, 'faults.so');
mkdirSync(results);
execFileSync('g++', ['-x', 'c', '-shared', '-fPIC', '-O1', '-o', shim, join(source, 'scripts/faults.c'), '-ldl']);

const kHangSeconds = 300;
// A launcher that cannot start the ranks is given up long before it counts as a hang.
const cell = (folder, splits) => ['run', 'phishing', 'fdskl', '--edition', 'stand-in', '--rows', '300', '--workers', '3',
  '--start-limit', '60', '--block', '16', '--features', '64', '--splits', String(splits), '--results', folder];

// Starts the driver. The promise gives how it ended, what it printed, and how many rows it reported.
function drive({folder = results, splits = 3, more = [], variables = {}, limit = '', mayHangAfter = kHangSeconds}) {
  const words = [options.program, ...cell(folder, splits), ...more];
  const child = spawn('/bin/bash', ['-c', `${limit} exec "$@"`, 'torture', ...words], {
    env: {...process.env, FDSKL_CACHE: join(home, 'cache'), FDSKL_TORTURE: home,
      ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`, ...variables},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => said += text);
  child.reported = () => (said.match(/^cell .* split \d+: (ok|failed|timeout|out-of-memory)/gm) ?? []).length;
  child.ended = new Promise((done) => {
    const hangs = setTimeout(() => child.kill('SIGKILL') && (child.hung = true), 1000 * mayHangAfter);
    child.on('exit', (status, signal) => {
      clearTimeout(hangs);
      done({status, signal, said, reported: child.reported(), hung: child.hung ?? false});
    });
  });
  return child;
}

// Waits for a process of the run whose command begins with these words, and returns its id; undefined if there is none
// for long. (The driver's command has the word --workers, and the launcher's that of the ranks.)
async function find(words) {
  for (let look = 0; look < 200; ++look, await sleep(0.05)) {
    const found = marked(mark).filter(({command}) => command.startsWith(`${words} `));
    if (found.length > 0) return pick(found).pid;
  }
  return undefined;
}

async function signalAfter(words, signal, more = []) {
  const child = drive({more});
  await sleep(random() * 2);
  const pid = words === undefined ? child.pid : await find(words);
  if (pid !== undefined) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended.
    }
  }
  return [await child.ended];
}

// Makes `call` fail below `path`, from one call on: the first, in the next round the second, and so on.
const turns = {};
function failing(call, number, path, more = []) {
  const turn = turns[call + path] = (turns[call + path] ?? -1) + 1;
  return drive({
    splits: 2, more,
    variables: {LD_PRELOAD: shim, FAULT_CALL: call, FAULT_PATH: path, FAULT_AFTER: String(turn), FAULT_ERRNO: String(number)},
  }).ended;
}
const kPlaces = () => pick([results, join(home, 'cache'), join(results, 'cells'), join(home, 'model')]);
const model = () => ['--splits', '1', '--save-model', join(home, 'model')];

// Runs a driver in a file system so small that it fills up. Only root can mount one.
async function inSmallRoom(mountOptions) {
  const folder = join(home, 'small');
  mkdirSync(folder, {recursive: true});
  execFileSync('mount', ['-t', 'tmpfs', '-o', mountOptions, 'tmpfs', folder]);
  try {
    const ended = await drive({folder}).ended;
    if (runs(folder).length < ended.reported) throw new Error('a row that was reported is not in the small room');
    return [{...ended, reported: 0}];
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
}

const rank = `${options.program} worker`;
const kFaults = {
  'kill-driver': () => signalAfter(undefined, 'SIGKILL'),
  'kill-launcher': () => signalAfter('mpirun', 'SIGKILL'),
  'kill-rank': () => signalAfter(rank, 'SIGKILL'),
  'stop-rank': () => signalAfter(rank, 'SIGSTOP', ['--time-limit', '1', '--splits', '1']),
  'interrupt': () => signalAfter(undefined, pick(['SIGINT', 'SIGTERM', 'SIGHUP'])),
  'write-fails': async () => [await failing('write', pick([28, 5]), kPlaces(), model())],
  'open-fails': async () => [await failing('open', pick([28, 30, 13]), kPlaces(), model())],
  'sync-fails': async () => [await failing('sync', 5, kPlaces(), model())],
  'rename-fails': async () => [await failing('rename', pick([5, 28]), kPlaces(), model())],
  'full-disk': () => inSmallRoom(`size=${pick([16, 32, 64, 128, 256])}k`),
  'no-inodes': () => inSmallRoom(`nr_inodes=${4 + below(12)}`),
  'few-files': async () => [await drive({limit: `ulimit -n ${8 + below(40)};`}).ended],
  'little-memory': async () => [await drive({limit: `ulimit -v ${100000 + below(900000)};`}).ended],
  'clock-jumps': async () => [await drive({variables: {LD_PRELOAD: shim, FAULT_CLOCK: '100000'}}).ended],
  'cache-removed': async () => {
    const child = drive({});
    await sleep(random() * 2);
    rmSync(join(home, 'cache'), {recursive: true, force: true});
    return [await child.ended];
  },
  'cache-damaged': async () => {
    const prepared = join(home, 'cache', 'datasets');
    for (const file of existsSync(prepared) ? readdirSync(prepared) : []) {
      if (file.endsWith('.arrow')) writeFileSync(join(prepared, file), 'of another version');
    }
    // The program makes a damaged file again, and says so.
    const ended = await drive({}).ended;
    if (!ended.said.includes('has been made again')) throw new Error(`a damaged cache was taken: ${ended.said}`);
    return [ended];
  },
  'older-tables': async () => {
    const folder = join(home, `older-${below(1e9)}`);
    mkdirSync(folder);
    for (const table of ['runs', 'curves']) {
      const file = join(source, 'results/reference/laptop', `${table}.arrow`);
      if (existsSync(file)) cpSync(file, join(folder, `${table}.arrow`));
    }
    const before = runs(folder).length;
    const ended = await drive({folder, splits: 1}).ended;
    if (runs(folder).length !== before + ended.reported) throw new Error('an older table lost or gained rows');
    return [{...ended, reported: 0}];
  },
  'ten-drivers': () => Promise.all(Array.from({length: 10}, () => drive({splits: 1}).ended)),
};

let reported = 0;
let rowsChecked = 0;

function check(holds, what, ended) {
  if (holds) return;
  throw new Error(`${what}\n${ended.map(({said}) => said.slice(-1500)).join('\n---\n')}`);
}

async function checkAfter(name, ended) {
  for (const one of ended) {
    check(!one.hung, `a driver hung for ${kHangSeconds} s`, ended);
    // The launcher, which is not ours, may crash for want of memory. The driver reports that like any other end of it.
    const ours = one.said.replaceAll(/the launcher ended with signal \d+ \([^)]*\)/g, '');
    check(!/terminate called|logic_error|Assertion|Segmentation/.test(ours), 'a driver or a rank crashed', ended);
    check(!['SIGSEGV', 'SIGABRT', 'SIGBUS'].includes(one.signal), `a driver ended by ${one.signal}`, ended);
    reported += one.reported;
  }
  for (let look = 0; marked(mark).length > 0 && look < 100; ++look) await sleep(0.2);
  check(marked(mark).length === 0, `left: ${JSON.stringify(marked(mark))}`, ended);
  check(runs(results).length >= reported, `${reported} rows were reported, ${runs(results).length} are there`, ended);

  const next = await drive({splits: 1}).ended;
  reported += next.reported;
  check(next.status === 0, 'the next run does not go on', [...ended, next]);
  const there = runs(results).length;
  check(there >= reported, `${reported} rows were reported, ${there} are there`, [...ended, next]);
  check(!existsSync(join(results, 'staged')), 'rows stay staged', [next]);
  check(scratch(results).length === 0, `scratch is left: ${scratch(results)}`, [next]);
  check(abandonedSegments().length === 0, `shared memory is left: ${abandonedSegments()}`, [next]);
  rowsChecked = there;
}

async function torture() {
  const root = process.getuid() === 0;
  const needRoot = ['full-disk', 'no-inodes'];
  const names = options.faults?.split(',') ?? Object.keys(kFaults).filter((name) => root || !needRoot.includes(name));
  for (const name of names) {
    if (kFaults[name]) continue;
    console.log(`faults: ${Object.keys(kFaults).join(' ')}`);
    rmSync(home, {recursive: true});
    return name === 'list';
  }
  console.log(`torture: seed ${options.seed}, in ${home}`);
  const first = await drive({splits: 1}).ended;
  check(first.status === 0, 'even without a fault a run fails', [first]);
  reported += first.reported;
  const end = Date.now() + 60000 * Number(options.minutes);
  const rounds = options.rounds === undefined ? Infinity : Number(options.rounds);
  const tried = {};
  let faults = 0;
  for (let round = 0; round < rounds && Date.now() < end; ++round) {
    for (const name of [...names].sort(() => random() - 0.5)) {
      if (Date.now() >= end) break;
      try {
        await checkAfter(name, await kFaults[name]());
      } catch (error) {
        console.log(`torture: after ${name}, seed ${options.seed}, fault ${faults + 1}: ${error.message}\nkept: ${home}`);
        return false;
      }
      tried[name] = (tried[name] ?? 0) + 1;
      ++faults;
    }
  }
  console.log(`torture: ${faults} faults (${Object.entries(tried).map(([name, count]) => `${name} ${count}`).join(', ')}), ` +
      `${rowsChecked} rows checked, 0 of ${reported} reported rows lost`);
  return true;
}

// Runs one driver for long. After the first tenth of the time, its memory may grow by at most a tenth and 2 MB.
async function soak() {
  const seconds = 60 * Number(options.minutes);
  const child = drive({splits: 1000000, mayHangAfter: 2 * seconds + kHangSeconds});
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const samples = [];
  const begin = Date.now();
  while (Date.now() < begin + 1000 * seconds) {
    await sleep(Math.max(1, seconds / 200));
    if (isOver()) break;
    samples.push({cells: child.reported(), ...usage(child.pid), segments: abandonedSegments().length, scratch: scratch(results).length});
  }
  const byItself = isOver();
  child.kill('SIGINT');
  const ended = await child.ended;
  if (byItself) {
    console.log(`soak: the driver ended by itself after ${ended.reported} cells:\n${ended.said.slice(-2000)}`);
    return false;
  }
  const early = samples[Math.floor(samples.length / 10)];
  const late = samples.at(-1);
  console.log(`soak: ${ended.reported} cells in ${seconds} s; after a tenth ${JSON.stringify(early)}, at the end ${JSON.stringify(late)}`);
  return ended.reported > 0 && runs(results).length === ended.reported &&
      late.kilobytes <= early.kilobytes * 1.1 + 2048 && late.files <= early.files + 2 && late.segments === 0 && late.scratch <= 1;
}

const good = options.soak ? await soak() : await torture();
if (good) rmSync(home, {recursive: true, force: true});
process.exit(good ? 0 : 1);

// The checks of scripts/torture.mjs after each fault: tables, processes, shared memory, scratch. It reads the tables
// with npm's apache-arrow, independently of the program.
import {existsSync, readFileSync, readdirSync, readlinkSync} from 'node:fs';
import {createRequire} from 'node:module';
import {homedir, hostname} from 'node:os';
import {join} from 'node:path';

const cache = process.env.FDSKL_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fdskl');
const arrow = createRequire(join(cache, 'node/'))('apache-arrow');

const list = (folder) => existsSync(folder) ? readdirSync(folder) : [];
const attempt = (read, otherwise) => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

// Splits the name of a staged file, "7" or "1763360000123456789-4711-9f3a-n1", into [writer, number]
// (results/staged.h).
const numbered = (text) => {
  const [, number, writer] = /^(\d*)-?(.*)$/.exec(text);
  return [writer, BigInt(number || 0)];
};

// The values of a column in a table of `folder` and in the files staged beside it. Throws if a file cannot be read.
function column(folder, table, name) {
  const read = (file) => arrow.tableFromIPC(readFileSync(file));
  const values = (file) => [...read(file).getChild(name)];
  const whole = join(folder, `${table}.arrow`);
  const staged = list(join(folder, 'staged')).filter((file) => file.startsWith(`${table}-`) && file.endsWith('.arrow'));
  const folded = new Map((existsSync(whole) ? read(whole).schema.metadata.get('folded') ?? '' : '').split(' ').map(numbered));
  const later = staged.filter((file) => {
    const [writer, number] = numbered(file.slice(table.length + 1, -6));
    return number > (folded.get(writer) ?? 0n);
  });
  return [...(existsSync(whole) ? values(whole) : []), ...later.flatMap((file) => values(join(folder, 'staged', file)))];
}

// The names of all rows of the table `runs`. Throws if a table does not open or has a row twice.
export function runs(folder) {
  const names = column(folder, 'runs', 'run');
  column(folder, 'curves', 'run');
  if (new Set(names).size !== names.length) throw new Error('a row is there twice');
  return names;
}

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

// The processes that inherited `mark` ("NAME=value") in their environment, as {pid, command}.
export function marked(mark) {
  return processes().flatMap((pid) => {
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '');
    if (!`\0${environment}\0`.includes(`\0${mark}\0`)) return [];
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '), '');
    return [{pid: Number(pid), command}];
  });
}

// This user's Open MPI segments in shared memory that no process has open or mapped. One that another run removes while
// this looks does not count.
export function abandonedSegments() {
  const begin = new RegExp(`^(vader|sm)_segment\\.${hostname().replaceAll('.', '\\.')}\\.${process.getuid()}\\.`);
  const segments = list('/dev/shm').filter((name) => begin.test(name)).map((name) => join('/dev/shm', name));
  if (segments.length === 0) return [];
  const used = new Set();
  for (const pid of processes()) {
    for (const fd of attempt(() => readdirSync(`/proc/${pid}/fd`), [])) {
      used.add(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''));
    }
  }
  const maps = processes().map((pid) => attempt(() => readFileSync(`/proc/${pid}/maps`, 'utf8'), '')).join('\n');
  return segments.filter((path) => !used.has(path) && !maps.includes(path) && existsSync(path));
}

// The folders of cells that were not removed.
export const scratch = (folder) => list(join(folder, 'cells'));

// A process's memory, and the number of its open files.
export function usage(pid) {
  const kilobytes = Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return {kilobytes, files: readdirSync(`/proc/${pid}/fd`).length};
}

// For fetch_test: a web server on the loopback that plays a publisher, good or bad. Prints its port, then serves the
// files of a folder until its standard input ends.
//
//   node publisher_server.mjs FOLDER
//
//   /whole/NAME      the file, with ranges            /redirected/NAME  a redirection to /whole/NAME
//   /norange/NAME    the file, whatever is asked      /missing/NAME     404
//   /truncated/NAME  half, then the connection ends; what a range asks for is whole
//   /broken/NAME     half, and says that this is all  /slow/NAME        a byte now and then
//   /log             what was asked so far, a line each: path and range
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = process.argv[2];
const log = [];

const server = createServer((request, response) => {
  const [, manner, name] = request.url.split('/');
  if (manner === 'log') return response.end(log.join('\n') + '\n');
  const range = /bytes=(\d+)-/.exec(request.headers.range ?? '');
  log.push(`${request.url} ${range ? range[1] : '-'}`);
  if (manner === 'missing') return response.writeHead(404).end('<html>not found</html>');
  if (manner === 'redirected') return response.writeHead(302, { Location: `/whole/${name}` }).end();
  const bytes = readFileSync(join(folder, basename(decodeURIComponent(name))));
  const begin = range && manner !== 'norange' ? Number(range[1]) : 0;
  if (range && manner !== 'norange' && begin >= bytes.length) return response.writeHead(416).end();
  const half = bytes.subarray(0, bytes.length >> 1);
  if (manner === 'broken') return response.writeHead(200, { 'Content-Length': half.length }).end(half);
  const wanted = bytes.subarray(begin);
  const headers = { 'Content-Length': wanted.length };
  if (begin > 0) headers['Content-Range'] = `bytes ${begin}-${bytes.length - 1}/${bytes.length}`;
  response.writeHead(begin > 0 ? 206 : 200, headers);
  if (manner === 'truncated' && begin === 0) return response.write(half, () => response.destroy());
  if (manner === 'slow') {
    let sent = 0;
    const timer = setInterval(() => (sent < wanted.length ? response.write(wanted.subarray(sent, ++sent)) : clearInterval(timer)), 200);
    return response.on('close', () => clearInterval(timer));
  }
  response.end(wanted);
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume();

/** A small static server for the built studio, with the headers that shared memory between workers needs. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The file that an address names, or null where it leaves the folder, hides behind a dot or cannot be decoded.
 * @param {string} root
 * @param {string} address
 */
export function fileFor(root, address) {
  let path;
  try {
    path = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return null;
  }
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.'))) return null;
  const file = resolve(join(root, path));
  return file === root || file.startsWith(root + sep) ? file : null;
}

/**
 * @param {string} root
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, request, response) {
  const refuse = (/** @type {number} */ status, /** @type {string} */ sentence) => {
    response.writeHead(status, { ...ISOLATION, 'Content-Type': TYPES['.txt'] });
    response.end(sentence);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD are answered here.');
  let file = fileFor(root, request.url ?? '/');
  let found = file && (await stat(file).catch(() => null));
  if (file && found?.isDirectory()) {
    file = join(file, 'index.html');
    found = await stat(file).catch(() => null);
  }
  if (!file || !found?.isFile()) return refuse(404, 'There is no such file here.');
  response.writeHead(200, {
    ...ISOLATION,
    'Content-Type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': found.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<void>}
 */
function listen(server, port, host) {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      done();
    });
  });
}

/**
 * Serves a folder on this machine only. A port that is taken is replaced by a free one; 0 takes any.
 * @param {string} directory
 * @param {{ port?: number, host?: string }} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(directory, { port = 0, host = '127.0.0.1' } = {}) {
  const root = resolve(directory);
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  try {
    await listen(server, port, host);
  } catch (error) {
    if (port === 0 || /** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
    await listen(server, 0, host);
  }
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${host}:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../scripts/serve.mjs';

const outer = mkdtempSync(join(tmpdir(), 'pelage-serve-'));
const folder = join(outer, 'site');
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(outer, 'site-secret'));
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  writeFileSync(join(outer, 'site-secret', 'a.txt'), 'secret');
  writeFileSync(join(folder, '.hidden'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<p>hello</p>');
  writeFileSync(join(folder, 'assets', 'a b.wasm'), 'wasm');
  server = await serve(folder);
});

afterAll(async () => {
  await server.close();
  rmSync(outer, { recursive: true, force: true });
});

/** The path goes out as it is: `fetch` would tidy it first. */
function raw(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => done({ status: response.statusCode!, body }));
    })
      .on('error', failed)
      .end();
  });
}

describe('serve', () => {
  test('serves files with their type and isolates the page', async () => {
    const page = await fetch(`${server.url}?scene=bob`);
    expect(await page.text()).toBe('<p>hello</p>');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    const module = await fetch(`${server.url}assets/a%20b.wasm`);
    expect(module.headers.get('content-type')).toBe('application/wasm');
    expect(await module.text()).toBe('wasm');
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/../site-secret/a.txt',
    '/assets/../../secret.txt',
    '/.hidden',
    '/%00',
    '/%',
    '/assets',
    '/nothing.js',
  ])('does not serve %s', async (path) => {
    const { status, body } = await raw(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });

  test('answers HEAD without a body and refuses what writes', async () => {
    expect(await raw('/', 'HEAD')).toEqual({ status: 200, body: '' });
    expect((await raw('/', 'POST')).status).toBe(405);
  });

  test('takes a free port where the wanted one is taken', async () => {
    const taken = Number(new URL(server.url).port);
    const second = await serve(folder, { port: taken });
    expect(Number(new URL(second.url).port)).not.toBe(taken);
    expect((await fetch(second.url)).status).toBe(200);
    await second.close();
  });
});

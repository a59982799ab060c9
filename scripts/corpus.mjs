/**
 * `npm run corpus DIR [-- --output table.md]`: reads every hair and mesh file below a folder and writes a table: what was read or
 * with which sentence it was refused, processor time and what the reader allocated. The exit code is 1 where a reader fails
 * without a sentence, or refuses a file that does not lie in a folder named bad.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePackages, root } from './setup.mjs';

ensurePackages();
const { build } = await import('esbuild');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  console.error(`${folder ? `There is no folder ${folder}` : 'Name a folder'}: npm run corpus DIR`);
  process.exit(2);
}

const outfile = join(root, 'node_modules', '.cache', 'pelage-corpus', 'formats.mjs');
await build({
  entryPoints: [join(root, 'src/formats/index.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
});
const formats = await import(pathToFileURL(outfile).href);
const { Budget, isGltf, knownFormats, readBody, readHair, readMesh, readTfxBone } = formats;

const known = new Set([
  ...knownFormats().flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)),
  ...['.gltf', '.tfxbone'],
]);
/** Licences, notes and tables that lie beside hair. */
const isText = (name) => /^(licen[cs]e|readme|notes?|copying)/i.test(name) || /[\\/]licen[cs]es?[\\/]/i.test(name);

const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => known.has(extname(name).toLowerCase()) && statSync(join(folder, name)).isFile() && !isText(name))
  .sort();

const beside = (path) => (neighbour) => {
  const full = resolve(dirname(path), neighbour);
  return existsSync(full) && statSync(full).isFile() ? new Uint8Array(readFileSync(full)) : undefined;
};

const isInputError = (error) => error?.constructor?.name === 'InputError';
const grouped = (number) => number.toLocaleString('en');

/** What is in a file: hair where it has some, else a mesh. */
async function read(path, bytes, budget) {
  const options = { budget, files: beside(path) };
  if (extname(path).toLowerCase() === '.tfxbone') {
    const skin = readTfxBone(path, bytes, { budget });
    return { what: 'skin weights', notes: skin.notes ?? [] };
  }
  const describeMesh = ({ mesh, notes }) => ({
    what: `mesh of ${grouped(mesh.triangles.length / 3)} triangles`,
    notes,
  });
  if (isGltf(path)) return describeMesh(await readBody(path, bytes, {}, beside('')));
  try {
    const { strands, notes } = readHair(path, bytes, options);
    const points = strands.positions.length / 3;
    return { what: `hair of ${grouped(strands.id.length)} strands, ${grouped(points)} points`, notes };
  } catch (error) {
    if (!isInputError(error) || !/\/no-(curves|lines)$/.test(error.code)) throw error;
    try {
      return describeMesh(readMesh(path, bytes, { ...options, budget: new Budget(bytes.length, { factor: 4 }) }));
    } catch (second) {
      throw isInputError(second) && /\/no-mesh$/.test(second.code) ? error : second;
    }
  }
}

const rows = [];
let crashes = 0;
let refusals = 0;
for (const name of files) {
  const path = join(folder, name);
  const bytes = new Uint8Array(readFileSync(path));
  const budget = new Budget(bytes.length, { factor: 4, name });
  const start = process.cpuUsage();
  let outcome;
  try {
    const { what, notes } = await read(path, bytes, budget);
    outcome = { state: 'read', what: [what, ...notes].join('; ') };
  } catch (error) {
    const state = isInputError(error) ? 'refused' : 'FAILED';
    if (state === 'FAILED') crashes++;
    else if (!/(^|[\\/])bad[\\/]/.test(relative(folder, path))) refusals++;
    outcome = { state, what: String(isInputError(error) ? error.message : error?.stack).replace(path, name) };
  }
  const { user, system } = process.cpuUsage(start);
  const milliseconds = (user + system) / 1000;
  rows.push({ name, bytes: bytes.length, milliseconds, allocated: budget.total, ...outcome });
}

const cell = (text) => String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 300);
const table = [
  '| file | bytes | | what, or why not | CPU ms | allocated |',
  '| --- | ---: | --- | --- | ---: | ---: |',
  ...rows.map(
    ({ name, bytes, state, what, milliseconds, allocated }) =>
      `| ${cell(name)} | ${grouped(bytes)} | ${state} | ${cell(what)} | ${milliseconds.toFixed(0)} | ${grouped(allocated)} |`,
  ),
].join('\n');
if (values.output) writeFileSync(values.output, `${table}\n`);
else console.log(table);
const count = (state) => rows.filter((row) => row.state === state).length;
console.error(
  `${rows.length} files: ${count('read')} read, ${count('refused')} refused (${refusals} of them outside of folders named bad), ${crashes} failed`,
);
process.exitCode = crashes + refusals > 0 ? 1 : 0;

/**
 * Makes src/kernels/generated/ from the kernels: the WebAssembly module as text, and its twin. Run it after a change of a kernel
 * (`node kernels/build.mjs`); a test sees to it that nobody forgets.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { build as bundle } from 'esbuild';
import { translate } from './translate.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'src', 'kernels', 'generated');

/** A kernel and all that it imports as plain JavaScript. */
export async function readKernels(entry) {
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    treeShaking: true,
  });
  return outputFiles[0].text;
}

/** AssemblyScript to the bytes of a module that imports its memory. */
export async function assemble(text) {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      'kernel.ts',
      '--outFile',
      'kernel.wasm',
      '--optimizeLevel',
      '3',
      '--noAssert',
      '--runtime',
      'stub',
      '--importMemory',
      '--enable',
      'simd',
      '--disable',
      'bulk-memory',
    ],
    {
      readFile: (name) => (name === 'kernel.ts' ? text : null),
      writeFile: (name, contents) => {
        if (name === 'kernel.wasm') bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return bytes;
}

/** As one instruction has them: they differ from the platform's for NaN and −0. */
const EXTREMES = {
  larger: 'const larger = (a: number, b: number): number => (a < b ? b : a);',
  smaller: 'const smaller = (a: number, b: number): number => (b < a ? b : a);',
};

const twinHead = (source, twin) => `/** Made by kernels/build.mjs from ${source}: change that, not this. */

${Object.keys(EXTREMES)
  .filter((name) => twin.includes(`${name}(`))
  .map((name) => `${EXTREMES[name]}\n`)
  .join('')}
`;

/** The twin's kernels on a memory, as the module's are. */
const bind = (kernels, memory) => {
  const views = Object.entries(memory).map(([name, type]) => `${name}: ${type}`);
  const entries = kernels.map(({ name, parameters }) => {
    const given = [...Object.keys(memory), ...parameters].join(', ');
    return `${name}: (${parameters.map((p) => `${p}: number`).join(', ')}): void => ${name}(${given}),\n`;
  });
  return `/** All kernels on one memory. */\nexport const bindTwin = (${views.join(', ')}) => ({\n${entries.join('')}});\n`;
};

/** Sets of kernels, and the precision that each holds. */
export const KERNELS = { rod: 'f32', field: 'f64', strands: 'f32', springs: 'f64', curly: 'f32' };

/** What is no arithmetic of numbers is AssemblyScript as it stands. */
const handWritten = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.as'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** The generated files of one set of kernels, by name. */
export async function generate(name) {
  const source = await readKernels(join(here, name, 'index.ts'));
  const { assembly, twin, memory, kernels } = translate(source, { precision: KERNELS[name] });
  const bytes = await assemble([assembly, ...handWritten(join(here, name))].join('\n'));
  const entries = kernels.map(
    ({ name: kernel, parameters }) => `${kernel}(${parameters.map((p) => `${p}: number`).join(', ')}): void;`,
  );
  return {
    [`${name}-twin.ts`]: `${twinHead(`kernels/${name}/`, twin)}${twin}\n${bind(kernels, memory)}`,
    [`${name}-module.ts`]:
      `/** Made by kernels/build.mjs from kernels/${name}/: change that, not this. */\n\n` +
      `/** Rows are given by number, a row being 16 bytes of the memory. */\nexport interface Kernels {\n${entries.join('\n')}\n}\n\n` +
      `/** The module in base 64: ${bytes.length} bytes. */\nexport const MODULE =\n  '${Buffer.from(bytes).toString('base64')}';\n`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(out, { recursive: true });
  for (const set of Object.keys(KERNELS))
    for (const [name, text] of Object.entries(await generate(set))) writeFileSync(join(out, name), text);
}

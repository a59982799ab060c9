/**
 * `npm run package-check`: packs the package as it would be published and tries it as others do: publint, attw, a webpack 5 build of
 * every entry, and its declarations under TypeScript 5.2 and the three of that time, with skipLibCheck off. Prints one line each; the exit code is 1 where one fails.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensurePackages, root, run, tool } from './setup.mjs';

const OLDEST_TYPESCRIPT = '5.2.2';
const OLDEST_THREE = '0.160.0';

ensurePackages();
await build();
// Only written: `npm test` checks the sources.
run(tool('tsc'), ['-p', 'tsconfig.lib.json', '--checkers', '1', '--noCheck']);

const folder = mkdtempSync(join(tmpdir(), 'pelage-package-'));
const call = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.keys(exports).filter((name) => !name.endsWith('.json'));

/** The package as a project has it that installed it, with what it depends on beside it. */
function install() {
  const [packed] = JSON.parse(call('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root));
  const tarball = join(folder, packed.filename);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'pelage'), { recursive: true });
  call('tar', ['-xzf', tarball, '-C', join(modules, 'pelage'), '--strip-components=1'], folder);
  for (const name of ['zod', 'fflate', 'three', '@gltf-transform', 'property-graph', '@types', '@webgpu'])
    if (existsSync(join(root, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  return { tarball, files: packed.files.map(({ path }) => path) };
}

/** All entries in one build, each on its own; not minified, which would take most of the time and tell nothing. */
async function checkWebpack() {
  const { default: webpack } = await import('webpack');
  const entry = {};
  for (const [k, name] of entries.entries()) {
    const file = join(folder, `entry${k}.mjs`);
    writeFileSync(file, `import * as part from '${name.replace('.', 'pelage')}';\nglobalThis.part = part;\n`);
    entry[`entry${k}`] = file;
  }
  const compiler = webpack({
    ...{ mode: 'production', target: 'web', entry, context: folder, externals: { three: 'var three' } },
    optimization: { minimize: false },
    output: { path: join(folder, 'webpack'), filename: '[name].js' },
  });
  const stats = await new Promise((done, failed) => {
    compiler.run((error, result) => (error ? failed(error) : done(result)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only').slice(0, 4000));
  return `${entries.length} entries`;
}

/** The oldest compiler, and the oldest declarations of three, that are promised; kept in the cache. */
function oldTypes() {
  const cache = join(root, 'node_modules', '.cache', 'pelage-package');
  const modules = join(cache, 'node_modules');
  if (!existsSync(join(modules, 'typescript')) || !existsSync(join(modules, '@types', 'three'))) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
    const wanted = [`typescript@${OLDEST_TYPESCRIPT}`, `@types/three@${OLDEST_THREE}`];
    call('npm', ['install', '--no-audit', '--no-fund', ...wanted], cache);
  }
  return modules;
}

/** All entries for a project of that compiler, whose libraries' declarations are checked too. */
function checkTypes() {
  const old = oldTypes();
  const lines = entries.map((name, k) => `export * as part${k} from '${name.replace('.', 'pelage')}';`);
  writeFileSync(join(folder, 'main.ts'), lines.join('\n'));
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: false, types: ['@webgpu/types'] },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] },
    paths: { three: [join(old, '@types', 'three')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  call(process.execPath, [join(old, 'typescript', 'bin', 'tsc'), '-p', folder], folder);
  return `${entries.length} entries`;
}

/** Files that the README points at are in the package. */
function checkNamedFiles(files) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path);
  const missing = named.filter(
    (path) => !files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)),
  );
  if (missing.length > 0) throw new Error(`the README names ${missing.join(', ')}, which the package does not hold`);
  return `${named.length} files and folders`;
}

let failures = 0;
async function check(title, work) {
  try {
    console.log(`${title}: ${(await work()) || 'in order'}`);
  } catch (error) {
    failures++;
    console.error(`${title}: FAILED\n${error.stdout || error.message}`);
  }
}

const { tarball, files } = install();
await check('publint', () => void call(tool('publint'), ['run', tarball, '--strict'], root));
await check('attw', () => void call(tool('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii'], root));
await check('webpack 5', checkWebpack);
await check(`TypeScript ${OLDEST_TYPESCRIPT}, skipLibCheck off`, checkTypes);
await check('what the README names', () => checkNamedFiles(files));
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures > 0 ? 1 : 0;

/**
 * Five laws of the source tree that no compiler knows:
 * - a folder imports only folders that stand above it in LAYERS;
 * - only folders of SCHEMAS import the schema library: a page that takes a model does not carry it;
 * - code that changes state uses no platform mathematics beyond + − × ÷ and sqrt, no clock and no random numbers,
 *   because those differ between Node and browsers;
 * - a test that draws lots says its seed in a title, so that whoever sees it fail can run it again;
 * - no two models have SAME_LINES equal lines in a row: what they share stands once, beside them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `kernels` is generated from kernels/ and stands beside numeric: it knows numbers alone. */
export const LAYERS = [
  'numeric',
  'kernels',
  'strands',
  'body',
  'groom',
  'models',
  'contact',
  'forces',
  'detail',
  'salon',
  'formats',
  'simulation',
  'shading',
  'render',
  'scene',
  'validate',
  'three',
  'cli',
];

/** Folders whose code decides what happens to hair. */
const STATEFUL = new Set([...LAYERS.slice(0, LAYERS.indexOf('simulation') + 1), 'scene']);
/** Folders that may make schemas; all others declare parameters as tables (src/numeric/parameters.ts). */
const SCHEMAS = new Set(['scene', 'cli']);
/** Folders that may speak to Node, the page or the GPU. */
const PLATFORM = new Set(['render', 'three', 'cli']);

const EXACT = 'abs|min|max|floor|ceil|round|trunc|sign|sqrt|fround|imul|clz32|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2';
const RULES = [
  [
    new RegExp(`\\bMath\\.(?!(?:${EXACT})\\b)\\w+`),
    'differs between platforms; use src/numeric/elementary.ts or random.ts',
  ],
  [/\*\*=?/, 'differs between platforms; multiply, or use pow of src/numeric/elementary.ts'],
  [/\b(?:Date\.now|new Date|performance\.now)\b/, 'a clock has no place in what changes state'],
  [
    /\bmemory\.grow\(/i,
    'detaches a buffer, and every typed array of the thread is slower from then on; take another memory',
  ],
  [/\.toLocale\w+|\bIntl\./, 'depends on the language of the machine'],
];
const PLATFORM_RULES = [
  [/\bfrom 'node:/, 'only cli may use Node; take what you need as a parameter'],
  [/\b(?:document|window|navigator)\./, 'only render and the studio may use the page'],
];

const LOTS = /\bfc\.assert\(|\bnew Random\(|\bMath\.random\b/;
/** A string with the word, as titles are. */
const SEED_IN_TITLE = /(['`])(?:(?!\1)[^\n])*\bseed\b(?:(?!\1)[^\n])*\1/;

/** Comments and strings become spaces, so that rules see code only. Line breaks stay. */
export function codeOnly(text) {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    (match) => (match.startsWith("'node:") ? match : match.replace(/[^\n]/g, ' ')),
  );
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Problems of one file, each as `file:line: sentence`. `path` is relative to src. */
export function checkFile(path, text) {
  const problems = [];
  const layer = path.split(sep)[0];
  const rank = LAYERS.indexOf(layer);
  const isTest = /\.(?:test|fixture)\.tsx?$/.test(path);
  if (path.includes(sep) && rank < 0) problems.push(`src/${path}:1: ${layer} is not a folder of the architecture`);
  const say = (index, sentence) => problems.push(`src/${path}:${text.slice(0, index).split('\n').length}: ${sentence}`);
  for (const match of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const target = relative('.', join(dirname(path), match[1])).split(sep)[0];
    const other = LAYERS.indexOf(target);
    if (rank >= 0 && other > rank && !isTest)
      say(match.index, `${layer} may not import ${target}, which stands below it`);
  }
  for (const match of text.matchAll(/\b(?:from|import)\s*\(?\s*'zod(?:\/[^']*)?'/g))
    if (rank >= 0 && !SCHEMAS.has(layer))
      say(match.index, `${layer} may not import zod; declare parameters as a table, scene/ makes the schema`);
  const code = codeOnly(text);
  if (/\.test\.tsx?$/.test(path) && LOTS.test(code) && !SEED_IN_TITLE.test(text))
    say(LOTS.exec(code).index, 'a test that draws lots says its seed in a title');
  if (isTest) return problems;
  const rules = [...(STATEFUL.has(layer) ? RULES : []), ...(PLATFORM.has(layer) || rank < 0 ? [] : PLATFORM_RULES)];
  for (const [pattern, reason] of rules)
    for (const match of code.matchAll(new RegExp(pattern, 'g'))) say(match.index, `${match[0]}: ${reason}`);
  return problems;
}

/** All problems of a source tree. */
export function checkSource(root) {
  return [...sources(root)].flatMap((path) => checkFile(relative(root, path), readFileSync(path, 'utf8')));
}

/** So many equal lines in a row are the same code twice; imports, blank lines and lone brackets do not count. */
const SAME_LINES = 6;

/** Where two folders of `files`, each a path relative to src and its text, have equal lines. */
export function checkSameLines(files) {
  const places = new Map();
  const problems = [];
  for (const [path, text] of files) {
    const folder = dirname(path);
    const lines = text
      .replaceAll(/^(?:import|export) [^;]*? from '[^']+';$/gms, (match) => match.replace(/[^\n]/g, ''))
      .split('\n')
      .map((line, i) => ({ line: line.trim(), at: i + 1 }))
      .filter(({ line }) => /\w/.test(line));
    for (let i = 0, isKnown = false; i + SAME_LINES <= lines.length; i++) {
      const run = lines.slice(i, i + SAME_LINES).map(({ line }) => line);
      const key = run.join('\n');
      const before = places.get(key);
      const isSame = before !== undefined && before.folder !== folder;
      // A longer run is told once.
      if (isSame && !isKnown)
        problems.push(
          `src/${path}:${lines[i].at}: these lines stand in src/${before.path}:${before.at} too; let both use one`,
        );
      isKnown = isSame;
      if (!before) places.set(key, { folder, path, at: lines[i].at });
    }
  }
  return problems;
}

/** Models against each other, and against what all models share. */
const checkModels = (root) =>
  checkSameLines(
    [...sources(join(root, 'models'))]
      .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );

/** What is sculpted is baked into a file that must be the same wherever it is made: its code keeps the laws of bodies. */
export function checkSculpture(root) {
  return [...sources(root)].flatMap((path) =>
    checkFile(join('body', relative(root, path)), readFileSync(path, 'utf8').replaceAll(/'[./]*\/src\//g, "'../")).map(
      (problem) => problem.replace('src/body', 'sculpt'),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const problems = [
    ...checkSource(join(root, 'src')),
    ...checkSculpture(join(root, 'sculpt')),
    ...checkModels(join(root, 'src')),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'Import direction, schemas, platform mathematics and repeated lines: in order.'
      : `${problems.length} problems.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

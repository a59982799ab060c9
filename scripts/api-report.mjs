/**
 * `npm run api`: writes api/pelage.api.md, everything that the package exports with its declared type, from the declaration files.
 * A test compares it, so that a changed export is seen in a diff.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run, tool } from './setup.mjs';

const DECLARATION = /^export (?:declare )?(?:abstract )?(?:class|function|const|let|interface|type|enum) (\w+)/;
const LIST = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/;

/** Without comments, which say nothing about types, and without members that nobody outside can use. */
function bare(text) {
  const lines = text.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, '').split('\n');
  return lines.filter((line) => !/^ {4}private |^ {4}#/.test(line)).join('\n');
}

/** Top-level statements of a declaration file: what is nested is indented, so a statement ends before the next word at the left. */
function statementsOf(file) {
  return bare(readFileSync(file, 'utf8')).split(/\n(?=[a-z])/);
}

/** The declaration of a name: where it stands and what it says (overloads are several statements), through all re-exports. */
function declarationOf(file, name) {
  const statements = statementsOf(file);
  const own = statements.filter((statement) => DECLARATION.exec(statement)?.[1] === name);
  if (own.length > 0) return { file, name, text: own.map((text) => text.trim()).join('\n') };
  for (const statement of statements) {
    const entry = namesIn(statement).find((one) => one.outside === name);
    if (entry) return declarationOf(entry.from ? resolve(dirname(file), declarations(entry.from)) : file, entry.inside);
  }
  throw new Error(`${file} exports ${name}, but its declaration was not found.`);
}

const declarations = (module) => module.replace(/\.ts$/, '.d.ts');

/** The names of an export list. */
function namesIn(statement) {
  const [, list, from] = LIST.exec(statement) ?? [];
  const entries = (list ?? '').split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const [inside, outside = inside] = entry
      .trim()
      .replace(/^type /, '')
      .split(' as ');
    return { inside, outside, from };
  });
}

/** Everything that an entry exports, by name. */
function exportsOf(file) {
  const names = statementsOf(file).flatMap((statement) => [
    ...namesIn(statement).map(({ outside }) => outside),
    ...(DECLARATION.exec(statement)?.slice(1) ?? []),
  ]);
  return [...new Set(names)].sort().map((name) => ({ outside: name, ...declarationOf(file, name) }));
}

/** A schema's own type is hundreds of lines that nobody reads; what it says is published as JSON Schema. */
const shown = (text) => text.replace(/^export (?:declare )?/gm, '').replace(/^(const \w+: z\.\w+)<[\s\S]*/, '$1<…>;');

/** The report of declaration files that were written to `types`. */
export function apiReport(types) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // The main entry last: it names again what the others have.
  const entries = Object.entries(exports).filter(([, target]) => target.types);
  entries.push(...entries.splice(0, 1));
  const known = new Map();
  const sections = entries.map(([path, target]) => {
    const entry = path.replace('.', 'pelage');
    const rows = exportsOf(resolve(types, target.types.replace('./dist/types/', ''))).map(
      ({ outside, file, name, text }) => {
        const key = `${file} ${name}`;
        const before = known.get(key);
        known.set(key, before ?? entry);
        if (before) return `${outside} // of ${before}`;
        return outside === name ? shown(text) : `${shown(text)} // as ${outside}`;
      },
    );
    return `## ${entry}\n\n\`\`\`ts\n${rows.join('\n')}\n\`\`\`\n`;
  });
  return `# What Pelage exports\n\nWritten by \`npm run api\`; do not edit. A change here is a change for users: say it in CHANGELOG.md.\n\n${sections.join('\n')}`;
}

export const API_REPORT = join(root, 'api', 'pelage.api.md');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Only written: `npm test` checks the sources.
  run(tool('tsc'), ['-p', 'tsconfig.lib.json', '--checkers', '1', '--noCheck']);
  mkdirSync(dirname(API_REPORT), { recursive: true });
  writeFileSync(API_REPORT, apiReport(join(root, 'dist', 'types')));
}

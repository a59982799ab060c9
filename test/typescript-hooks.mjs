import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const SOURCE = /\.tsx?$/;

/** Sources name each other as files: nothing has to be looked for. */
export function resolve(specifier, context, next) {
  const found = (url) => ({ url, format: 'module', shortCircuit: true });
  // Vitest numbers test files, so that they are run although they are known.
  if (specifier.includes('%3Fvitest=')) return found(specifier.replace('%3F', '?'));
  if (specifier.startsWith('.') && SOURCE.test(specifier)) return found(new URL(specifier, context.parentURL).href);
  return next(specifier, context);
}

export async function load(url, context, next) {
  const [file] = url.split('?');
  // A page's style sheets say nothing to a test.
  if (file.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
  if (!SOURCE.test(file)) return next(url, context);
  const path = fileURLToPath(file);
  const { code, map } = await transformWithOxc(await readFile(path, 'utf8'), path, {
    ...{ target: 'es2022', sourcemap: true, tsconfig: false, jsx: { runtime: 'automatic' } },
    define: { 'import.meta.env.DEV': 'true' },
  });
  const places = Buffer.from(JSON.stringify({ ...map, sources: [path], sourcesContent: undefined })).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${places}`;
  return { format: 'module', source, shortCircuit: true };
}

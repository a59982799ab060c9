import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../strands/input-error.ts';
import { type Command, command } from '../command.ts';
import { numberOr } from '../options.ts';
import { packageRoot } from '../package-root.ts';

/** What scripts/serve.mjs exports. */
interface Server {
  serve(directory: string, options: { port: number }): Promise<{ url: string; close: () => Promise<void> }>;
}

export const studio: Command = command({
  name: 'studio',
  about: 'Serves the studio on this machine until it is interrupted.',
  arguments: [],
  options: {
    port: numberOr(4173, { about: 'port; a free one where it is taken, or for 0', min: 0, max: 65535, isWhole: true }),
  },
  example: 'npx pelage studio --port 8080',
  async run({ context, values, report, note }) {
    const root = packageRoot();
    const folder = join(root, 'dist', 'studio');
    if (!existsSync(join(folder, 'index.html'))) {
      note('the studio is built first, which takes a moment');
      buildStudio(root);
    }
    const { serve } = (await import(pathToFileURL(join(root, 'scripts', 'serve.mjs')).href)) as Server;
    const server = await serve(folder, { port: values.port });
    report({ json: { url: server.url }, text: `The studio is at ${server.url} (Ctrl+C ends it).` });
    await context.interrupted();
    await server.close();
  },
});

function buildStudio(root: string): void {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'studio', 'vite.config.ts');
  if (!existsSync(vite) || !existsSync(config))
    throw new InputError(
      'studio/not-built',
      'The studio is not built, and what builds it is not installed: run npm ci',
    );
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new InputError(
      'studio/build',
      `The studio could not be built: ${stderr.trim() || `vite ended with ${status}`}`,
    );
}

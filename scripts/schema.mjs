/** Writes the published JSON Schemas of scene files and shots from the library's own declarations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { build } from './build.mjs';
import { root } from './setup.mjs';

await build();
const { sceneSchema, shotSchema } = await import('../dist/lib/scene.js');
mkdirSync(join(root, 'schema'), { recursive: true });
for (const [name, declared] of Object.entries({ scene: sceneSchema, shot: shotSchema })) {
  const schema = z.toJSONSchema(declared, { io: 'input' });
  writeFileSync(join(root, 'schema', `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}

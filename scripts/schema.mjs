/** Writes the published JSON Schema of scene files from the library's own declaration. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { build } from './build.mjs';
import { root } from './setup.mjs';

await build();
const { sceneSchema } = await import('../dist/lib/scene.js');
mkdirSync(join(root, 'schema'), { recursive: true });
const schema = z.toJSONSchema(sceneSchema, { io: 'input' });
writeFileSync(join(root, 'schema', 'scene.schema.json'), `${JSON.stringify(schema, null, 2)}\n`);

import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without declarations
import { checkFile, checkSameLines } from '../scripts/check-source.mjs';

const path = (...parts: string[]): string => parts.join(sep);

describe('the source check', () => {
  it('finds imports against the direction of the architecture', () => {
    expect(checkFile(path('body', 'a.ts'), "import { x } from '../scene/schema.ts';")).toHaveLength(1);
    expect(checkFile(path('scene', 'a.ts'), "import { x } from '../body/mesh.ts';")).toHaveLength(0);
    expect(checkFile(path('helpers', 'a.ts'), '')).toHaveLength(1);
  });
  it('finds platform mathematics, clocks and powers in code, not in comments or strings', () => {
    for (const bad of ['Math.sin(1)', 'Math.random()', 'x ** 2', 'Date.now()', 'Math.hypot(1, 2)'])
      expect(checkFile(path('models', 'a.ts'), `const y = ${bad};`), bad).toHaveLength(1);
    for (const good of ['Math.sqrt(2)', '1; // Math.sin', "'Math.sin ** 2'", 'Math.PI', 'Math.max(1, 2)'])
      expect(checkFile(path('models', 'a.ts'), `const y = ${good};`), good).toHaveLength(0);
    expect(checkFile(path('models', 'a.test.ts'), 'Math.sin(1)')).toHaveLength(0);
    expect(checkFile(path('render', 'a.ts'), 'Math.sin(1)')).toHaveLength(0);
  });
  it('keeps the schema library to the scene and the command, in tests too', () => {
    for (const bad of ["import { z } from 'zod';", "import type { z } from 'zod/v4';", "await import('zod');"])
      for (const file of ['a.ts', 'a.test.ts']) expect(checkFile(path('models', file), bad), bad).toHaveLength(1);
    for (const layer of ['scene', 'cli'])
      expect(checkFile(path(layer, 'a.ts'), "import { z } from 'zod';")).toHaveLength(0);
    expect(checkFile(path('models', 'a.ts'), "const zod = 'zod';")).toHaveLength(0);
  });
  it('asks tests that draw lots for their seed in a title', () => {
    const test = (title: string) => `it(${title}, () => fc.assert(fc.property(fc.nat(), check), { seed: 3 }));`;
    expect(checkFile(path('models', 'a.test.ts'), test("'holds'"))).toHaveLength(1);
    for (const title of ["'holds (seed 3)'", `\`holds, seed \${seed}\``])
      expect(checkFile(path('models', 'a.test.ts'), test(title)), title).toHaveLength(0);
    expect(checkFile(path('models', 'a.test.ts'), "it('holds', () => expect(1).toBe(1));")).toHaveLength(0);
  });
  it('keeps Node out of everything but the command', () => {
    expect(checkFile(path('formats', 'a.ts'), "import fs from 'node:fs';")).toHaveLength(1);
    expect(checkFile(path('cli', 'a.ts'), "import fs from 'node:fs';")).toHaveLength(0);
  });
  it('finds six equal lines in two folders, however indented, and not in one', () => {
    const lines = ['const a = 1;', 'if (a) {', '}', '', 'b(a);', 'c(a);', 'd(a);', 'e(a);'];
    const text = lines.join('\n');
    const [rod, chain] = [path('models', 'rod', 'a.ts'), path('models', 'chain', 'a.ts')];
    const inside = `import {\n  f,\n} from './f.ts';\nfunction g() {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;
    const found = checkSameLines([
      [rod, text],
      [chain, inside],
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/chain.a\.ts:5: .*rod.a\.ts:1 /);
    const same = (other: string, its: string) =>
      checkSameLines([
        [rod, text],
        [other, its],
      ]);
    expect(same(path('models', 'rod', 'b.ts'), text)).toEqual([]);
    expect(same(chain, text.replace('c(a)', 'h(a)'))).toEqual([]);
  });
});

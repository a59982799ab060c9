import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { interactionParameters } from '../contact/strands/parameters.ts';
import { airParameters } from '../forces/air.ts';
import { poseParameters } from '../forces/pose.ts';
import { inertiaParameters, matchParameters } from '../forces/riding.ts';
import { headParameters } from '../groom/head/style.ts';
import { models } from '../models/index.ts';
import { completeParameters, type ParameterTable, parameterProblems } from '../numeric/parameters.ts';
import { Random } from '../numeric/random.ts';
import { tools } from '../salon/tools/index.ts';
import { hairLookParameters } from '../shading/look.ts';
import { listIssues } from './explain.ts';
import { schemaOf } from './parameter-schema.ts';

const tables: readonly (readonly [string, ParameterTable])[] = [
  ...models.map(({ name, parameters }) => [name, parameters] as const),
  ...tools.map(({ name, parameters }) => [name, parameters] as const),
  ['style', headParameters],
  ['look', hairLookParameters],
  ['air', airParameters],
  ['control', { ...poseParameters, ...matchParameters, ...inertiaParameters }],
  ['hair', { hair: interactionParameters }],
];

/** What somebody may write in a file where it does not belong. */
const MISTAKES: readonly unknown[] = [
  ...[-1e12, -1, 0, 0.5, 1.5, 7, 1e12, Number.NaN, Number.POSITIVE_INFINITY, '1', '', 'rihgt', '#12345', null, true],
  ...[
    [],
    [1],
    [0, 0, 0],
    [1, 2, 3],
    [1, 'b', 3],
    [[0, 1]],
    [[0, 1, 2]],
    [
      [0.5, 1],
      [0.2, 1],
    ],
    [[2, -1]],
    {},
  ],
  ...[{ kind: 'fluid' }, { kind: 'flud' }, { kind: 'picked' }, { kind: 'picked', colour: 'red' }, { nme: 1 }],
  ...[
    [{ kind: 'contact' }],
    [{ kind: 'volume', cell: 9 }],
    [{}],
    [3],
    Array.from({ length: 9 }, () => ({ kind: 'fluid' })),
  ],
];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values with some mistakes: names missing, misspelt and filled with anything. */
function spoil(values: Tree, random: Random): Tree {
  const out: Tree = {};
  for (const [name, value] of Object.entries(values)) {
    const chance = random.unit();
    if (chance < 0.1) continue;
    if (chance < 0.13) out[`${name}s`] = value;
    else if (chance < 0.3) out[name] = MISTAKES[Math.floor(random.unit() * MISTAKES.length)];
    else out[name] = isTree(value) ? spoil(value, random) : value;
  }
  return out;
}

describe('a schema made from a table', () => {
  const seed = 14;
  it.each(tables)(`refuses and completes as the table itself does, in the same words, seed ${seed}: %s`, (_, table) => {
    const random = new Random(seed);
    const schema = schemaOf(table);
    const defaults = completeParameters(table) as Tree;
    expect(schema.parse({})).toEqual(defaults);
    let refused = 0;
    for (let n = 0; n < 60; n++) {
      const given = spoil(defaults, random);
      const read = schema.safeParse(given);
      const said = read.success ? [] : listIssues(read.error.issues, schema, given);
      expect(parameterProblems(table, given).sort()).toEqual(said.sort());
      if (read.success) expect(completeParameters(table, given)).toEqual(read.data);
      else refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('says what a value means and is measured in', () => {
    const { properties } = z.toJSONSchema(schemaOf(airParameters), { io: 'input' });
    expect(properties?.['drag']).toMatchObject({ unit: 'kg/(m·s)', default: 1e-5, minimum: 0, maximum: 1 });
    expect(properties?.['along']).toMatchObject({ default: [], description: expect.stringContaining('Knots') });
    expect(properties?.['wind']).toMatchObject({ default: { speed: 0 }, additionalProperties: false });
  });
});

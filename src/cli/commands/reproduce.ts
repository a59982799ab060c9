import { type CostTable, superHelixCost, type TwistTable, twistTable } from '../../validate/index.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';

/** Every table: measures it with a clock and says it in words. */
const TABLES: Readonly<Record<string, (now: () => number) => { readonly json: object; readonly text: string }>> = {
  twist(now) {
    const table = twistTable({ now });
    return { json: table, text: describe(table) };
  },
  'super-helix'(now) {
    const table = superHelixCost({ now });
    return { json: table, text: describeCost(table) };
  },
};
const NAMES = Object.keys(TABLES);

export const reproduce: Command = command({
  name: 'reproduce',
  about: 'Measures a published table again and prints it beside ours.',
  arguments: [{ name: 'TABLE', about: `which table: ${NAMES.join(', ')}` }],
  options: {},
  example: 'npx pelage reproduce twist',
  run({ context, positionals: [name = ''], report }) {
    if (!NAMES.includes(name))
      throw new UsageError(
        'usage/table',
        `There is no table "${name}" to reproduce; the tables are ${NAMES.join(', ')}`,
      );
    const { json, text } = TABLES[name]!(context.now);
    report({ json: { table: name, ...json }, text });
  },
});

function describe({ rows, agreement }: TwistTable): string {
  const cells = rows.map(({ nodes, method, ours, published }) => [
    String(nodes),
    method,
    ours.toPrecision(3),
    published === null ? '-' : String(published),
  ]);
  return [
    'Twist of one strand in one step, milliseconds; published: table 5.1 of the thesis on rods for hair',
    ['nodes', 'method', 'ours', 'published'],
    ...cells,
    '',
    'Shape of a shaken curl of 29 cm against exact twist, shares of its length',
    ...agreement.map(({ twist, mean, worst }) => [twist, `mean ${percent(mean)}`, `worst ${percent(worst)}`]),
  ]
    .map((line) => (typeof line === 'string' ? line : `  ${line.map((cell) => cell.padEnd(28)).join('')}`.trimEnd()))
    .join('\n');
}

function describeCost({ rows, realTime }: CostTable): string {
  const cells = rows.map(({ strands, elements, hair, ours, iterations, published }) => [
    String(strands),
    String(elements),
    hair,
    `${ours.toPrecision(2)} (${iterations.toFixed(1)} iterations)`,
    published === null ? '-' : `${published[0]} to ${published[1]}`,
  ]);
  return [
    'Super-helices, seconds a frame of 1/30 s; published: full heads with contacts on a 3 GHz Pentium 4',
    ['strands', 'elements', 'hair', 'ours', 'published'],
    ...cells,
    '',
    `Strands of 5 elements in real time: ${realTime.ours}; published: up to ${realTime.published}`,
  ]
    .map((line) => (typeof line === 'string' ? line : `  ${line.map((cell) => cell.padEnd(22)).join('')}`.trimEnd()))
    .join('\n');
}

const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;

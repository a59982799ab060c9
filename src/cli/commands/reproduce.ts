import { type TwistTable, twistTable } from '../../validate/index.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';

const TABLES = ['twist'] as const;

export const reproduce: Command = command({
  name: 'reproduce',
  about: 'Measures a published table again and prints it beside ours.',
  arguments: [{ name: 'TABLE', about: `which table: ${TABLES.join(', ')}` }],
  options: {},
  example: 'npx pelage reproduce twist',
  run({ context, positionals: [name = ''], report }) {
    if (!(TABLES as readonly string[]).includes(name))
      throw new UsageError(
        'usage/table',
        `There is no table "${name}" to reproduce; the tables are ${TABLES.join(', ')}`,
      );
    const table = twistTable({ now: context.now });
    report({ json: { table: name, ...table }, text: describe(table) });
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

const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;

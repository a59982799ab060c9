import { type CostTable, CURLY_LOADS, furTable, superHelixCost } from '../../validate/index.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { text } from '../options.ts';
import { type Asked, type Reproduced, reproduceAll } from '../reproduce-all.ts';
import { reproducePendulum, reproduceSliding } from '../reproduce-clumps.ts';
import {
  CURLY_SOURCE,
  describeLoads,
  LOAD_RUNS,
  reproduceCoreStop,
  reproduceHelixWalk,
  reproduceSmoothing,
  timeLoads,
} from '../reproduce-curly.ts';
import { describeFur, drawFur, FUR_SOURCE } from '../reproduce-fur.ts';
import { reproduceLevels } from '../reproduce-levels.ts';
import { reproduceOriented } from '../reproduce-oriented.ts';
import { reproduceSalon } from '../reproduce-salon.ts';
import { reproduceTwist } from '../reproduce-twist.ts';
import { reproduceWisps } from '../reproduce-wisps.ts';
import { columns, grid } from '../table.ts';

/** Every table: measures it with a clock and says it in words. */
const TABLES: Readonly<Record<string, (asked: Asked) => Reproduced | Promise<Reproduced>>> = {
  twist: ({ context: { now } }) => reproduceTwist(now),
  'super-helix'({ context: { now } }) {
    const table = superHelixCost({ now });
    return { json: { source: COST_SOURCE, ...table }, text: describeCost(table) };
  },
  async fur({ context, progress, output }) {
    const bar = progress('Measuring', 7);
    let done = 0;
    const step = (what: string): void => bar.update(done++, what);
    step('springs');
    const { whirlwind, ...table } = furTable({ now: context.now });
    const pictures = output === undefined ? [] : await drawFur(context, output, whirlwind, step);
    bar.end();
    const said = whirlwind.map(({ strands: _, ...row }) => row);
    return {
      json: { source: FUR_SOURCE, whirlwind: said, ...table, pictures },
      text: describeFur({ whirlwind, ...table }, pictures, output ?? ''),
    };
  },
  oriented: (asked) => reproduceOriented(asked),
  pendulum: reproducePendulum,
  sliding: reproduceSliding,
  wisps: ({ context: { now } }) => reproduceWisps({ now }),
  salon: (asked) => reproduceSalon(asked),
  levels: reproduceLevels,
  async curly({ context, progress }) {
    const bar = progress('Measuring', 2 * LOAD_RUNS.length * CURLY_LOADS.length);
    let done = 0;
    const rows = await timeLoads({ context, step: (what) => bar.update(done++, what) });
    bar.end();
    return { json: { source: CURLY_SOURCE, rows }, text: describeLoads(rows) };
  },
  'helix-walk': reproduceHelixWalk,
  'core-stop': reproduceCoreStop,
  smoothing: reproduceSmoothing,
};
const NAMES = Object.keys(TABLES);
/** Tables with pictures. */
const DRAWN = ['fur', 'oriented', 'pendulum', 'sliding', 'salon', 'levels', 'helix-walk', 'core-stop', 'smoothing'];

/** What each is, in a line. */
const ABOUT: Readonly<Record<string, string>> = {
  twist: 'twist of a strand by four methods: accuracy and speed (Kmoch 2018, table 5.1)',
  'super-helix': 'seconds a frame of super-helices (Bertails et al. 2006)',
  fur: 'fur from springs in a continuum: whirlwind, cost, pictures',
  pendulum: 'swings of super-helices: air drag, internal friction, three strands as one wisp (Bertails et al. 2006)',
  sliding: 'clumps that slide over wood and cotton, and over hair against its scales',
  wisps: 'flat wisps: milliseconds a step of eleven scenes and of their parts (Kmoch 2018)',
  salon: 'dual skeletons of an interactive salon: simulation, pictures, wet curls',
  levels: 'levels of detail: a stylist at work, walking, at rest, a crowd (Ward et al. 2003 to 2007)',
  curly: 'seconds a frame of the curly models for two characters, table 2',
  'helix-walk': 'orientation of a curl that walks, figure 2',
  'core-stop': 'how far curls open at a sudden stop, figure 10',
  smoothing: 'smoothed cores of curls, figure 4',
};

export const reproduce: Command = command({
  name: 'reproduce',
  about:
    'Measures a published table again and prints it beside the published one, with its source; without a name it lists them all.',
  arguments: [
    { name: 'TABLE', about: `which table: ${NAMES.join(', ')}; all for every one, in one report`, isOptional: true },
  ],
  options: {
    output: text({
      about: `folder for its pictures (${DRAWN.join(', ')}); of all, for report.html, report.json and the pictures`,
      value: 'FOLDER',
      short: 'o',
    }),
  },
  example: 'npx pelage reproduce twist',
  async run({ context, positionals: [name], values: { output }, report, progress, note, line }) {
    if (name === undefined) {
      const rows = NAMES.map((table) => [table, ABOUT[table] ?? ''] as const);
      report({
        json: { tables: NAMES },
        text: columns([...rows, ['all', 'every table, in one report']], 0).join('\n'),
      });
      return;
    }
    if (name === 'all') {
      report(
        await reproduceAll({ context, progress, note, line }, TABLES, { drawn: DRAWN, folder: output ?? 'reproduced' }),
      );
      return;
    }
    if (!NAMES.includes(name))
      throw new UsageError(
        'usage/table',
        `There is no table "${name}" to reproduce; the tables are ${NAMES.join(', ')}, and all is every one`,
      );
    if (output !== undefined && !DRAWN.includes(name))
      throw new UsageError('usage/output', `The table ${name} has no pictures; -o is for ${DRAWN.join(', ')}`);
    const { json, text: words } = await TABLES[name]!({ context, progress, output });
    report({ json: { table: name, ...json }, text: words });
  },
});

const COST_SOURCE =
  'Florence Bertails, Basile Audoly, Marie-Paule Cani, Bernard Querleux, Frédéric Leroy and Jean-Luc Lévêque, ' +
  '"Super-helices for predicting the dynamics of natural hair", ACM Transactions on Graphics 25(3), 2006.';

function describeCost({ rows, realTime }: CostTable): string {
  const cells = rows.map(({ strands, elements, hair, hasContacts, ours, iterations, published }) => [
    String(strands),
    String(elements),
    hair,
    hasContacts ? 'body and strands' : 'none',
    `${ours.toPrecision(2)} (${iterations.toFixed(1)} iterations)`,
    published === null ? '-' : `${published[0]} to ${published[1]}`,
  ]);
  return [
    COST_SOURCE,
    '',
    'Super-helices, seconds a frame of 1/30 s; published: full heads with contacts on a 3 GHz Pentium 4',
    ...grid([
      ['  strands', 'elements', 'hair', 'contacts', 'ours', 'published'],
      ...cells.map(([strands, ...more]) => [`  ${strands}`, ...more]),
    ]),
    '',
    `Strands of 5 elements in real time: ${realTime.ours}; published: up to ${realTime.published}`,
  ].join('\n');
}

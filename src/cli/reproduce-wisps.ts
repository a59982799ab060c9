import { type WispRow, type WispTable, type WispTableOptions, wispTable } from '../validate/index.ts';
import type { Reproduced } from './reproduce-all.ts';
import { grid } from './table.ts';

const SOURCE =
  'Petr Kmoch, "Natural GPU-friendly dynamic animation of human hair", thesis, Charles University in Prague, 2018, tables 3.1, 5.1 to 5.7 and 5.12: one core of a Core 2 Quad at 2.66 GHz.';

const CAVEAT =
  'Milliseconds of another machine do not compare, ratios do. Grooms are ours: rows of wisps on a sphere, in wind (F, R) or on a head that turns (I); styles were not published.';

/** The published tables beside ours: what `pelage reproduce wisps` answers. */
export function reproduceWisps(options: WispTableOptions): Reproduced {
  const table = wispTable(options);
  return { json: { source: SOURCE, ...table }, text: describeWisps(table) };
}

/** Steps of 1/120 s a frame of 1/24 s. */
const FILM = 5;
/** Table 5.12: milliseconds a frame and 100 nodes, collisions left out. */
const FILMED: Readonly<Record<string, number>> = { F1: 64.87, F2: 63.21, R1: 37.66 };

function describeWisps({ rows, constraints, twist }: WispTable): string {
  const ms = (value: number): string => value.toPrecision(3);
  const of = (name: string): WispRow | undefined => rows.find(({ scene }) => scene.name === name);
  const ratios = [
    ['F1', 'F2', 'twice the wisps', '2.05'],
    ['R1', 'R2', 'four times the wisps', '4.07'],
    ['F3', 'F2', 'wavy over straight', '1.03'],
    ['F4', 'F2', 'curly over straight', '0.93'],
    ['F2', 'R1', 'twice the segments', '3.25'],
    ['R4', 'R2', '3.3 times the segments', '8.6'],
  ].flatMap(([one, two, what, published]) => {
    const [a, b] = [of(one!), of(two!)];
    if (!a || !b) return [];
    return [[`  ${one}/${two}`, what!, (a.withoutDetection / b.withoutDetection).toFixed(2), published!]];
  });
  return [
    SOURCE,
    '',
    'Milliseconds a step of 1 ms, published integrator; of 1/120 s, implicit',
    ...grid([
      ['  scene', 'nodes', 'ours', 'published', 'faster', 'no detection', 'published', 'implicit, 1/120 s'],
      ...rows.map(({ scene, nodes, published, withoutDetection, implicit }) => [
        `  ${scene.name} ${scene.shape}`,
        String(nodes),
        ms(published),
        String(scene.published),
        `${(scene.published / published).toFixed(0)} x`,
        ms(withoutDetection),
        String(scene.withoutDetection),
        ms(implicit),
      ]),
    ]),
    '',
    'Growth without detection of collisions',
    ...grid([['  scenes', 'what', 'ours', 'published'], ...ratios]),
    '',
    'Springs between rims, part of a step without detection (published: 0.2 to 3 % of it, 2 to 9 % of integration); twist as rods have it, part of it (published: 2 to 7 %)',
    ...grid(
      rows.map(({ scene, nodes, springs, withoutDetection }) => [
        `  ${scene.name}`,
        `springs ${((100 * springs) / withoutDetection).toFixed(0)} %`,
        `twist ${((100 * twist * nodes) / withoutDetection).toFixed(0)} %`,
      ]),
    ),
    `  Twist: ${(1e4 * twist).toPrecision(2)}e-4 ms a node (published: 5.5e-4); methods side by side: pelage reproduce twist`,
    '',
    'Lengths alone, milliseconds: no head, and with 0.5 and 1 cm of margin about it',
    ...grid([
      ['  strands of 30 nodes', 'ours', 'published'],
      ...constraints.map(({ strands, ours, published }) => [
        `  ${strands}`,
        ours.map(ms).join(' / '),
        published.join(' / '),
      ]),
    ]),
    '',
    'Milliseconds a frame of 1/24 s and 100 nodes: ours implicit with collisions, published without',
    ...grid([
      ['  scene', 'ours', 'published here', 'implicit rods of others, one core'],
      ...rows.flatMap(({ scene, implicit, nodes }) =>
        FILMED[scene.name] === undefined
          ? []
          : [
              [
                `  ${scene.name}`,
                ((100 * FILM * implicit) / nodes).toPrecision(3),
                String(FILMED[scene.name]),
                '8.27 to 12.49',
              ],
            ],
      ),
    ]),
    '',
    CAVEAT,
  ].join('\n');
}

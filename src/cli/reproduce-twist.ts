import { type TwistRow, type TwistTable, twistTable } from '../validate/index.ts';
import { grid } from './table.ts';
import { errorText } from './validate-report.ts';

const TWIST_SOURCE =
  'Petr Kmoch, "Natural GPU-friendly dynamic animation of human hair", thesis, Charles University in Prague, 2018, ' +
  'table 5.1; Newton minimisation there and here after Bergou, Wardetzky, Robinson, Audoly and Grinspun, ' +
  '"Discrete elastic rods", ACM Transactions on Graphics 27(3), 2008.';

const TWIST_CAVEAT =
  'Ratios compare; milliseconds do not: the published ones are of another machine, language and Newton solver, which here ' +
  'is dense once, as published, and tridiagonal once, as it should be.';

/** The published table beside ours: what `pelage reproduce twist` answers. */
export function reproduceTwist(now: () => number, isShort = false): { json: object; text: string } {
  const table = twistTable({ now, ...(isShort ? { seconds: 0.1 } : {}) });
  return { json: { source: TWIST_SOURCE, ...table }, text: describeTwist(table) };
}

function describeTwist({ rows, agreement }: TwistTable): string {
  const fraction = (row: TwistRow, of: 'ours' | 'published'): string => {
    const newton = rows.find(({ nodes, published }) => nodes === row.nodes && published !== null)!;
    return row[of] === null ? '-' : `${(newton[of]! / row[of]).toPrecision(2)} x`;
  };
  const cells = rows.map((row) => [
    String(row.nodes),
    row.method,
    fraction(row, 'ours'),
    fraction(row, 'published'),
    row.ours.toPrecision(3),
    row.published === null ? '-' : String(row.published),
  ]);
  return [
    TWIST_SOURCE,
    '',
    'Accuracy: nodes of a shaken curl of 29 cm against exact twist, distance in fractions of its length',
    ...grid(
      agreement.map(({ twist, mean, worst }) => [`  ${twist}`, `mean ${percent(mean)}`, `worst ${percent(worst)}`]),
    ),
    '',
    'Speed: twist of one strand in one step; how many times as fast as dense Newton in the same run, and milliseconds',
    ...grid([
      ['  nodes', 'method', 'faster: ours', 'published', 'ms: ours', 'published'],
      ...cells.map(([nodes, ...more]) => [`  ${nodes}`, ...more]),
    ]),
    '',
    TWIST_CAVEAT,
  ].join('\n');
}

const percent = (fraction: number): string => `${errorText(100 * fraction)} %`;

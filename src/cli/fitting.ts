import { makeBust } from '../body/bust.ts';
import { CoherentDistance } from '../body/coherent-distance.ts';
import { loadFox } from '../body/fox/fox.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { readBody } from '../formats/body.ts';
import type { Unit } from '../formats/index.ts';
import { metresPer } from '../formats/units.ts';
import { bindToBody, describeGaps, type GapReport } from '../groom/body-binding.ts';
import { type ClearReport, clearGroom } from '../groom/clear/clear-groom.ts';
import { type CarryReport, carryGroom } from '../groom/head/carry/carry-groom.ts';
import { InputError } from '../strands/input-error.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { readBytes } from './files.ts';
import { counted } from './table.ts';

/** What `convert` does with hair and the bodies it stands on: binding, carrying over, clearing. */

export interface FittingOptions {
  readonly body: string | undefined;
  readonly carryTo: string | undefined;
  readonly clear: 'cut' | 'push' | undefined;
  /** Metres. */
  readonly reach: number | undefined;
  readonly far: 'keep' | 'leave-out';
  readonly unit: Unit | undefined;
}

export interface Fitted {
  readonly strands: Strands;
  readonly notes: readonly string[];
  /** For `--json`. */
  readonly report: Readonly<Record<string, unknown>>;
}

export type Fitting = (strands: Strands) => Fitted;

/** Strands that the document lists; their count is complete all the same. */
const MOST_IDS = 1000;

/** Reads the bodies that are asked for; null where none is. */
export async function prepareFitting(context: Context, options: FittingOptions): Promise<Fitting | null> {
  const { body, carryTo, clear } = options;
  if (body === undefined) {
    const asked = carryTo !== undefined ? '--carry-to' : clear !== undefined ? '--clear' : undefined;
    if (asked) throw new UsageError('usage/body', `${asked} needs --body: the head that the hair stands on`);
    return null;
  }
  const notes: string[] = [];
  const from = await readHead(context, body, options.unit, notes);
  const to = carryTo === undefined ? null : await readHead(context, carryTo, options.unit, notes);
  return (strands) => fitHair(strands, from, to, options, notes);
}

/** A mesh of any format that holds one; `bust` and `fox` are the built-in ones. */
async function readHead(
  context: Context,
  name: string,
  unit: Unit | undefined,
  notes: string[],
): Promise<TriangleMesh> {
  if (name === 'bust') return makeBust();
  if (name === 'fox') return (await loadFox()).mesh;
  const options = unit === undefined ? {} : { unit: metresPer(unit) };
  const read = await readBody(name, readBytes(context, name), options, (neighbour) => readBytes(context, neighbour));
  notes.push(...read.notes.map((sentence) => `${name}: ${sentence}`));
  return read.mesh;
}

function fitHair(
  strands: Strands,
  from: TriangleMesh,
  to: TriangleMesh | null,
  { reach, far, clear }: FittingOptions,
  said: readonly string[],
): Fitted {
  const notes = [...said];
  const binding = { far, ...(reach === undefined ? {} : { reach }) };
  const report: Record<string, unknown> = {};
  let result: Strands;
  let gaps: GapReport;
  if (to) {
    const carried = carryGroom(strands, from, to, binding);
    result = carried.strands;
    gaps = carried.report.gaps;
    notes.push(describeCarry(carried.report));
    const { gaps: _, ...rest } = carried.report;
    report['carried'] = rest;
  } else ({ strands: result, gaps } = bindToBody(strands, from, binding));
  notes.unshift(describeBinding(gaps, strands, far));
  report['bound'] = { mean: gaps.mean, worst: gaps.worst, reach: gaps.reach, ...listed('far', gaps.far) };
  if (clear) {
    const cleared = clearGroom(result, new CoherentDistance(new MeshDistance(to ?? from)), { mode: clear });
    result = cleared.strands;
    notes.push(describeClearing(cleared.report));
    const { cut, pushed, leftOut, farthest } = cleared.report;
    report['cleared'] = { farthest, ...listed('cut', cut), ...listed('pushed', pushed), ...listed('leftOut', leftOut) };
  }
  if (strandCount(result) === 0)
    throw new InputError('convert/empty', 'No strand is left: all were too far from the body, or inside it.');
  return { strands: result, notes, report };
}

const listed = (name: string, ids: Uint32Array): Record<string, unknown> => ({
  [`${name}Count`]: ids.length,
  [name]: [...ids.subarray(0, MOST_IDS)],
});

const mm = (metres: number): string => `${Number((1000 * metres).toPrecision(2))} mm`;

function describeBinding(gaps: GapReport, strands: Strands, far: FittingOptions['far']): string {
  const all = `${counted(strandCount(strands), 'strand')} bound, roots ${mm(gaps.mean)} from the body on average, ${mm(gaps.worst)} at worst`;
  const [beyond] = describeGaps(gaps, strandCount(strands));
  return beyond ? `${all}; ${beyond}, ${far === 'keep' ? 'kept with their gap' : 'left out'}` : all;
}

function describeCarry({ correspondence, scale, missed, clearance }: CarryReport): string {
  return (
    `carried over by ${correspondence === 'triangles' ? 'triangle' : 'the shape of the heads'}, scale ${scale.toPrecision(4)}; ` +
    `roots were moved by ${mm(missed.mean)} on average and ${mm(missed.worst)} at worst to stand on the skin; ` +
    `near it hair keeps its distance to ${mm(clearance.mean)} on average and ${mm(clearance.worst)} at worst`
  );
}

function describeClearing({ cut, pushed, leftOut, farthest }: ClearReport): string {
  const parts = [
    ...(pushed.length > 0
      ? [`${counted(pushed.length, 'strand')} pushed out of the body by up to ${mm(farthest)}`]
      : []),
    ...(cut.length > 0 ? [`${counted(cut.length, 'strand')} cut where they enter it`] : []),
    ...(leftOut.length > 0
      ? [`${counted(leftOut.length, 'strand')} left out, of which nothing was left outside: ${firstOf(leftOut)}`]
      : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'no strand enters the body';
}

const firstOf = (ids: Uint32Array): string =>
  `${[...ids.subarray(0, 5)].join(', ')}${ids.length > 5 ? ' and others' : ''}`;

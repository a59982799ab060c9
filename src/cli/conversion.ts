import type { HairAnimation } from '../formats/index.ts';
import { resampleAnimation, selectAnimation, stillAnimation } from '../formats/index.ts';
import { countAstray } from '../strands/bulk.ts';
import { CHECK_DEFAULTS } from '../strands/check.ts';
import { countOf } from '../strands/grouped.ts';
import { InputError } from '../strands/input-error.ts';
import { type RepairAction, repairStrands } from '../strands/repair.ts';
import { type RepairSummary, summarizeRepair } from '../strands/repair-summary.ts';
import type { Attribute, Strands } from '../strands/strands.ts';
import { strandCount } from '../strands/strands.ts';

/** What `convert` does to hair between reading and writing, in this order. Nothing happens that was not asked for. */
export interface ConversionOptions {
  /** Which strands are kept, by the attribute `isGuide`. */
  readonly guides?: 'all' | 'only' | 'none';
  readonly repair?: boolean;
  /** Diameter of every strand, metres. */
  readonly width?: number;
  /** Points of every strand. */
  readonly points?: number;
}

export interface Converted {
  readonly animation: HairAnimation;
  readonly actions: readonly RepairAction[];
  /** Where a repair was asked for. */
  readonly summary: RepairSummary | undefined;
  readonly notes: readonly string[];
}

export function convertHair(name: string, animation: HairAnimation, options: ConversionOptions): Converted {
  const notes: string[] = [];
  let result = keepGuides(name, animation, options.guides ?? 'all');
  let actions: readonly RepairAction[] = [];
  let summary: RepairSummary | undefined;
  if (options.repair && animation.times.length > 1)
    notes.push('an animation is not repaired: convert a single frame with --time');
  else if (options.repair) {
    const repaired = repairStrands(result.strands);
    actions = repaired.actions;
    summary = summarizeRepair(strandCount(result.strands), actions);
    notes.push(...summary.sentences);
    result = stillAt(repaired.strands, animation.times[0]!);
  } else notes.push(...describeAstray(result.strands));
  if (options.width !== undefined) result = { ...result, strands: withWidth(result.strands, options.width) };
  if (options.points !== undefined) result = resampleAnimation(result, options.points);
  return { animation: result, actions, summary, notes };
}

/** What would be written as it is, though nobody can use it. */
function describeAstray(strands: Strands): string[] {
  const { notFinite, outlier } = countAstray(strands, CHECK_DEFAULTS.outlier);
  const have = (count: number): string => `${countOf(count, 'strand')} ${count === 1 ? 'has' : 'have'} points`;
  return [
    ...(notFinite > 0 ? [`${have(notFinite)} that are not finite: --repair mends them`] : []),
    ...(outlier > 0 ? [`${have(outlier)} absurdly far from all others: --repair mends them`] : []),
  ];
}

const stillAt = (strands: Strands, time: number): HairAnimation => ({
  ...stillAnimation(strands),
  times: Float64Array.of(time),
});

function keepGuides(name: string, animation: HairAnimation, which: 'all' | 'only' | 'none'): HairAnimation {
  if (which === 'all') return animation;
  const marks = animation.strands.strandAttributes.get('isGuide');
  if (marks?.size !== 1)
    throw new InputError(
      'convert/guides',
      `${name}: the file does not say which strands are guides (attribute isGuide, or groom_guide in .abc and .usda)`,
    );
  const wanted = which === 'only' ? 1 : 0;
  const kept = Uint32Array.from(animation.strands.id.keys()).filter((s) => (marks.data[s] ? 1 : 0) === wanted);
  return kept.length === strandCount(animation.strands) ? animation : selectAnimation(animation, kept);
}

function withWidth(strands: Strands, width: number): Strands {
  const pointAttributes = new Map<string, Attribute>(strands.pointAttributes);
  pointAttributes.delete('radius');
  const radius = new Float32Array(strandCount(strands)).fill(0.5 * width);
  return {
    ...strands,
    pointAttributes,
    strandAttributes: new Map([...strands.strandAttributes, ['radius', { size: 1, data: radius }]]),
  };
}

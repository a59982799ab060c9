import type { HairFilm } from '../formats/index.ts';
import { resampleFilm, selectFilm, stillFilm } from '../formats/index.ts';
import { InputError } from '../strands/input-error.ts';
import { type RepairAction, repairStrands } from '../strands/repair.ts';
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
  readonly film: HairFilm;
  readonly actions: readonly RepairAction[];
  readonly notes: readonly string[];
}

export function convertHair(name: string, film: HairFilm, options: ConversionOptions): Converted {
  const notes: string[] = [];
  let result = keepGuides(name, film, options.guides ?? 'all');
  let actions: readonly RepairAction[] = [];
  if (options.repair && film.times.length > 1) notes.push('a film is not repaired: convert a single frame with --time');
  else if (options.repair) {
    const repaired = repairStrands(result.strands);
    actions = repaired.actions;
    result = stillAt(repaired.strands, film.times[0]!);
  }
  if (options.width !== undefined) result = { ...result, strands: withWidth(result.strands, options.width) };
  if (options.points !== undefined) result = resampleFilm(result, options.points);
  return { film: result, actions, notes };
}

const stillAt = (strands: Strands, time: number): HairFilm => ({ ...stillFilm(strands), times: Float64Array.of(time) });

function keepGuides(name: string, film: HairFilm, which: 'all' | 'only' | 'none'): HairFilm {
  if (which === 'all') return film;
  const marks = film.strands.strandAttributes.get('isGuide');
  if (marks?.size !== 1)
    throw new InputError(
      'convert/guides',
      `${name}: the file does not say which strands are guides (attribute isGuide, or groom_guide in .abc and .usda)`,
    );
  const wanted = which === 'only' ? 1 : 0;
  const kept = Uint32Array.from(film.strands.id.keys()).filter((s) => (marks.data[s] ? 1 : 0) === wanted);
  return kept.length === strandCount(film.strands) ? film : selectFilm(film, kept);
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

import { canStreamHair, streamHair, writeHair } from '../formats/index.ts';
import { describeGroomFiles, groomFiles, joinGrooms, type NamedStrands } from '../scene/groom-files.ts';
import { type GroomInstance, shownAtStart } from '../scene/groom-instance.ts';
import { loadScene, type SceneInstance } from '../scene/instance.ts';
import { withRenderAttributes } from '../scene/render-attributes.ts';
import type { Scene } from '../scene/schema.ts';
import { InputError } from '../strands/input-error.ts';
import { type Range, type StrandStatistics, strandStatistics } from '../strands/statistics.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import { makeStrands } from '../strands/strands.ts';
import { writeDraft } from './animation-files.ts';
import type { Context } from './context.ts';
import { writeWhole } from './files.ts';
import type { Progress } from './progress.ts';
import { folderReader } from './scene-argument.ts';
import { bytesText, counted } from './table.ts';

/** Grown hair on its way into a file: range by range where the format and the hair allow it, so that memory does not limit it. */

/** Microseconds that parts of the work take: guides, roots, hanging a strand on guides, and each of its points. */
const GUIDE = 700;
const ROOT = 3.5;
const BOUND = 7;
const POINT = 0.15;
/** Points of a strand where the style says it only later. */
const USUAL_POINTS = 48;

/** All of the work, in the units that a progress of `growInto` counts. */
export const workOf = ({ grooms }: Scene): number =>
  grooms.reduce((sum, { guides, strands }) => sum + GUIDE * guides + strandWork(strands), 0);

const strandWork = (strands: number): number => (ROOT + BOUND + POINT * USUAL_POINTS) * strands;

export interface Written extends Pick<StrandStatistics, 'points' | 'bounds' | 'length'> {
  readonly files: readonly string[];
  readonly bytes: number;
  readonly count: number;
  readonly notes: readonly string[];
}

/** Grows all strands of every groom, the guides alone where no others are asked for, and writes them. */
export async function growInto(
  context: Context,
  output: string,
  scene: Scene,
  folder: string,
  bar: Progress,
): Promise<Written> {
  const guides = scene.grooms.reduce((sum, groom) => sum + groom.guides, 0);
  bar.update(0, counted(guides, 'guide'));
  const instance = await loadScene(scene, {
    files: folderReader(folder),
    onGuides: (grown) => bar.update(GUIDE * grown, counted(guides, 'guide')),
  });
  const stream = canStreamHair(output) ? streamOfAll(instance, bar, GUIDE * guides) : null;
  return stream ? writeStream(context, output, stream, instance, bar) : writeAtOnce(context, output, instance, bar);
}

/** The strands of the only groom; null where they cannot be made range by range. */
function streamOfAll({ grooms }: SceneInstance, bar: Progress, before: number): StrandStream | null {
  const [groom] = grooms;
  if (!groom || grooms.length > 1 || groom.declared.strands === 0) return null;
  const { strands } = groom.declared;
  const what = counted(strands, 'strand');
  const share = (of: number, done: number): number => before + of * Math.min(done, strands);
  const stream = groom.stream({
    onRoots: (roots) => bar.update(share(ROOT, roots), what),
    onBound: (bound) => bar.update(share(ROOT, strands) + BOUND * bound, what),
  });
  return stream && withRenderAttributes(groom, stream);
}

function writeStream(
  context: Context,
  output: string,
  stream: StrandStream,
  { scene, notes }: SceneInstance,
  bar: Progress,
): Written {
  const figures = new RunningFigures();
  const whole = workOf(scene);
  const count = stream.id.length;
  const measured: StrandStream = {
    ...stream,
    write: (from, to, out) => {
      stream.write(from, to, out);
      figures.add(stream.first.subarray(from, to + 1), out);
    },
  };
  const bytes = writeDraft(context, output, (sink) =>
    streamHair(output, measured, sink, {
      onStrands: (done) =>
        bar.update(whole - POINT * USUAL_POINTS * (count - done), `${counted(done, 'strand')} written`),
    }),
  );
  return { files: [output], bytes, count, notes, ...figures.whole() };
}

function writeAtOnce(context: Context, output: string, instance: SceneInstance, bar: Progress): Written {
  checkRoom(output, instance.grooms);
  let before = 0;
  const grooms = instance.grooms.map((groom): NamedStrands => {
    before += GUIDE * groom.declared.guides;
    bar.update(before, counted(groom.declared.strands, 'strand'));
    const grown = groom.declared.strands === 0 ? groom.guides : shownAtStart(groom);
    before += strandWork(groom.declared.strands);
    return { name: groom.name, strands: withRenderAttributes(groom, grown) };
  });
  const files = groomFiles(output, grooms).map(({ name, strands }) => ({ name, bytes: writeHair(name, strands) }));
  for (const file of files) writeWhole(context, file.name, file.bytes);
  const { strands: count, points, length, bounds } = strandStatistics(joinGrooms(grooms));
  return {
    files: files.map(({ name }) => name),
    bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
    notes: [...instance.notes, ...describeGroomFiles(output, grooms)],
    ...{ count, points, length, bounds },
  };
}

/** Bytes of points beyond which one array, or the file made of it, may not fit. */
const MOST = 2 ** 31;

/** Refuses what cannot be held at once, before it is begun. */
function checkRoom(output: string, grooms: readonly GroomInstance[]): void {
  const bytes = grooms.reduce((sum, { declared, guides }) => {
    const points = guides.positions.length / Math.max(1, guides.id.length) / 3;
    return sum + 12 * points * declared.strands;
  }, 0);
  if (bytes > MOST)
    throw new InputError(
      'grow/memory',
      `${output}: the points alone are ${bytesText(bytes)}, more than can be written at once; write one groom as .hair, which is written strand by strand, or ask for fewer strands`,
    );
}

/** The figures of strands that come range by range. */
class RunningFigures {
  private strands = 0;
  private points = 0;
  private sum = 0;
  private range: Range | null = null;
  private box: StrandStatistics['bounds'] = null;

  /** Strands at these offsets, whose points begin at the first of them. */
  add(offsets: Uint32Array, positions: Float32Array): void {
    const first = offsets.map((at) => at - offsets[0]!);
    const { strands, points, length, bounds } = strandStatistics(makeStrands({ first, positions }));
    this.strands += strands;
    this.points += points;
    this.sum += strands * length.mean;
    this.range = {
      min: Math.min(this.range?.min ?? length.min, length.min),
      max: Math.max(this.range?.max ?? length.max, length.max),
    };
    const { box } = this;
    this.box =
      box && bounds
        ? {
            min: [0, 1, 2].map((c) => Math.min(box.min[c]!, bounds.min[c]!)) as unknown as typeof bounds.min,
            max: [0, 1, 2].map((c) => Math.max(box.max[c]!, bounds.max[c]!)) as unknown as typeof bounds.max,
          }
        : (box ?? bounds);
  }

  whole(): Pick<StrandStatistics, 'points' | 'bounds' | 'length'> {
    const { min, max } = this.range ?? { min: 0, max: 0 };
    return {
      points: this.points,
      bounds: this.box,
      length: { min, max, mean: this.strands > 0 ? this.sum / this.strands : 0 },
    };
  }
}

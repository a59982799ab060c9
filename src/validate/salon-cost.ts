import { pitchOf, radiusFactor } from '../models/salon/curl.ts';
import { timeSteps, type WispScene, wispRun } from './wisp-scenes.ts';

/** One load of the salon beside the published one; milliseconds a frame of 1/60 s, one step each. */
export interface SalonRow {
  readonly hair: WispScene['shape'];
  readonly skeletons: number;
  readonly nodes: number;
  readonly ours: number;
  /** All of the simulation, as published; null where only the whole session is. */
  readonly published: number | null;
}

export interface SalonTable {
  readonly rows: readonly SalonRow[];
  /** How far hair falls, metres, dry and with water that doubles its weight. */
  readonly wet: { readonly dry: number; readonly wet: number };
  /** Radius of a curl over that at rest, by stretch: turns of 40 mm of 4 mm radius. */
  readonly radius: readonly (readonly [stretch: number, factor: number])[];
}

const FRAME = 1 / 60;
/** 37 strips at the coarsest, 296 strand groups at the finest, of 20 points. */
const COUNTS = [37, 148, 296];
const POINTS = 20;
const LENGTH = 0.285;
const PUBLISHED = 92;
/** Turn and pitch of the specification's curl. */
const WINDING = 40 / pitchOf(40, 4);

const load = (hair: WispScene['shape'], wisps: number): WispScene => ({
  ...{ name: 'I salon', shape: hair, length: LENGTH, wisps, segment: LENGTH / (POINTS - 1) },
  ...{ published: 0, withoutDetection: 0 },
});

/** Times of the published load, and what water does to curls. */
export function salonTable({ now, frames = 120 }: { now: () => number; frames?: number }): SalonTable {
  const rows = (['straight', 'curly'] as const).flatMap((hair) =>
    COUNTS.map((skeletons) => ({
      ...{ hair, skeletons, nodes: POINTS },
      ours: timeSteps(wispRun(load(hair, skeletons), {}, 'dual-skeleton'), FRAME, frames, now),
      published: skeletons === 296 ? PUBLISHED : null,
    })),
  );
  return {
    rows,
    wet: wetCurls(frames),
    radius: [1, 1.1, 1.2, 1.285].map((stretch) => [stretch, radiusFactor(WINDING, stretch)] as const),
  };
}

/** Lowest point of curls, before and after their mass is doubled. */
function wetCurls(frames: number): { dry: number; wet: number } {
  const { dynamics, around } = wispRun({ ...load('curly', 12), name: 'salon' }, { damping: 4 }, 'dual-skeleton');
  const still = (time: number) => ({ ...around(time), fields: [] });
  const fall = (): number => {
    const x = new Float64Array(3 * dynamics.first[dynamics.ids.length]!);
    dynamics.positions(x);
    let low = 0;
    for (let i = 1; i < x.length; i += 3) low = Math.min(low, x[i]!);
    return -low;
  };
  for (let n = 0; n < frames; n++) dynamics.step(FRAME, still(n * FRAME));
  const dry = fall();
  dynamics.edit(dynamics.ids, { mass: 2 });
  for (let n = frames; n < 3 * frames; n++) dynamics.step(FRAME, still(n * FRAME));
  return { dry, wet: fall() };
}

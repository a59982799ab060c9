import { beforeAll, describe, expect, it } from 'vitest';
import { at, cross, distance, dot, mix, normalize, subtract, type Vec3 } from '../src/numeric/vector.ts';
import { eyeOf } from '../src/render/index.ts';
import { LiveScene } from '../src/scene/live.ts';
import { LiveHair } from '../src/scene/live-hair.ts';
import { type Strands, strandCount } from '../src/strands/strands.ts';
import { studioScene } from '../studio/src/simulation/start-scenes.ts';
import { cameraAt, type SalonStroke, STORY, work } from './haircut.fixture.ts';

/**
 * Long waves to the shoulders, a fringe and what frames the face: cut wet, blown dry and sprayed, with the hand of the page. The long
 * form draws the same strokes with a mouse in a browser (haircut.stress.test.ts).
 */

/** Shown strands that lost less than this were not cut, m. */
const CUT = 0.004;
/** A hand that lets hair come to rest before it cuts, and when all is done; steps. */
const PAUSE = 30;
const REST = 240;

interface Fibre {
  readonly points: readonly Vec3[];
  readonly length: number;
}

function fibresOf(strands: Strands): Fibre[] {
  const { first, positions } = strands;
  return Array.from({ length: strandCount(strands) }, (_, k) => {
    const points = Array.from({ length: first[k + 1]! - first[k]! }, (_, i) => at(positions, first[k]! + i));
    return { points, length: points.slice(1).reduce((sum, p, i) => sum + distance(points[i]!, p), 0) };
  });
}

/** How far a place is from the plane of the view through the ends of a line that was drawn there, or from its mirror image. */
function offLine([x, y, z]: Vec3, { side, path, isMirrored }: SalonStroke): number {
  const eye = eyeOf(cameraAt(side));
  const normal = normalize(cross(subtract(path[0]!, eye), subtract(path.at(-1)!, eye)));
  const off = (place: Vec3): number => Math.abs(dot(normal, subtract(place, eye)));
  return Math.min(off([x, y, z]), isMirrored ? off([-x, y, z]) : Number.POSITIVE_INFINITY);
}

/** The place at an arc length. */
function placeAt({ points }: Fibre, s: number): Vec3 {
  let passed = 0;
  for (let i = 1; i < points.length; i++) {
    const edge = distance(points[i - 1]!, points[i]!);
    if (passed + edge >= s) return mix(points[i - 1]!, points[i]!, (s - passed) / edge);
    passed += edge;
  }
  return points.at(-1)!;
}

describe('a haircut', () => {
  let live: LiveScene;
  let hair: LiveHair;
  const now = (): Fibre[] => fibresOf(hair.grownAt(live.time));
  let uncut: Fibre[];
  /** Distances of all tips that were cut from the lines that cut them, at the cut. */
  const off: number[] = [];

  beforeAll(() => {
    live = new LiveScene(studioScene('long-wavy'), { guides: 64, strands: 300 });
    hair = new LiveHair(live.instance.grooms[0]!, 0, live.instance.simulation);
    uncut = now();
    work(live, STORY.wet);
    for (const stroke of [...STORY.length, ...STORY.fringe, ...STORY.frame]) {
      live.advance(PAUSE);
      const before = now();
      work(live, [stroke], 0);
      now().forEach((fibre, k) => {
        if (before[k]!.length - fibre.length > CUT) off.push(offLine(fibre.points.at(-1)!, stroke));
      });
    }
    work(live, STORY.dry);
    live.advance(REST);
  }, 300_000);

  it('ends where the lines were drawn: 95 % of the tips within 5 mm', () => {
    expect(off.length).toBeGreaterThan(300);
    off.sort((a, b) => a - b);
    expect(off[Math.floor(0.95 * off.length)]).toBeLessThan(0.005);
  });

  it('rests as hair of that length does: no end more than 30° aside, seen from its root', () => {
    const angles = now().flatMap((fibre, k) => {
      if (uncut[k]!.length - fibre.length < CUT || fibre.length < CUT) return [];
      const [root] = fibre.points;
      const way = normalize(subtract(fibre.points.at(-1)!, root!));
      const usual = normalize(subtract(placeAt(uncut[k]!, fibre.length), uncut[k]!.points[0]!));
      return [(180 / Math.PI) * Math.acos(Math.min(1, dot(way, usual)))];
    });
    expect(angles.length).toBeGreaterThan(200);
    expect(Math.max(...angles)).toBeLessThan(30);
  });

  it('is dry again, and comes to the shoulders', () => {
    const wet = hair.wetness();
    expect(wet.reduce((sum, one) => sum + one, 0) / wet.length).toBeLessThan(0.05);
    for (const { points } of now()) expect(points.at(-1)![1]).toBeGreaterThan(-0.19);
  });
});

import { nextSide, type Surface } from '../../../body/surface.ts';
import type { Vec3 } from '../../../numeric/vector.ts';
import type { Connection } from './connection.ts';
import { faceCentre, freeFace, type PlacedWhorl, potentialOf } from './whorl-places.ts';

/**
 * Legs, ears and horns. Curvature is the source of a potential that rises along a tube by 1 over each radius of it, so that a limb is
 * a hill of it: found by letting the level sink and watching islands meet. Hair that runs out to a limb's tip has a whorl there, and one of
 * index −1 on the lee side of where the limb leaves the body, where hair of the body closes up behind it.
 */

/** How many of its own radii a limb sticks out at least. */
const LEAST_LENGTH = 2.5;
/** Above the fork by so many radii the limb begins. */
const BASE = 0.5;

export interface Limb {
  /** Vertex of its tip. */
  readonly tip: number;
  /** How many of its own radii it is long, about. */
  readonly length: number;
  /** Level of the potential where it leaves the body. */
  readonly fork: number;
}

/** Two whorls for every limb of a part, but for those that end in one already: `whorls` must have nose and tail. */
export function limbWhorls(
  surface: Surface,
  connection: Connection,
  part: number,
  axis: Vec3,
  whorls: readonly PlacedWhorl[],
): PlacedWhorl[] {
  const potential = potentialOf(surface, connection, part, []);
  const faces = facesOfVertices(surface);
  const placed: PlacedWhorl[] = [];
  const put = (face: number, index: 1 | -1): void => {
    placed.push({ face: freeFace(surface, face, [...whorls, ...placed]), index, isAsked: true });
  };
  for (const { tip, fork } of limbsOf(surface, part, potential, whorls)) {
    put(faces[tip]!, 1);
    put(leeSide(surface, potential, tip, fork + BASE, axis), -1);
  }
  return placed;
}

const facesOfVertices = ({ corner, vertexCount }: Surface): Uint32Array => {
  const faces = new Uint32Array(vertexCount);
  for (let h = corner.length - 1; h >= 0; h--) faces[corner[h]!] = (h - (h % 3)) / 3;
  return faces;
};

/** Where islands of high potential meet as the level sinks, the smaller one is a limb; one with a whorl on it is the body. */
export function limbsOf(
  surface: Surface,
  part: number,
  potential: Float64Array,
  whorls: readonly PlacedWhorl[],
): Limb[] {
  const { corner, vertexCount } = surface;
  const neighbours = neighboursOf(surface);
  const own = new Set<number>();
  for (let h = 0; h < corner.length; h++) if (surface.part[(h - (h % 3)) / 3] === part) own.add(corner[h]!);
  const order = Uint32Array.from(own).sort((a, b) => potential[b]! - potential[a]! || a - b);
  const island = new Int32Array(vertexCount).fill(-1);
  const hasWhorl = new Uint8Array(vertexCount);
  for (const { face } of whorls) for (let c = 0; c < 3; c++) hasWhorl[corner[3 * face + c]!] = 1;
  const rootOf = (v: number): number => {
    let r = v;
    while (island[r] !== r) r = island[r] = island[island[r]!]!;
    return r;
  };
  const limbs: Limb[] = [];
  // The root of an island is its highest vertex, or that of the part of it that is the body.
  for (const v of order) {
    island[v] = v;
    for (let n = neighbours.first[v]!; n < neighbours.first[v + 1]!; n++) {
      const w = neighbours.list[n]!;
      if (island[w]! < 0) continue;
      let [high, low] = [rootOf(w), rootOf(v)];
      if (high === low) continue;
      const isBody = hasWhorl[low]! - hasWhorl[high]!;
      if (isBody > 0 || (isBody === 0 && potential[low]! > potential[high]!)) [high, low] = [low, high];
      const length = potential[low]! - potential[v]!;
      if (length > LEAST_LENGTH && !hasWhorl[low]) limbs.push({ tip: low, length, fork: potential[v]! });
      island[low] = high;
    }
  }
  return limbs;
}

function neighboursOf({ corner, opposite, vertexCount }: Surface): { first: Uint32Array; list: Uint32Array } {
  const first = new Uint32Array(vertexCount + 1);
  const visit = (act: (i: number, j: number) => void): void => {
    for (let h = 0; h < corner.length; h++) {
      if (opposite[h]! > h) continue;
      act(corner[h]!, corner[nextSide(h)]!);
      act(corner[nextSide(h)]!, corner[h]!);
    }
  };
  visit((i) => {
    first[i + 1] = first[i + 1]! + 1;
  });
  for (let v = 0; v < vertexCount; v++) first[v + 1] = first[v + 1]! + first[v]!;
  const next = first.slice(0, vertexCount);
  const list = new Uint32Array(first[vertexCount]!);
  visit((i, j) => {
    list[next[i]!++] = j;
  });
  return { first, list };
}

/** Of the faces about a limb at a level, the one farthest along the axis. */
function leeSide(surface: Surface, potential: Float64Array, tip: number, level: number, [x, y, z]: Vec3): number {
  const { corner, opposite } = surface;
  const start = facesOfVertices(surface)[tip]!;
  const queue = [start];
  const known = new Set(queue);
  let best = start;
  let most = Number.NEGATIVE_INFINITY;
  for (const f of queue) {
    const above = [0, 1, 2].filter((c) => potential[corner[3 * f + c]!]! > level).length;
    if (above < 3) {
      const c = faceCentre(surface, f);
      const far = c[0] * x + c[1] * y + c[2] * z;
      if (far > most) [most, best] = [far, f];
    }
    if (above === 0) continue;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      const m = opposite[h]!;
      const g = (m - (m % 3)) / 3;
      if (m < 0 || known.has(g)) continue;
      known.add(g);
      queue.push(g);
    }
  }
  return best;
}

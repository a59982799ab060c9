import type { TriangleMesh } from '../../../body/mesh.ts';
import { areaOf, makeSurface, nextSide, type Surface } from '../../../body/surface.ts';
import { smoothstep } from '../../../numeric/curve.ts';
import { atan2, cos, sin } from '../../../numeric/elementary.ts';
import { normalize, subtract, type Vec3, ZERO } from '../../../numeric/vector.ts';
import type { SkinPlace } from '../../skin.ts';
import { angleIn, type Connection, directionAt, makeConnection } from './connection.ts';
import { followStrokes, type StrokePiece } from './follow-strokes.ts';
import { limbWhorls } from './limbs.ts';
import { longAxis } from './long-axis.ts';
import { type AngleWish, SmoothAngles } from './smooth-angles.ts';
import { type DirectionStroke, SurfaceSearch, sampleStroke } from './stroke-samples.ts';
import { fieldIndices, makeTurns } from './turns.ts';
import { completeWhorls, faceCentre, freeFace, type PlacedWhorl } from './whorl-places.ts';

/** A place where hair of all directions meets. */
export interface Whorl {
  readonly at: Vec3;
  /** 1: hair turns once about it (a crown, a nose, a tip); −1: it parts there in three ways (behind a leg). 1 where absent. */
  readonly index?: 1 | -1 | undefined;
}

/** Directions over a whole skin from a few strokes. */
export interface Combing {
  readonly kind: 'combed';
  readonly strokes: readonly DirectionStroke[];
  /** Whorls that somebody wants; what a closed skin must have besides is placed by itself. */
  readonly whorls?: readonly Whorl[] | undefined;
  /** Whether hair runs out to the tip of every limb; it then has a whorl at the tip and another behind where the limb begins. */
  readonly limbs?: boolean | undefined;
  /** From nose to tail: hair without strokes runs this way, and whorls go to its ends. Along the skin's length where absent. */
  readonly axis?: Vec3 | undefined;
}

export interface FoundWhorl extends Required<Whorl> {
  /** Whether somebody asked for it. */
  readonly isAsked: boolean;
  /** Hair stands up the more the nearer it is, from this distance on, m. */
  readonly radius: number;
}

/** A smooth field of unit directions on a skin. */
export interface CombedSkin {
  readonly surface: Surface;
  readonly connection: Connection;
  /** Angle at every vertex of the surface. */
  readonly theta: Float64Array;
  /** Three a vertex of the surface, unit length, along the skin. */
  readonly vectors: Float32Array;
  readonly whorls: readonly FoundWhorl[];
  /** Sentences for whoever made the strokes. */
  readonly notes: readonly string[];
  /** Writes the direction at a place; shorter than 1 where directions differ between the corners of its triangle. */
  at(place: SkinPlace, out: Float64Array): void;
  /** How far hair stands up at a place because a whorl is near, 0..1. */
  standing(place: SkinPlace): number;
}

/** Combs a skin: 0.4 s and 60 MB for 100,000 triangles. */
export function combSkin(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>, combing: Combing): CombedSkin {
  const surface = makeSurface(mesh);
  const connection = makeConnection(surface);
  const notes: string[] = [];
  const pieces = strokePieces(surface, combing, notes);
  const axes = surface.parts.map((_, part) => axisOf(surface, part, pieces.pieces, combing.axis));
  const asked = placeAsked(surface, pieces.search, combing.whorls ?? [], notes);
  const ends = completeWhorls(surface, connection, asked, (part) => axes[part]!);
  const placed = combing.limbs ? withLimbs(surface, connection, ends, axes) : ends;
  const indices = new Int8Array(surface.faceCount);
  for (const { face, index } of placed) indices[face] = index;
  const lay = layByAxis(surface, connection, axes);
  const angles = new SmoothAngles(surface, connection, makeTurns(surface, connection, lay.angle, indices));
  angles.solve([], 'rough');
  angles.chooseLoops([]);
  const free = surface.parts.map((_, part) => !pieces.pieces.some((piece) => piece.part === part));
  turnParts(surface, angles, lay, free);
  const own = axisWishes(surface, angles, lay, free);
  notes.push(...followStrokes({ surface, connection, angles, indices, pieces: pieces.pieces, own }));
  const { theta } = angles;
  const found = fieldIndices(surface, connection, theta);
  const count = found.reduce((sum, index) => sum + Math.abs(index), 0);
  if (count > placed.length)
    notes.push('the skin is too coarse for the direction to be smooth everywhere: hair has more whorls than it needs');
  const vectors = new Float64Array(3 * surface.vertexCount);
  for (let v = 0; v < surface.vertexCount; v++) directionAt(connection, v, theta[v]!, vectors);
  const whorls = placed.map((whorl) => describe(surface, vectors, { ...whorl, face: settled(surface, found, whorl) }));
  return {
    surface,
    connection,
    theta,
    vectors: Float32Array.from(vectors),
    whorls,
    notes,
    ...fieldOf(surface, vectors, connection.normals, whorls),
  };
}

/** Strokes as they run over each part of a surface. */
function strokePieces(
  surface: Surface,
  { strokes, whorls }: Combing,
  notes: string[],
): { search: SurfaceSearch | null; pieces: StrokePiece[] } {
  if (strokes.length === 0 && !(whorls && whorls.length > 0)) return { search: null, pieces: [] };
  const search = new SurfaceSearch(surface);
  const spacing = 0.5 * meanEdge(surface);
  const pieces: StrokePiece[] = [];
  strokes.forEach(({ path, strength = 1 }, n) => {
    const samples = sampleStroke(search, surface, path, spacing);
    if (samples.length === 0)
      notes.push(`stroke ${n} of the direction is nowhere near the skin, or does not run along it, and was left out`);
    let last: StrokePiece | null = null;
    for (const sample of samples) {
      const part = surface.part[sample.face]!;
      if (!last || last.part !== part) {
        last = { stroke: n, part, strength, samples: [] };
        pieces.push(last);
      }
      last.samples.push(sample);
    }
  });
  return { search, pieces };
}

function meanEdge({ positions: p, corner }: Surface): number {
  let sum = 0;
  for (let h = 0; h < corner.length; h++) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    const [x, y, z] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum / corner.length;
}

/** The way of a part's longest stroke, or its own length. */
function axisOf(surface: Surface, part: number, pieces: readonly StrokePiece[], given: Vec3 | undefined): Vec3 {
  if (given?.some((c) => c !== 0)) return normalize(given);
  const own = pieces.filter((piece) => piece.part === part);
  const longest = own.reduce<StrokePiece | null>(
    (best, piece) => (best && best.samples.length >= piece.samples.length ? best : piece),
    null,
  );
  const chord = longest ? subtract(longest.samples.at(-1)!.at, longest.samples[0]!.at) : ZERO;
  const axis = normalize(chord, ZERO);
  return axis === ZERO ? longAxis(surface, part) : axis;
}

function placeAsked(
  surface: Surface,
  search: SurfaceSearch | null,
  whorls: readonly Whorl[],
  notes: string[],
): PlacedWhorl[] {
  const placed: PlacedWhorl[] = [];
  whorls.forEach(({ at, index = 1 }, n) => {
    const place = search?.nearest(at);
    if (place) placed.push({ face: freeFace(surface, place.face, placed), index, isAsked: true });
    else notes.push(`whorl ${n} is nowhere near the skin and was left out`);
  });
  return placed;
}

function withLimbs(
  surface: Surface,
  connection: Connection,
  whorls: readonly PlacedWhorl[],
  axes: readonly Vec3[],
): PlacedWhorl[] {
  const all = [...whorls];
  for (const [part, axis] of axes.entries()) all.push(...limbWhorls(surface, connection, part, axis, all));
  return all;
}

/** How hair would lie along the axis of its part: an angle at every vertex, and how much of the axis runs along the skin there. */
interface AxisLay {
  readonly angle: Float64Array;
  readonly part: Int32Array;
  /** Area of the vertex times the squared part of the axis that runs along the skin. */
  readonly weight: Float64Array;
}

function layByAxis(surface: Surface, connection: Connection, axes: readonly Vec3[]): AxisLay {
  const { vertexCount, corner, positions, faceCount } = surface;
  const part = new Int32Array(vertexCount).fill(-1);
  const weight = new Float64Array(vertexCount);
  for (let f = 0; f < faceCount; f++) {
    const area = areaOf(positions, corner, f) / 3;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      part[corner[h]!] = surface.part[f]!;
      weight[corner[h]!] = weight[corner[h]!]! + area;
    }
  }
  const angle = new Float64Array(vertexCount);
  const n = connection.normals;
  for (let v = 0; v < vertexCount; v++) {
    const [x, y, z] = axes[part[v]!]!;
    angle[v] = angleIn(connection, v, x, y, z);
    const out = n[3 * v]! * x + n[3 * v + 1]! * y + n[3 * v + 2]! * z;
    weight[v] = weight[v]! * Math.max(0, 1 - out * out);
  }
  return { angle, part, weight };
}

/** Turns parts without strokes as a whole to where they agree best with their axis. */
function turnParts(surface: Surface, { theta }: SmoothAngles, lay: AxisLay, isFree: readonly boolean[]): void {
  const count = surface.parts.length;
  const [c, s] = [new Float64Array(count), new Float64Array(count)];
  for (let v = 0; v < theta.length; v++) {
    const p = lay.part[v]!;
    const off = lay.angle[v]! - theta[v]!;
    c[p] = c[p]! + lay.weight[v]! * cos(off);
    s[p] = s[p]! + lay.weight[v]! * sin(off);
  }
  const turn = Float64Array.from(c, (x, p) => (isFree[p] ? atan2(s[p]!, x) : 0));
  for (let v = 0; v < theta.length; v++) theta[v] = theta[v]! + turn[lay.part[v]!]!;
}

/** Without strokes hair follows the axis over lengths beyond this fraction of the square root of the area. */
const FOLLOWED = 0.3;
const MOST_WISHES = 20000;

/** Weak wishes of parts without strokes to lie along their axis. */
function axisWishes(surface: Surface, { theta }: SmoothAngles, lay: AxisLay, isFree: readonly boolean[]): AngleWish[] {
  const { corner, parts } = surface;
  const wishes: AngleWish[] = [];
  const isSeen = new Uint8Array(surface.vertexCount);
  const stride = Math.ceil(surface.vertexCount / MOST_WISHES);
  for (let h = 0; h < corner.length; h++) {
    const v = corner[h]!;
    const part = lay.part[v]!;
    if (!isFree[part] || isSeen[v]) continue;
    isSeen[v] = 1;
    if (v % stride !== 0 || !(lay.weight[v]! > 0)) continue;
    const off = lay.angle[v]! - theta[v]!;
    const weights: [number, number, number] = [h % 3 === 0 ? 1 : 0, h % 3 === 1 ? 1 : 0, h % 3 === 2 ? 1 : 0];
    wishes.push({
      face: (h - (h % 3)) / 3,
      weights,
      angle: lay.angle[v]! - 2 * Math.PI * Math.round(off / (2 * Math.PI)),
      strength: (stride * lay.weight[v]!) / (FOLLOWED * FOLLOWED * parts[part]!.area),
    });
  }
  return wishes;
}

/** Hair stands up about a whorl over this fraction of the square root of the area, or half its triangle. */
const STANDING = 0.015;

function describe(surface: Surface, vectors: Float64Array, { face, index, isAsked }: PlacedWhorl): FoundWhorl {
  const { positions: p, corner, parts, part } = surface;
  let longest = 0;
  for (let h = 3 * face; h < 3 * face + 3; h++) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    const [x, y, z] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    longest = Math.max(longest, Math.sqrt(x * x + y * y + z * z));
  }
  const radius = Math.max(0.5 * longest, STANDING * Math.sqrt(parts[part[face]!]!.area));
  return { at: centreOf(surface, vectors, face), index, isAsked, radius };
}

/** The face in which a whorl has come to lie: its own, or a neighbour over an edge or a corner. */
function settled({ corner, faceCount }: Surface, found: Int8Array, { face, index }: PlacedWhorl): number {
  if (found[face] === index) return face;
  const own = new Set([corner[3 * face]!, corner[3 * face + 1]!, corner[3 * face + 2]!]);
  for (let f = 0; f < faceCount; f++)
    if (found[f] === index && [0, 1, 2].some((c) => own.has(corner[3 * f + c]!))) return f;
  return face;
}

/** Where the directions of a face's corners cancel: Σ bᵢ vᵢ is shortest. */
function centreOf(surface: Surface, vectors: Float64Array, face: number): Vec3 {
  const { positions: p, corner } = surface;
  const [a, b, c] = [3 * corner[3 * face]!, 3 * corner[3 * face + 1]!, 3 * corner[3 * face + 2]!];
  let [ee, ef, ff, ea, fa] = [0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const e = vectors[b + k]! - vectors[a + k]!;
    const f = vectors[c + k]! - vectors[a + k]!;
    ee += e * e;
    ef += e * f;
    ff += f * f;
    ea -= e * vectors[a + k]!;
    fa -= f * vectors[a + k]!;
  }
  const det = ee * ff - ef * ef;
  const u = (ea * ff - fa * ef) / det;
  const v = (fa * ee - ea * ef) / det;
  if (!(u >= 0 && v >= 0 && u + v <= 1)) return faceCentre(surface, face);
  const at = (k: number): number => p[a + k]! + u * (p[b + k]! - p[a + k]!) + v * (p[c + k]! - p[a + k]!);
  return [at(0), at(1), at(2)];
}

function fieldOf(
  { vertexOf }: Surface,
  vectors: Float64Array,
  normals: Float64Array,
  whorls: readonly FoundWhorl[],
): Pick<CombedSkin, 'at' | 'standing'> {
  return {
    at: ({ triangle, weights, normal }, out) => {
      out.fill(0);
      for (let c = 0; c < 3; c++) {
        const v = 3 * vertexOf[3 * triangle + c]!;
        if (v >= 0) addTurned(vectors, normals, v, normal, weights[c]!, out);
      }
    },
    standing: ({ position: [x, y, z] }) => {
      let most = 0;
      for (const { at, radius } of whorls) {
        const [dx, dy, dz] = [x! - at[0], y! - at[1], z! - at[2]];
        const square = dx * dx + dy * dy + dz * dz;
        if (square < radius * radius) most = Math.max(most, 1 - smoothstep(Math.sqrt(square) / radius));
      }
      return most;
    },
  };
}

/** Adds a vertex's direction, turned as the skin turns from its normal to another: v − (v·b) (a + b) / (1 + a·b) for v across a. */
function addTurned(
  vectors: Float64Array,
  normals: Float64Array,
  v: number,
  normal: Float64Array,
  weight: number,
  out: Float64Array,
): void {
  let [cosine, along] = [0, 0];
  for (let k = 0; k < 3; k++) {
    cosine += normals[v + k]! * normal[k]!;
    along += vectors[v + k]! * normal[k]!;
  }
  // A mesh whose triangles face inwards has its normals there too.
  const side = cosine < 0 ? -1 : 1;
  const f = (side * along) / (1 + side * cosine);
  for (let k = 0; k < 3; k++) out[k] = out[k]! + weight * (vectors[v + k]! - f * (normals[v + k]! + side * normal[k]!));
}

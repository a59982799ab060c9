import { hashUnit } from '../numeric/random.ts';
import { transport } from '../numeric/rotation.ts';
import { addScaled, at, cross, distance, normalize, perpendicular, subtract, type Vec3 } from '../numeric/vector.ts';
import type { PaintStroke } from '../salon/paint.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { selectStrands } from '../strands/selection.ts';
import { makeStrands, type Strands, strandCount } from '../strands/strands.ts';
import { cutFractions } from './cut-fractions.ts';
import type { Followed, Hair } from './groom.ts';
import type { GroomInstance } from './groom-instance.ts';
import { type Overlay, overlayDye, overlaySignature } from './overlay-tints.ts';
import { isThinned, thinnedFractions, thinSignature } from './thinned.ts';
import { isPruned, laidTints, paintedLength, tintSignature, tintsOf } from './tints.ts';

/** Strands that were cut at one line end within so many metres of it: no scissors cut all at one height. */
const RAGGED = 0.003;
/** Last edges of arcs that are this much shorter than their neighbours, as a fraction, were not cut. */
const BENT_SLACK = 0.02;
/** A guide that is this much shorter than it was groomed was cut: lengths are kept better. */
const CUT_SLACK = 0.01;
/** Strands of which less is left are gone. */
const LEAST_FRACTION = 1e-3;
/** Radius of the clump that a cut piece falls as, metres. */
const PIECE_RADIUS = 0.006;
const MOST_PIECE_STRANDS = 60;
/** Fraction by which hairs that grew end before the longest. */
const TUFT_RAGGED = 0.12;

/** Strands of a groom among all: from .. to. */
export interface StrandRange {
  readonly from: number;
  readonly to: number;
}

/** The simulated strands that all others follow, as they are now, and what tools have done to them. */
export interface SimulatedHair
  extends Pick<Simulation, 'time' | 'ids' | 'first' | 'topologyVersion' | 'positionsAt' | 'salon'> {
  readonly grooms: readonly StrandRange[];
}

/**
 * The hair of one groom of a running scene as it is shown, whatever was cut, grown wet or taken away. Everything follows from the present
 * state of the simulated strands, so that going back in time needs no memory here.
 */
export class LiveHair {
  readonly hair: Hair;
  readonly guides: Strands;
  readonly simulation: SimulatedHair;
  /** Number of the groom. */
  private readonly groom: number;
  private readonly body: number;
  /** Arc length of the groomed guides at their points. */
  private readonly groomed: Float64Array;
  private readonly raw: { x: Float64Array; place: Map<number, number> } = { x: new Float64Array(0), place: new Map() };
  private readonly ghost: Float32Array;
  private spacing: number | null = null;
  private lengths: Float32Array | null = null;
  private cut: { readonly version: number; readonly left: Float32Array } | null = null;
  private thin: { readonly signature: string; readonly left: Float32Array } | null = null;
  private known = -1;
  private tinted: { readonly signature: string; readonly tints: Float32Array | null } | null = null;
  private pieces: number[] = [];
  private dry = new Float32Array(0);
  private shownFirst: Uint32Array;
  private shownId: Uint32Array;

  /** `groom` is the place of the groom among the scene's. */
  constructor(
    { hair, guides, body }: Pick<GroomInstance, 'hair' | 'guides' | 'body'>,
    groom: number,
    simulation: SimulatedHair,
  ) {
    this.groom = groom;
    this.body = body;
    this.hair = hair;
    this.guides = guides;
    this.simulation = simulation;
    this.groomed = arcLengths(guides);
    this.ghost = new Float32Array(guides.positions.length);
    this.shownFirst = hair.strands.first;
    this.shownId = hair.strands.id;
  }

  /** Rises whenever other strands are shown than before. */
  get version(): number {
    this.follow();
    return this.known;
  }

  get first(): Uint32Array {
    this.follow();
    return this.shownFirst;
  }

  get id(): Uint32Array {
    this.follow();
    return this.shownId;
  }

  /** Whether every shown strand still follows from the guides alone. */
  get isWhole(): boolean {
    this.follow();
    return (
      !isPruned(this.paint()) &&
      !isThinned(this) &&
      this.pieces.length === 0 &&
      this.guideFractions().every((fraction) => fraction > 1 - 1e-3)
    );
  }

  /** The guides at a time with the points that they were groomed with; beyond a cut they go straight on. */
  guidesAt(time: number): Float32Array {
    this.read(time);
    for (let g = 0; g < strandCount(this.guides); g++) this.extend(g);
    return this.ghost;
  }

  /** The guides at a time with the points that they were groomed with, all of them on what is left. */
  leftGuidesAt(time: number): Float32Array {
    const out = this.guidesAt(time).slice();
    const fractions = this.guideFractions();
    const { first } = this.guides;
    for (let g = 0; g < fractions.length; g++)
      if (fractions[g]! < 1) shorten(out, first[g]!, first[g + 1]!, fractions[g]!);
    return out;
  }

  /** Writes the points of all strands that grow on the body, without pieces that fall. */
  writeGrown(time: number, out: Float32Array): void {
    const { strands } = this.hair;
    const guides = this.guidesAt(time);
    if (this.hair.generator) {
      const wetness = this.wetness();
      this.hair.generator.wetness = wetness === this.dry ? undefined : wetness;
    }
    this.hair.update(guides, time, out, this.guideFractions());
    const fractions = this.fractions();
    for (let k = 0; k < strandCount(strands); k++)
      if (fractions[k]! < 1) shorten(out, strands.first[k]!, strands.first[k + 1]!, fractions[k]!);
  }

  /** The strands that grow on the body at a time, as they go into files: no pieces that fall, nothing that was cut off whole. */
  grownAt(time: number): Strands {
    const { first, id, positions, strandAttributes } = this.hair.strands;
    const now = new Float32Array(positions.length);
    this.writeGrown(time, now);
    const fractions = this.fractions();
    return selectStrands(
      makeStrands({ first, id, positions: now, strandAttributes }),
      (k) => fractions[k]! > LEAST_FRACTION,
    );
  }

  /** Writes all points that are shown at a time. */
  write(time: number, out: Float32Array): void {
    const { strands } = this.hair;
    this.writeGrown(time, out);
    let point = strands.first[strandCount(strands)]!;
    for (const id of this.pieces) point = this.writePiece(id, point, out);
  }

  /** What is left of every shown strand, as a fraction of its length. */
  fractions(): Float32Array {
    const { strands } = this.hair;
    const left = this.cutFractions();
    const paint = this.paint();
    const isPainted = isPruned(paint);
    const thinned = this.thinned();
    return Float32Array.from({ length: strandCount(strands) }, (_, k) => {
      const id = strands.id[k]!;
      const painted = isPainted ? paintedLength(paint, at(strands.positions, strands.first[k]!), id) : 1;
      const fraction = Math.min(left[k]! * painted, thinned?.[k] ?? 1);
      if (fraction > 1 - 1e-3) return 1;
      return Math.max(0, fraction + (RAGGED / this.lengthOf(k)) * (hashUnit(id, 91) - 0.5));
    });
  }

  /** What cuts have left of every shown strand: lengths that tools change do not matter, so it holds until strands come or go. */
  private cutFractions(): Float32Array {
    this.follow();
    if (this.cut?.version === this.known) return this.cut.left;
    const left = cutFractions(this, this.guideFractions(), this.groomed);
    this.cut = { version: this.known, left };
    return left;
  }

  /** What thinning shears have left of every shown strand, found again when they have closed; null where they never did. */
  private thinned(): Float32Array | null {
    if (!isThinned(this)) return null;
    const signature = `${this.known} ${thinSignature(this)}`;
    if (this.thin?.signature !== signature) this.thin = { signature, left: thinnedFractions(this, this.groomed) };
    return this.thin.left;
  }

  /** Groomed length of a shown strand. */
  private lengthOf(k: number): number {
    const { first, positions } = this.hair.strands;
    this.lengths ??= Float32Array.from({ length: first.length - 1 }, (_, j) =>
      Math.max(RAGGED, polylineLength(positions, first[j]!, first[j + 1]!)),
    );
    return this.lengths[k]!;
  }

  /** How wet every shown strand looks, 0..1; pieces last. Hair that holds what it can without dripping looks soaked. */
  wetness(): Float32Array {
    const { salon } = this.simulation;
    const soaked = salon?.settings.damp || 1;
    const wetOf = (id: number): number => Math.min(1, mean(salon?.products.get(id)?.wet) / soaked);
    const guide = Float64Array.from(this.guides.id, wetOf);
    if (guide.every((wet) => wet === 0) && this.pieces.length === 0) {
      // Nothing is done for every strand in every frame of hair that is dry.
      if (this.dry.length !== this.shownId.length) this.dry = new Float32Array(this.shownId.length);
      return this.dry;
    }
    const own = strandCount(this.hair.strands);
    const out = new Float32Array(this.shownId.length);
    for (let k = 0; k < own; k++) out[k] = blend(this.hair.followed, guide, k);
    let k = own;
    for (const id of this.pieces) for (let n = 0; n < this.pieceStrands(); n++) out[k++] = wetOf(id);
    return out;
  }

  /** Factors of every shown strand's colour, three each; null where hair has its own everywhere. Pieces that fall keep the hair's. */
  colours(): Float32Array | null {
    const { colours } = this.hair;
    if (!colours) return null;
    this.follow();
    if (colours.length === 3 * this.shownId.length) return colours;
    const out = new Float32Array(3 * this.shownId.length).fill(1);
    out.set(colours);
    return out;
  }

  /** The colour on every shown point, see tints.ts, the same array until it changes, or what an overlay shows there; null where hair has its own colour everywhere. */
  tints(overlay: Overlay = 'none'): Float32Array | null {
    this.follow();
    const { hair, guides, simulation } = this;
    const { salon } = simulation;
    if (!salon) return null;
    const shown = overlay === 'none' ? tintSignature(salon) : `${overlay} ${overlaySignature(overlay, salon)}`;
    const signature = `${this.known} ${shown}`;
    if (this.tinted?.signature === signature) return this.tinted.tints;
    const pieces = this.pieces.flatMap((id) => Array.from({ length: this.pieceStrands() }, () => id));
    const { strands, followed } = hair;
    const { products } = salon;
    const tinted = { products, paint: this.paint(), strands, guides, followed, first: this.shownFirst, pieces };
    const tints = overlay === 'none' ? tintsOf(tinted) : laidTints(tinted, overlayDye(overlay, salon));
    this.tinted = { signature, tints };
    return tints;
  }

  /** What was painted on the body that this hair grows on. */
  private paint(): readonly PaintStroke[] {
    return (this.simulation.salon?.paint ?? []).filter(({ body }) => body === this.body);
  }

  /** What is left of every guide, as a fraction of the length that it would have. */
  private guideFractions(): Float64Array {
    this.read(this.simulation.time);
    const { ids, first, salon } = this.simulation;
    return Float64Array.from(this.guides.id, (id, g) => {
      const k = this.raw.place.get(id);
      if (k === undefined) return 0;
      if (this.hair.isBent) return this.bentFraction(g, k);
      const whole = this.groomed[this.guides.first[g + 1]! - 1]! * (salon?.products.get(ids[k]!)?.length ?? 1);
      return Math.min(1, polylineLength(this.raw.x, first[k]!, first[k + 1]!) / whole);
    });
  }

  /** The same of guide g where its edges are chords of arcs: all but the last are whole, and that one is measured by its neighbour. */
  private bentFraction(g: number, k: number): number {
    const { first } = this.simulation;
    const begin = this.guides.first[g]!;
    const edges = Math.min(first[k + 1]! - first[k]!, this.guides.first[g + 1]! - begin) - 1;
    if (edges < 1) return 0;
    const ratio = (j: number): number => {
      const whole = this.groomed[begin + j + 1]! - this.groomed[begin + j]!;
      return distance(at(this.raw.x, first[k]! + j), at(this.raw.x, first[k]! + j + 1)) / Math.max(whole, 1e-12);
    };
    const part = edges > 1 ? Math.min(1, ratio(edges - 1) / ratio(edges - 2)) : 1;
    const last = this.groomed[begin + edges]! - this.groomed[begin + edges - 1]!;
    const there = this.groomed[begin + edges - 1]! + (part > 1 - BENT_SLACK ? 1 : part) * last;
    return there / this.groomed[this.guides.first[g + 1]! - 1]!;
  }

  private read(time: number): void {
    const { simulation, raw } = this;
    const size = 3 * simulation.first[simulation.ids.length]!;
    if (raw.x.length !== size) raw.x = new Float64Array(size);
    simulation.positionsAt(time, raw.x);
    this.follow();
  }

  /** Takes note of strands that appeared or went. */
  private follow(): void {
    const { simulation, raw, guides } = this;
    if (this.known === simulation.topologyVersion) return;
    this.known = simulation.topologyVersion;
    raw.place = new Map(Array.from(simulation.ids, (id, k) => [id, k]));
    const groomed = new Set(guides.id);
    const { from, to } = simulation.grooms[this.groom] ?? { from: 0, to: 0 };
    this.pieces = Array.from(simulation.ids.subarray(from, to)).filter((id) => !groomed.has(id));
    const { strands } = this.hair;
    const first = Array.from(strands.first);
    const id = Array.from(strands.id);
    for (const piece of this.pieces) {
      const k = raw.place.get(piece)!;
      const nodes = simulation.first[k + 1]! - simulation.first[k]!;
      for (let n = 0; n < this.pieceStrands(); n++) {
        first.push(first.at(-1)! + nodes);
        id.push((piece * 64 + n) >>> 0);
      }
    }
    this.shownFirst = Uint32Array.from(first);
    this.shownId = Uint32Array.from(id);
  }

  private pieceStrands(): number {
    const each = Math.round(strandCount(this.hair.strands) / Math.max(1, strandCount(this.guides)));
    return Math.max(1, Math.min(MOST_PIECE_STRANDS, each));
  }

  /** One guide at the arc lengths of its groomed points. */
  private extend(g: number): void {
    const { guides, ghost, groomed, raw, simulation } = this;
    const begin = guides.first[g]!;
    const end = guides.first[g + 1]!;
    const k = raw.place.get(guides.id[g]!);
    if (k === undefined) {
      // Taken away as a whole: nothing is left of it but its last known place.
      return;
    }
    const from = simulation.first[k]!;
    const to = simulation.first[k + 1]!;
    if (this.hair.isBent) {
      this.extendBent(g, k);
      return;
    }
    const longer = simulation.salon?.products.get(guides.id[g]!)?.length ?? 1;
    let node = from;
    let passed = 0;
    let edge = distance(at(raw.x, node), at(raw.x, node + 1));
    for (let i = begin; i < end; i++) {
      const s = groomed[i]! * longer;
      while (node < to - 2 && s > passed + edge) {
        passed += edge;
        node++;
        edge = distance(at(raw.x, node), at(raw.x, node + 1));
      }
      const a = at(raw.x, node);
      const b = at(raw.x, node + 1);
      if (s > (1 + CUT_SLACK) * (passed + edge)) {
        this.continueGroomed(g, i, b, subtract(b, a), (passed + edge) / longer, longer);
        return;
      }
      ghost.set(addScaled(a, subtract(b, a), edge > 0 ? (s - passed) / edge : 0), 3 * i);
    }
  }

  /**
   * Beyond a cut a guide goes on as it was groomed, turned with what is left of it: strands beside the cut, which follow it in part, go
   * on as before.
   */
  private continueGroomed(g: number, from: number, tip: Vec3, now: Vec3, left: number, longer: number): void {
    const { guides, ghost, groomed } = this;
    const end = guides.first[g + 1]!;
    const before = Math.max(guides.first[g]!, from - 1);
    const edge = subtract(at(guides.positions, from), at(guides.positions, before));
    const size = Math.max(groomed[from]! - groomed[before]!, 1e-12);
    const cut = addScaled(at(guides.positions, before), edge, (left - groomed[before]!) / size);
    const [t, u] = [normalize(edge), normalize(now, normalize(edge))];
    for (let i = from; i < end; i++)
      ghost.set(addScaled(tip, transport(t, u, subtract(at(guides.positions, i), cut)), longer), 3 * i);
  }

  /** A guide that is bent has the points that it was groomed with, up to where it was cut. */
  private extendBent(g: number, k: number): void {
    const { guides, ghost, groomed, raw, simulation } = this;
    const [begin, end] = [guides.first[g]!, guides.first[g + 1]!];
    const from = simulation.first[k]!;
    const nodes = simulation.first[k + 1]! - from;
    const left = this.bentFraction(g, k) * groomed[end - 1]!;
    const tip = at(raw.x, from + nodes - 1);
    const way = subtract(tip, at(raw.x, from + Math.max(0, nodes - 2)));
    const edge = Math.max(left - groomed[begin + Math.max(0, nodes - 2)]!, 1e-12);
    for (let i = begin; i < end; i++) {
      const beyond = (groomed[i]! - left) / edge;
      ghost.set(i - begin < nodes && beyond < 1e-6 ? at(raw.x, from + i - begin) : addScaled(tip, way, beyond), 3 * i);
    }
  }

  /** Strands about one that grew, as those about its neighbours: spread over the skin between them, each with its own length. */
  private writeTuft(id: number, point: number, out: Float32Array, sides: readonly (readonly [Vec3, Vec3])[]): number {
    const { simulation, raw } = this;
    const from = simulation.first[raw.place.get(id)!]!;
    this.spacing ??= rootSpacing(this.guides);
    const [u, v] = sides[0]!;
    let next = point;
    for (let n = 0; n < this.pieceStrands(); n++) {
      const [a, b] = discPoint(id, n);
      const [c, d] = discPoint(id, n + MOST_PIECE_STRANDS);
      const begin = next;
      for (let i = 0; i < sides.length; i++, next++) {
        // Hairs wander apart and together on their way: none stays beside the same one.
        const t = i / Math.max(1, sides.length - 1);
        const [x, y] = [a + t * (c - a), b + t * (d - b)];
        const beside = addScaled(addScaled(at(raw.x, from + i), u, this.spacing * x), v, this.spacing * y);
        out.set(beside, 3 * next);
      }
      shorten(out, begin, next, 1 - TUFT_RAGGED * hashUnit(id, n, 5));
    }
    return next;
  }

  /** Strands about a piece that falls, in a round clump that closes at its ends. */
  private writePiece(id: number, point: number, out: Float32Array): number {
    const { simulation, raw } = this;
    const k = raw.place.get(id)!;
    const from = simulation.first[k]!;
    const nodes = simulation.first[k + 1]! - from;
    const sides = framesOf(raw.x, from, nodes);
    if (!(simulation.salon?.isPiece(id) ?? true)) return this.writeTuft(id, point, out, sides);
    let next = point;
    for (let n = 0; n < this.pieceStrands(); n++) {
      const [a, b] = discPoint(id, n);
      for (let i = 0; i < nodes; i++, next++) {
        const taper = PIECE_RADIUS * Math.min(1, 0.4 + 0.6 * Math.min(i, nodes - 1 - i));
        const [u, v] = sides[i]!;
        out.set(addScaled(addScaled(at(raw.x, from + i), u, taper * a), v, taper * b), 3 * next);
      }
    }
    return next;
  }
}

function blend({ guides, weights }: Followed, values: ArrayLike<number>, strand: number): number {
  let sum = 0;
  for (let n = 3 * strand; n < 3 * strand + 3; n++) sum += weights[n]! * values[guides[n]!]!;
  return sum;
}

const mean = (values: Float64Array | undefined): number =>
  values && values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;

function arcLengths({ first, positions }: Strands): Float64Array {
  const out = new Float64Array(positions.length / 3);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]! + 1; i < first[k + 1]!; i++)
      out[i] = out[i - 1]! + distance(at(positions, i - 1), at(positions, i));
  return out;
}

/** Median distance from one root to the next nearest one. */
function rootSpacing({ first, positions }: Strands): number {
  const roots = Array.from({ length: first.length - 1 }, (_, k) => at(positions, first[k]!));
  const nearest = roots.map((root, k) =>
    roots.reduce((least, other, j) => (j === k ? least : Math.min(least, distance(root, other))), PIECE_RADIUS * 4),
  );
  return nearest.sort((a, b) => a - b)[nearest.length >> 1] ?? PIECE_RADIUS;
}

function polylineLength(x: Float64Array | Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from + 1; i < to; i++) sum += distance(at(x, i - 1), at(x, i));
  return sum;
}

/** The same number of points on the first part of a strand. */
function shorten(x: Float32Array, from: number, to: number, fraction: number): void {
  const edges = to - from - 1;
  for (let j = edges; j > 0; j--) {
    const s = fraction * j;
    const i = Math.min(edges - 1, Math.floor(s));
    const a = at(x, from + i);
    x.set(addScaled(a, subtract(at(x, from + i + 1), a), s - i), 3 * (from + j));
  }
}

/** Two unit vectors across the curve at every node, without twist. */
function framesOf(x: Float64Array, from: number, nodes: number): (readonly [Vec3, Vec3])[] {
  const frames: (readonly [Vec3, Vec3])[] = [];
  let side: Vec3 | null = null;
  for (let i = 0; i < nodes; i++) {
    const a = at(x, from + Math.max(0, i - 1));
    const b = at(x, from + Math.min(nodes - 1, i + 1));
    const tangent = normalize(subtract(b, a), [0, -1, 0]);
    const before: Vec3 = side ?? perpendicular(tangent);
    side = normalize(cross(cross(tangent, before), tangent), perpendicular(tangent));
    frames.push([side, cross(tangent, side)]);
  }
  return frames;
}

/** A point of the unit disc for strand n of a piece. */
function discPoint(id: number, n: number): readonly [number, number] {
  for (let attempt = 0; attempt < 8; attempt++) {
    const a = 2 * hashUnit(id, n, attempt, 1) - 1;
    const b = 2 * hashUnit(id, n, attempt, 2) - 1;
    if (a * a + b * b <= 1) return [a, b];
  }
  return [0, 0];
}

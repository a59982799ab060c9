import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import type { HairState } from '../interaction.ts';
import { Cells } from './cells.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';
import { Crossings } from './crossings.ts';
import { FoundPairs, isCorner, type PairList } from './found-pairs.ts';
import { roomFor } from './growable.ts';
import type { InteractionPart } from './interactions.ts';
import { NearPairs } from './near-pairs.ts';
import type { ContactParameters } from './parameters.ts';
import { PieceBook } from './piece-book.ts';
import { pieceReach } from './pieces.ts';
import type { PlaneRows } from './plane-rows.ts';
import { Response } from './response.ts';
import {
  ageSpring,
  DAMP,
  type Meeting,
  packSprings,
  REST,
  SIDE,
  SPRING_ROW,
  Springs,
  STIFF,
  unpackSprings,
} from './springs.ts';
import type { Topology } from './topology.ts';
import { Tracker } from './tracker.ts';

/**
 * Strands as locks of a radius that meet piece by piece: found through a grid, pushed apart by springs with a life of their
 * own, rubbing by direction and by cuticle. All forces are equal and opposite.
 */
export class Contact implements InteractionPart {
  readonly parameters: ContactParameters;
  readonly book: PieceBook;
  /** Finds pairs of pieces that may be near; fast crossing strands need to be looked for along their way in every step. */
  readonly detector: NearPairs | Cells | Tracker;
  /** Pairs that may meet in this step. */
  pairs: PairList;
  /** Meetings after the last step, and where each is (rows of MEETING numbers). */
  springs = new Springs();
  private next = new Springs();
  private readonly found = new FoundPairs();
  private readonly crossings: Crossings;
  private readonly response: Response;
  private readonly nearest: Float64Array = new Float64Array(CLOSEST_ROW);
  private readonly meeting: Meeting = { distance: 0, rest: 0, rate: 0, share: 0, release: 0 };
  private velocity: Float64Array = new Float64Array(0);
  private reach: Float64Array = new Float64Array(0);

  constructor(parameters: ContactParameters, groomed: HairState) {
    this.parameters = parameters;
    this.book = new PieceBook(groomed, parameters);
    this.detector = makeDetector(parameters);
    this.pairs = this.found;
    this.crossings = new Crossings();
    this.response = new Response(parameters);
    this.meeting.release = parameters.release;
  }

  act(hair: HairState, topology: Topology, force: Float64Array, planes: PlaneRows): void {
    this.book.update(hair, topology, [this.springs, ...this.seeds()]);
    this.detect(hair);
    this.meet(hair, planes);
    this.response.apply(hair, this.book.pieces, this.springs, force);
  }

  /** Pairs that may meet into `pairs`. */
  detect(hair: HairState): void {
    const { detector, book } = this;
    const { pieces } = book;
    this.reach = pieceReach(hair, pieces, this.parameters.release, this.reach);
    if (detector instanceof NearPairs) {
      detector.update(hair, book, this.reach, this.parameters.release);
      this.pairs = detector;
      return;
    }
    this.relativeVelocity(hair);
    detector.find({
      pieces,
      strands: hair.ids.length,
      position: hair.position,
      velocity: this.velocity,
      dt: this.parameters.crossing ? hair.dt : 0,
      reach: this.reach,
    });
    this.found.take(detector, book);
    this.pairs = this.found;
  }

  /** Motion that all hair shares brings nobody nearer. */
  private relativeVelocity(hair: HairState): void {
    const { velocity: v } = hair;
    this.velocity = roomFor(this.velocity, v.length);
    const nodes = v.length / 3;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = c; i < v.length; i += 3) sum += v[i]!;
      const mean = nodes > 0 ? sum / nodes : 0;
      for (let i = c; i < v.length; i += 3) this.velocity[i] = v[i]! - mean;
    }
  }

  /** Pairs become meetings, or go on being. */
  private meet(hair: HairState, planes: PlaneRows): void {
    const { springs, next, book, nearest, reach } = this;
    const { pieces } = book;
    const { start, end } = pieces;
    const { count, first, second, groomed } = this.pairs;
    const near = this.detector instanceof NearPairs ? this.detector : null;
    const { ramp, crossing, release } = this.parameters;
    next.clear();
    this.response.begin(hair, pieces);
    this.meeting.share = ramp > 0 ? hair.dt / ramp : 1;
    let old = 0;
    for (let n = 0; n < count; n++) {
      const p = first[n]!;
      const q = second[n]!;
      if (near && !near.mayTouch(n)) continue;
      // Springs and pairs are in the same order.
      while (old < springs.count && (springs.first[old]! < p || (springs.first[old] === p && springs.second[old]! < q)))
        old++;
      const isOld = old < springs.count && springs.first[old] === p && springs.second[old] === q;
      if (near && !isOld && !near.mayBegin(n, reach, release)) continue;
      closestPoints(hair.position, start[p]!, end[p]!, start[q]!, end[q]!, nearest);
      const u = nearest[2]!;
      if (u >= reach[p]! + reach[q]! || (!crossing && u >= release * groomed[n]!)) {
        if (crossing) this.pass(hair, p, q, planes);
        continue;
      }
      if (!crossing && !isOld && u >= groomed[n]!) continue;
      if (!crossing && isCorner(pieces, p, q, nearest)) continue;
      this.touch(hair, p, q, groomed[n]!, isOld ? SPRING_ROW * old : -1, planes);
    }
    this.springs = next;
    this.next = springs;
  }

  /** A pair out of reach of each other now, but perhaps not for all of the step. */
  private pass(hair: HairState, p: number, q: number, planes: PlaneRows): void {
    const { next, nearest } = this;
    const radii = (this.reach[p]! + this.reach[q]!) / this.parameters.release;
    if (!this.crossings.part(hair, this.book.pieces, p, q, nearest, radii, 1, planes)) return;
    const at = next.add(p, q);
    for (let c = 0; c < 3; c++) next.rows[at + SIDE + c] = this.crossings.normal[c]!;
    this.response.add(nearest, radii, 1);
    this.response.rate(this.book.pieces, p, q);
  }

  /** A pair within reach of each other, with its groomed distance and the row of its spring in the last step or -1. */
  private touch(hair: HairState, p: number, q: number, groomed: number, old: number, planes: PlaneRows): void {
    const { nearest, springs, next, meeting, book } = this;
    const { pieces } = book;
    const s = nearest[0]!;
    const t = nearest[1]!;
    const u = nearest[2]!;
    const radii =
      (1 - s) * hair.radius[pieces.start[p]!]! +
      s * hair.radius[pieces.end[p]!]! +
      (1 - t) * hair.radius[pieces.start[q]!]! +
      t * hair.radius[pieces.end[q]!]!;
    const isGroomed = groomed !== Number.POSITIVE_INFINITY;
    const own = old >= 0 ? springs.rows[old + REST]! : 0;
    const rest = own > 0 ? own : Math.min(radii, isGroomed ? groomed : u);
    const isInterior = s > 0 && s < 1 && t > 0 && t < 1;
    const isThrough = isInterior && old >= 0 && this.hasPassed(old);
    meeting.distance = isThrough ? -u : u;
    meeting.rest = rest;
    const isStopped =
      this.parameters.crossing && this.crossings.part(hair, pieces, p, q, nearest, rest, isThrough ? -1 : 1, planes);
    // Pieces that the groom does not know keep the distance at which they meet.
    const isApart = old < 0 && u >= (isGroomed ? rest : radii);
    if (isApart && !isStopped) return;
    const at = old >= 0 ? next.addFrom(p, q, springs.rows, old) : next.add(p, q);
    if (old < 0 && !isGroomed) next.rows[at + REST] = Math.max(rest, 1e-9);
    this.response.add(nearest, rest, isThrough ? -1 : 1);
    meeting.rate = this.response.rate(pieces, p, q);
    const lasts = isApart ? isStopped : this.age(at, old < 0);
    if (!lasts && !isStopped) {
      next.drop();
      this.response.drop();
      return;
    }
    const side = isInterior ? (isThrough ? -1 : 1) / Math.max(u, 1e-12) : 0;
    for (let c = 0; c < 3; c++) next.rows[at + SIDE + c] = side * nearest[3 + c]!;
  }

  private age(at: number, isNew: boolean): boolean {
    const { rows } = this.next;
    if (!isNew) return ageSpring(rows, at, this.meeting);
    // The push rises from nothing; what counts is its mean over the first step.
    rows[at + STIFF] = Math.min(1, 0.5 * this.meeting.share);
    rows[at + DAMP] = 1;
    return true;
  }

  /** Whether the pieces are on the other side of each other than they were: a crossing that was missed. */
  private hasPassed(old: number): boolean {
    const { nearest } = this;
    const { rows } = this.springs;
    const along =
      rows[old + SIDE]! * nearest[3]! + rows[old + SIDE + 1]! * nearest[4]! + rows[old + SIDE + 2]! * nearest[5]!;
    return along < 0;
  }

  /** What the detector remembers. */
  private seeds(): Springs[] {
    return this.detector instanceof Tracker ? [this.detector.seeds] : [];
  }

  snapshot(): Uint8Array {
    return packArrays([
      this.book.graph.snapshot(),
      ...[this.springs, ...this.seeds()].map((springs) => packSprings(springs, this.book)),
    ]);
  }

  restore(hair: HairState, topology: Topology, snapshot: Uint8Array): void {
    const [graph, ...memory] = unpackArrays(snapshot) as Uint8Array[];
    const lists = [this.springs, ...this.seeds()];
    for (const springs of lists) springs.clear();
    this.book.update(hair, topology, lists);
    lists.forEach((springs, n) => {
      unpackSprings(springs, this.book, memory[n]!);
    });
    this.book.graph.restore(graph!);
    this.book.graph.index(topology);
  }
}

function makeDetector({ detector, crossing }: ContactParameters): NearPairs | Cells | Tracker {
  if (detector === 'track') return new Tracker();
  return crossing ? new Cells() : new NearPairs();
}

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
import type { PlaneRows } from './plane-rows.ts';
import { Response } from './response.ts';
import { SegmentIds } from './segment-ids.ts';
import { segmentReach } from './segments.ts';
import {
  ageSpring,
  DAMP,
  type PairState,
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
 * Strands as clumps of a radius that meet segment by segment: found through a grid, pushed apart by springs with a life of their
 * own, rubbing by direction and by cuticle. All forces are equal and opposite.
 */
export class Contact implements InteractionPart {
  readonly parameters: ContactParameters;
  readonly segmentIds: SegmentIds;
  /** Finds pairs of segments that may be near; fast crossing strands need to be looked for along their way in every step. */
  readonly detector: NearPairs | Cells | Tracker;
  /** Pairs that may meet in this step. */
  pairs: PairList;
  /** Contacts after the last step, and where each is (rows of PAIR numbers). */
  springs = new Springs();
  private next = new Springs();
  private readonly found = new FoundPairs();
  private readonly crossings: Crossings;
  private readonly response: Response;
  private readonly nearest: Float64Array = new Float64Array(CLOSEST_ROW);
  private readonly pairState: PairState = { distance: 0, rest: 0, rate: 0, fraction: 0, release: 0 };
  private velocity: Float64Array = new Float64Array(0);
  private reach: Float64Array = new Float64Array(0);

  constructor(parameters: ContactParameters, groomed: HairState) {
    this.parameters = parameters;
    this.segmentIds = new SegmentIds(groomed, parameters);
    this.detector = makeDetector(parameters);
    this.pairs = this.found;
    this.crossings = new Crossings();
    this.response = new Response(parameters);
    this.pairState.release = parameters.release;
  }

  act(hair: HairState, topology: Topology, force: Float64Array, planes: PlaneRows): void {
    this.segmentIds.update(hair, topology, [this.springs, ...this.seeds()]);
    this.detect(hair);
    this.meet(hair, planes);
    this.response.apply(hair, this.segmentIds.segments, this.springs, force);
  }

  /** Pairs that may meet into `pairs`. */
  detect(hair: HairState): void {
    const { detector, segmentIds } = this;
    const { segments } = segmentIds;
    this.reach = segmentReach(hair, segments, this.parameters.release, this.reach);
    if (detector instanceof NearPairs) {
      detector.update(hair, segmentIds, this.reach, this.parameters.release);
      this.pairs = detector;
      return;
    }
    this.relativeVelocity(hair);
    detector.find({
      segments,
      strands: hair.ids.length,
      position: hair.position,
      velocity: this.velocity,
      dt: this.parameters.crossing ? hair.dt : 0,
      reach: this.reach,
    });
    this.found.take(detector, segmentIds);
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

  /** Pairs become contacts, or go on being. */
  private meet(hair: HairState, planes: PlaneRows): void {
    const { springs, next, segmentIds, nearest, reach } = this;
    const { segments } = segmentIds;
    const { start, end } = segments;
    const { count, first, second, groomed } = this.pairs;
    const near = this.detector instanceof NearPairs ? this.detector : null;
    const { ramp, crossing, release } = this.parameters;
    next.clear();
    this.response.begin(hair, segments);
    this.pairState.fraction = ramp > 0 ? hair.dt / ramp : 1;
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
      if (!crossing && isCorner(segments, p, q, nearest)) continue;
      this.touch(hair, p, q, groomed[n]!, isOld ? SPRING_ROW * old : -1, planes);
    }
    this.springs = next;
    this.next = springs;
  }

  /** A pair out of reach of each other now, but perhaps not for all of the step. */
  private pass(hair: HairState, p: number, q: number, planes: PlaneRows): void {
    const { next, nearest } = this;
    const radii = (this.reach[p]! + this.reach[q]!) / this.parameters.release;
    if (!this.crossings.part(hair, this.segmentIds.segments, p, q, nearest, radii, 1, planes)) return;
    const at = next.add(p, q);
    for (let c = 0; c < 3; c++) next.rows[at + SIDE + c] = this.crossings.normal[c]!;
    this.response.add(nearest, radii, 1);
    this.response.rate(this.segmentIds.segments, p, q);
  }

  /** A pair within reach of each other, with its groomed distance and the row of its spring in the last step or -1. */
  private touch(hair: HairState, p: number, q: number, groomed: number, old: number, planes: PlaneRows): void {
    const { nearest, springs, next, pairState, segmentIds } = this;
    const { segments } = segmentIds;
    const s = nearest[0]!;
    const t = nearest[1]!;
    const u = nearest[2]!;
    const radii =
      (1 - s) * hair.radius[segments.start[p]!]! +
      s * hair.radius[segments.end[p]!]! +
      (1 - t) * hair.radius[segments.start[q]!]! +
      t * hair.radius[segments.end[q]!]!;
    const isGroomed = groomed !== Number.POSITIVE_INFINITY;
    const own = old >= 0 ? springs.rows[old + REST]! : 0;
    const rest = own > 0 ? own : Math.min(radii, isGroomed ? groomed : u);
    const isInterior = s > 0 && s < 1 && t > 0 && t < 1;
    const isThrough = isInterior && old >= 0 && this.hasPassed(old);
    pairState.distance = isThrough ? -u : u;
    pairState.rest = rest;
    const isStopped =
      this.parameters.crossing && this.crossings.part(hair, segments, p, q, nearest, rest, isThrough ? -1 : 1, planes);
    // Segments that the groom does not know keep the distance at which they meet.
    const isApart = old < 0 && u >= (isGroomed ? rest : radii);
    if (isApart && !isStopped) return;
    const at = old >= 0 ? next.addFrom(p, q, springs.rows, old) : next.add(p, q);
    if (old < 0 && !isGroomed) next.rows[at + REST] = Math.max(rest, 1e-9);
    this.response.add(nearest, rest, isThrough ? -1 : 1);
    pairState.rate = this.response.rate(segments, p, q);
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
    if (!isNew) return ageSpring(rows, at, this.pairState);
    // The normal force rises from nothing; what counts is its mean over the first step.
    rows[at + STIFF] = Math.min(1, 0.5 * this.pairState.fraction);
    rows[at + DAMP] = 1;
    return true;
  }

  /** Whether the segments are on the other side of each other than they were: a crossing that was missed. */
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
      this.segmentIds.graph.snapshot(),
      ...[this.springs, ...this.seeds()].map((springs) => packSprings(springs, this.segmentIds)),
    ]);
  }

  restore(hair: HairState, topology: Topology, snapshot: Uint8Array): void {
    const [graph, ...memory] = unpackArrays(snapshot) as Uint8Array[];
    const lists = [this.springs, ...this.seeds()];
    for (const springs of lists) springs.clear();
    this.segmentIds.update(hair, topology, lists);
    lists.forEach((springs, n) => {
      unpackSprings(springs, this.segmentIds, memory[n]!);
    });
    this.segmentIds.graph.restore(graph!);
    this.segmentIds.graph.index(topology);
  }
}

function makeDetector({ detector, crossing }: ContactParameters): NearPairs | Cells | Tracker {
  if (detector === 'track') return new Tracker();
  return crossing ? new Cells() : new NearPairs();
}

import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import type { HairState } from '../interaction.ts';
import { Capsules } from './capsules.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';
import { ageContact, ContactPairs, DAMP, GROOMED, PAIR_ROW, REST, SIDE, STIFF } from './contact-pairs.ts';
import { FORESIGHT, separate } from './crossings.ts';
import type { InteractionPart } from './interactions.ts';
import { Neighbours } from './neighbours.ts';
import { PairList, PairSearch } from './pair-search.ts';
import type { ContactParameters } from './parameters.ts';
import type { PlaneRows } from './plane-rows.ts';
import { Response } from './response.ts';
import { SegmentIds } from './segment-ids.ts';
import type { Segments } from './segments.ts';
import type { Topology } from './topology.ts';
import { Tracker } from './tracker.ts';

/** After all segments. */
const NONE = 0xffffffff;
/** While hair is so calm that it takes STEPS steps to move by MARGIN mean radii, what is found serves for as long. */
const MARGIN = 0.2;
const STEPS = 2;

/**
 * Strands as clumps of a radius that touch segment by segment: found through a grid, pushed apart by springs with a life of
 * their own, rubbing by direction and by cuticle. All forces are equal and opposite. A pair begins nearer than its rest distance and
 * ends farther away, so only those that begin are searched for, anew in every step unless hair is calm; the others are remembered.
 */
export class Contact implements InteractionPart {
  readonly parameters: ContactParameters;
  readonly ids: SegmentIds;
  /** Contact pairs after the last step. */
  pairs = new ContactPairs();
  private next = new ContactPairs();
  private readonly capsules = new Capsules();
  private readonly search = new PairSearch();
  /** What was found last, of which segments and where, how far they may move since then, and how far one did. */
  private readonly kept = { segments: null as Segments | null, position: new Float64Array(0), margin: 0, moved: 0 };
  private near: PairList = new PairList();
  private readonly tracker: Tracker | null;
  private readonly neighbours: Neighbours | null = null;
  private readonly response: Response;
  private readonly nearest: Float64Array = new Float64Array(CLOSEST_ROW);
  private readonly moment = { distance: 0, rest: 0, rate: 0, fraction: 0, release: 0 };

  constructor(parameters: ContactParameters, groomed: HairState) {
    this.parameters = parameters;
    // What is to be kept from crossing must be seen whole.
    this.ids = new SegmentIds(groomed, parameters.crossing ? 0 : parameters.keepEvery);
    this.tracker = parameters.detector === 'track' ? new Tracker() : null;
    this.response = new Response(parameters);
    this.moment.release = parameters.release;
    if (parameters.pairFraction >= 1) return;
    this.neighbours = new Neighbours();
    this.neighbours.build(groomed, this.ids.segments, parameters);
  }

  act(hair: HairState, topology: Topology, force: Float64Array, planes: PlaneRows): void {
    this.recognise(hair, topology);
    this.neighbours?.update(hair, topology, this.ids.segments, this.parameters);
    this.meet(hair, this.detect(hair), planes);
    this.response.apply(hair, this.ids.segments, this.pairs, force);
  }

  /** Numbers segments anew where strands have changed, and carries over what is remembered of them. */
  private recognise(hair: HairState, topology: Topology): void {
    const { ids } = this;
    if (!ids.isStale(topology)) return;
    const memory = this.memory().map((pairs) => pairs.pack(ids));
    ids.update(hair, topology);
    this.memory().forEach((pairs, n) => {
      pairs.unpack(ids, memory[n]!);
    });
  }

  private memory(): ContactPairs[] {
    return this.tracker ? [this.pairs, this.tracker.seeds] : [this.pairs];
  }

  /** Pairs that may begin to touch. */
  detect(hair: HairState): PairList {
    const { segments, groomed } = this.ids;
    const { capsules, kept } = this;
    if (this.isCalm(hair)) return this.near;
    capsules.begin(segments.first);
    if (this.parameters.crossing) this.sweep(hair, segments);
    else this.place(hair, segments);
    if (this.tracker) return this.tracker.find(capsules, segments.first);
    if (this.parameters.crossing) return this.search.find(capsules);
    this.near = this.search.find(capsules, { ...groomed, slack: 2 * kept.margin });
    return this.near;
  }

  /** Whether the pairs that were found hold still; where not, says what margin to search with. */
  private isCalm({ position: x, velocity: v, radius, dt }: HairState): boolean {
    const { kept } = this;
    const { segments } = this.ids;
    if (kept.segments === segments && kept.margin > 0) {
      kept.moved = Math.sqrt(mostSquare(x.length, (i) => x[i]! - kept.position[i]!));
      if (kept.moved < kept.margin) return true;
    }
    let sum = 0;
    for (let i = 0; i < radius.length; i++) sum += radius[i]!;
    const margin = (MARGIN * sum) / Math.max(radius.length, 1);
    const isSlow = STEPS * dt * Math.sqrt(mostSquare(v.length, (i) => v[i]!)) < margin;
    Object.assign(kept, {
      segments,
      margin: isSlow && !this.parameters.crossing && !this.tracker ? margin : 0,
      moved: 0,
    });
    if (kept.margin > 0) kept.position = x.slice();
    return false;
  }

  /** Capsules where the segments are, as thick as they are, with the margin. */
  private place({ position: x, radius }: HairState, { count, start, end }: Segments): void {
    for (let p = 0; p < count; p++) {
      const a = start[p]!;
      const b = end[p]!;
      // A little more than round-off.
      const reach = (1 + 1e-9) * (radius[a]! > radius[b]! ? radius[a]! : radius[b]!) + this.kept.margin;
      this.capsules.write(p, x, x, 0, 3 * a, 3 * b, reach);
    }
  }

  /** Capsules in the middle of the step that reach as far as segments may come in it. Motion that all hair shares brings nobody nearer. */
  private sweep({ position: x, velocity: v, radius, dt }: HairState, { count, start, end }: Segments): void {
    const mean = [0, 0, 0];
    for (let i = 0; i < v.length; i++) mean[i % 3] = mean[i % 3]! + (3 * v[i]!) / v.length;
    const relative = v.map((speed, i) => speed - mean[i % 3]!);
    const speed = (i: number): number =>
      Math.sqrt(
        relative[i]! * relative[i]! + relative[i + 1]! * relative[i + 1]! + relative[i + 2]! * relative[i + 2]!,
      );
    for (let p = 0; p < count; p++) {
      const a = start[p]!;
      const b = end[p]!;
      const motion = FORESIGHT * dt * Math.max(speed(3 * a), speed(3 * b));
      const reach = this.parameters.release * Math.max(radius[a]!, radius[b]!) + motion;
      this.capsules.write(p, x, relative, 0.5 * dt, 3 * a, 3 * b, reach);
    }
  }

  /** Pairs that were found and those that there are, both by first and second segment, become those that there will be. */
  private meet(hair: HairState, near: PairList, planes: PlaneRows): void {
    const { pairs, next, ids, neighbours } = this;
    const { strand } = ids.segments;
    const { ramp, crossing } = this.parameters;
    this.moment.fraction = ramp > 0 ? hair.dt / ramp : 1;
    next.count = 0;
    this.response.begin(hair, ids.segments);
    // A pair can have come nearer by twice as much as the segment that moved most.
    const far = 2 * this.kept.moved;
    let n = 0;
    let old = 0;
    while (n < near.count || old < pairs.count) {
      const a = old < pairs.count ? pairs.first[old]! : NONE;
      const b = a < NONE ? pairs.second[old]! : NONE;
      let p = n < near.count ? near.first[n]! : NONE;
      let q = p < NONE ? near.second[n]! : NONE;
      const isOld = a < p || (a === p && b <= q);
      const apart = near.distance[n]!;
      if (!isOld || (a === p && b === q)) n++;
      let groomed = 0;
      let row = -1;
      if (isOld) {
        p = a;
        q = b;
        row = PAIR_ROW * old++;
        groomed = pairs.rows[row + GROOMED]!;
      }
      if (neighbours && !neighbours.has(strand[p]!, strand[q]!)) continue;
      if (!isOld) {
        groomed = ids.groomedDistance(p, q);
        if (!crossing && apart > (1 + 1e-9) * groomed + far) continue;
      }
      this.consider(hair, p, q, groomed, row, planes);
    }
    this.pairs = next;
    this.next = pairs;
  }

  /** A pair of segments, with its groomed distance and its row in the last step or -1. */
  private consider(hair: HairState, p: number, q: number, groomed: number, old: number, planes: PlaneRows): void {
    const { nearest, ids } = this;
    const { segments } = ids;
    const { crossing, release } = this.parameters;
    const a = segments.start[p]!;
    const b = segments.end[p]!;
    const c = segments.start[q]!;
    const d = segments.end[q]!;
    const { radius } = hair;
    closestPoints(hair.position, a, b, c, d, nearest);
    const u = nearest[2]!;
    const radii = Math.max(radius[a]!, radius[b]!) + Math.max(radius[c]!, radius[d]!);
    if (crossing) {
      if (u >= release * radii) this.pass(hair, p, q, groomed, radii, planes);
      else this.touch(hair, p, q, groomed, old, planes);
      return;
    }
    if (u >= release * radii || u >= (old < 0 ? groomed : release * groomed)) return;
    if (!isCorner(segments, p, q, nearest)) this.touch(hair, p, q, groomed, old, planes);
  }

  /** A pair out of reach of each other now, but perhaps not for all of the step. */
  private pass(hair: HairState, p: number, q: number, groomed: number, radii: number, planes: PlaneRows): void {
    const { next, nearest, ids } = this;
    const normal = separate(hair, ids.segments, { p, q, nearest, rest: radii, side: 1 }, planes);
    if (!normal) return;
    const at = next.add(p, q);
    next.rows[at + GROOMED] = groomed;
    next.rows.set(normal, at + SIDE);
    this.response.add(ids.segments, p, q, nearest, radii, 1);
    this.response.impede(hair, ids.segments, next);
  }

  /** A pair within reach of each other. */
  private touch(hair: HairState, p: number, q: number, groomed: number, old: number, planes: PlaneRows): void {
    const { nearest, pairs, next, moment, ids } = this;
    const { segments } = ids;
    const { radius } = hair;
    const s = nearest[0]!;
    const t = nearest[1]!;
    const u = nearest[2]!;
    const radii =
      (1 - s) * radius[segments.start[p]!]! +
      s * radius[segments.end[p]!]! +
      (1 - t) * radius[segments.start[q]!]! +
      t * radius[segments.end[q]!]!;
    const isGroomed = groomed !== Number.POSITIVE_INFINITY;
    const own = old >= 0 ? pairs.rows[old + REST]! : 0;
    const rest = own > 0 ? own : Math.min(radii, isGroomed ? groomed : u);
    const isInterior = s > 0 && s < 1 && t > 0 && t < 1;
    const side = isInterior && old >= 0 && hasPassed(pairs.rows, old, nearest) ? -1 : 1;
    const isStopped =
      this.parameters.crossing && separate(hair, segments, { p, q, nearest, rest, side }, planes) !== null;
    // Segments that the groom does not know keep the distance at which they meet.
    const isApart = old < 0 && u >= (isGroomed ? rest : radii);
    if (isApart && !isStopped) return;
    const at = old >= 0 ? next.addFrom(p, q, pairs.rows, old) : next.add(p, q);
    const { rows } = next;
    rows[at + GROOMED] = groomed;
    if (old < 0 && !isGroomed) rows[at + REST] = Math.max(rest, 1e-9);
    moment.distance = side * u;
    moment.rest = rest;
    moment.rate = this.response.add(segments, p, q, nearest, rest, side);
    let lasts = true;
    if (old >= 0) lasts = ageContact(rows, at, moment);
    else if (!isApart) {
      // The normal force rises from nothing; what counts is its mean over the first step.
      rows[at + STIFF] = Math.min(1, 0.5 * moment.fraction);
      rows[at + DAMP] = 1;
    }
    if (!lasts && !isStopped) {
      next.count--;
      this.response.drop();
      return;
    }
    const scale = isInterior ? side / Math.max(u, 1e-12) : 0;
    for (let c = 0; c < 3; c++) rows[at + SIDE + c] = scale * nearest[3 + c]!;
    this.response.impede(hair, segments, next);
  }

  snapshot(): Uint8Array {
    const neighbours = this.neighbours ? [this.neighbours.snapshot()] : [];
    return packArrays([...this.memory().map((pairs) => pairs.pack(this.ids)), ...neighbours]);
  }

  restore(hair: HairState, topology: Topology, snapshot: Uint8Array): void {
    const parts = unpackArrays(snapshot) as Uint8Array[];
    this.ids.update(hair, topology);
    this.memory().forEach((pairs, n) => {
      pairs.unpack(this.ids, parts[n]!);
    });
    this.neighbours?.restore(parts.at(-1)!);
  }
}

/** The largest square of the vectors of `length` / 3. */
function mostSquare(length: number, number: (i: number) => number): number {
  let most = 0;
  for (let i = 0; i < length; i += 3) {
    const square = number(i) * number(i) + number(i + 1) * number(i + 1) + number(i + 2) * number(i + 2);
    if (!(square <= most)) most = square;
  }
  return most;
}

/** Whether the segments are on the other side of each other than they were: a crossing that was missed. */
function hasPassed(rows: Float64Array, old: number, nearest: Float64Array): boolean {
  const at = old + SIDE;
  return rows[at]! * nearest[3]! + rows[at + 1]! * nearest[4]! + rows[at + 2]! * nearest[5]! < 0;
}

/**
 * Whether the closest points are a node of either strand that another pair of segments has as well: at a corner four pairs
 * meet, of which the one whose segments begin there stands for all; beside a corner that is no minimum, none is needed. On a
 * long wavy head this left out 12 % of the contacts. `nearest` is of `closestPoints`.
 */
function isCorner({ strand }: Segments, p: number, q: number, nearest: Float64Array): boolean {
  const s = nearest[0]!;
  const t = nearest[1]!;
  if (s === 0 && t === 0) return false;
  return isShared(strand, p, s) && isShared(strand, q, t);
}

function isShared(strand: Uint32Array, p: number, s: number): boolean {
  return (s === 0 && p > 0 && strand[p - 1] === strand[p]) || (s === 1 && strand[p + 1] === strand[p]);
}

import { StrandsKernels } from '../../kernels/kernels.ts';
import { CONTACT, MEMORY, MUST_LAST, NEW, REST, SIDE, STIFF, UNKNOWN } from '../../kernels/strands-layout.ts';
import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import type { WorkShare } from '../../strands/work-share.ts';
import type { HairState, OwnStrands } from '../interaction.ts';
import { Capsules } from './capsules.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';
import { ContactPairs, joinPairs } from './contact-pairs.ts';
import { ContactTables } from './contact-tables.ts';
import { FORESIGHT, separate } from './crossings.ts';
import type { InteractionPart } from './interactions.ts';
import { Neighbours } from './neighbours.ts';
import { PairList } from './pair-list.ts';
import { PairSearch } from './pair-search.ts';
import type { ContactParameters } from './parameters.ts';
import type { PlaneRows } from './plane-rows.ts';
import { Response } from './response.ts';
import { SegmentIds } from './segment-ids.ts';
import type { Segments } from './segments.ts';
import type { Topology } from './topology.ts';
import { Tracker } from './tracker.ts';

/**
 * While hair is so calm that segments move by less than CALM of their radius in HORIZON steps on average, what is found serves until one
 * has gone farther than it would in that time, or farther than LEAST metres.
 */
const CALM = 0.05;
const HORIZON = 4;
const LEAST = 5e-7;

/**
 * Strands as clumps of a radius that touch segment by segment: found through a grid, pushed apart by springs with a life of
 * their own, rubbing by direction and by cuticle. All forces are equal and opposite. A pair begins nearer than its rest distance and
 * ends farther away, so only those that begin are searched for, anew in every step unless hair is calm; the others are remembered.
 */
export class Contact implements InteractionPart {
  readonly parameters: ContactParameters;
  readonly ids: SegmentIds;
  /** Contact pairs after the last step. */
  readonly pairs: ContactPairs;
  private readonly capsules = new Capsules();
  private readonly tables: ContactTables;
  private readonly search: PairSearch;
  /** Pairs that were found last, and the segments that have margins since then; none where they do not serve again. */
  private near: PairList = new PairList();
  private kept: Segments | null = null;
  /** Which strands, and of which segments, are this block's own, where the work is divided. */
  private own: { readonly strands: OwnStrands; readonly of: Segments; readonly segments: Uint8Array } | null = null;
  /** Those of them that may touch, where not all may. */
  private readonly allowed: PairList = new PairList();
  private readonly tracker: Tracker | null;
  private readonly neighbours: Neighbours | null = null;
  private readonly response: Response;
  private readonly mayTouch = (p: number, q: number): boolean => {
    const { strand } = this.ids.segments;
    return this.neighbours!.has(strand[p]!, strand[q]!);
  };

  constructor(parameters: ContactParameters, groomed: HairState, wantsSimd = true) {
    this.parameters = parameters;
    // What is to be kept from crossing must be seen whole.
    this.ids = new SegmentIds(groomed, parameters.crossing ? 0 : parameters.keepEvery);
    this.tracker = parameters.detector === 'track' ? new Tracker() : null;
    const kernels = new StrandsKernels(wantsSimd);
    this.tables = new ContactTables(kernels);
    this.response = new Response(parameters, this.tables);
    this.pairs = new ContactPairs(kernels, parameters.stiction > 0);
    this.search = new PairSearch(kernels);
    if (parameters.pairFraction >= 1) return;
    this.neighbours = new Neighbours();
    this.neighbours.build(groomed, this.ids.segments, parameters);
  }

  act(
    hair: HairState,
    topology: Topology,
    force: Float64Array,
    planes: PlaneRows,
    own?: OwnStrands,
    share?: WorkShare,
  ): void {
    this.recognise(hair, topology);
    const { pairs, response, tables, neighbours, mayTouch } = this;
    if (neighbours?.update(hair, topology, this.ids.segments, this.parameters)) pairs.endUnless(mayTouch);
    if (this.isDivided && share) this.takeOwn(own!);
    const near = neighbours ? this.allowed.copy(this.detect(hair), mayTouch) : this.detect(hair);
    pairs.begin(tables.end, near.count + pairs.count + 4);
    response.begin(hair, pairs);
    pairs.merge(near, tables.table, Math.max(pairs.at.end, this.search.end));
    const passing = this.parameters.crossing ? this.stop(hair, planes) : [];
    const { at, kernels } = pairs;
    response.meet(hair, pairs);
    for (const [n, normal] of passing)
      normal.forEach((x, c) => {
        kernels.numbers[pairs.lane(at.pairs, MEMORY, n, SIDE + c)] = x;
      });
    if (this.own && share) tables.exchangeImpedance(this.own.segments, pairs.known, share);
    response.apply(pairs, force);
  }

  /**
   * Whether blocks that share the work may each look at the pairs of their own strands alone. A node shares its mass among all its contacts,
   * so they tell each other the impedance there, once a step. What follows strand pairs through all hair is not divided.
   */
  private get isDivided(): boolean {
    return !this.parameters.crossing && !this.tracker;
  }

  /** From now on only the pairs of own strands are looked at. */
  private takeOwn(strands: OwnStrands): void {
    const { segments } = this.ids;
    if (this.own?.strands === strands && this.own.of === segments) return;
    const own = Uint8Array.from(segments.strand, (k) => strands[k]!);
    this.own = { strands, of: segments, segments: own };
    this.kept = null;
    this.pairs.endUnless((p, q) => own[p] === 1 || own[q] === 1);
  }

  /** Numbers segments anew where strands have changed, and carries over what is remembered of them. */
  private recognise(hair: HairState, topology: Topology): void {
    const { ids } = this;
    if (!ids.isStale(topology)) return;
    const memory = this.memory().map((part) => part.pack(ids));
    ids.update(hair, topology);
    this.memory().forEach((part, n) => {
      part.unpack(ids, memory[n]!);
    });
  }

  private memory(): (ContactPairs | Tracker)[] {
    return this.tracker ? [this.pairs, this.tracker] : [this.pairs];
  }

  /** Pairs that may begin to touch. */
  detect(hair: HairState): PairList {
    const { capsules, ids, parameters, tracker, search, tables, pairs } = this;
    const { segments, groomed } = ids;
    if (tables.segments !== segments) {
      // What pairs remember makes way.
      pairs.begin(tables.endFor(hair, segments), pairs.count);
      tables.layOut(hair, segments, groomed);
    }
    tables.read(hair);
    search.moveTo(pairs.at.end);
    if (!parameters.crossing && !tracker) return this.findNearer(hair);
    capsules.begin(segments.first);
    if (parameters.crossing) this.sweep(hair, segments);
    else this.place(hair, segments);
    if (tracker) this.near = tracker.find(capsules, segments.first);
    else search.find(capsules, this.near);
    const { near } = this;
    for (let n = 0; n < near.count; n++) near.groomed[n] = ids.groomedDistance(near.first[n]!, near.second[n]!);
    return near;
  }

  /** Pairs that are nearer than groomed, by the search. */
  private findNearer({ dt }: HairState): PairList {
    const { ids, near, search, tables, pairs } = this;
    const { segments, groomed } = ids;
    if (this.kept === segments && !tables.hasLeft()) return near;
    this.kept = tables.findMargins(HORIZON * dt, LEAST, CALM) ? segments : null;
    tables.writeCapsules(search.begin(segments.count, groomed));
    // What is to serve for some steps names those that touch as well: they may part and meet again.
    return search.finish({ count: segments.count, next: ids.next }, near, {
      known: this.kept ? null : pairs.known,
      own: this.own?.segments ?? null,
    });
  }

  /** Capsules where the segments are, as thick as they are. */
  private place({ position: x, radius }: HairState, { count, start, end }: Segments): void {
    for (let p = 0; p < count; p++) {
      const a = start[p]!;
      const b = end[p]!;
      // A little more than round-off.
      const reach = (1 + 1e-6) * (radius[a]! > radius[b]! ? radius[a]! : radius[b]!);
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

  /**
   * Strands that may not cross get planes; their pairs are to last. Returns the pairs that are out of reach of each other now, but perhaps
   * not for all of the step, with the side that they are on.
   */
  private stop(hair: HairState, planes: PlaneRows): (readonly [n: number, normal: Vec3])[] {
    const { pairs, parameters } = this;
    const { segments } = this.ids;
    const { at, kernels } = pairs;
    const { numbers } = kernels;
    const { radius } = hair;
    const nearest = new Float64Array(CLOSEST_ROW);
    const passing: (readonly [number, Vec3])[] = [];
    for (let n = 0; n < pairs.count; n++) {
      const p = pairs.first(n);
      const q = pairs.second(n);
      const [a, b, c, d] = [segments.start[p]!, segments.end[p]!, segments.start[q]!, segments.end[q]!];
      closestPoints(hair.position, a, b, c, d, nearest);
      const [s, t, u] = nearest as unknown as [number, number, number];
      const reach = Math.max(radius[a]!, radius[b]!) + Math.max(radius[c]!, radius[d]!);
      const remembered = (c: number): number => numbers[pairs.lane(at.pairs, MEMORY, n, c)]!;
      const isFar = u >= parameters.release * reach;
      const stored = remembered(REST);
      const radii = (1 - s) * radius[a]! + s * radius[b]! + (1 - t) * radius[c]! + t * radius[d]!;
      const rest = stored < 0 ? -stored : Math.min(radii, stored < UNKNOWN ? stored : u);
      const before = [0, 1, 2].reduce((sum, c) => sum + remembered(SIDE + c) * nearest[3 + c]!, 0);
      const isInterior = s > 0 && s < 1 && t > 0 && t < 1;
      const hasPassed = !isFar && isInterior && remembered(STIFF) !== NEW && before < 0;
      const crossing = { p, q, nearest, rest: isFar ? reach : rest, side: hasPassed ? -1 : 1 };
      const normal = separate(hair, segments, crossing, planes);
      numbers[pairs.lane(at.contacts, CONTACT, n, MUST_LAST)] = normal ? 1 : 0;
      if (normal && isFar) passing.push([n, normal]);
    }
    return passing;
  }

  snapshot(): Uint8Array {
    const neighbours = this.neighbours ? [this.neighbours.snapshot()] : [];
    return packArrays([...this.memory().map((part) => part.pack(this.ids)), ...neighbours]);
  }

  /** What several blocks remember, each of its own strands, as one of them would that had all. */
  join(snapshots: readonly Uint8Array[]): Uint8Array {
    const parts = snapshots.map((snapshot) => unpackArrays(snapshot) as Uint8Array[]);
    return packArrays([
      joinPairs(
        this.ids,
        parts.map(([pairs]) => pairs!),
      ),
      ...parts[0]!.slice(1),
    ]);
  }

  /** What is remembered of pairs with strands that are to change hands, for others to `learn`. */
  tell(has: (id: number) => boolean): Uint8Array {
    return this.isDivided ? this.pairs.pack(this.ids, has) : new Uint8Array(0);
  }

  learn(told: readonly Uint8Array[]): void {
    if (this.isDivided) this.pairs.learn(this.ids, joinPairs(this.ids, told), this.search.end);
  }

  restore(hair: HairState, topology: Topology, snapshot: Uint8Array): void {
    const parts = unpackArrays(snapshot) as Uint8Array[];
    this.own = null;
    this.ids.update(hair, topology);
    this.memory().forEach((part, n) => {
      part.unpack(this.ids, parts[n]!);
    });
    this.neighbours?.restore(parts.at(-1)!);
  }
}

import type { StrandDynamics } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';

/** Strands of one groom before a step: as many as one block simulates, in their model's order. */
export interface GroomState {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly s: Float64Array;
  readonly inverseMass: Float64Array;
  readonly radius: Float64Array;
}

/** Radius of the clump that a strand stands for, metres, by id and arc length. */
export type ClumpRadius = (id: number, s: number) => number;

/**
 * The strands of a groom as tools and other strands see them. Arc lengths and masses are measured once, when a strand appears
 * or is changed, and kept from then on: they are part of the state.
 */
export class GroomView {
  dynamics: StrandDynamics;
  private readonly clumpRadius: ClumpRadius;
  /** Mass of a metre of strand that no point may count for more of than it stands for, kg/m; null where masses of points are their own. */
  private readonly lineDensity: number | null;
  private state: GroomState | null = null;
  /** One a node, 1 where it is held; null where nobody has looked since nodes changed. */
  private held: Uint8Array | null = null;
  /** Whether nothing has moved since the last reading: of all, and of points. */
  private isFresh = false;
  private hasPoints = false;

  constructor(dynamics: StrandDynamics, clumpRadius: ClumpRadius, lineDensity: number | null) {
    this.dynamics = dynamics;
    this.clumpRadius = clumpRadius;
    this.lineDensity = lineDensity;
  }

  /** Strands have moved: the next reading reads them. */
  moved(): void {
    this.isFresh = false;
    this.hasPoints = false;
  }

  /** Strands were cut, added or taken away, or these were edited. */
  changed(edited: ReadonlySet<number>): void {
    this.moved();
    this.state = this.build(this.state, edited);
  }

  /** The same strands move by another model from now on. */
  follow(dynamics: StrandDynamics): void {
    this.dynamics = dynamics;
    this.moved();
    this.state = null;
  }

  /** What is held from now on is as heavy as a body to others. Whether anything is held that was not before, or the other way round. */
  hold(isHeld: ((id: number, fraction: number) => boolean) | null): boolean {
    if (!isHeld || !this.state) return false;
    const { ids, first, s } = this.state;
    let { inverseMass } = this.state;
    this.held ??= Uint8Array.from(inverseMass, (one) => (one === 0 ? 1 : 0));
    let isOther = false;
    for (let k = 0; k < ids.length; k++)
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        const held = isHeld(ids[k]!, s[i]! / s[first[k + 1]! - 1]!) ? 1 : 0;
        if (held === this.held[i]) continue;
        this.held[i] = held;
        const now = held === 1 ? 0 : this.inverseMassOf(ids[k]!, s, i, first[k]!, first[k + 1]!);
        if (now === inverseMass[i]) continue;
        // Who keeps what follows from masses knows them by their array.
        if (!isOther) inverseMass = inverseMass.slice();
        isOther = true;
        inverseMass[i] = now;
      }
    if (isOther) this.state = { ...this.state, inverseMass };
    return isOther;
  }

  read(): GroomState {
    const state = this.readPoints();
    if (!this.isFresh) this.dynamics.velocities(state.velocity);
    this.isFresh = true;
    return state;
  }

  /** The same with velocities of an earlier time. */
  readPoints(): GroomState {
    this.state ??= this.build(null, new Set());
    if (!this.hasPoints) this.dynamics.positions(this.state.position);
    this.hasPoints = true;
    return this.state;
  }

  snapshot(): Uint8Array {
    return packView(this.read());
  }

  /** An empty snapshot is one of strands that nobody has read yet. */
  restore(snapshot: Uint8Array): void {
    this.moved();
    this.state = null;
    this.held = null;
    if (snapshot.length === 0) return;
    const { ids, first, s, inverseMass, radius } = unpackView(snapshot);
    const size = 3 * s.length;
    this.state = {
      ids,
      first,
      position: new Float64Array(size),
      velocity: new Float64Array(size),
      s,
      inverseMass,
      radius,
    };
  }

  /** Measures strands that are new, have another number of nodes, or were edited; of the others, keeps what was measured. */
  private build(last: GroomState | null, edited: ReadonlySet<number>): GroomState {
    const { dynamics } = this;
    const { ids, first } = dynamics;
    this.held = null;
    const nodes = first[ids.length]!;
    const position = new Float64Array(3 * nodes);
    dynamics.positions(position);
    const s = arcLengths(position, first);
    dynamics.arcLengths?.(s);
    const inverseMass = new Float64Array(nodes);
    const radius = new Float64Array(nodes);
    const place = new Map(Array.from(last?.ids ?? [], (id, k) => [id, k]));
    for (let k = 0; k < ids.length; k++) {
      const from = first[k]!;
      const to = first[k + 1]!;
      const old = place.get(ids[k]!);
      const isKnown = last && old !== undefined && last.first[old + 1]! - last.first[old]! === to - from;
      if (isKnown && !dynamics.arcLengths) s.set(last.s.subarray(last.first[old]!, last.first[old + 1]!), from);
      for (let i = from; i < to; i++) {
        const kept = isKnown && !edited.has(ids[k]!) ? last.first[old]! + i - from : -1;
        inverseMass[i] = kept >= 0 ? last!.inverseMass[kept]! : this.inverseMassOf(ids[k]!, s, i, from, to);
        radius[i] = kept >= 0 ? last!.radius[kept]! : this.clumpRadius(ids[k]!, s[i]!);
      }
    }
    const velocity = new Float64Array(3 * nodes);
    return { ids: ids.slice(), first: first.slice(), position, velocity, s, inverseMass, radius };
  }

  /**
   * A node that moves with all of its strand, as those of helices do, seems as heavy as what moves with it. Others push many nodes at once, each for itself,
   * so no node counts for more than MOST_MASS times the fibre that it stands for: three helices that touched were thrown about without end.
   */
  private inverseMassOf(id: number, s: Float64Array, i: number, from: number, to: number): number {
    const inverse = meanInverseMass(this.dynamics, id, s[i]!);
    if (this.lineDensity === null) return inverse;
    const length = 0.5 * (s[Math.min(i + 1, to - 1)]! - s[Math.max(i - 1, from)]!);
    const most = MOST_MASS * this.lineDensity * length;
    return inverse === 0 || !(most > 0) ? inverse : Math.max(inverse, 1 / most);
  }
}

/** Wet hair weighs more than fibre, but not so much more. */
const MOST_MASS = 2;

/** Some strands of a state. */
export function selectState(state: GroomState, isMeant: (k: number) => boolean): GroomState {
  const kept = Array.from(state.ids.keys()).filter(isMeant);
  const first = new Uint32Array(kept.length + 1);
  kept.forEach((k, n) => {
    first[n + 1] = first[n]! + state.first[k + 1]! - state.first[k]!;
  });
  const rows = (name: Exclude<keyof GroomState, 'ids' | 'first'>, size = 1): Float64Array => {
    const out = new Float64Array(size * first[kept.length]!);
    kept.forEach((k, n) => {
      out.set(state[name].subarray(size * state.first[k]!, size * state.first[k + 1]!), size * first[n]!);
    });
    return out;
  };
  return {
    ids: Uint32Array.from(kept, (k) => state.ids[k]!),
    first,
    position: rows('position', 3),
    velocity: rows('velocity', 3),
    s: rows('s'),
    inverseMass: rows('inverseMass'),
    radius: rows('radius'),
  };
}

/** What was measured of strands. */
type Measured = Omit<GroomState, 'position' | 'velocity'>;

const packView = ({ ids, first, s, inverseMass, radius }: Measured): Uint8Array =>
  packArrays([ids, first, s, inverseMass, radius]);

function unpackView(snapshot: Uint8Array): Measured {
  type Arrays = [Uint32Array, Uint32Array, Float64Array, Float64Array, Float64Array];
  const [ids, first, s, inverseMass, radius] = unpackArrays(snapshot) as Arrays;
  return { ids, first, s, inverseMass, radius };
}

/** Of a view's snapshot, some strands alone. */
export function partOfView(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
  return packStrands([unpackView(snapshot)], has, null);
}

/** Snapshots of several views as one. */
export function joinViews(snapshots: readonly Uint8Array[], order: (id: number) => number): Uint8Array {
  return packStrands(snapshots.map(unpackView), () => true, order);
}

function packStrands(
  views: readonly Measured[],
  has: (id: number) => boolean,
  order: ((id: number) => number) | null,
): Uint8Array {
  const strands = views
    .flatMap((view) => Array.from(view.ids, (id, k) => ({ id, k, view })))
    .filter(({ id }) => has(id));
  if (order) strands.sort((a, b) => order(a.id) - order(b.id));
  const first = new Uint32Array(strands.length + 1);
  strands.forEach(({ k, view }, n) => {
    first[n + 1] = first[n]! + view.first[k + 1]! - view.first[k]!;
  });
  const rows = (name: 's' | 'inverseMass' | 'radius'): Float64Array => {
    const out = new Float64Array(first[strands.length]!);
    strands.forEach(({ k, view }, n) => {
      out.set(view[name].subarray(view.first[k]!, view.first[k + 1]!), first[n]!);
    });
    return out;
  };
  const ids = Uint32Array.from(strands, ({ id }) => id);
  return packView({ ids, first, s: rows('s'), inverseMass: rows('inverseMass'), radius: rows('radius') });
}

function arcLengths(x: Float64Array, first: Uint32Array): Float64Array {
  const s = new Float64Array(x.length / 3);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) {
      const dx = x[3 * i]! - x[3 * i - 3]!;
      const dy = x[3 * i + 1]! - x[3 * i - 2]!;
      const dz = x[3 * i + 2]! - x[3 * i - 1]!;
      s[i] = s[i - 1]! + Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  return s;
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

function meanInverseMass(dynamics: StrandDynamics, id: number, s: number): number {
  if (dynamics.meanInverseMass) return dynamics.meanInverseMass(id, s);
  const [x, y, z] = AXES;
  return (dynamics.inverseMass(id, s, x) + dynamics.inverseMass(id, s, y) + dynamics.inverseMass(id, s, z)) / 3;
}

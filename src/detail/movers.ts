import type { HairState } from '../contact/interaction.ts';
import type { PointForces } from '../models/model.ts';
import type { Front } from './front.ts';

/** Numbers a node has in each row of a hair state. */
const WIDTHS = { position: 3, velocity: 3, s: 1, inverseMass: 1, radius: 1 } as const;
type Row = keyof typeof WIDTHS;

/**
 * The strands that move by themselves, as others meet them: with the mass and the section of all that follow them. One of n times the mass, stiffness
 * and drag under a force moves as one strand under an n-th of it, so that models need not know.
 */
export class Movers {
  /** Their places among all strands. */
  readonly places: Uint32Array;
  /** 1 for each of them, of all strands. */
  private readonly moves: Uint8Array;
  /** Mass of all that each stands for, in masses of its own. */
  private readonly weight: Float64Array;
  private readonly version: number;
  private readonly inverseMass: Float64Array;
  private readonly first: Uint32Array;
  private readonly state: Omit<HairState, 'time' | 'dt'>;
  private readonly index: ReadonlyMap<number, number>;
  private readonly ids: Uint32Array;
  private own: { readonly of: Uint8Array; readonly moving: Uint8Array } | null = null;
  private readonly masks = new WeakMap<Uint32Array, Uint8Array>();
  /** Mass of the free nodes of each strand. */
  private readonly masses: Float64Array;

  /** `last`: those before a change, which may know the same strands. */
  constructor(front: Front, hair: HairState, last: Movers | null) {
    this.version = front.version;
    this.inverseMass = hair.inverseMass;
    this.first = hair.first;
    this.ids = hair.ids;
    const isKnown = last?.ids === hair.ids;
    this.index = isKnown ? last.index : new Map(Array.from(hair.ids, (id, k) => [id, k]));
    this.masses =
      isKnown && last.inverseMass === hair.inverseMass
        ? last.masses
        : Float64Array.from(hair.ids, (_, k) => massOf(hair, k));
    this.places = Uint32Array.from(hair.ids.keys()).filter((k) => !front.isFollower(k));
    const { places } = this;
    this.moves = new Uint8Array(hair.ids.length);
    for (const k of places) this.moves[k] = 1;
    this.weight = new Float64Array(hair.ids.length).fill(1);
    if (places.length === hair.ids.length) {
      this.state = hair;
      return;
    }
    const count = new Uint32Array(hair.ids.length);
    const mass = new Float64Array(hair.ids.length);
    for (let k = 0; k < count.length; k++) {
      const l = front.leaderAt(k);
      count[l] = count[l]! + 1;
      mass[l] = mass[l]! + this.masses[k]!;
    }
    for (const k of places) {
      const own = this.masses[k]!;
      // A model without mass says that nothing moves it: all are alike.
      this.weight[k] = own > 0 ? mass[k]! / own : count[k]!;
    }
    const first = new Uint32Array(places.length + 1);
    places.forEach((k, n) => {
      first[n + 1] = first[n]! + hair.first[k + 1]! - hair.first[k]!;
    });
    const rows = (name: Row): Float64Array => new Float64Array(WIDTHS[name] * first[places.length]!);
    this.state = {
      ids: Uint32Array.from(places, (k) => hair.ids[k]!),
      first,
      ...(hair.groom ? { groom: Uint16Array.from(places, (k) => hair.groom![k]!) } : {}),
      position: rows('position'),
      velocity: rows('velocity'),
      s: rows('s'),
      inverseMass: rows('inverseMass'),
      radius: rows('radius'),
    };
    for (const name of ['s', 'inverseMass', 'radius'] as const) this.gather(hair, name);
    const { inverseMass, radius } = this.state;
    places.forEach((k, n) => {
      const thicker = Math.sqrt(count[k]!);
      for (let i = first[n]!; i < first[n + 1]!; i++) {
        inverseMass[i] = inverseMass[i]! / this.weight[k]!;
        radius[i] = radius[i]! * thicker;
      }
    });
  }

  /** Whether nothing has changed since but places and velocities. */
  isOf(front: Front, hair: HairState): boolean {
    return this.version === front.version && this.inverseMass === hair.inverseMass && this.first === hair.first;
  }

  read(hair: HairState): HairState {
    if (this.places.length === hair.ids.length) return hair;
    this.gather(hair, 'position');
    this.gather(hair, 'velocity');
    return { ...this.state, time: hair.time, dt: hair.dt };
  }

  /** Of the strands that move by themselves, which a block has. */
  ownOf(own: Uint8Array): Uint8Array {
    if (this.places.length === own.length) return own;
    if (this.own?.of !== own) this.own = { of: own, moving: Uint8Array.from(this.places, (k) => own[k]!) };
    return this.own.moving;
  }

  private gather(hair: HairState, name: Row): void {
    const width = WIDTHS[name];
    const from = hair[name];
    const to = this.state[name];
    let at = 0;
    for (const k of this.places) {
      const end = width * hair.first[k + 1]!;
      for (let i = width * hair.first[k]!; i < end; i++) to[at++] = from[i]!;
    }
  }

  following(ids: Uint32Array): Uint8Array | null {
    if (this.places.length === this.ids.length) return null;
    let mask = this.masks.get(ids);
    if (!mask) {
      const { index, moves } = this;
      mask = Uint8Array.from(ids, (id) => {
        const k = index.get(id);
        return k !== undefined && moves[k] === 0 ? 1 : 0;
      });
      this.masks.set(ids, mask);
    }
    return mask;
  }

  /** Forces on all strands as those that move feel them, sorted by (id, s). `hair`: with followers where they are shown. */
  share(forces: PointForces, hair: HairState, front: Front): PointForces {
    if (this.places.length === this.ids.length) return forces;
    const { count } = forces;
    const id = forces.id.slice(0, count);
    const s = forces.s.slice(0, count);
    const anchor = forces.anchor.slice(0, 3 * count);
    const [force, stiffness, damping] = [forces.force, forces.stiffness, forces.damping].map((rows, n) =>
      rows.slice(0, (n === 0 ? 3 : 6) * count),
    ) as [Float64Array, Float64Array, Float64Array];
    let isInOrder = true;
    for (let r = 0; r < count; r++) {
      const k = this.index.get(id[r]!);
      if (k === undefined) continue;
      const l = front.leaderAt(k);
      if (l !== k) {
        isInOrder = false;
        const place = s[r]!;
        id[r] = hair.ids[l]!;
        s[r] = (place * lengthOf(hair, l)) / lengthOf(hair, k);
        if (!forces.isPlain)
          for (let c = 0; c < 3; c++)
            anchor[3 * r + c] = anchor[3 * r + c]! + coordinate(hair, l, s[r]!, c) - coordinate(hair, k, place, c);
      }
      const part = 1 / this.weight[l]!;
      for (let c = 3 * r; c < 3 * r + 3; c++) force[c] = force[c]! * part;
      if (forces.isPlain) continue;
      for (let c = 6 * r; c < 6 * r + 6; c++) {
        stiffness[c] = stiffness[c]! * part;
        damping[c] = damping[c]! * part;
      }
    }
    const rows = { ...forces, count, id, s, force, anchor, stiffness, damping };
    return isInOrder ? rows : sorted(rows);
  }
}

/** Mass of the free nodes of strand k. */
function massOf({ first, inverseMass }: HairState, k: number): number {
  let sum = 0;
  for (let i = first[k]!; i < first[k + 1]!; i++) if (inverseMass[i]! > 0) sum += 1 / inverseMass[i]!;
  return sum;
}

const lengthOf = ({ first, s }: HairState, k: number): number => s[first[k + 1]! - 1]!;

/** One coordinate of the point at an arc length of strand k. */
function coordinate({ first, s, position }: HairState, k: number, place: number, c: number): number {
  let i = first[k]!;
  while (i + 2 < first[k + 1]! && s[i + 1]! <= place) i++;
  if (i + 1 >= first[k + 1]!) return position[3 * i + c]!;
  const t = Math.min(1, Math.max(0, (place - s[i]!) / (s[i + 1]! - s[i]!)));
  return position[3 * i + c]! + t * (position[3 * i + 3 + c]! - position[3 * i + c]!);
}

function sorted(rows: PointForces): PointForces {
  const order = Array.from(rows.id.keys()).sort(
    (a, b) => rows.id[a]! - rows.id[b]! || rows.s[a]! - rows.s[b]! || a - b,
  );
  const pick = (values: Float64Array, size: number): Float64Array =>
    Float64Array.from(
      { length: size * order.length },
      (_, i) => values[size * order[Math.floor(i / size)]! + (i % size)]!,
    );
  return {
    ...rows,
    id: Uint32Array.from(order, (r) => rows.id[r]!),
    s: pick(rows.s, 1),
    force: pick(rows.force, 3),
    anchor: pick(rows.anchor, 3),
    stiffness: pick(rows.stiffness, 6),
    damping: pick(rows.damping, 6),
  };
}

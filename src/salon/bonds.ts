import { addScaled, dot, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { HairView, Place } from './hair-view.ts';
import type { LoadBuilder } from './loads.ts';
import { cutPlaces, Rows, stretchPlaces } from './rows.ts';

/** One drop of glue between two points: their ids and arc lengths, length at rest, stiffness, damping, length that breaks it. */
export interface Bond {
  readonly idA: number;
  readonly sA: number;
  readonly idB: number;
  readonly sB: number;
  readonly rest: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly breakLength: number;
}

/** A bond this long that does not break is no glue, metres. */
export const UNTEARABLE = 10;

/** A point holds at most this many. */
export const MOST_BONDS = 8;

/** Two points that a bond joins, as they are now. */
interface Ends {
  readonly a: Place;
  readonly b: Place;
}

/**
 * Bonds that spray makes between clumps.
 *
 * Each is a damped spring whose force over the step is found for the pair alone, by backward Euler on the two points' own
 * masses, and given to both ends with opposite sign: momentum is kept to the last bit, whatever strands and blocks the ends
 * are in, and no stiffness is too strong for the step. A point with n bonds gives 1/n of its mass to each.
 */
export class Bonds {
  readonly rows: Rows = new Rows(8);

  get count(): number {
    return this.rows.count;
  }

  at(row: number): Bond {
    const [idA, sA, idB, sB, rest, stiffness, damping, breakLength] = this.rows.data.slice(8 * row, 8 * row + 8);
    return {
      idA: idA!,
      sA: sA!,
      idB: idB!,
      sB: sB!,
      rest: rest!,
      stiffness: stiffness!,
      damping: damping!,
      breakLength: breakLength!,
    };
  }

  add(bond: Bond): void {
    this.rows.push(bond.idA, bond.sA, bond.idB, bond.sB, bond.rest, bond.stiffness, bond.damping, bond.breakLength);
  }

  /** Takes away what no pull tears among these strands: the threads of an up-do. */
  cutThreads(ids: ReadonlySet<number>): void {
    this.rows.filter((row) => {
      const isThread = this.rows.at(row, 7) >= UNTEARABLE;
      return !(isThread && ids.has(this.rows.at(row, 0)) && ids.has(this.rows.at(row, 2)));
    });
  }

  cut(id: number, s: number, newId: number): void {
    cutPlaces(this.rows, id, s, newId, 0);
    cutPlaces(this.rows, id, s, newId, 2);
  }

  stretch(id: number, factor: number): void {
    stretchPlaces(this.rows, id, factor, 0);
    stretchPlaces(this.rows, id, factor, 2);
  }

  /** Takes away bonds that are too long or have lost an end; says whose ends they were. */
  breakLong(view: HairView): number[] {
    const freed: number[] = [];
    this.rows.filter((row) => {
      const ends = this.ends(view, row);
      if (ends) {
        const gap = subtract(view.pointAt(ends.b), view.pointAt(ends.a));
        if (Math.sqrt(dot(gap, gap)) <= this.rows.at(row, 7)) return true;
      }
      freed.push(this.rows.at(row, 0), this.rows.at(row, 2));
      return false;
    });
    return freed;
  }

  /** How many bonds each node has, by the hair's node number. */
  counts(view: HairView): Map<number, number> {
    const counts = new Map<number, number>();
    for (let row = 0; row < this.count; row++) {
      const ends = this.ends(view, row);
      if (!ends) continue;
      for (const { node, fraction } of [ends.a, ends.b]) {
        const nearest = fraction < 0.5 ? node : node + 1;
        counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** `linearDensity`: mass of a metre of hair. It is a setting, not asked of models, whose answer changes with the pose. */
  pull(view: HairView, loads: LoadBuilder, linearDensity: number): void {
    if (this.count === 0) return;
    const counts = this.counts(view);
    for (let row = 0; row < this.count; row++) {
      const ends = this.ends(view, row);
      if (!ends) continue;
      const inverse = (end: Place, column: number): number => {
        if (view.isHeldAt(end)) return 0;
        const nearest = end.fraction < 0.5 ? end.node : end.node + 1;
        const span = view.spanAt(view.place.get(this.rows.at(row, column))!, end);
        return (counts.get(nearest) ?? 1) / (linearDensity * span);
      };
      const force = pairForce(view, ends, this.at(row), inverse(ends.a, 0) + inverse(ends.b, 2));
      loads.force(this.rows.at(row, 0), this.rows.at(row, 1), scale(force, -1));
      loads.force(this.rows.at(row, 2), this.rows.at(row, 3), force);
    }
  }

  private ends(view: HairView, row: number): Ends | null {
    const a = view.place.get(this.rows.at(row, 0));
    const b = view.place.get(this.rows.at(row, 2));
    if (a === undefined || b === undefined) return null;
    return { a: view.locate(a, this.rows.at(row, 1)), b: view.locate(b, this.rows.at(row, 3)) };
  }
}

/** Mean force on end b over the step: Δv = −h (k ε + (c + h k) v)/(μ + h c + h² k), times the reduced mass μ. */
function pairForce(view: HairView, { a, b }: Ends, bond: Bond, inverse: number): Vec3 {
  const { dt: h } = view.hair;
  const gap = subtract(view.pointAt(b), view.pointAt(a));
  const length = Math.sqrt(dot(gap, gap));
  if (!(length > 1e-9) || !(inverse > 0)) return [0, 0, 0];
  const along = scale(gap, 1 / length);
  const mass = 1 / inverse;
  const { stiffness: k, damping: c } = bond;
  const speed = dot(along, addScaled(view.velocityAt(b), view.velocityAt(a), -1));
  const change = (-h * (k * (length - bond.rest) + (c + h * k) * speed)) / (mass + h * c + h * h * k);
  return scale(along, (mass * change) / h);
}

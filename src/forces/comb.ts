import type { PointForces, StrandDynamics } from '../models/model.ts';
import { quantity, type ValuesOf } from '../numeric/parameters.ts';
import { addScaled, dot, normalize, scale, subtract, type Vec3 } from '../numeric/vector.ts';

/**
 * The force of a comb, a finger or a haptic tool on a strand: f = υ ḣ⊥ + χ ḣ∥ for the tool's velocity ḣ relative to the hair,
 * split along the strand's tangent. Across the strand the tool pushes, along it the hair slides through.
 * Source: the thesis on haptic hairstyling, eq. 3.44 (spec super-helices, section 9).
 */
export const combParameters = {
  push: quantity({
    unit: 'kg/s',
    about: 'How firmly the tool pushes across the strand, newton for each metre a second.',
    min: 0,
    max: 100,
    default: 1e-3,
  }),
  slide: quantity({
    unit: 'kg/s',
    about: 'How much the hair resists sliding through, newton for each metre a second; grows with internal friction.',
    min: 0,
    max: 100,
    default: 5e-5,
  }),
};

export type CombParameters = ValuesOf<typeof combParameters>;

/** The force for a tool that moves at `velocity` relative to a strand with unit tangent `t`. */
export function combForce({ push, slide }: CombParameters, velocity: Vec3, t: Vec3): Vec3 {
  const along = dot(velocity, t);
  const parallel = scale(t, along);
  return addScaled(scale(subtract(velocity, parallel), push), parallel, slide);
}

/** Half the distance between the two places that tell a strand's tangent, metres. */
const REACH = 1e-3;

/**
 * A tool in contact with strands, of any model: it takes hold of a place, goes with it as the hair slides through, and is free
 * when it has slid off the tip or was let go. Gives rows of point forces whose resistance the models take implicitly.
 */
export class Comb {
  private readonly parameters: CombParameters;
  private readonly held = new Map<number, { s: number; readonly length: number }>();

  constructor(parameters: CombParameters) {
    this.parameters = parameters;
  }

  /** Takes hold of a strand of the given length at arc length s. */
  attach(id: number, s: number, length: number): void {
    this.held.set(id, { s, length });
  }

  release(id: number): void {
    this.held.delete(id);
  }

  /** Strands in the comb, in rising order. */
  get ids(): number[] {
    return [...this.held.keys()].sort((a, b) => a - b);
  }

  /** Arc length at which the comb is on a strand. */
  placeOn(id: number): number | undefined {
    return this.held.get(id)?.s;
  }

  /**
   * Forces of a step of `h` seconds in which the tool moves at `velocity`: force C·ḣ − C·v with C = υ (1 − t tᵀ) + χ t tᵀ. Then the
   * tool's places move on along the strands by the part of its way that the hair let through.
   */
  step(dynamics: StrandDynamics, velocity: Vec3, h: number): PointForces {
    const { push, slide } = this.parameters;
    const ids = this.ids;
    const rows = makeRows(ids.length);
    ids.forEach((id, r) => {
      const place = this.held.get(id)!;
      const t = tangentAt(dynamics, id, place.s, place.length);
      rows.id[r] = id;
      rows.s[r] = place.s;
      rows.force.set(combForce(this.parameters, velocity, t), 3 * r);
      const more = slide - push;
      const damping = [t[0] * t[0], t[0] * t[1], t[0] * t[2], t[1] * t[1], t[1] * t[2], t[2] * t[2]];
      damping.forEach((part, c) => {
        rows.damping[6 * r + c] = more * part + (c === 0 || c === 3 || c === 5 ? push : 0);
      });
      place.s += h * dot(subtract(velocity, dynamics.velocityAt(id, place.s)), t);
      if (place.s > place.length || place.s < 0) this.held.delete(id);
    });
    return rows;
  }
}

function tangentAt(dynamics: StrandDynamics, id: number, s: number, length: number): Vec3 {
  const from = Math.max(0, Math.min(s, length) - REACH);
  const to = Math.min(length, s + REACH);
  return normalize(subtract(dynamics.positionAt(id, to), dynamics.positionAt(id, from)));
}

function makeRows(count: number): PointForces & { readonly count: number } {
  return {
    count,
    id: new Uint32Array(count),
    s: new Float64Array(count),
    force: new Float64Array(3 * count),
    anchor: new Float64Array(3 * count),
    stiffness: new Float64Array(6 * count),
    damping: new Float64Array(6 * count),
  };
}

import { exp } from '../../numeric/elementary.ts';
import { cross, normalize, type Vec3 } from '../../numeric/vector.ts';

/** Hair as points that dim light. */
export interface ShadowCasters {
  /** xyz rows, metres. */
  readonly position: Float64Array;
  /** What each point stands for, for example length of hair in metres. */
  readonly amount: Float64Array;
  /** Unit vector to the light. */
  readonly toLight: Vec3;
  /** Width of a cell, metres. */
  readonly cell: number;
  /** How much an amount dims, square metres of shade a unit of amount. */
  readonly shade: number;
}

/** Hair on a grid whose third axis points to the light, and the fraction of light that reaches places. */
export interface LightField {
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly cell: number;
  readonly low: Vec3;
  readonly size: Vec3;
  /** What of the casters' amounts belongs to each grid point. */
  readonly amount: Float64Array;
  readonly transmittance: Float64Array;
}

/**
 * Transmittance by columns (light-oriented density map, SIGGRAPH 2008 hair course, 2.3): the same trilinear deposit as that of
 * the forces, one running sum a column from the light inwards, T = exp(−shade · amount above / cell²).
 */
export function castShadow(casters: ShadowCasters): LightField {
  const { position, amount, cell, shade } = casters;
  const axes = axesTo(casters.toLight);
  const turned = position.map((_, i) => along(axes[i % 3]!, position, Math.floor(i / 3)) / cell);
  const range = [0, 1, 2].map((c) => extent(turned, c));
  const low = range.map(([least]) => least) as unknown as Vec3;
  const size = range.map(([least, most]) => most - least + 2) as unknown as Vec3;
  const layer = size[0] * size[1];
  const deposited = deposit(turned, amount, low, size);
  const transmittance = deposited.slice();
  for (let column = 0; column < layer; column++) {
    let above = 0;
    for (let at = transmittance.length - layer + column; at >= 0; at -= layer) {
      const here = transmittance[at]!;
      // Half of a cell's own hair is before its middle.
      transmittance[at] = exp((-shade * (above + 0.5 * here)) / (cell * cell));
      above += here;
    }
  }
  return { axes, cell, low, size, amount: deposited, transmittance };
}

/** How hair resists being crowded. */
export interface Crowding {
  /** What may be at a grid point before it pushes. */
  readonly most: number;
  /** Stiffness k of the energy ½ k Σ (amount − most)² over the points that have more, joule a squared unit of amount. */
  readonly stiffness: number;
}

/** That energy. */
export const crowdingEnergy = ({ amount }: LightField, { most, stiffness }: Crowding): number =>
  amount.reduce((sum, one) => (one > most ? sum + 0.5 * stiffness * (one - most) * (one - most) : sum), 0);

/**
 * Adds the forces that push hair apart where too much of it is: minus the gradient of the energy, read from the same grid as the shadow, so that
 * hair is deposited once for both (SIGGRAPH 2008 hair course, 2.3, with smooth weights). The grid stands in space: it may push hair as a whole.
 */
export function pushCrowded(
  field: LightField,
  { position, amount }: Pick<ShadowCasters, 'position' | 'amount'>,
  { most, stiffness }: Crowding,
  force: Float64Array,
): void {
  const { axes, cell, low, size } = field;
  for (let i = 0; i < amount.length; i++) {
    const place = axes.map((axis, c) => along(axis, position, i) / cell - low[c]!);
    const base = place.map(Math.floor);
    const part = place.map((x, c) => x - base[c]!);
    const slope = [0, 0, 0];
    for (let corner = 0; corner < 8; corner++) {
      const isHigh = [0, 1, 2].map((c) => (corner >> c) & 1);
      const [x, y, z] = base.map((b, c) => b + isHigh[c]!) as [number, number, number];
      const over = field.amount[(z * size[1] + y) * size[0] + x]! - most;
      if (over <= 0) continue;
      const weight = part.map((t, c) => (isHigh[c] ? t : 1 - t));
      for (let c = 0; c < 3; c++)
        slope[c]! += (over * (isHigh[c] ? 1 : -1) * weight[(c + 1) % 3]! * weight[(c + 2) % 3]!) / cell;
    }
    for (let k = 0; k < 3; k++) {
      const gradient = axes.reduce((sum, axis, c) => sum + axis[k]! * slope[c]!, 0);
      force[3 * i + k] = force[3 * i + k]! - stiffness * amount[i]! * gradient;
    }
  }
}

/** Fraction of light at a point: all of it beside the hair and before it; behind it, what the last cells let through. */
export function transmittanceAt(field: LightField, x: number, y: number, z: number): number {
  const { axes, cell, low, size, transmittance } = field;
  const place = axes.map((axis, c) => (axis[0] * x + axis[1] * y + axis[2] * z) / cell - low[c]!);
  if (place[2]! > size[2] - 1) return 1;
  const k = Math.max(0, place[2]!);
  const base = [Math.floor(place[0]!), Math.floor(place[1]!), Math.min(Math.floor(k), Math.max(size[2] - 2, 0))];
  const part = [place[0]! - base[0]!, place[1]! - base[1]!, k - base[2]!];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const index = [0, 1, 2].map((c) => base[c]! + ((corner >> c) & 1));
    const weight = [0, 1, 2].reduce((w, c) => w * ((corner >> c) & 1 ? part[c]! : 1 - part[c]!), 1);
    const isInside = [0, 1, 2].every((c) => index[c]! >= 0 && index[c]! < size[c]!);
    sum += weight * (isInside ? transmittance[(index[2]! * size[1] + index[1]!) * size[0] + index[0]!]! : 1);
  }
  return sum;
}

/** The least and the most whole cell along an axis. */
function extent(places: Float64Array, c: number): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = c; i < places.length; i += 3) {
    least = Math.min(least, Math.floor(places[i]!));
    most = Math.max(most, Math.floor(places[i]!));
  }
  return least <= most ? [least, most] : [0, 0];
}

/** Amounts on all grid points of a box, by trilinear weights. */
function deposit(places: Float64Array, amount: Float64Array, low: Vec3, size: Vec3): Float64Array {
  const out = new Float64Array(size[0] * size[1] * size[2]);
  for (let i = 0; i < amount.length; i++)
    for (let corner = 0; corner < 8; corner++) {
      let weight = amount[i]!;
      const index = [0, 1, 2].map((c) => {
        const place = places[3 * i + c]!;
        const part = place - Math.floor(place);
        weight *= (corner >> c) & 1 ? part : 1 - part;
        return Math.floor(place) - low[c]! + ((corner >> c) & 1);
      });
      const at = (index[2]! * size[1] + index[1]!) * size[0] + index[0]!;
      out[at] = out[at]! + weight;
    }
  return out;
}

function axesTo(light: Vec3): readonly [Vec3, Vec3, Vec3] {
  const third = normalize(light);
  const first = normalize(cross(Math.abs(third[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], third));
  return [first, cross(third, first), third];
}

function along(axis: Vec3, x: Float64Array, i: number): number {
  return axis[0] * x[3 * i]! + axis[1] * x[3 * i + 1]! + axis[2] * x[3 * i + 2]!;
}

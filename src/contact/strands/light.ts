import { exp } from '../../numeric/elementary.ts';
import { cross, normalize, type Vec3 } from '../../numeric/vector.ts';
import { POINT, VolumeGrid } from './volume-grid.ts';

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

/** Fraction of light that reaches places, on a grid whose third axis points to the light. */
export interface LightField {
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly cell: number;
  readonly low: Vec3;
  readonly size: Vec3;
  readonly transmittance: Float64Array;
}

/**
 * Transmittance by columns (light-oriented density map, SIGGRAPH 2008 hair course, 2.3): the same trilinear deposit as that of
 * the forces, one running sum a column from the light inwards, T = exp(−shade · amount above / cell²).
 */
export function castShadow(casters: ShadowCasters): LightField {
  const { position, amount, cell, shade } = casters;
  const axes = axesTo(casters.toLight);
  const grid = new VolumeGrid();
  const turned = position.map((_, i) => along(axes[i % 3]!, position, Math.floor(i / 3)));
  const order = Uint32Array.from(amount.keys());
  const still = { velocity: new Float64Array(turned.length), time: 0, rate: 0 };
  grid.enter({ order, mass: amount, position: turned, ...still, origin: [0, 0, 0], scale: 1 / cell });
  const low = Array.from(grid.low) as unknown as Vec3;
  const size = Array.from(grid.size) as unknown as Vec3;
  const layer = size[0] * size[1];
  const transmittance = new Float64Array(layer * size[2]);
  let bottom = transmittance.length;
  for (let n = 1; n < grid.count; n++) {
    transmittance[grid.place[n]!] = grid.points[POINT * n]!;
    bottom = Math.min(bottom, layer * Math.floor(grid.place[n]! / layer));
  }
  for (let column = 0; column < layer; column++) {
    let above = 0;
    for (let at = transmittance.length - layer + column; at >= 0; at -= layer) {
      const here = transmittance[at]!;
      // Half of a cell's own hair is before its middle.
      transmittance[at] =
        at < bottom ? transmittance[at + layer]! : exp((-shade * (above + 0.5 * here)) / (cell * cell));
      above += here;
    }
  }
  return { axes, cell, low, size, transmittance };
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

function axesTo(light: Vec3): readonly [Vec3, Vec3, Vec3] {
  const third = normalize(light);
  const first = normalize(cross(Math.abs(third[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], third));
  return [first, cross(third, first), third];
}

function along(axis: Vec3, x: Float64Array, i: number): number {
  return axis[0] * x[3 * i]! + axis[1] * x[3 * i + 1]! + axis[2] * x[3 * i + 2]!;
}

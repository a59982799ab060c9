import { exp } from '../../numeric/elementary.ts';
import { cross, normalize, type Vec3 } from '../../numeric/vector.ts';
import { BoxGrid } from './box-grid.ts';
import { giveNumbers } from './trilinear.ts';

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
  const items = amount.length;
  const grid = new BoxGrid();
  const turned = new Float64Array(3 * items);
  for (let i = 0; i < items; i++) for (let c = 0; c < 3; c++) turned[3 * i + c] = along(axes[c]!, position, i);
  const runs = { from: Uint32Array.of(0), to: Uint32Array.of(items) };
  grid.enter({ count: items, runs, position: turned, velocity: turned, time: 0, origin: [0, 0, 0], scale: 1 / cell });
  const deposit = new Float64Array(grid.count);
  giveNumbers(grid, amount, deposit);
  const places = placesOf(grid);
  const [low, size] = extent(places);
  const transmittance = new Float64Array(size[0] * size[1] * size[2]);
  places.forEach((place, k) => {
    const [x, y, z] = [place[0] - low[0], place[1] - low[1], place[2] - low[2]];
    transmittance[(x * size[1] + y) * size[2] + z] = deposit[k + 1]!;
  });
  for (let column = 0; column < transmittance.length; column += size[2]) {
    let above = 0;
    for (let k = size[2] - 1; k >= 0; k--) {
      const here = transmittance[column + k]!;
      // Half of a cell's own hair is before its middle.
      transmittance[column + k] = exp((-shade * (above + 0.5 * here)) / (cell * cell));
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
    sum += weight * (isInside ? transmittance[(index[0]! * size[1] + index[1]!) * size[2] + index[2]!]! : 1);
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

/** Where the points of the grid are, in cells. */
function placesOf({ count, place, low, size }: BoxGrid): Vec3[] {
  return Array.from({ length: count - 1 }, (_, k) => {
    const at = place[k + 1]!;
    const row = Math.floor(at / size[0]!);
    return [low[0]! + (at % size[0]!), low[1]! + (row % size[1]!), low[2]! + Math.floor(row / size[1]!)];
  });
}

function extent(places: readonly Vec3[]): readonly [low: Vec3, size: Vec3] {
  const low = [0, 1, 2].map((c) =>
    places.reduce((least, place) => Math.min(least, place[c]!), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((c) =>
    places.reduce((most, place) => Math.max(most, place[c]!), Number.NEGATIVE_INFINITY),
  );
  const size = (c: number): number => (places.length > 0 ? high[c]! - low[c]! + 1 : 0);
  return [places.length > 0 ? [low[0]!, low[1]!, low[2]!] : [0, 0, 0], [size(0), size(1), size(2)]];
}

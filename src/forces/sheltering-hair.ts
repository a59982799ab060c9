import type { HairState } from '../contact/interaction.ts';
import type { HairDensity } from './air.ts';

/** Width of a cell, metres: wide enough that guides a centimetre apart are one body of hair. */
const CELL = 0.02;
const CORNERS = 8;
/** A cell number along an axis takes so many bits in a key: hair within 650 m of the origin. */
const PLACES = 65536;
const NONE = -1;

/**
 * How much hair there is about a point, kg/m³: the mass of every piece of strand goes to the eight corners of the cell that its middle is in,
 * and comes back by the same weights, so that density changes smoothly. Only cells with hair take room, found by their number.
 */
export class ShelteringHair implements HairDensity {
  /** Kilograms of hair for each metre of a guide, by its groom. */
  private readonly perMetre: readonly number[];
  private keys: Float64Array = new Float64Array(1024);
  private density: Float64Array = new Float64Array(1024);
  private used = 0;
  /** Places of the corners of the cell that was asked for last, and its number. */
  private readonly corners = new Int32Array(CORNERS);
  private readonly cell = new Float64Array(3);

  constructor(perMetre: readonly number[]) {
    this.perMetre = perMetre;
    this.keys.fill(NONE);
  }

  /** Takes up where hair is now. Sums are in the order of the strands, which is that of the document. */
  read({ ids, first, position, s, groom }: HairState): void {
    this.keys.fill(NONE);
    this.density.fill(0);
    this.used = 0;
    this.forgetCell();
    const perVolume = 1 / (CELL * CELL * CELL);
    for (let k = 0; k < ids.length; k++) {
      const perMetre = this.perMetre[groom?.[k] ?? 0]! * perVolume;
      for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
        const a = 3 * i;
        const x = (0.5 * (position[a]! + position[a + 3]!)) / CELL;
        const y = (0.5 * (position[a + 1]! + position[a + 4]!)) / CELL;
        const z = (0.5 * (position[a + 2]! + position[a + 5]!)) / CELL;
        this.goTo(x, y, z, true);
        this.add(x, y, z, perMetre * (s[i + 1]! - s[i]!));
      }
    }
    this.forgetCell();
  }

  densityAt(x: number, y: number, z: number): number {
    const [u, v, w] = [x / CELL, y / CELL, z / CELL];
    this.goTo(u, v, w, false);
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) {
      const place = this.corners[c]!;
      if (place !== NONE) sum += this.weight(c, u, v, w) * this.density[place]!;
    }
    return sum;
  }

  private add(x: number, y: number, z: number, amount: number): void {
    for (let c = 0; c < CORNERS; c++) {
      const place = this.corners[c]!;
      this.density[place] = this.density[place]! + this.weight(c, x, y, z) * amount;
    }
  }

  /** Share of a corner of the present cell. */
  private weight(corner: number, x: number, y: number, z: number): number {
    const { cell } = this;
    const [u, v, w] = [x - cell[0]!, y - cell[1]!, z - cell[2]!];
    return (corner & 1 ? u : 1 - u) * (corner & 2 ? v : 1 - v) * (corner & 4 ? w : 1 - w);
  }

  /** Finds the corners of the cell about a place. Most points lie in the cell of the one before. */
  private goTo(x: number, y: number, z: number, isToBe: boolean): void {
    const { cell, corners } = this;
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    if (cell[0] === i && cell[1] === j && cell[2] === k) return;
    cell[0] = i;
    cell[1] = j;
    cell[2] = k;
    if (isToBe && 2 * (this.used + CORNERS) > this.keys.length) this.widen();
    for (let c = 0; c < CORNERS; c++)
      corners[c] = this.find(keyOf(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)), isToBe);
  }

  /** The place of a corner by its number; where it is to be, it is made. */
  private find(key: number, isToBe: boolean): number {
    const { keys } = this;
    const last = keys.length - 1;
    for (let place = hash(key) & last; ; place = (place + 1) & last) {
      if (keys[place] === key) return place;
      if (keys[place] !== NONE) continue;
      if (!isToBe) return NONE;
      keys[place] = key;
      this.used++;
      return place;
    }
  }

  private widen(): void {
    const { keys, density } = this;
    this.keys = new Float64Array(2 * keys.length).fill(NONE);
    this.density = new Float64Array(2 * keys.length);
    this.used = 0;
    keys.forEach((key, place) => {
      if (key !== NONE) this.density[this.find(key, true)] = density[place]!;
    });
  }

  private forgetCell(): void {
    this.cell.fill(Number.NaN);
  }
}

const keyOf = (i: number, j: number, k: number): number =>
  (wrap(i) * PLACES + wrap(j)) * (PLACES / 2) + (wrap(k) & (PLACES / 2 - 1));

const wrap = (cell: number): number => (cell + PLACES / 2) & (PLACES - 1);

/** Mixes the number's low and high bits. */
function hash(key: number): number {
  const low = key >>> 0;
  const high = Math.floor(key / 4294967296);
  return Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 8;
}

import type { TriangleMesh } from '../../body/mesh.ts';
import { pow } from '../../numeric/elementary.ts';
import { InputError } from '../../strands/input-error.ts';
import type { SkinPlace } from '../skin.ts';
import type { ScalarField, VectorField } from './field.ts';

/** A picture laid on the skin by its texture coordinates: u runs along a row, the first row is at v = 0. */
export interface Texture {
  readonly kind: 'texture';
  readonly width: number;
  readonly height: number;
  /** Numbers a pixel. */
  readonly channels: number;
  /** Row after row. Whole numbers stand for fractions of their largest, floats for themselves. */
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array;
  /** The channel that is read, or the first of three; 0 where absent. */
  readonly channel?: number;
  /** What 0 and 1 in the picture stand for; 0 and 1 where absent. */
  readonly low?: number;
  readonly high?: number;
  /** Whether numbers stand for themselves, or are coded as pictures of colours are; `linear` where absent. */
  readonly encoding?: 'linear' | 'srgb';
  /** What three numbers are along: the body's axes, or the skin's (towards u, towards v, outwards). */
  readonly space?: 'body' | 'skin';
}

export function textureScalar(name: string, texture: Texture, mesh: TriangleMesh): ScalarField {
  const read = reader(name, texture, mesh, 1);
  return { at: ({ uv }) => read(uv[0]!, uv[1]!, 0) };
}

export function textureVector(name: string, texture: Texture, mesh: TriangleMesh): VectorField {
  const read = reader(name, texture, mesh, 3);
  const isOnSkin = texture.space === 'skin';
  return {
    at: (place, out) => {
      for (let k = 0; k < 3; k++) out[k] = read(place.uv[0]!, place.uv[1]!, k);
      if (isOnSkin) fromSkinAxes(mesh, place, out);
    },
  };
}

type Reader = (u: number, v: number, channel: number) => number;

/** Reads a channel between its pixels; beyond its border the picture repeats. */
function reader(name: string, texture: Texture, mesh: TriangleMesh, size: number): Reader {
  const { width, height, channels, data } = texture;
  const first = texture.channel ?? 0;
  check(name, texture, mesh, first, size);
  const low = texture.low ?? 0;
  const range = (texture.high ?? 1) - low;
  const decode = texture.encoding === 'srgb' ? decoder(unitOf(data)) : plain(1 / unitOf(data));
  return (u, v, channel) => {
    const x = (u - Math.floor(u)) * width - 0.5;
    const y = (v - Math.floor(v)) * height - 0.5;
    const i = Math.floor(x);
    const j = Math.floor(y);
    const left = (i + width) % width;
    const right = (i + 1) % width;
    const above = ((j + height) % height) * width;
    const below = ((j + 1) % height) * width;
    const at = (pixel: number): number => decode(data[channels * pixel + first + channel]!);
    const a = at(above + left) + (x - i) * (at(above + right) - at(above + left));
    const b = at(below + left) + (x - i) * (at(below + right) - at(below + left));
    return low + range * (a + (y - j) * (b - a));
  };
}

const plain =
  (unit: number) =>
  (value: number): number =>
    unit * value;

/** From the code of a colour to light (IEC 61966-2-1); bytes by a table. */
function decoder(unit: number): (value: number) => number {
  const light = (c: number): number => (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
  if (unit !== 0xff) return (value) => light(value / unit);
  const table = Float64Array.from({ length: 256 }, (_, i) => light(i / 255));
  return (value) => table[value]!;
}

const unitOf = (data: Texture['data']): number =>
  data instanceof Float32Array ? 1 : data instanceof Uint16Array ? 0xffff : 0xff;

function check(name: string, texture: Texture, mesh: TriangleMesh, first: number, size: number): void {
  const { width, height, channels, data } = texture;
  const refuse = (what: string): never => {
    throw new InputError('field/texture', `The field "${name}" cannot be read from its picture: ${what}.`);
  };
  if (!mesh.uv) refuse('the mesh has no texture coordinates');
  if (!(width >= 1 && height >= 1 && data.length === width * height * channels))
    refuse(`${width} x ${height} pixels of ${channels} numbers were promised, and ${data.length} numbers are there`);
  if (!(Number.isInteger(first) && first >= 0 && first + size <= channels))
    refuse(`it needs ${size === 1 ? `channel ${first}` : `three channels from ${first} on`} and there are ${channels}`);
}

/** From components along u, v and the normal to the body's axes. Where the coordinates are degenerate the vector is 0. */
function fromSkinAxes(mesh: TriangleMesh, { triangle, normal }: SkinPlace, out: Float64Array): void {
  const uv = mesh.uv!;
  const { positions: p, triangles } = mesh;
  const [a, b, c] = [triangles[3 * triangle]!, triangles[3 * triangle + 1]!, triangles[3 * triangle + 2]!];
  const [u1, v1] = [uv[2 * b]! - uv[2 * a]!, uv[2 * b + 1]! - uv[2 * a + 1]!];
  const [u2, v2] = [uv[2 * c]! - uv[2 * a]!, uv[2 * c + 1]! - uv[2 * a + 1]!];
  const sign = u1 * v2 - u2 * v1 < 0 ? -1 : 1;
  const along = [0, 0, 0];
  const across = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const e = p[3 * b + k]! - p[3 * a + k]!;
    const f = p[3 * c + k]! - p[3 * a + k]!;
    along[k] = sign * (v2 * e - v1 * f);
    across[k] = sign * (u1 * f - u2 * e);
  }
  const inverse = ([x, y, z]: number[]): number => 1 / Math.max(Math.sqrt(x! * x! + y! * y! + z! * z!), 1e-30);
  const [i, j] = [inverse(along), inverse(across)];
  const [u, v, w] = [out[0]!, out[1]!, out[2]!];
  for (let k = 0; k < 3; k++) out[k] = u * i * along[k]! + v * j * across[k]! + w * normal[k]!;
}

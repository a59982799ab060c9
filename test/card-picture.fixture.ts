import type { TriangleMesh } from '../src/body/mesh.ts';
import { colourPicture, tangentPicture } from '../src/formats/gltf/atlas.ts';
import { CARD_DEFAULTS, type Cards } from '../src/formats/gltf/cards.ts';
import type { Picture } from '../src/formats/gltf/png.ts';
import { hashUnit } from '../src/numeric/random.ts';
import { add, at, cross, dot, normalize, scale, subtract, type Vec3 } from '../src/numeric/vector.ts';
import { type Strands, strandCount } from '../src/strands/strands.ts';

/**
 * A small picture maker for strands and for cards: every fragment is kept and blended in order of depth, and both are lit by
 * the same few lines, so that a difference between two pictures is one of shape and coverage.
 */

export interface View {
  readonly width: number;
  readonly height: number;
  readonly eye: Vec3;
  readonly target: Vec3;
  /** Metres that the picture's height shows at the target. */
  readonly extent: number;
}

const LIGHT: Vec3 = normalize([-0.5, 0.7, 0.6]);
const BACKDROP = 0.05;

interface Projected {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Hair's light for an albedo and a direction (Kajiya and Kay 1989). */
function lit(albedo: readonly number[], tangent: Vec3, toEye: Vec3): Vec3 {
  const sine = (a: Vec3): number => Math.sqrt(Math.max(0, 1 - dot(tangent, a) ** 2));
  const shine = Math.max(0, sine(LIGHT) * sine(toEye) - dot(tangent, LIGHT) * dot(tangent, toEye)) ** 24;
  const c = (k: number): number => albedo[k]! * (0.5 + 1.4 * sine(LIGHT)) + 0.05 * shine;
  return [c(0), c(1), c(2)];
}

/** Fragments of all pixels. */
export class Canvas {
  readonly view: View;
  readonly #lists: number[][];
  readonly #solid: Float64Array;
  readonly #base: Float64Array;
  readonly #right: Vec3;
  readonly #up: Vec3;
  readonly #forward: Vec3;
  readonly #focal: number;

  constructor(view: View) {
    this.view = view;
    const { width, height, eye, target, extent } = view;
    this.#lists = Array.from({ length: width * height }, () => []);
    this.#solid = new Float64Array(width * height).fill(Infinity);
    this.#base = new Float64Array(3 * width * height).fill(BACKDROP);
    this.#forward = normalize(subtract(target, eye));
    this.#right = normalize(cross(this.#forward, [0, 1, 0]));
    this.#up = cross(this.#right, this.#forward);
    this.#focal = (height / extent) * Math.sqrt(dot(subtract(target, eye), subtract(target, eye)));
  }

  #project(p: Vec3): Projected {
    const d = subtract(p, this.view.eye);
    const z = dot(d, this.#forward);
    const s = this.#focal / z;
    return { x: 0.5 * this.view.width + s * dot(d, this.#right), y: 0.5 * this.view.height - s * dot(d, this.#up), z };
  }

  #put(x: number, y: number, z: number, alpha: number, [r, g, b]: Vec3): void {
    if (alpha > 1e-4) this.#lists[y * this.view.width + x]!.push(z, Math.min(alpha, 1), r, g, b);
  }

  /** Calls for the samples of a triangle, `fine` x `fine` a pixel, with weights of the corners. */
  #fill(
    corners: readonly [Vec3, Vec3, Vec3],
    fine: number,
    put: (x: number, y: number, z: number, u: number, v: number, w: number) => void,
  ): void {
    const [a, b, c] = corners.map((p) => this.#project(p)) as [Projected, Projected, Projected];
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area === 0) return;
    const { width, height } = this.view;
    const low = (p: 'x' | 'y'): number => Math.max(0, Math.ceil(fine * Math.min(a[p], b[p], c[p]) - 0.5));
    const high = (p: 'x' | 'y', size: number): number =>
      Math.min(fine * size - 1, Math.floor(fine * Math.max(a[p], b[p], c[p]) - 0.5));
    for (let j = low('y'); j <= high('y', height); j++)
      for (let i = low('x'); i <= high('x', width); i++) {
        const [x, y] = [(i + 0.5) / fine, (j + 0.5) / fine];
        const v = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
        const w = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
        const u = 1 - v - w;
        if (u < 0 || v < 0 || w < 0) continue;
        const depth = 1 / (u / a.z + v / b.z + w / c.z);
        put(Math.floor(x), Math.floor(y), depth, (u / a.z) * depth, (v / b.z) * depth, (w / c.z) * depth);
      }
  }

  body(mesh: TriangleMesh): void {
    const { triangles, positions, normals } = mesh;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
      this.#fill([at(positions, a), at(positions, b), at(positions, c)], 1, (x, y, z, u, v, w) => {
        const pixel = y * this.view.width + x;
        if (z >= this.#solid[pixel]!) return;
        this.#solid[pixel] = z;
        const normal = normalize(
          add(add(scale(at(normals, a), u), scale(at(normals, b), v)), scale(at(normals, c), w)),
        );
        const light = 0.2 + 0.6 * Math.max(0, dot(normal, LIGHT));
        for (let k = 0; k < 3; k++) this.#base[3 * pixel + k] = [0.5, 0.36, 0.29][k]! * light;
      });
    }
  }

  /** Strands of one breadth, as exact as boxes of pixels are: a piece covers breadth x length of them, spread over its ends. */
  strands(strands: Strands, breadth: number): void {
    for (let s = 0; s < strandCount(strands); s++) {
      const [first, last] = [strands.first[s]!, strands.first[s + 1]! - 1];
      for (let p = first; p < last; p++) {
        const [a, b] = [at(strands.positions, p), at(strands.positions, p + 1)];
        const [pa, pb] = [this.#project(a), this.#project(b)];
        const along = (p - first + 0.5) / (last - first);
        const middle = scale(add(a, b), 0.5);
        const toEye = normalize(subtract(this.view.eye, middle));
        const colour = lit(CARD_DEFAULTS.colour(along, hashUnit(s, 77)), normalize(subtract(b, a)), toEye);
        const length = Math.hypot(pb.x - pa.x, pb.y - pa.y);
        const pieces = Math.max(1, Math.ceil(2 * length));
        const area = ((this.#focal * breadth) / pa.z) * (length / pieces);
        for (let k = 0; k < pieces; k++) {
          const t = (k + 0.5) / pieces;
          this.#spread(pa.x + t * (pb.x - pa.x), pa.y + t * (pb.y - pa.y), pa.z + t * (pb.z - pa.z), area, colour);
        }
      }
    }
  }

  /** A spot of such an area over the four nearest pixels. */
  #spread(x: number, y: number, z: number, area: number, colour: Vec3): void {
    const [i, j] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    for (let k = 0; k < 4; k++) {
      const [px, py] = [i + (k & 1), j + (k >> 1)];
      if (px < 0 || py < 0 || px >= this.view.width || py >= this.view.height) continue;
      this.#put(px, py, z, area * (1 - Math.abs(x - px - 0.5)) * (1 - Math.abs(y - py - 0.5)), colour);
    }
  }

  /** Cards as a viewer of the file sees them: from its pictures, filtered. */
  cards(cards: Cards): void {
    const FINE = 2;
    const colour = new Sheet(colourPicture(cards.atlas, CARD_DEFAULTS.colour));
    const direction = new Sheet(tangentPicture(cards.atlas));
    const { positions, normals, tangents, sheet, triangles } = cards;
    const place = (v: number): [number, number] => [sheet[2 * v]!, sheet[2 * v + 1]!];
    for (let t = 0; t < triangles.length; t += 3) {
      const ids = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
      const corners = ids.map((v) => at(positions, v)) as unknown as [Vec3, Vec3, Vec3];
      const [p, q, r] = ids.map(place) as [[number, number], [number, number], [number, number]];
      const sign = tangents[4 * ids[0] + 3]!;
      const blend = (rows: Float32Array, size: number, u: number, v: number, w: number): Vec3 =>
        [0, 1, 2].map(
          (c) => u * rows[size * ids[0] + c]! + v * rows[size * ids[1] + c]! + w * rows[size * ids[2] + c]!,
        ) as unknown as Vec3;
      const texels = this.#texels(corners, [p, q, r], colour);
      this.#fill(corners, FINE, (x, y, z, u, v, w) => {
        const s = u * p[0] + v * q[0] + w * r[0];
        const e = u * p[1] + v * q[1] + w * r[1];
        const texel = colour.at(s, e, texels / FINE);
        const d = direction.at(s, e, texels / FINE);
        // Frames between vertices are interpolated, as every viewer does.
        const across = normalize(blend(tangents, 4, u, v, w));
        const along = scale(cross(normalize(blend(normals, 3, u, v, w)), across), sign);
        const tangent = normalize(add(scale(across, 2 * d[0]! - 1), scale(along, 2 * d[1]! - 1)), along);
        const point = add(add(scale(corners[0], u), scale(corners[1], v)), scale(corners[2], w));
        const toEye = normalize(subtract(this.view.eye, point));
        const albedo = [texel[0]! ** 2, texel[1]! ** 2, texel[2]! ** 2];
        this.#put(x, y, z, texel[3]! / FINE ** 2, lit(albedo, tangent, toEye));
      });
    }
  }

  /** Texels along a pixel's side on a triangle. */
  #texels(corners: readonly [Vec3, Vec3, Vec3], places: readonly [number, number][], sheet: Sheet): number {
    const [a, b, c] = corners.map((p) => this.#project(p)) as [Projected, Projected, Projected];
    const pixels = Math.abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    const [p, q, r] = places as [[number, number], [number, number], [number, number]];
    const fraction = Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    return Math.sqrt((fraction * sheet.width * sheet.height) / Math.max(pixels, 1e-9));
  }

  /** sRGB bytes, RGB. Light of a pixel's fragments from the nearest on. */
  picture(): Uint8Array {
    const { width, height } = this.view;
    const out = new Uint8Array(3 * width * height);
    this.#lists.forEach((list, pixel) => {
      const order = Array.from({ length: list.length / 5 }, (_, k) => 5 * k).sort((a, b) => list[a]! - list[b]!);
      let open = 1;
      const sum = [0, 0, 0];
      for (const k of order) {
        if (list[k]! > this.#solid[pixel]! || open < 1e-3) break;
        const alpha = open * list[k + 1]!;
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + alpha * list[k + 2 + c]!;
        open -= alpha;
      }
      for (let c = 0; c < 3; c++) {
        const x = Math.min(1, sum[c]! + open * this.#base[3 * pixel + c]!);
        out[3 * pixel + c] = Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
      }
    });
    return out;
  }
}

/** A picture with its halves, quarters and so on, colour weighted by coverage. */
class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #levels: { width: number; height: number; data: Float32Array }[] = [];

  constructor({ width, height, pixels }: Picture) {
    this.width = width;
    this.height = height;
    let data = Float32Array.from(pixels, (value) => value / 255);
    this.#levels.push({ width, height, data });
    for (let [w, h] = [width, height]; this.#levels.length < 5 && w % 2 === 0 && h % 2 === 0; ) {
      const next = new Float32Array(w * h);
      for (let k = 0; k < next.length / 4; k++) {
        const corner = 4 * (2 * Math.floor(k / (w / 2)) * w + 2 * (k % (w / 2)));
        for (const from of [corner, corner + 4, corner + 4 * w, corner + 4 * w + 4])
          for (let c = 0; c < 4; c++) next[4 * k + c] = next[4 * k + c]! + 0.25 * data[from + c]!;
      }
      [w, h, data] = [w / 2, h / 2, next];
      this.#levels.push({ width: w, height: h, data });
    }
  }

  /** The value at a place for a footprint of so many texels. */
  at(s: number, t: number, texels: number): Float64Array {
    const wanted = Math.max(0, Math.min(this.#levels.length - 1, Math.round(Math.log2(Math.max(texels, 1)))));
    const { width, height, data } = this.#levels[wanted]!;
    const [x, y] = [s * width - 0.5, t * height - 0.5];
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const out = new Float64Array(4);
    for (let k = 0; k < 4; k++) {
      const [px, py] = [i + (k & 1), j + (k >> 1)];
      const weight = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py));
      const from = 4 * (Math.max(0, Math.min(height - 1, py)) * width + Math.max(0, Math.min(width - 1, px)));
      for (let c = 0; c < 4; c++) out[c] = out[c]! + weight * data[from + c]!;
    }
    return out;
  }
}

/** 1 for each pixel where one of the pictures shows hair. */
export function hairPixels(bald: Uint8Array, ...pictures: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from({ length: bald.length / 3 }, (_, p) =>
    pictures.some((picture) => [0, 1, 2].some((c) => Math.abs(picture[3 * p + c]! - bald[3 * p + c]!) > 2)) ? 1 : 0,
  );
}

/** Mean difference of all channels over some pixels or all, in steps of 1/255. */
export function meanDifference(a: Uint8Array, b: Uint8Array, pixels?: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    if (pixels && !pixels[Math.floor(i / 3)]) continue;
    sum += Math.abs(a[i]! - b[i]!);
    count++;
  }
  return sum / Math.max(1, count);
}

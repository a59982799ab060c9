import { type TriangleMesh, vertexCount } from '../body/mesh.ts';
import { outwardTriangles } from '../body/outward.ts';
import { rootShade } from '../groom/head/root-shade.ts';
import { lerp, smoothstep } from '../numeric/curve.ts';
import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { IDENTITY, type Quat } from '../numeric/rotation.ts';
import { type Vec3, ZERO } from '../numeric/vector.ts';
import { COVER_FROM, COVER_TO, ROOT_COVER } from './body.wgsl.ts';
import { BODY_BYTES, bodyLayout, writeBodyUniforms } from './body-uniforms.ts';
import { type Bounds, boundsOf, cornersOf } from './bounds.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';
import type { DrawnBody } from './contract.ts';
import { groupOf } from './kernel.ts';
import { BODY_LOOK_DEFAULTS, type BodyLook } from './look.ts';
import { type Mat4, rigid, transformPoint } from './matrix.ts';

/** The box around a box that was turned and moved. */
export function carried(bounds: Bounds, pose: Mat4): Bounds {
  return boundsOf(cornersOf(bounds).flatMap((corner) => transformPoint(pose, corner)));
}

function interleaved(a: Float32Array, b: Float32Array): OwnFloat32Array {
  const out = new Float32Array(a.length + b.length);
  for (let i = 0; i < a.length; i += 3) {
    out.set(a.subarray(i, i + 3), 2 * i);
    out.set(b.subarray(i, i + 3), 2 * i + 3);
  }
  return out;
}

/** Hair whose roots tint a region of the skin. */
export interface RootTint {
  readonly region: string;
  /** null where every strand has its own. */
  readonly colour: Vec3 | null;
}

/** A body on the GPU. */
export class GpuBody implements DrawnBody {
  readonly mesh: TriangleMesh;
  readonly vertices: number;
  readonly uniform: GPUBuffer;
  /** Position and normal of each vertex, for kernels. */
  readonly points: GPUBuffer;
  /** Colour of roots or paint at each vertex times how much it covers there, and how much. */
  readonly roots: GPUBuffer;
  /** Light that each vertex sends to the eye, four halves; written and drawn in previews alone. */
  readonly light: GPUBuffer;
  /** Rises whenever the body looks different to a light. */
  version = 0;
  /** Rises whenever its vertices have moved. */
  shape = 0;
  readonly #device: GPUDevice;
  readonly #group: GPUBindGroup;
  readonly #positions: GPUBuffer;
  readonly #normals: GPUBuffer;
  readonly #triangles: GPUBuffer;
  readonly #shades = new Map<string, Float32Array>();
  readonly #forget: (body: GpuBody) => void;
  #tints: readonly RootTint[] = [];
  #bounds: Bounds;
  #pose: Mat4 = rigid(ZERO, IDENTITY);
  #look: BodyLook = BODY_LOOK_DEFAULTS;

  /** `forget` is called when it is removed. */
  constructor(device: GPUDevice, mesh: TriangleMesh, forget: (body: GpuBody) => void) {
    const { VERTEX, STORAGE, INDEX, UNIFORM } = GPUBufferUsage;
    this.#device = device;
    this.#forget = forget;
    this.mesh = mesh;
    this.vertices = vertexCount(mesh);
    this.#positions = bufferOf(device, 'body positions', mesh.positions, VERTEX);
    this.#normals = bufferOf(device, 'body normals', mesh.normals, VERTEX);
    this.#triangles = bufferOf(device, 'body triangles', outwardTriangles(mesh), INDEX);
    this.points = bufferOf(device, 'body points', interleaved(mesh.positions, mesh.normals), STORAGE);
    this.roots = emptyBuffer(device, 'body roots', 16 * this.vertices, VERTEX | STORAGE);
    this.light = emptyBuffer(device, 'body light', 8 * this.vertices, VERTEX | STORAGE);
    this.uniform = emptyBuffer(device, 'body', BODY_BYTES, UNIFORM);
    this.#group = groupOf(device, bodyLayout(device), [this.uniform]);
    this.#bounds = boundsOf(mesh.positions);
    this.#write();
    if (mesh.colours) this.#paint();
  }

  get pose(): Mat4 {
    return this.#pose;
  }

  /** In the world. */
  get bounds(): Bounds {
    return carried(this.#bounds, this.#pose);
  }

  setShape({ positions, normals }: Pick<TriangleMesh, 'positions' | 'normals'>): void {
    const { queue } = this.#device;
    for (const [buffer, data] of [
      [this.#positions, positions],
      [this.#normals, normals],
      [this.points, interleaved(positions, normals)],
    ] as const)
      queue.writeBuffer(buffer, 0, data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
    this.#bounds = boundsOf(positions);
    this.shape++;
    this.version++;
  }

  setPose(position: Vec3, orientation: Quat): void {
    const pose = rigid(position, orientation);
    if (pose.every((value, k) => value === this.#pose[k])) return;
    this.#pose = pose;
    this.version++;
    this.#write();
  }

  setLook(look: Partial<BodyLook>): void {
    const before = this.#look;
    this.#look = { ...before, ...look };
    this.#write();
    if (this.mesh.colours && isPaintedAnew(before, this.#look)) this.#paint();
  }

  /** Skin is tinted like the roots of the grooms that grow there, as dense as they are. */
  tint(tints: readonly RootTint[]): void {
    const isSame = tints.length === this.#tints.length && tints.every((tint, k) => isEqual(tint, this.#tints[k]!));
    if (isSame) return;
    this.#tints = tints;
    this.#paint();
  }

  /** With positions, normals and roots as vertex buffers. */
  draw(pass: GPURenderPassEncoder): void {
    this.#draw(pass, [this.#positions, this.#normals, this.roots]);
  }

  /** With positions and light. */
  drawLit(pass: GPURenderPassEncoder): void {
    this.#draw(pass, [this.#positions, this.light]);
  }

  /** With positions alone. */
  drawSolid(pass: GPURenderPassEncoder): void {
    this.#draw(pass, [this.#positions]);
  }

  remove(): void {
    this.#forget(this);
    this.destroy();
  }

  destroy(): void {
    const { uniform, points, roots, light } = this;
    for (const buffer of [this.#positions, this.#normals, this.#triangles, uniform, points, roots, light])
      buffer.destroy();
  }

  #write(): void {
    const state = { pose: this.#pose, skin: this.#look.skin, vertices: this.vertices };
    this.#device.queue.writeBuffer(this.uniform, 0, writeBodyUniforms(state));
  }

  #paint(): void {
    const shades = this.#tints.map(({ region }) => this.#shade(region));
    const painted = this.#painted();
    this.#device.queue.writeBuffer(this.roots, 0, rootColours(this.vertices, this.#tints, shades, painted));
  }

  /** Colours of vertices as the look has them. */
  #painted(): Float32Array | undefined {
    const { colours, regions } = this.mesh;
    const { isPainted, skin, skinRegion } = this.#look;
    const region = skinRegion === undefined ? undefined : regions.get(skinRegion);
    if (!isPainted || !colours || !region) return isPainted ? colours : undefined;
    return colours.map((value, i) => (i % 4 < 3 ? lerp(value, skin[i % 4]!, region.weight[i >> 2]!) : value));
  }

  #shade(region: string): Float32Array {
    const known = this.#shades.get(region) ?? rootShade(this.mesh, region);
    this.#shades.set(region, known);
    return known;
  }

  #draw(pass: GPURenderPassEncoder, buffers: readonly GPUBuffer[]): void {
    pass.setBindGroup(1, this.#group);
    buffers.forEach((buffer, slot) => {
      pass.setVertexBuffer(slot, buffer);
    });
    pass.setIndexBuffer(this.#triangles, 'uint32');
    pass.drawIndexed(this.mesh.triangles.length);
  }
}

const isEqual = (a: RootTint, b: RootTint): boolean => a.region === b.region && isSameColour(a.colour, b.colour);

const isSameColour = (a: Vec3 | null, b: Vec3 | null): boolean =>
  a === b || (a !== null && b !== null && a.every((value, c) => value === b[c]));

const isPaintedAnew = (a: BodyLook, b: BodyLook): boolean =>
  a.isPainted !== b.isPainted ||
  a.skinRegion !== b.skinRegion ||
  (b.skinRegion !== undefined && !isSameColour(a.skin, b.skin));

/** Where several grooms grow, the mean of their colours as dense as the densest of them; between them what is painted. */
export function rootColours(
  vertices: number,
  tints: readonly RootTint[],
  shades: readonly Float32Array[],
  painted?: Float32Array,
): OwnFloat32Array {
  const out = new Float32Array(4 * vertices);
  for (let v = 0; v < vertices; v++) {
    let sum = 0;
    let most = 0;
    let densest = 0;
    for (let k = 0; k < shades.length; k++) {
      densest = Math.max(densest, shades[k]![v]!);
      if (tints[k]!.colour === null) continue;
      sum += shades[k]![v]!;
      most = Math.max(most, shades[k]![v]!);
    }
    if (sum === 0 && !painted) continue;
    for (let c = 0; c < 3; c++) {
      let colour = 0;
      for (let k = 0; k < tints.length; k++) colour += shades[k]![v]! * (tints[k]!.colour?.[c] ?? 0);
      out[4 * v + c] = sum > 0 ? (colour * most) / sum : 0;
    }
    out[4 * v + 3] = most;
    if (painted) paintOver(out, v, painted, densest);
  }
  return out;
}

/** Added to the density at a painted vertex: shaders know by it that no skin is seen. */
const PAINTED = 2;

/** Paint where roots were, as much of it as they let through. */
function paintOver(out: Float32Array, v: number, painted: Float32Array, densest: number): void {
  const density = out[4 * v + 3]!;
  const cover = ROOT_COVER * smoothstep((density - COVER_FROM) / (COVER_TO - COVER_FROM));
  for (let c = 0; c < 3; c++) {
    const roots = density > 0 ? out[4 * v + c]! / density : 0;
    out[4 * v + c] = (PAINTED + densest) * lerp(painted[4 * v + c]!, roots, cover);
  }
  out[4 * v + 3] = PAINTED + densest;
}

const vector = (shaderLocation: number): GPUVertexBufferLayout => ({
  arrayStride: 12,
  attributes: [{ shaderLocation, offset: 0, format: 'float32x3' }],
});

const ROOTS: GPUVertexBufferLayout = {
  arrayStride: 16,
  attributes: [{ shaderLocation: 2, offset: 0, format: 'float32x4' }],
};

/** Positions and light. */
export const LIT_BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [
  vector(0),
  { arrayStride: 8, attributes: [{ shaderLocation: 1, offset: 0, format: 'float16x4' }] },
];

/** Positions alone. */
export const SOLID_BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [vector(0)];

/** Positions, normals, roots. */
export const BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [vector(0), vector(1), ROOTS];

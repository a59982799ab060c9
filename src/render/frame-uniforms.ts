import type { Vec3 } from '../numeric/vector.ts';
import { addScaled } from '../numeric/vector.ts';
import { type Bounds, type Sphere, sphereOf } from './bounds.ts';
import { axesOf, eyeOf, type OrbitCamera, projectionMatrix, viewMatrix } from './camera.ts';
import type { LensPoint } from './lens.ts';
import { type LightSettings, lightDirection, MOST_LIGHTS } from './lights.ts';
import type { PictureLook } from './look.ts';
import { lookAt, type Mat4, multiply4, orthographic } from './matrix.ts';
import { TILE } from './tiles.wgsl.ts';

const LIGHTS_AT = 44;
const LIGHT_FLOATS = 28;
/** Where a light's shadow is found; see frame.wgsl.ts. */
const BY_MAP = 1;
const BY_GRID = 2;
/** Bytes of the uniform block `Frame` in frame.wgsl.ts. */
export const FRAME_BYTES: number = 4 * (LIGHTS_AT + MOST_LIGHTS * LIGHT_FLOATS);

export interface FrameState {
  readonly camera: OrbitCamera;
  readonly width: number;
  readonly height: number;
  /** Shift of the picture in pixels, for sub-frames. */
  readonly jitter: readonly [number, number];
  /** Where the picture is seen through the lens; its middle where absent. */
  readonly lens?: LensPoint | undefined;
  /** Holds everything that throws or takes shadow. */
  readonly lit: Sphere;
  readonly bounds: Bounds;
  /** So many lights have shadow maps; the shadow of the others is found in the ambient grid. */
  readonly mapped: number;
  readonly mapSide: number;
  readonly gridSide: number;
  /** Of all grooms together. */
  readonly vertices: number;
  /** Whether grooms send on different fractions of light. */
  readonly isMixed: boolean;
  /** The box of what stands on the ground. */
  readonly ground: Bounds;
  readonly look: PictureLook;
}

/** What a light sees: the lit sphere, flat. */
export function lightMatrix(light: LightSettings, azimuth: number, { centre, radius }: Sphere): Mat4 {
  const to = lightDirection(light, azimuth);
  return multiply4(orthographic(radius, 0, 2 * radius), lookAt(addScaled(centre, to, radius), centre));
}

function writeLights(state: FrameState, floats: Float32Array): void {
  const { camera, lit, look } = state;
  look.lights.slice(0, MOST_LIGHTS).forEach((light, k) => {
    const at = LIGHTS_AT + k * LIGHT_FLOATS;
    floats.set(lightMatrix(light, camera.azimuth, lit), at);
    floats.set([...lightDirection(light, camera.azimuth), 2 * lit.radius], at + 16);
    floats.set([...light.colour, (2 * lit.radius) / state.mapSide], at + 20);
    floats.set([light.shadow ? (k < state.mapped ? BY_MAP : BY_GRID) : 0, light.softness, 0, 0], at + 24);
  });
}

/** From the lens's middle to another point of it, in view coordinates: x' = x + lens.x (d / focus − 1) at distance d. */
function throughLens({ x, y, focus }: LensPoint): Mat4 {
  return Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, -x / focus, -y / focus, 1, 0, -x, -y, 0, 1);
}

/** World to clip coordinates. */
function seenThrough(state: FrameState): Mat4 {
  const view = viewMatrix(state.camera);
  return multiply4(projection(state), state.lens ? multiply4(throughLens(state.lens), view) : view);
}

/** The eye is where the picture is seen from. */
function eyeAt({ camera, lens }: FrameState): Vec3 {
  const eye = eyeOf(camera);
  if (!lens) return eye;
  const [right, up] = axesOf(camera);
  return addScaled(addScaled(eye, right, lens.x), up, lens.y);
}

/** The projection moved by a part of a pixel. */
function projection({ camera, width, height, jitter }: FrameState): Mat4 {
  const plain = projectionMatrix(camera, width / Math.max(1, height));
  const shift = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  shift[12] = (2 * jitter[0]) / width;
  shift[13] = (-2 * jitter[1]) / height;
  return multiply4(shift, plain);
}

export function writeFrameUniforms(state: FrameState): ArrayBuffer {
  const { camera, look, bounds, width, height } = state;
  const buffer = new ArrayBuffer(FRAME_BYTES);
  const floats = new Float32Array(buffer);
  const words = new Uint32Array(buffer);
  const plain = projectionMatrix(camera, width / Math.max(1, height));
  const extent = Math.max(...[0, 1, 2].map((k) => bounds.high[k]! - bounds.low[k]!), 1e-3);
  const cell = (1.04 * extent) / state.gridSide;
  const middle = [0, 1, 2].map((k) => 0.5 * (bounds.low[k]! + bounds.high[k]!)) as [number, number, number];
  floats.set(seenThrough(state), 0);
  floats.set([...eyeAt(state), (2 * Math.tan(0.5 * camera.fieldOfView)) / Math.max(1, height)], 16);
  floats.set([width, height, plain[10]!, plain[14]!], 20);
  words.set([Math.ceil(width / TILE), Math.ceil(height / TILE)], 24);
  words.set([Math.min(look.lights.length, MOST_LIGHTS), state.mapSide], 26);
  floats.set([...middle.map((c) => c - 0.5 * cell * state.gridSide), cell], 28);
  const { centre, radius } = sphereOf(state.ground);
  floats.set([centre[0], state.ground.low[1], centre[2], 1.7 * radius], 32);
  floats.set([look.ground, look.shadow, look.ambient], 36);
  words.set([state.vertices, state.isMixed ? 1 : 0], 39);
  writeLights(state, floats);
  return buffer;
}

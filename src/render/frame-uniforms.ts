import type { Vec3 } from '../numeric/vector.ts';
import { addScaled } from '../numeric/vector.ts';
import { type Bounds, type Sphere, sphereOf } from './bounds.ts';
import { axesOf, eyeDirection, eyeOf, type OrbitCamera, projectionMatrix, viewMatrix } from './camera.ts';
import type { LensPoint } from './lens.ts';
import { type LightSettings, lightDirection, MOST_LIGHTS } from './lights.ts';
import type { Look } from './look.ts';
import { lookAt, type Mat4, multiply4, orthographic } from './matrix.ts';
import { TILE } from './tiles.wgsl.ts';

const LIGHTS_AT = 76;
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
  readonly bodyPose: Mat4;
  readonly bounds: Bounds;
  /** Of the whole strand, groomed. */
  readonly hairWidth: number;
  readonly subdivisions: number;
  /** Share of the strands that is drawn, how many groomed ones one of them is to light, and how much wider it is drawn. */
  readonly keep: number;
  readonly stands: number;
  readonly widen: number;
  /** So many lights have shadow maps; the shadow of the others is found in the ambient grid. */
  readonly mapped: number;
  readonly mapSide: number;
  readonly gridSide: number;
  readonly points: number;
  readonly bodyVertices: number;
  readonly opacity: number;
  readonly scalp: Vec3;
  /** The box of what stands on the ground. */
  readonly ground: Bounds;
  readonly look: Look;
}

/** What a light sees: the lit sphere, flat. */
export function lightMatrix(light: LightSettings, azimuth: number, { centre, radius }: Sphere): Mat4 {
  const to = lightDirection(light, azimuth);
  return multiply4(orthographic(radius, 0, 2 * radius), lookAt(addScaled(centre, to, radius), centre));
}

/** Strands that one stands for where a share is drawn; see `rankShare` in frame.wgsl.ts. */
export const standsFor = (keep: number): number => (keep >= 1 ? 1 : 1 / (keep * (1 - 1 / 16)));

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
  const forward = eyeDirection(camera).map((c) => -c) as [number, number, number];
  floats.set(seenThrough(state), 0);
  floats.set(state.bodyPose, 16);
  floats.set([...eyeAt(state), (2 * Math.tan(0.5 * camera.fieldOfView)) / Math.max(1, height)], 32);
  floats.set([...forward, plain[10]!, width, height, plain[14]!, 0.5 * state.hairWidth], 36);
  words.set([Math.ceil(width / TILE), Math.ceil(height / TILE)], 44);
  words.set([Math.min(look.lights.length, MOST_LIGHTS), state.subdivisions], 46);
  floats.set([state.keep, state.widen], 48);
  words[50] = state.mapSide;
  floats[51] = look.shadow;
  floats.set([...middle.map((c) => c - 0.5 * cell * state.gridSide), cell], 52);
  words.set([state.gridSide, state.gridSide, state.gridSide], 56);
  floats[59] = look.ambient;
  floats.set([...look.body, look.ground], 60);
  const { centre, radius } = sphereOf(state.ground);
  floats.set([centre[0], state.ground.low[1], centre[2], 1.7 * radius], 64);
  floats.set([...state.scalp, state.opacity], 68);
  words.set([state.points, state.bodyVertices], 72);
  floats[74] = state.stands;
  writeLights(state, floats);
  return buffer;
}

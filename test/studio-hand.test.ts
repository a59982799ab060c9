import { describe, expect, test, vi } from 'vitest';
import { AT_REST } from '../src/body/motion.ts';
import { dot, length, subtract, type Vec3 } from '../src/numeric/vector.ts';
import { CAMERA_DEFAULTS, viewProjection } from '../src/render/index.ts';
import { transformPoint } from '../src/render/matrix.ts';
import type { HandSample } from '../src/scene/live.ts';
import { STEP_PARTS } from '../src/simulation/profiler.ts';
import { fromTilts, PLAIN_TOUCH, sampleAt } from '../studio/src/hand/grip.ts';
import { Hand, type Stylist } from '../studio/src/hand/hand.ts';
import { KeyboardHand } from '../studio/src/hand/keyboard-hand.ts';
import { ONE_EURO_DEFAULTS, OneEuro } from '../studio/src/hand/one-euro.ts';
import { hull } from '../studio/src/hand/overlay.ts';
import { axesOf, projector, rayThrough } from '../studio/src/hand/ray.ts';
import { Scenery } from '../studio/src/hand/scenery.ts';
import { workInXr, XR_ROOM, type XrFrame, type XrInputSource, type XrPose } from '../studio/src/hand/xr-hand.ts';
import type { SceneSummary } from '../studio/src/simulation/protocol.ts';
import { StepClock } from '../studio/src/simulation/step-clock.ts';
import { findStudioTool, studioTools } from '../studio/src/tools/catalogue.ts';

const SIZE = { width: 800, height: 600 };
const CAMERA = { ...CAMERA_DEFAULTS, azimuth: 0.7, elevation: 0.3, target: [0.1, 0.2, -0.1] as Vec3 };

/** A ball of 24 triangles about the origin, and one strand in front of it. */
function scenery(points: readonly Vec3[] = []): Scenery {
  const corners: Vec3[] = [
    [0.1, 0, 0],
    [-0.1, 0, 0],
    [0, 0.1, 0],
    [0, -0.1, 0],
    [0, 0, 0.1],
    [0, 0, -0.1],
  ];
  const triangles: number[] = [];
  for (const x of [0, 1])
    for (const y of [2, 3]) for (const z of [4, 5]) triangles.push(...((x + y + z) % 2 === 0 ? [x, y, z] : [x, z, y]));
  const own = new Scenery();
  const mesh = {
    positions: Float32Array.from(corners.flat()),
    triangles: Uint32Array.from(triangles),
    normals: new Float32Array(18),
    regions: new Map(),
  };
  const { position, orientation } = AT_REST;
  const bodies = [{ position, orientation }];
  own.setScene({ bodies: [mesh], poses: bodies, guides: 200 } as unknown as SceneSummary);
  own.frame({ points: Float32Array.from(points.flat()), bodies });
  return own;
}

class Witness implements Stylist {
  readonly said: string[] = [];
  readonly samples: HandSample[] = [];
  take(tool: string): void {
    this.said.push(`take ${tool}`);
  }
  move(samples: readonly HandSample[]): void {
    this.samples.push(...samples);
  }
  letGo(): void {
    this.said.push('let go');
  }
}

describe('pointing', () => {
  test('a ray goes through the points that are drawn at its pixel', () => {
    const matrix = viewProjection(CAMERA, SIZE.width / SIZE.height);
    const project = projector(CAMERA, SIZE);
    for (const [x, y] of [
      [400, 300],
      [20, 580],
      [777, 31],
    ] as const) {
      const { origin, direction } = rayThrough(CAMERA, x, y, SIZE);
      const point = origin.map((o, c) => o + 1.3 * direction[c]!) as unknown as Vec3;
      const [u, v] = transformPoint(matrix, point);
      expect((0.5 + 0.5 * u) * SIZE.width).toBeCloseTo(x, 2);
      expect((0.5 - 0.5 * v) * SIZE.height).toBeCloseTo(y, 2);
      expect(project(point)!.x).toBeCloseTo(x, 6);
      expect(project(point)!.y).toBeCloseTo(y, 6);
    }
  });

  test('hair is met before skin, skin where there is no hair, nothing beside both', () => {
    const ray = { origin: [0, 0, 1] as Vec3, direction: [0, 0, -1] as Vec3 };
    expect(scenery().pick(ray)).toMatchObject({ on: 'body' });
    expect(scenery().pick(ray)!.distance).toBeCloseTo(0.9, 6);
    expect(scenery([[0.005, 0, 0.15]]).pick(ray)).toMatchObject({ on: 'hair', distance: expect.closeTo(0.85, 6) });
    // Hair behind the head is not met.
    expect(scenery([[0, 0, -0.3]]).pick(ray)).toMatchObject({ on: 'body' });
    expect(scenery().pick({ ...ray, origin: [0.3, 0, 1] })).toBeNull();
  });

  test('every tool is held before the hair, looks along the ray, and has a volume that can be drawn', () => {
    const axes = axesOf(CAMERA);
    const ray = rayThrough(CAMERA, 300, 200, SIZE);
    const place: Vec3 = [0.01, 0.02, 0.03];
    for (const tool of studioTools) {
      const grip = tool.grip({});
      const sample = sampleAt(place, ray, axes, grip, PLAIN_TOUCH);
      expect(length(subtract(sample.origin, place))).toBeCloseTo(grip.away, 4);
      if (grip.kind !== 'bar') expect(dot(sample.direction, ray.direction)).toBeCloseTo(1, 5);
      expect(tool.volume({}, { ...sample })).toHaveProperty('kind');
      expect(tool.key).toMatch(/^[a-z]$/);
    }
    expect(new Set(studioTools.map((tool) => tool.key)).size).toBe(studioTools.length);
  });

  test('a pen that leans to the right sprays to the left; its twist turns the tool', () => {
    const axes = axesOf(CAMERA);
    const ray = rayThrough(CAMERA, 400, 300, SIZE);
    const lean = fromTilts(30, 0);
    expect(lean.altitude).toBeCloseTo(Math.PI / 3, 6);
    const grip = { kind: 'flat', away: 0 } as const;
    const sample = sampleAt([0, 0, 0], ray, axes, grip, { ...PLAIN_TOUCH, ...lean, roll: Math.PI / 2 });
    expect(dot(sample.direction, axes.right)).toBeCloseTo(-0.5, 4);
    expect(dot(sample.up, axes.up)).toBeCloseTo(0, 4);
  });

  test('a hull holds all points and turns one way', () => {
    const points = [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
      [2, 1],
    ].map(([x, y]) => ({ x: x!, y: y!, scale: 1 }));
    expect(hull(points)).toHaveLength(4);
  });
});

describe('a hand that trembles', () => {
  /** A hand at 60 readings a second that moves so fast and trembles by a pixel; how far it is off, over its last second. */
  function offBy(speed: number): { trembling: number; lag: number } {
    const filter = new OneEuro();
    let [trembling, lag] = [0, 0];
    for (let n = 0; n < 120; n++) {
      const place = (speed * n) / 60;
      const off = filter.smooth(place + (n % 2 === 0 ? 1 : -1), (1000 * n) / 60) - place;
      if (n < 60) continue;
      trembling += Math.abs(off) / 60;
      lag -= off / 60;
    }
    return { trembling, lag };
  }

  test('is calm at rest, arrives where it points, and does not lag when it is fast', () => {
    expect(offBy(0).trembling).toBeLessThan(0.35);
    expect(offBy(800).lag / 800).toBeLessThan(0.02);
    const filter = new OneEuro();
    filter.smooth(0, 0);
    let place = 0;
    for (let n = 1; n < 60; n++) place = filter.smooth(100, (1000 * n) / 60);
    expect(place).toBeCloseTo(100, 1);
    // Two readings at one time are one.
    expect(filter.smooth(50, (1000 * 59) / 60)).toBe(place);
  });

  test('a constant comes back as it is, at any rate', () => {
    const filter = new OneEuro(ONE_EURO_DEFAULTS);
    for (const time of [0, 1, 30, 31, 500]) expect(filter.smooth(7, time)).toBe(7);
  });
});

describe('a clock for steps', () => {
  test('says what each part of a step took, on average', () => {
    let now = 0;
    const clock = new StepClock(() => now);
    for (let n = 0; n < 50; n++) {
      clock.profiler('begin');
      for (const [k, part] of STEP_PARTS.entries()) {
        now += k + 1;
        clock.profiler(part);
      }
      now += 100;
    }
    expect(Object.values(clock.times)).toEqual(STEP_PARTS.map((_, k) => expect.closeTo(k + 1, 9)));
  });
});

describe('keys', () => {
  test('Enter takes the tool at the middle of the view, arrows move it, Escape lets it go', () => {
    const witness = new Witness();
    const camera = { ...CAMERA_DEFAULTS, azimuth: 0, elevation: 0 };
    const hand = new Hand(scenery(), witness, () => ({ camera, size: SIZE }));
    const keys = new KeyboardHand(hand, () => SIZE);
    expect(keys.press('Enter', false)).toBe(false);
    hand.held = { tool: findStudioTool('water')!, parameters: {} };
    expect(keys.press('ArrowLeft', false)).toBe(false);
    expect(keys.press('Enter', false)).toBe(true);
    expect(keys.press('ArrowRight', false)).toBe(true);
    expect(keys.press('ArrowUp', false)).toBe(true);
    expect(keys.press('Escape', false)).toBe(true);
    expect(witness.said).toEqual(['take water', 'let go']);
    const [first, second, third] = witness.samples;
    expect(second!.direction[0]).toBeGreaterThan(first!.direction[0]);
    expect(third!.direction[1]).toBeGreaterThan(second!.direction[1]);
  });
});

describe('controllers', () => {
  const turned = { x: 0, y: Math.sin(Math.PI / 4), z: 0, w: Math.cos(Math.PI / 4) };
  const pose = (x: number, y: number, z: number): XrPose => ({
    transform: { position: { x, y, z }, orientation: turned },
  });

  test('a pulled trigger takes the tool, the grip moves it, the ray aims it, letting go ends the stroke', async () => {
    const [grip, aim, base] = [{}, {}, {}];
    const pulse = vi.fn();
    const buttons = [{ value: 0 }];
    const source: XrInputSource = {
      gripSpace: grip,
      targetRaySpace: aim,
      gamepad: { buttons, hapticActuators: [{ pulse }] },
    };
    let next: ((time: number, frame: XrFrame) => void) | null = null;
    let end = (): void => {};
    const session = {
      inputSources: [source],
      requestReferenceSpace: async () => base,
      requestAnimationFrame: (callback: (time: number, frame: XrFrame) => void) => {
        next = callback;
        return 1;
      },
      addEventListener: (_: 'end', listener: () => void) => {
        end = listener;
      },
    };
    let x = 0.2;
    const frame: XrFrame = {
      session,
      getPose: (space) => (space === grip ? pose(x, 1.3, -0.4) : pose(9, 9, 9)),
    };
    const tick = (trigger: number): void => {
      buttons[0] = { value: trigger };
      next!(0, frame);
    };
    const witness = new Witness();
    await workInXr(session, { stylist: witness, held: () => ({ tool: findStudioTool('scissors')!, parameters: {} }) });
    tick(0);
    tick(0.5);
    x = 0.25;
    tick(1);
    tick(0);
    tick(0.7);
    end();
    tick(0.9);
    expect(witness.said).toEqual(['take scissors', 'let go', 'take scissors', 'let go']);
    expect(pulse).toHaveBeenCalledTimes(2);
    const [first, second] = witness.samples;
    expect(first!.origin[0]).toBeCloseTo(0.2 - XR_ROOM.figure[0], 9);
    expect(first!.origin[1]).toBeCloseTo(1.3 - XR_ROOM.figure[1], 9);
    expect(second!.origin[0] - first!.origin[0]).toBeCloseTo(0.05, 9);
    // A quarter turn about the vertical: −z becomes −x.
    expect(first!.direction[0]).toBeCloseTo(-1, 9);
    expect(first).toMatchObject({ press: 0.5, aperture: 0.5 });
    expect(second!.aperture).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxes, fromAxisAngle, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, distance, type Vec3 } from '../../numeric/vector.ts';
import { makeRootStates, type Obstacles, type StrandDynamics } from '../model.ts';
import {
  environmentOf as environment,
  GRAVITY,
  pointsOf as positionsOf,
  type World as Run,
  rootsOf,
  stillRoot,
  strandsOf,
} from '../world.fixture.ts';
import { createRods, curl, farthest, line, moving } from './model.fixture.ts';
import { rodExplicitParameters } from './parameters.ts';

const STEP = 1 / 120;

function advance(dynamics: StrandDynamics, steps: number, run: Run = {}, from = 0): void {
  for (let n = 0; n < steps; n++) dynamics.step(STEP, environment((from + n) * STEP, run));
}

const shaking = moving((t) => ({
  position: [0.02 * Math.sin(20 * t), 0, 0],
  orientation: fromAxisAngle([0, 1, 0], 3 * t),
}));

const sphere = (centre: Vec3, radius: number, friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [0, 1, 2].map((c) => points[3 * i + c]! - centre[c]!) as [number, number, number];
      const r = Math.hypot(x, y, z);
      out.set([r - radius, x / r, y / r, z / r, 0, 0, 0, friction], 8 * i);
    }
  },
});

describe('rod-explicit', () => {
  it('stays where it was groomed at full gravity: hanging, curled, lying, tapered', () => {
    const strands = strandsOf(line(12, 0.01, [0, -1, 0]), curl(30, 0.006), line(8, 0.006, [1, 0, 0]));
    for (const taper of [1, 0.5]) {
      const dynamics = createRods(strands, { parameters: { taper } });
      advance(dynamics, 60);
      // Projection is exact to second order in the internal step: a fraction of 1/1000 of what would sag.
      expect(farthest(positionsOf(dynamics), strands.positions)).toBeLessThan(1e-4);
    }
  });

  it('hangs a curl longer where it is as groomed, alike by the exact and the improved twist', () => {
    const strands = strandsOf(curl(25, 0.008));
    const ends = (['newton', 'direct', 'improved'] as const).map((twist) => {
      const run = { restState: 'as-groomed' as const, parameters: { twist, damping: 20 } };
      const dynamics = createRods(strands, run);
      advance(dynamics, 100, run);
      return positionsOf(dynamics);
    });
    expect(ends[0]![73]).toBeLessThan(strands.positions[73]! - 0.003);
    expect(farthest(ends[2]!, ends[0]!)).toBeLessThan(1e-4);
    // The plain guess jumps between orientations and keeps such a curl of nearly round hair trembling.
    expect(farthest(ends[1]!, ends[0]!)).toBeLessThan(0.08);
  });

  it('never enters a sphere that it falls on, and keeps its lengths', () => {
    const obstacles = sphere([0, -0.05, 0], 0.05, 0.2);
    const run: Run = { obstacles, restState: 'as-groomed', gravity: [2, -9, 0], parameters: { damping: 5 } };
    const dynamics = createRods(strandsOf(line(16, 0.01, [0, 1, 0])), run);
    let contacts = 0;
    for (let n = 0; n < 60; n++) {
      const report = dynamics.step(STEP, environment(n * STEP, run));
      contacts = Math.max(contacts, report.contacts);
      expect(report.strain).toBeLessThan(1e-6);
      const x = positionsOf(dynamics);
      for (let i = 2; i < 16; i++) expect(distance(at(x, i), [0, -0.05, 0])).toBeGreaterThan(0.05 - 1e-6);
    }
    expect(contacts).toBeGreaterThan(1);
  });

  it('lies on a slope of 0.3: it sticks with friction 0.5, and slides to the side with 0.1', () => {
    const slid = [0.5, 0.1].map((friction) => {
      const obstacles: Obstacles = {
        nearest(points, count, _time, out) {
          for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, friction], 8 * i);
        },
      };
      const run: Run = { obstacles, restState: 'as-groomed', gravity: [0, -9.4, 2.8] };
      const dynamics = createRods(strandsOf(line(14, 0.01, [1, 0, 0])), run);
      advance(dynamics, 40, run);
      return dynamics.positionAt(0, 0.13)[2];
    });
    expect(slid[0]).toBeLessThan(1e-4);
    expect(slid[1]).toBeGreaterThan(0.02);
  });

  it('holds clamped points exactly and within reach, and clamped frames', () => {
    const dynamics = createRods(strandsOf(line(21, 0.01, [0, -1, 0])), { parameters: { damping: 5 } });
    const clamp = (s: number, target: Vec3, frame?: Quat) => ({
      count: 1,
      id: Uint32Array.of(0),
      s: Float64Array.of(s),
      target: Float64Array.from(target),
      ...(frame ? { frame: Float64Array.from(frame) } : {}),
    });
    const held = (clamps: ReturnType<typeof clamp>, steps: number): void => {
      for (let n = 0; n < steps; n++) {
        const report = dynamics.step(STEP, { ...environment(n * STEP), clamps });
        expect(report.strain).toBeLessThan(1e-6);
      }
    };
    held(clamp(0.123, [0.05, -0.09, 0.02]), 20);
    expect(distance(dynamics.positionAt(0, 0.123), [0.05, -0.09, 0.02])).toBeLessThan(1e-8);
    // Out of reach: as far as the strand goes, and no farther.
    held(clamp(0.123, [0.5, 0, 0]), 20);
    expect(distance(dynamics.positionAt(0, 0.123), [0.5, 0, 0])).toBeGreaterThan(0.37);
    // Upside down half-way: the edge points up, its major axis along z.
    const frame = fromAxes([0, 1, 0], [0, 0, 1], [1, 0, 0]);
    held(clamp(0.105, [0.02, -0.06, 0], frame), 30);
    expect(distance(dynamics.positionAt(0, 0.105), [0.02, -0.06, 0])).toBeLessThan(1e-8);
    expect(dynamics.positionAt(0, 0.109)[1]).toBeCloseTo(-0.056, 6);
    // Released, it falls back to where it hung.
    advance(dynamics, 250);
    expect(distance(dynamics.positionAt(0, 0.2), [0, -0.2, 0])).toBeLessThan(0.02);
  });

  it('feels springs and keeps on its side of a moving plane', () => {
    const dynamics = createRods(strandsOf(line(16, 0.01, [0, -1, 0])), { parameters: { damping: 10 } });
    const forces = {
      count: 1,
      id: Uint32Array.of(0),
      s: Float64Array.of(0.15),
      force: new Float64Array(3),
      anchor: Float64Array.of(0.06, -0.1, 0),
      stiffness: Float64Array.of(1, 0, 0, 1, 0, 1),
      damping: new Float64Array(6),
    };
    for (let n = 0; n < 100; n++) dynamics.step(STEP, { ...environment(n * STEP), forces });
    expect(distance(dynamics.positionAt(0, 0.15), [0.06, -0.1, 0])).toBeLessThan(5e-4);
    // The plane starts behind the strand's middle and pushes it along x.
    for (let n = 0; n < 60; n++) {
      const face = 0.03 * (n + 1) * STEP;
      const contacts = {
        count: 1,
        id: Uint32Array.of(0),
        s: Float64Array.of(0.084),
        normal: Float64Array.of(1, 0, 0),
        plane: Float64Array.of(face + 0.03, 0, 0),
        velocity: Float64Array.of(0.03, 0, 0),
        friction: Float64Array.of(0.3),
      };
      dynamics.step(STEP, { ...environment(n * STEP), contacts });
      expect(dynamics.positionAt(0, 0.084)[0]).toBeGreaterThan(face + 0.03 - 1e-6);
    }
  });

  it('edits by factors of the values at creation; the present shape can become the rest shape', () => {
    const run: Run = { restState: 'as-groomed', parameters: { damping: 20 } };
    const dynamics = createRods(strandsOf(line(8, 0.008, [1, 0, 0])), run);
    const one = dynamics.inverseMass(0, 0.04, [1, 0, 0]);
    dynamics.edit(Uint32Array.of(0), { mass: 3 });
    dynamics.edit(Uint32Array.of(0), { mass: 2, stiffness: 0.5 });
    expect(dynamics.inverseMass(0, 0.04, [1, 0, 0]) / one).toBeCloseTo(0.5, 12);
    advance(dynamics, 100, run);
    const sagged = positionsOf(dynamics);
    expect(sagged[22]).toBeLessThan(-0.005);
    dynamics.edit(Uint32Array.of(0), { restFromShape: true });
    advance(dynamics, 100, { ...run, gravity: [0, 0, 0] });
    expect(farthest(positionsOf(dynamics), sagged)).toBeLessThan(1e-4);
  });

  it('cuts, adds and removes strands; the cut piece falls and the rest stays as it was', () => {
    const dynamics = createRods(strandsOf(curl(24, 0.006)));
    const place = dynamics.positionAt(0, 0.1);
    const mass = (id: number, nodes: number): number =>
      Array.from({ length: nodes }, (_, i) => 1 / dynamics.inverseMass(id, i * 0.006, [1, 0, 0])).length;
    expect(mass(0, 3)).toBe(3);
    expect(dynamics.split([{ id: 0, s: 0.0501, newId: 9 }])).toBe(1);
    expect(distance(dynamics.positionAt(9, 0.1 - 0.0501), place)).toBeLessThan(1e-4);
    expect(dynamics.split([{ id: 0, s: 0, newId: 10 }])).toBe(0);
    advance(dynamics, 12);
    expect(place[1] - dynamics.positionAt(9, 0.05)[1]).toBeCloseTo(0.5 * 9.81 * 0.1 * 0.1, 2);
    const other = { ...strandsOf(line(5, 0.01, [0, -1, 0])), id: Uint32Array.of(20) };
    dynamics.add(other, rootsOf(stillRoot), 0);
    expect([...dynamics.ids]).toEqual([0, 9, 20]);
    dynamics.remove(Uint32Array.of(0, 9));
    expect([...dynamics.ids]).toEqual([20]);
    advance(dynamics, 10);
    expect(farthest(positionsOf(dynamics), other.positions)).toBeLessThan(1e-6);
  });

  it('continues from a snapshot and from what it kept to the same bytes', () => {
    const run: Run = { motion: shaking, parameters: { internalFriction: 1e-11 } };
    const dynamics = createRods(strandsOf(curl(16, 0.008), line(10, 0.01, [0, -1, 0])), run);
    advance(dynamics, 10, run);
    const saved = dynamics.snapshot();
    dynamics.checkpoint();
    advance(dynamics, 15, run, 10);
    const end = dynamics.snapshot();
    dynamics.rollback();
    advance(dynamics, 15, run, 10);
    expect(Buffer.compare(dynamics.snapshot(), end)).toBe(0);
    dynamics.restore(saved);
    advance(dynamics, 15, run, 10);
    expect(Buffer.compare(dynamics.snapshot(), end)).toBe(0);
    const fresh = createRods(strandsOf(line(3, 0.01, [0, -1, 0])), run);
    fresh.restore(saved);
    advance(fresh, 15, run, 10);
    expect(Buffer.compare(fresh.snapshot(), end)).toBe(0);
  });

  it('does not depend on the strands beside it', () => {
    const run: Run = { motion: shaking };
    const pair = createRods(strandsOf(line(10, 0.01, [0, -1, 0]), curl(16, 0.008)), run);
    const alone = createRods(strandsOf(line(10, 0.01, [0, -1, 0])), run);
    advance(pair, 20, run);
    advance(alone, 20, run);
    expect([...positionsOf(pair).subarray(0, 30)]).toEqual([...positionsOf(alone)]);
  });

  it('is carried by a teleport and put back by a reset', () => {
    const run: Run = { motion: shaking };
    const dynamics = createRods(strandsOf(curl(16, 0.008)), run);
    advance(dynamics, 20, run);
    const shape = positionsOf(dynamics);
    const before = makeRootStates(1);
    const after = makeRootStates(1);
    rootsOf(shaking).sample(dynamics.ids, 20 * STEP, before);
    const turn = fromAxisAngle([0.3, 1, 0], 2);
    after.position.set([1, 2, 3]);
    after.orientation.set(turn);
    dynamics.teleport(before, after);
    const moved = positionsOf(dynamics);
    expect(Math.abs(distance(at(moved, 15), at(moved, 0)) - distance(at(shape, 15), at(shape, 0)))).toBeLessThan(1e-12);
    const there = moving(() => ({ position: [1, 2, 3], orientation: turn }));
    dynamics.reset(dynamics.ids, rootsOf(there), 0);
    const groomed = strandsOf(curl(16, 0.008)).positions;
    const expected = Float64Array.from({ length: 16 }, (_, i) => i).reduce((out, i) => {
      out.set(add([1, 2, 3], rotate(turn, at(groomed, i))), 3 * i);
      return out;
    }, new Float64Array(48));
    expect(farthest(positionsOf(dynamics), expected)).toBeLessThan(1e-12);
    const turnedGravity = rotate(turn, GRAVITY);
    advance(dynamics, 60, { motion: there, gravity: turnedGravity });
    expect(farthest(positionsOf(dynamics), expected)).toBeLessThan(1e-4);
  });

  it('survives what no hair does: violent shaking, one-point strands, coincident points, sharp folds', () => {
    const violent = moving((t) => ({
      position: [0.05 * Math.sin(140 * t), 0, 0],
      orientation: fromAxisAngle([0, 1, 0], 120 * t),
    }));
    const fold: Vec3[] = [
      [0, 0, 0],
      [0.01, 0, 0],
      [0.02, 0, 0],
      [0.01, 0.0001, 0],
      [0, 0.0001, 0],
    ];
    const twice: Vec3[] = [...line(4, 0.01, [0, -1, 0]), ...line(4, 0.01, [0, -1, 0]).slice(3), [0, -0.04, 0]];
    const strands = strandsOf(line(10, 0.02, [0, -1, 0]), fold, twice, [[0, 0, 0]], line(2, 0.01, [0, -1, 0]));
    const run: Run = { motion: violent, parameters: { shortestStep: 5e-5 } };
    const dynamics = createRods(strands, run);
    for (let n = 0; n < 15; n++) {
      const report = dynamics.step(1 / 60, environment(n / 60, run));
      expect(report.strain).toBeLessThan(0.01);
    }
    for (const value of positionsOf(dynamics)) expect(Math.abs(value)).toBeLessThan(1);
  });

  it('refuses parameters that make no sense, by name and range', () => {
    expect(() => completeParameters(rodExplicitParameters, { stiffness: -1 })).toThrow(/stiffness[\s\S]*at least 0/);
    expect(() => completeParameters(rodExplicitParameters, { twist: 'guess' })).toThrow(/twist/);
  });
});

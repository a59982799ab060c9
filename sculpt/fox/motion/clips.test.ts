import { describe, expect, it } from 'vitest';
import { FOX_CLIPS, type FoxClip } from '../../../src/body/fox/clips.ts';
import { areaVectors } from '../../../src/body/mesh.ts';
import { fox, pick, vertices, Watched, weightOf } from '../fox.fixture.ts';
import { FOX_CLIPS as CLIPS } from './clips.ts';
import { LEGS, type LegName } from './pose.ts';
import { phaseOf } from './stride.ts';

const clipNamed = (name: FoxClip) => CLIPS.find((clip) => clip.name === name)!;

/** What stands on the ground of each paw. */
const soleOf = (leg: LegName): number[] =>
  pick((_, x, y, z) => y < 0.006 && x > 0 === leg.startsWith('left') && z > 0 === leg.endsWith('fore'));

const largest = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};
const difference = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, i) => value - b[i]!);

describe.each(FOX_CLIPS)('the clip %s', (name) => {
  const some = pick((v) => v % 31 === 0);
  const few = new Watched(name, some);
  const { isLoop, keys } = clipNamed(name);

  it('ends as it begins', () => {
    expect(largest(difference(few.at(few.duration), few.at(0)))).toBeLessThan(2e-5);
    if (isLoop) return;
    const rest = Float32Array.from(some.flatMap((v) => [0, 1, 2].map((c) => fox.mesh.positions[3 * v + c]!)));
    // The last vertex of the tail hangs on nine joints whose turns are rounded.
    expect(largest(difference(few.at(0), rest))).toBeLessThan(1e-4);
  });

  it('has no jolt where it begins again', () => {
    const dt = few.duration / keys;
    const step = (k: number): Float32Array => difference(few.at(dt * (k + 1)), few.at(dt * k));
    const jolts = Array.from({ length: keys - 1 }, (_, k) => largest(difference(step(k + 1), step(k))));
    expect(largest(difference(step(0), step(keys - 1)))).toBeLessThan(1.1 * Math.max(...jolts));
  });

  it('leaves every triangle an area, and the body its volume to 14 %', () => {
    const all = new Watched(name);
    const whole = volume(fox.mesh.positions);
    for (let k = 0; k < 6; k++) {
      const positions = all.at((all.duration * (k + 0.4)) / 6);
      const areas = areaVectors(positions, fox.mesh.triangles);
      let least = 1;
      for (let t = 0; t < areas.length; t += 3)
        least = Math.min(least, areas[t]! ** 2 + areas[t + 1]! ** 2 + areas[t + 2]! ** 2);
      expect(0.5 * Math.sqrt(least)).toBeGreaterThan(5e-8);
      expect(Math.abs(volume(positions) / whole - 1)).toBeLessThan(0.14);
    }
  });

  it('goes no deeper than 2 mm into the ground', () => {
    const low = pick((_, __, y) => y < 0.1);
    const paws = new Watched(name, low);
    for (let k = 0; k < 12; k++) {
      const heights = paws.at((paws.duration * k) / 12).filter((_, i) => i % 3 === 1);
      expect(Math.min(...heights)).toBeGreaterThan(-0.002);
    }
  });
});

/** Fastest speed of a planted paw against the ground, m/s; without so much of the stance at both ends. */
function slip(name: 'walk' | 'run', leg: LegName, ends: number): number {
  const stride = clipNamed(name).stride!;
  const sole = soleOf(leg);
  const paw = new Watched(name, sole);
  const dt = 1e-4;
  let most = 0;
  for (let k = 0; k < 100; k++) {
    const time = (stride.period * (k + 0.5)) / 100;
    const phase = phaseOf(stride, leg, time / stride.period);
    if (phase < ends * stride.duty || phase > (1 - ends) * stride.duty) continue;
    const moved = difference(paw.at(time + dt), paw.at(time - dt));
    const mean = [0, 1, 2].map((c) => moved.reduce((sum, d, i) => sum + (i % 3 === c ? d : 0), 0) / sole.length);
    most = Math.max(most, Math.hypot(mean[0]! / (2 * dt), mean[1]! / (2 * dt), mean[2]! / (2 * dt) + stride.speed));
  }
  return most;
}

describe('gaits', () => {
  it.each([...LEGS])('the %s paw does not slide while it stands: below 3 cm/s in the walk', (leg) => {
    expect(soleOf(leg).length).toBeGreaterThan(20);
    expect(slip('walk', leg, 0.02)).toBeLessThan(0.03);
  });

  it.each([...LEGS])('nor, by a tenth of the speed, in the run, where it rolls off from the beginning: %s', (leg) => {
    expect(slip('run', leg, 0.12)).toBeLessThan(0.1 * clipNamed('run').stride!.speed);
  });

  it('walks in four even beats, a forepaw after the hind paw of its side, each for more than 0.6 of the time', () => {
    const { touchdown, duty } = clipNamed('walk').stride!;
    const order = [...LEGS].sort((a, b) => touchdown[a] - touchdown[b]);
    expect(order).toEqual(['left hind', 'left fore', 'right hind', 'right fore']);
    expect(duty).toBeGreaterThan(0.6);
    // Never on fewer than two paws.
    for (let k = 0; k < 50; k++)
      expect(LEGS.filter((leg) => phaseOf({ touchdown }, leg, k / 50) < duty).length).toBeGreaterThanOrEqual(2);
  });

  it('runs with all paws off the ground twice, gathered for longer than stretched, its back bent', () => {
    const stride = clipNamed('run').stride!;
    const flight = Array.from({ length: 200 }, (_, k) =>
      LEGS.every((leg) => phaseOf(stride, leg, k / 200) > stride.duty),
    );
    const [stretched, gathered] = [flight.slice(50, 100), flight.slice(140)].map((part) => part.filter(Boolean).length);
    expect(stretched).toBeGreaterThan(5);
    expect(gathered).toBeGreaterThan(stretched!);
    const onBack = (at: number): number =>
      pick((_, x, y, z) => Math.abs(x) < 0.01 && y > 0.34 && Math.abs(z - at) < 0.01)[0]!;
    const back = new Watched('run', [onBack(-0.22), onBack(-0.04), onBack(0.08)]);
    /** Height of its middle over the line from rump to withers. */
    const arch = (time: number): number => {
      const [, rump, , , middle, , , withers] = back.at(0.4 * time);
      return middle! - 0.4 * rump! - 0.6 * withers!;
    };
    expect(arch(0.88) - arch(0.38)).toBeGreaterThan(0.02);
  });
});

describe('what it does while it stands', () => {
  it.each(['look', 'shake', 'wag', 'breathe'] as const)('leaves the paws where they are: %s', (name) => {
    const soles = LEGS.flatMap(soleOf);
    const paws = new Watched(name, soles);
    const rest = Float32Array.from(soles.flatMap((v) => [0, 1, 2].map((c) => fox.mesh.positions[3 * v + c]!)));
    // The shake sets them wider apart, by 8 mm.
    const bound = name === 'shake' ? 0.012 : 0.0015;
    for (let k = 0; k < 20; k++)
      expect(largest(difference(paws.at((paws.duration * k) / 20), rest))).toBeLessThan(bound);
  });

  it('shakes itself four to six times a second, from the head to the tail', () => {
    const tilt = (test: (z: number, y: number) => boolean) => {
      const [left] = pick((_, x, y, z) => x > 0.03 && test(z, y));
      const [right] = pick((_, x, y, z) => x < -0.03 && test(z, y));
      const pair = new Watched('shake', [left!, right!]);
      return Array.from({ length: 400 }, (_, k) => {
        const at = pair.at((pair.duration * k) / 400);
        return at[1]! - at[4]!;
      });
    };
    const head = tilt((z, y) => z > 0.24 && y > 0.39 && y < 0.43);
    const rump = tilt((z, y) => z < -0.19 && y > 0.3);
    const swings = head.slice(60, 220).filter((value, k) => (value - head[0]!) * (head[59 + k]! - head[0]!) < 0);
    expect(swings.length / 2 / 0.8).toBeGreaterThan(4);
    expect(swings.length / 2 / 0.8).toBeLessThan(6);
    const begin = (curve: readonly number[]): number => {
      const most = Math.max(...curve.map((value) => Math.abs(value - curve[0]!)));
      return curve.findIndex((value) => Math.abs(value - curve[0]!) > 0.4 * most);
    };
    expect(begin(rump) - begin(head)).toBeGreaterThan(30);
  });

  it('breathes: its flanks go out by 2 to 6 mm, and nothing else moves much', () => {
    const [flank] = pick((_, x, y, z) => x > 0.05 && y > 0.27 && y < 0.29 && Math.abs(z + 0.02) < 0.01);
    const [nose] = pick((v) => weightOf('nose')[v] === 1);
    const both = new Watched('breathe', [flank!, nose!]);
    const poses = Array.from({ length: 25 }, (_, k) => both.at(0.1 * k));
    const range = (c: number): number => Math.max(...poses.map((p) => p[c]!)) - Math.min(...poses.map((p) => p[c]!));
    expect(range(0)).toBeGreaterThan(0.002);
    expect(range(0)).toBeLessThan(0.006);
    expect(range(4)).toBeLessThan(0.003);
  });

  it('wags its tail by more than 20 cm and turns its head by more than 50 degrees to each side', () => {
    const tip = pick((_, __, y, z) => z < -0.515 && y < 0.1).slice(0, 1);
    const tail = new Watched('wag', tip);
    const x = Array.from({ length: 30 }, (_, k) => tail.at((tail.duration * k) / 30)[0]!);
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(0.2);
    const nose = new Watched('look', pick((v) => weightOf('nose')[v] === 1).slice(0, 1));
    const angle = Array.from({ length: 50 }, (_, k) => {
      const at = nose.at((nose.duration * k) / 50);
      return (Math.atan2(at[0]!, at[2]! - 0.16) * 180) / Math.PI;
    });
    expect(Math.max(...angle)).toBeGreaterThan(50);
    expect(Math.min(...angle)).toBeLessThan(-40);
  });
});

function volume(p: Float32Array): number {
  const { triangles: t } = fox.mesh;
  let sum = 0;
  for (let c = 0; c < t.length; c += 3) {
    const [a, b, d] = [3 * t[c]!, 3 * t[c + 1]!, 3 * t[c + 2]!];
    sum += p[a]! * (p[b + 1]! * p[d + 2]! - p[b + 2]! * p[d + 1]!);
    sum += p[a + 1]! * (p[b + 2]! * p[d]! - p[b]! * p[d + 2]!);
    sum += p[a + 2]! * (p[b]! * p[d + 1]! - p[b + 1]! * p[d]!);
  }
  return sum / 6;
}

it('has as many vertices as its mesh', () => {
  expect(new Watched('walk').at(0).length).toBe(3 * vertices);
});

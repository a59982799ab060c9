import { describe, expect, it } from 'vitest';
import { storedFoxOf } from '../../../src/body/fox/fox.ts';
import { FOX } from '../../../src/body/fox/fox-file.ts';
import { fox, pick } from '../fox.fixture.ts';
import { boneHeat } from './heat.ts';
import { JOINT_IMAGES, JOINTS, jointNumber } from './skeleton.ts';

const { joints, weights } = fox.rig('walk').parts[0]!.skin!;
const half = storedFoxOf(FOX).joints.length / 4;

/** Share of a joint at a vertex. */
const share = (v: number, joint: number): number =>
  [0, 1, 2, 3].reduce((sum, k) => sum + (joints[4 * v + k] === joint ? weights[4 * v + k]! : 0), 0);

describe("the fox's skin", () => {
  it('hangs on 30 to 40 joints, every one of which carries some of it', () => {
    expect(JOINTS.length).toBeGreaterThanOrEqual(30);
    expect(JOINTS.length).toBeLessThanOrEqual(40);
    const carried = JOINTS.filter((_, j) => pick((v) => share(v, j) > 0.3).length === 0);
    expect(carried.map(({ name }) => name)).toEqual([]);
  });

  it('has weights that sum to 1', () => {
    let worst = 0;
    for (let i = 0; i < weights.length; i += 4)
      worst = Math.max(worst, Math.abs(weights[i]! + weights[i + 1]! + weights[i + 2]! + weights[i + 3]! - 1));
    expect(worst).toBeLessThan(1e-6);
  });

  it('hangs on both sides alike where it is in the middle', () => {
    const odd = pick((v, x) => x === 0 && v < half && JOINTS.some((_, j) => unlike(v, j)));
    expect(odd).toEqual([]);
  });

  it('changes smoothly: by two thirds along an edge at most, between the lips', () => {
    const { triangles } = fox.mesh;
    let most = 0;
    for (let c = 0; c < triangles.length; c++) {
      const [a, b] = [triangles[c]!, triangles[c % 3 === 2 ? c - 2 : c + 1]!];
      for (let k = 0; k < 4; k++) most = Math.max(most, Math.abs(weights[4 * a + k]! - share(b, joints[4 * a + k]!)));
    }
    expect(most).toBeLessThan(0.67);
  });
});

/** Rounding gives the largest share what is left: a part or two of 255. */
const unlike = (v: number, j: number): boolean => Math.abs(share(v, j) - share(v, JOINT_IMAGES[j]!)) > 3 / 255;

describe('bone heat', () => {
  /** A round rod along x with a bone in each half. */
  const [around, along] = [12, 40];
  const positions: number[] = [];
  for (let i = 0; i <= along; i++)
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      positions.push(0.01 * (i - along / 2), 0.02 * Math.cos(angle), 0.02 * Math.sin(angle));
    }
  const triangles: number[] = [];
  for (let i = 0; i < along; i++)
    for (let k = 0; k < around; k++) {
      const [a, b] = [around * i + k, around * i + ((k + 1) % around)];
      triangles.push(a, b, a + around, b, b + around, a + around);
    }
  const bone = (from: number, to: number) => [{ from: [from, 0, 0] as const, to: [to, 0, 0] as const, radius: 0.01 }];
  const heat = boneHeat({ positions, triangles }, [bone(-0.2, 0), bone(0, 0.2)], [0, 1]);

  it('gives shares that sum to 1 and are equal half way, within a ring of vertices', () => {
    const sums = Array.from(heat.get(0)!, (w, v) => w + heat.get(1)![v]!);
    expect(Math.max(...sums.map((sum) => Math.abs(sum - 1)))).toBeLessThan(1e-3);
    // The ring in the middle is as near to both bones and goes to the first.
    const middle = (around * along) / 2;
    expect(heat.get(0)![middle]!).toBeGreaterThan(0.5);
    expect(heat.get(0)![middle + around]!).toBeLessThan(0.5);
  });

  it('fades as exp(−s / d) beyond the border, d the distance to the bone', () => {
    const at = (i: number): number => heat.get(0)![around * i]!;
    const rate = Math.log(at(24) / at(26)) / 0.02;
    expect(rate * 0.02).toBeGreaterThan(0.8);
    expect(rate * 0.02).toBeLessThan(1.1);
  });

  it('knows the joints of the fox by name', () => {
    expect(JOINTS[jointNumber('left thigh')]!.at[0]).toBeGreaterThan(0);
    expect(() => jointNumber('wing')).toThrow(/wing/);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOX_CLIPS as CLIP_NAMES, FOX_SPEEDS } from '../../src/body/fox/clips.ts';
import { storedFoxOf } from '../../src/body/fox/fox.ts';
import { FOX } from '../../src/body/fox/fox-file.ts';
import { storedClip } from './bake.ts';
import { foxDistance } from './figure.ts';
import { fox, pick } from './fox.fixture.ts';
import { FOX_CLIPS } from './motion/clips.ts';
import { JOINTS } from './rig/skeleton.ts';
import { paint } from './sculpt.ts';

const stored = storedFoxOf(FOX);
const half = stored.joints.length / 4;

// To sculpt it anew takes six seconds: bake.stress.test.ts does, and compares every letter.
describe('the baked fox (npm run bake-animal)', () => {
  it('is small', () => {
    const file = new URL('../../src/body/fox/fox-file.ts', import.meta.url);
    expect(readFileSync(file).length).toBeLessThan(400_000);
  });

  it('lies on the sculpture to 0.3 mm, to 0.02 mm on average', () => {
    const { positions: p } = fox.mesh;
    const gaps = Array.from({ length: half }, (_, v) => Math.abs(foxDistance(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!)));
    expect(Math.max(...gaps)).toBeLessThan(3e-4);
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / half).toBeLessThan(2e-5);
  });

  it('is painted as the sources say, but for what a step of its positions changes', () => {
    const positions = fox.mesh.positions.slice(0, 3 * half);
    const triangles = fox.mesh.triangles.slice(0, fox.mesh.triangles.length / 2);
    const { regions, colours } = paint(positions, triangles);
    for (const [name, weight] of regions) {
      const baked = fox.mesh.regions.get(name)!.weight;
      const far = weight.reduce((count, w, v) => count + (Math.abs(w - baked[v]!) > 0.03 ? 1 : 0), 0);
      expect(far, name).toBeLessThan(0.005 * half);
    }
    const far = pick((v) => v < half && Math.abs(colours[3 * v]! - fox.mesh.colours![4 * v]!) > 0.03);
    expect(far.length).toBeLessThan(0.01 * half);
  });

  it('has the skeleton and the clips of the sources, to the last bit', () => {
    expect(stored.skeleton.map(({ name, parent, at }) => ({ name, parent, at }))).toEqual(
      JOINTS.map(({ name, parent, at }) => ({ name, parent, at })),
    );
    expect(stored.clips.map(({ name }) => name)).toEqual([...CLIP_NAMES]);
    FOX_CLIPS.forEach((clip, k) => {
      expect(storedClip(clip), clip.name).toEqual(stored.clips[k]);
      expect(clip.stride?.speed, clip.name).toBe(FOX_SPEEDS[clip.name]);
    });
  });
});

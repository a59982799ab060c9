import { describe, expect, it } from 'vitest';
import { makeBust } from '../../../body/bust.ts';
import { bakeDistanceField } from '../../../body/distance-field.ts';
import { MeshDistance } from '../../../body/mesh-distance.ts';
import { checkStrands } from '../../../strands/check.ts';
import { type Strands, strandCount } from '../../../strands/strands.ts';
import { generateStrands } from '../../generator.ts';
import { type Groom, groomGenerator, makeGroom } from '../../groom.ts';
import { builtInHair, builtInStyle, findStyle } from '../../styles.ts';
import { FACE_STYLES } from './styles.ts';

const SEED = 2;
const mesh = makeBust();
const body = { mesh, field: bakeDistanceField(mesh, { resolution: 96 }) };
/** The baked field is a millimetre off in folds, which is much for hair of two. */
const exact = new MeshDistance(mesh);
const STRANDS = 400;

/** Points of strands as [root, …, tip], each x, y, z. */
const strand = ({ positions: p, first }: Strands, i: number): number[][] =>
  Array.from({ length: first[i + 1]! - first[i]! }, (_, k) =>
    Array.from(p.subarray(3 * (first[i]! + k), 3 * (first[i]! + k) + 3)),
  );

function grow(name: string): { groom: Groom; strands: Strands } {
  const groom = makeGroom(body, builtInHair(name), { guides: 150, strands: STRANDS, seed: SEED });
  return { groom, strands: generateStrands(groomGenerator(groom, body), groom.guides.positions, groom.roots) };
}

const GROWN = new Map(Object.keys(FACE_STYLES).map((name) => [name, grow(name)]));

describe.each(Object.keys(FACE_STYLES))(`the style %s on the bust (seed ${SEED})`, (name) => {
  const { groom, strands } = GROWN.get(name)!;
  const { guides } = groom;

  it('stands on its own part of the face, on both sides alike', () => {
    const { weight } = mesh.regions.get(findStyle(name).part)!;
    const { triangle, weights } = groom.roots;
    let left = 0;
    for (let i = 0; i < STRANDS; i++) {
      let here = 0;
      for (let c = 0; c < 3; c++) here += weights[3 * i + c]! * weight[mesh.triangles[3 * triangle[i]! + c]!]!;
      expect(here).toBeGreaterThan(0);
      if (groom.roots.position[3 * i]! > 0) left++;
    }
    expect(left / STRANDS).toBeGreaterThan(0.42);
    expect(left / STRANDS).toBeLessThan(0.58);
  });

  it('keeps out of the face, with guides that nothing is wrong with', () => {
    expect(groom.warnings).toEqual([]);
    expect(checkStrands(guides).problems).toEqual([]);
    let deepest = 0;
    for (let g = 0; g < strandCount(guides); g++)
      for (const [x, y, z] of strand(guides, g).slice(1)) deepest = Math.min(deepest, exact.distance(x!, y!, z!));
    expect(deepest).toBeGreaterThan(-1e-4);
  });

  it('is as long as such hair is, and of its own material', () => {
    const { material, length } = builtInStyle(name);
    expect(material).toBe({ brows: 'brow', lashes: 'lash' }[name] ?? 'beard');
    for (const own of guides.strandAttributes.get('length')!.data) {
      expect(own).toBeLessThanOrEqual(length.base);
      expect(own).toBeGreaterThan(0.08 * length.base);
    }
  });

  it('shows every strand from its root, near the skin', () => {
    for (let i = 0; i < STRANDS; i++)
      for (const [x, y, z] of strand(strands, i)) expect(body.field.distance(x!, y!, z!)).toBeLessThan(0.025);
  });
});

/** From root to tip, unit length. */
function direction(points: readonly number[][]): number[] {
  const d = [0, 1, 2].map((k) => points[points.length - 1]![k]! - points[0]![k]!);
  const l = Math.hypot(...d);
  return d.map((x) => x / l);
}

describe('brows', () => {
  const { guides } = GROWN.get('brows')!.groom;

  it('rise at their inner ends and lie outwards from the arch on', () => {
    for (let g = 0; g < strandCount(guides); g++) {
      const points = strand(guides, g);
      const x = points[0]![0]!;
      const [dx, dy] = direction(points);
      if (Math.abs(x) < 0.014) expect(dy).toBeGreaterThan(0.5);
      if (Math.abs(x) > 0.03) expect(dx! * Math.sign(x)).toBeGreaterThan(0.4);
    }
  });
});

describe('lashes', () => {
  const { guides } = GROWN.get('lashes')!.groom;
  const group = guides.strandAttributes.get('group')!.data;
  const upper = new Set([...group.keys()].filter((g) => group[g]! < 3));

  it('stand on both lids, more and longer on the upper', () => {
    const lengths = guides.strandAttributes.get('length')!.data;
    const mean = (isUpper: boolean): number => {
      const all = [...lengths].filter((_, g) => upper.has(g) === isUpper);
      return all.reduce((sum, l) => sum + l, 0) / all.length;
    };
    expect(upper.size).toBeGreaterThan(0.55 * group.length);
    expect(upper.size).toBeLessThan(0.9 * group.length);
    expect(mean(true)).toBeGreaterThan(1.4 * mean(false));
  });

  it('stand in narrow rows along the edge of the lid', () => {
    for (let g = 0; g < strandCount(guides); g++) {
      const [x, y] = strand(guides, g)[0]!;
      expect(Math.abs(x!)).toBeGreaterThan(0.018);
      expect(Math.abs(x!)).toBeLessThan(0.05);
      expect(y).toBeGreaterThan(0.038);
      expect(y).toBeLessThan(0.047);
    }
  });

  it('point forwards, and the upper ones curve up', () => {
    for (let g = 0; g < strandCount(guides); g++) {
      const points = strand(guides, g);
      expect(direction(points)[2]).toBeGreaterThan(0.15);
      if (!upper.has(g)) continue;
      const [first, last] = [direction(points.slice(0, 2)), direction(points.slice(-2))];
      expect(last[1]).toBeGreaterThan(first[1]! + 0.2);
    }
  });
});

describe('a beard', () => {
  const { groom } = GROWN.get('beard')!;
  const { guides, roots } = groom;

  it('leaves the lips free', () => {
    const lips = mesh.regions.get('lips')!.weight;
    for (let i = 0; i < STRANDS; i++) {
      let on = 0;
      for (let c = 0; c < 3; c++) on += roots.weights[3 * i + c]! * lips[mesh.triangles[3 * roots.triangle[i]! + c]!]!;
      expect(on).toBeLessThan(0.95);
    }
  });

  it('hangs, is longest at the chin, and its moustache runs to both sides', () => {
    const lengths = guides.strandAttributes.get('length')!.data;
    let chin = 0;
    let cheek = 0;
    for (let g = 0; g < strandCount(guides); g++) {
      const points = strand(guides, g);
      const [x, y, z] = points[0]!;
      const [dx, dy] = direction(points);
      if (Math.abs(x!) < 0.012 && y! < -0.045 && z! > 0.08) chin = Math.max(chin, lengths[g]!);
      if (Math.abs(x!) > 0.045 && y! > -0.03) cheek = Math.max(cheek, lengths[g]!);
      const isMoustache = Math.abs(x!) > 0.006 && Math.abs(x!) < 0.018 && y! > -0.014;
      if (isMoustache) expect(dx! * Math.sign(x!)).toBeGreaterThan(0.15);
      else if (y! > -0.06 && z! < 0.085) expect(dy).toBeLessThan(0);
    }
    expect(chin).toBeGreaterThan(1.5 * cheek);
  });
});

import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import {
  addScaled,
  cross,
  distance,
  dot,
  normalize,
  perpendicular,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
import { type Cylinder, type HelixElement, helixCylinders, helixPoint } from './helix-cylinders.ts';

const RADIUS = 0.003;
const element = (more: Partial<HelixElement> = {}): HelixElement => ({
  ...{
    start: [0, 0, 0],
    tangent: [0, -1, 0],
    normal: [1, 0, 0],
    curvature: 0,
    torsion: 0,
    length: 0.03,
    radius: RADIUS,
  },
  ...more,
});

function outside({ from, to, radius }: Cylinder, p: Vec3): number {
  const way = subtract(to, from);
  const t = Math.min(1, Math.max(0, dot(subtract(p, from), way) / (dot(way, way) + 1e-30)));
  return distance(p, addScaled(from, way, t)) - radius;
}

describe('cylinders about a helical element', () => {
  it('hold all of it with the radius of the wisp, 500 elements (seed 9)', () => {
    const random = new Random(9);
    let worst = -1;
    for (let n = 0; n < 500; n++) {
      const tangent = normalize([random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]);
      const normal = normalize(cross(tangent, perpendicular(tangent)));
      const one = element({
        ...{ tangent, normal, curvature: random.between(0, 400), torsion: random.between(-200, 200) },
        ...{ length: random.between(0.005, 0.05), radius: random.between(0.001, 0.004) },
      });
      const all = helixCylinders(one);
      if (all.length > 1 && (one.curvature * one.length) / all.length > Math.PI) continue;
      for (let s = 0; s <= 40; s++) {
        const p = helixPoint(one, (s * one.length) / 40);
        worst = Math.max(worst, Math.min(...all.map((cylinder) => outside(cylinder, p))) + one.radius);
      }
    }
    expect(worst).toBeLessThan(1e-9);
  });

  it('are laid along the helix that starts as told', () => {
    const one = element({ curvature: 300, torsion: 120 });
    const [a, b, c] = [0, 1e-5, 2e-5].map((s) => helixPoint(one, s)) as [Vec3, Vec3, Vec3];
    expect(distance(subtract(b, a), [0, -1e-5, 0])).toBeLessThan(2e-8);
    expect(distance(subtract(subtract(c, b), subtract(b, a)), [300e-10, 0, 0])).toBeLessThan(1e-10);
  });

  it('are one about tight coils, one along what is nearly straight, and more along what bends', () => {
    expect(helixCylinders(element())).toEqual([{ from: [0, 0, 0], to: [0, -0.03, 0], radius: RADIUS }]);
    // Radius 2 mm, pitch 6 mm.
    const coil = helixCylinders(element({ curvature: 400, torsion: 190, length: 0.05 }));
    expect(coil).toHaveLength(1);
    expect(coil[0]!.radius).toBeCloseTo(RADIUS + 400 / (400 * 400 + 190 * 190), 12);
    expect(helixCylinders(element({ curvature: 40, torsion: 5 }))).toHaveLength(2);
  });

  it('stay as many as they were until the other choice is clearly better', () => {
    // An arc that leaves its chord by 1.1 radii.
    const arc = element({ curvature: (1.1 * RADIUS * 8) / 0.03 ** 2 });
    expect(helixCylinders(arc)).toHaveLength(2);
    expect(helixCylinders(arc, 1)).toHaveLength(1);
    expect(helixCylinders(arc, 2)).toHaveLength(2);
  });
});

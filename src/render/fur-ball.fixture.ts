import { Random } from '../numeric/random.ts';
import { uniformFirst } from '../strands/strands.ts';
import type { TestHair } from './render.fixture.ts';

export interface FurBall {
  readonly strands: number;
  readonly points: number;
  /** Of the ball and of a hair, m. */
  readonly radius: number;
  readonly length: number;
}

/** A coat on a ball about the origin, combed down from the top; no two hairs quite alike. */
export function furBall(seed: number, { strands, points, radius, length }: FurBall): TestHair {
  const random = new Random(seed);
  const positions = new Float32Array(3 * strands * points);
  for (let i = 0; i < strands; i++) {
    const y = 1 - (2 * (i + 0.5)) / strands;
    const [r, a] = [Math.sqrt(1 - y * y), 2.39996 * i];
    const out = [r * Math.cos(a), y, r * Math.sin(a)];
    const down = [y * Math.cos(a), -r, y * Math.sin(a)];
    const own = length * random.between(0.7, 1);
    const stray = [random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-0.3, 0.3)];
    for (let k = 0; k < points; k++) {
      const s = k / (points - 1);
      for (let c = 0; c < 3; c++)
        positions[3 * (i * points + k) + c] =
          radius * out[c]! + own * s * ((0.6 - 0.25 * s) * out[c]! + (0.6 + 0.4 * s) * down[c]! + s * stray[c]!);
    }
  }
  return { first: uniformFirst(strands, points), id: Uint32Array.from({ length: strands }, (_, i) => i), positions };
}

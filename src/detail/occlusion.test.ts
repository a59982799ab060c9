import { describe, expect, it } from 'vitest';
import { OBSTACLE_ROW, type Obstacles } from '../models/model.ts';
import { Occlusion } from './occlusion.ts';

const RADIUS = 0.1;
const ball: Obstacles = {
  nearest(points, count, _, out) {
    for (let n = 0; n < count; n++)
      out[OBSTACLE_ROW * n] = Math.hypot(points[3 * n]!, points[3 * n + 1]!, points[3 * n + 2]!) - RADIUS;
  },
};

describe('what a ball hides', () => {
  it('is what lies behind it, but not near its outline, before it or beside it', () => {
    const places = [
      [0, 0, -0.11],
      [0.04, 0, -0.105],
      [0, 0, 0.11],
      [0.11, 0, 0],
      [0, -0.3, -0.05],
      [0.095, 0, -0.09],
    ];
    const hidden = new Occlusion(ball).hidden(Float64Array.from(places.flat()), [0, 0, 3], 0);
    expect([...hidden]).toEqual([1, 1, 0, 0, 0, 0]);
  });
});

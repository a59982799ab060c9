import { describe, expect, it } from 'vitest';
import { MeshDistance } from '../src/body/mesh-distance.ts';
import { conjugate, rotate } from '../src/numeric/rotation.ts';
import { at, subtract } from '../src/numeric/vector.ts';
import { exampleScene } from '../src/scene/examples.ts';
import { prepareScene } from '../src/scene/instance.ts';
import { strandCount } from '../src/strands/strands.ts';

const FRAMES = 60;

function edge(p: ArrayLike<number>, i: number): number {
  return Math.hypot(p[3 * i + 3]! - p[3 * i]!, p[3 * i + 4]! - p[3 * i + 1]!, p[3 * i + 5]! - p[3 * i + 2]!);
}

/** Two seconds of the example's shaking with so many strands. */
export function headShakeHolds(guideCount: number): void {
  describe(`the head-shake example with ${guideCount} guides`, () => {
    it.each(['rod', 'chain'])('keeps lengths and stays out of the bust itself, on %s', (model) => {
      const { bodies, grooms, simulation } = prepareScene(exampleScene('head-shake'), { guides: guideCount, model });
      const [body, { guides }] = [bodies[0]!, grooms[0]!];
      const bust = new MeshDistance(body.mesh!);
      const x = new Float32Array(guides.positions.length);
      let strain = 0;
      let depth = 0;
      for (let frame = 0; frame < FRAMES; frame++) {
        const time = frame / 30;
        simulation.advanceTo(time);
        simulation.positionsAt(time, x);
        const { position, orientation } = body.state(time);
        const back = conjugate(orientation);
        for (let k = 0; k < strandCount(guides); k++)
          for (let i = guides.first[k]!; i < guides.first[k + 1]!; i++) {
            const [px, py, pz] = rotate(back, subtract(at(x, i), position));
            if (body.field!.distance(px, py, pz) < 0.004) depth = Math.max(depth, -bust.distance(px, py, pz));
            if (i < guides.first[k + 1]! - 1) strain = Math.max(strain, edge(x, i) / edge(guides.positions, i) - 1);
          }
      }
      expect(strain).toBeLessThan(0.01);
      expect(depth).toBeLessThan(0.0005);
      expect(simulation.events).toEqual([]);
    });
  });
}

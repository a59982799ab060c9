import { describe, expect, it } from 'vitest';
import { restMotion } from '../../body/motion.ts';
import { sphereSolid } from '../../body/solids.ts';
import { models } from '../../models/index.ts';
import { findHairBelow, layerParameters } from '../../models/layer-offset.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { makeStrands } from '../../strands/strands.ts';
import { BodyObstacles } from '../obstacles.ts';
import { solidCollider } from './collider.ts';
import { GroomedLayerOffset } from './groomed-layer-offset.ts';

const RADIUS = 0.1;
/** One strand that leaves a ball at a slant, straight on, a point every 4 mm. */
const STEP = 0.004;
const SLANT = [0.28, 0.96, 0];
const guides = makeStrands({
  first: Uint32Array.of(0, 16),
  positions: Float32Array.from(
    { length: 48 },
    (_, i) => (i % 3 === 0 ? RADIUS : 0) + STEP * Math.floor(i / 3) * SLANT[i % 3]!,
  ),
  id: Uint32Array.of(7),
});
const ball = solidCollider({ name: 'ball', friction: 0, solid: sphereSolid(RADIUS), motion: restMotion() });
const obstacles = new BodyObstacles([ball]);

describe.each(models)('what recovery knows of the distances that $name keeps', (model) => {
  const cases = [{}, { thickness: 0.004 }, { thickness: 0.0005, layerOffset: 0.03 }, { layerOffset: 0 }];
  it.each(cases.filter((given) => Object.keys(given).every((name) => name in model.parameters)))(
    'follows its parameters %o',
    (given) => {
      const layer = layerParameters(completeParameters(model.parameters, given));
      expect(layer).toMatchObject(given);
      const known = new GroomedLayerOffset(obstacles, guides, layer);
      const kept = findHairBelow(Float64Array.from(guides.positions), obstacles.own, 0, layer).clearance;
      for (let i = 0; i < kept.length; i++) expect(known.clearance(7, STEP * i)).toBe(kept[i]);
      expect(known.clearance(8, 0)).toBe(layer.thickness);
      expect(known.most).toBe(Math.max(layer.thickness, ...kept));
    },
  );
});

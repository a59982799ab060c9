import { at, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { type ModelSetup, makeRootStates, OBSTACLE_ROW, type Roots, type StrandModel } from '../model.ts';
import { balanceRestShape } from './balance.ts';
import { bindToRoot, buildStrand, measureStrand } from './build.ts';
import { RodDynamics, type RodMaker } from './dynamics.ts';
import { type RodParameters, rodParameters } from './parameters.ts';
import type { RodStrand } from './state.ts';

/** Discrete elastic rods, implicit: hair that bends, twists and curls as real hair does. */
export const rod: StrandModel<RodParameters> = {
  name: 'rod',
  about: 'Discrete elastic rod: bends, twists and curls as real hair does, implicit, inextensible.',
  parameters: rodParameters,
  create(setup, parameters) {
    const maker = makerFor(setup, parameters);
    return new RodDynamics(maker.make(setup.rest, setup.roots, setup.time), maker);
  },
};

function makerFor(setup: ModelSetup, parameters: RodParameters): RodMaker {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : [0, 0, 0];
  const rest = (strand: RodStrand): void => {
    measureStrand(strand);
    strand.restMeasure.set(strand.measure);
    strand.measurePast.set(strand.measure);
    balanceRestShape(strand, gravity, parameters.sharpestRest);
  };
  return {
    rest,
    make(strands: Strands, roots: Roots, time: number): RodStrand[] {
      const made = Array.from(strands.id, (_, k) => buildStrand(strands, k, setup.fibre, parameters));
      const rows = makeRootStates(made.length);
      roots.sample(strands.id, time, rows);
      made.forEach((strand, k) => {
        const o = rows.orientation;
        bindToRoot(strand, at(rows.position, k), [o[4 * k]!, o[4 * k + 1]!, o[4 * k + 2]!, o[4 * k + 3]!]);
        balanceRestShape(strand, gravity, parameters.sharpestRest);
        keepGroomedDistance(strand, setup, time);
      });
      return made;
    },
  };
}

/** Nodes keep the strand's thickness from bodies, or what distance the groom gave them if that is less. */
function keepGroomedDistance(strand: RodStrand, setup: ModelSetup, time: number): void {
  if (!setup.obstacles) return;
  const rows = new Float64Array(OBSTACLE_ROW * strand.nodes);
  setup.obstacles.nearest(strand.x, strand.nodes, time, rows);
  for (let i = 0; i < strand.nodes; i++) strand.clearance[i] = Math.min(strand.clearance[i]!, rows[OBSTACLE_ROW * i]!);
}

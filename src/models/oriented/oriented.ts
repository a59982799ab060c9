import type { Quat } from '../../numeric/rotation.ts';
import { at, type Vec3, ZERO } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { Family, regraft } from './branches.ts';
import { buildStrand, followState, groomAsPresent, presentTurns } from './build.ts';
import { ORIENTED_FIELDS, type OrientedRecord, type OrientedStrand } from './fields.ts';
import { jointEnergy } from './joint.ts';
import { isHeld, isRooted, loadFreeBase, loadStrand } from './load.ts';
import { pose } from './minimise.ts';
import { type OrientedParameters, orientedParameters } from './parameters.ts';
import { setRestState } from './rest.ts';
import { isRingStable } from './ring.ts';
import { OrientedStepper } from './step.ts';
import { makeTree, reserve, type Tree } from './tree.ts';

/** Oriented strands: trees of rigid links and spherical joints in reduced coordinates (SIGGRAPH 2008 course, sections 1.2 and 1.3). */
export const oriented = defineModel({
  name: 'oriented',
  about:
    'Oriented strands: rigid links on spherical joints that never stretch, with a frame all along; ears, vines, braids.',
  parameters: orientedParameters,
  fields: ORIENTED_FIELDS,
  statics: { isRingStable },
  physics: orientedPhysics,
});

function orientedPhysics(setup: ModelSetup, parameters: OrientedParameters): Physics<typeof ORIENTED_FIELDS> {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : ZERO;
  let tree: Tree = makeTree(64, 1);
  const roomFor = ({ nodes }: OrientedStrand): Tree => {
    tree = reserve(tree, nodes, 1);
    return tree;
  };
  const families = new WeakMap<Strands, Family>();
  return {
    build(strands, k, roots, row, time) {
      const make = (one: number): OrientedRecord =>
        buildStrand(strands, one, setup.fibre, parameters, roots, row + one - k);
      if (!families.has(strands)) families.set(strands, new Family(strands, make));
      const family = families.get(strands)!;
      const strand = family.build(k);
      const hairBelow = setClearances(strand, setup.obstacles, time, parameters);
      const turn: Quat = [0, 1, 2, 3].map((c) => roots.orientation[4 * row + c]!) as unknown as Quat;
      if (setup.restState === 'sag-free')
        setRestState(roomFor(strand), strand, {
          ...{ gravity, turn, isHeld: parameters.poseSpring, hairBelow },
          burdens: family.burdensOf(k, gravity),
        });
      return strand;
    },
    stepper: (store) => new OrientedStepper(store, setup.makeContacts, parameters),
    present: (strand) => ({ restTurn: presentTurns(strand) }),
    adoptShape(strand) {
      strand.restTurn.set(presentTurns(strand));
      if (!isRooted(strand)) return;
      const turn = groomAsPresent(strand);
      if (setup.restState === 'sag-free')
        setRestState(roomFor(strand), strand, { gravity, turn, isHeld: parameters.poseSpring });
    },
    setState: followState,
    wasCut: regraft,
    energy: (strand) => energyOf(roomFor(strand), strand),
    momentum: momentumOf,
    inverseMass(strand, s) {
      const heldTo = isHeld(strand) ? 1 : -1;
      const [node, t] = locateNode(strand, s);
      const w = (i: number): number =>
        i <= heldTo ? 0 : 2 / ((i > 0 ? strand.mass[i - 1]! : 0) + strand.mass[i]! || 1e-300);
      return (1 - t) * (1 - t) * w(node) + t * t * w(Math.min(node + 1, strand.nodes - 1));
    },
  };
}

function locateNode({ nodes, restLength }: OrientedStrand, s: number): readonly [node: number, t: number] {
  let node = 0;
  let left = s;
  while (node < nodes - 2 && left > restLength[node]!) left -= restLength[node++]!;
  const l = restLength[node]!;
  return [node, l > 0 ? Math.min(1, Math.max(0, left / l)) : 0];
}

function momentumOf({ mass, velocity, nodes }: OrientedStrand): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (let e = 0; e + 1 < nodes; e++)
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + 0.5 * mass[e]! * (velocity[3 * e + c]! + velocity[3 * e + 3 + c]!);
  return sum;
}

function energyOf(tree: Tree, strand: OrientedStrand): { kinetic: number; elastic: number } {
  const { nodes, mass, velocity, axesRate, roundness } = strand;
  let kinetic = 0;
  for (let e = 0; e + 1 < nodes; e++) {
    const [v, w] = [at(velocity, e), at(velocity, e + 1)];
    for (let c = 0; c < 3; c++) kinetic += (mass[e]! / 6) * (v[c]! * v[c]! + v[c]! * w[c]! + w[c]! * w[c]!);
    for (let c = 6 * e; c < 6 * e + 6; c++) kinetic += 0.5 * roundness[e]! * axesRate[c]! * axesRate[c]!;
  }
  let elastic = 0;
  if (nodes > 2) {
    tree.links = nodes - 1;
    loadFreeBase(tree, strand);
    loadStrand(tree, strand, 0, -1);
    pose(tree);
    for (let j = 1; j < tree.links; j++) elastic += jointEnergy(tree.deviation, 4 * j, tree.stiffness, 3 * j);
  }
  return { kinetic, elastic };
}

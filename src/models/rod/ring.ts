import { cos, sin } from '../../numeric/elementary.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Fibre } from '../model.ts';
import { buildStrand, measureStrand } from './build.ts';
import type { RodStrand } from './fields.ts';
import { addForce } from './force.ts';
import { UNKNOWNS } from './kernel.ts';
import { rodParameters } from './parameters.ts';
import { poseOf } from './pose.ts';
import { Stability } from './stability.ts';
import { makeRodSystem } from './system.ts';

/** Length of an edge, metres; the threshold of a ring depends on no length. */
const EDGE = 0.002;

/**
 * A closed ring as an open rod whose last edge lies on its first and is held there: the same rod, because the two edges
 * have the same nodes and, but for whole turns of twist, the same frame.
 */
export function isRingStable(fibre: Fibre, nodes: number, twist: number): boolean {
  const strand = twistedRing(fibre, nodes, twist);
  // A straight round fibre turns in itself for nothing, so the whole ring may turn about the held edge for nothing: a motion
  // without stiffness that says nothing about stability. Holding the far node's height takes away just that.
  const height = UNKNOWNS * Math.round(nodes / 2) + 2;
  const stability = new Stability();
  stability.turnTo(strand);
  stability.write({ edges: [nodes], rows: [height] });
  return stability.isStable(0);
}

/** In balance: bent and twisted evenly, naturally straight, with the tension that the polygon needs. */
export function twistedRing(fibre: Fibre, nodes: number, twist: number): RodStrand {
  const angle = (2 * Math.PI) / nodes;
  const radius = EDGE / (2 * sin(0.5 * angle));
  const points: Vec3[] = Array.from({ length: nodes + 2 }, (_, i) => [
    radius * cos(i * angle),
    radius * sin(i * angle),
    0,
  ]);
  const rest = makeStrands({ first: uniformFirst(1, nodes + 2), positions: Float32Array.from(points.flat()) });
  const strand = buildStrand(rest, 0, fibre, completeParameters(rodParameters));
  strand.position.set(points.flat());
  strand.restLength.fill(EDGE, 0, nodes + 1);
  strand.restMeasure.fill(0);
  strand.measure.fill(0);
  for (let j = 0; j <= nodes; j++) {
    const turn = (twist * j) / nodes;
    const middle = (j + 0.5) * angle;
    // From the ring's axis z towards t × z, which points outwards.
    const out = sin(turn);
    strand.m1.set([out * cos(middle), out * sin(middle), cos(turn)], 3 * j);
  }
  measureStrand(strand);
  strand.tension.fill(ringTension(strand, angle), 0, nodes + 1);
  return strand;
}

/** The elastic forces on a node point outwards; two edges that turn by `angle` hold it. */
function ringTension(strand: RodStrand, angle: number): number {
  const pose = poseOf(strand);
  const system = makeRodSystem(strand.nodes);
  for (let node = 1; node < strand.nodes - 1; node++) addForce(pose, system, node);
  const node = Math.floor(strand.nodes / 2);
  const u = UNKNOWNS * node;
  const outwards = system.rhs[u]! * cos(node * angle) + system.rhs[u + 1]! * sin(node * angle);
  return outwards / (2 * sin(0.5 * angle));
}

import { factorCholesky } from '../../numeric/cholesky.ts';
import { cos, sin } from '../../numeric/elementary.ts';
import { fromAxes, fromAxisAngle, multiply } from '../../numeric/rotation.ts';
import { cross, type Vec3 } from '../../numeric/vector.ts';
import type { Fibre } from '../model.ts';
import { sectionOf } from '../section.ts';
import { sumForces } from './articulated.ts';
import { writeJoint } from './joint.ts';
import { pose } from './minimise.ts';
import { Stability } from './stability.ts';
import { HELD, makeTree, type Tree } from './tree.ts';

/** Length of a link, metres; the threshold of a ring depends on no length. */
const LINK = 0.002;
/** Stiffness against leaving the closed ring, over that of a joint: a larger one changes no answer. */
const CLOSED = 1e4;

/**
 * Whether a straight fibre that is closed to a ring, with so much twist, stays in its plane. The ring is a chain whose last link lies on its
 * first and is held there with it: chains know no loops, so that the ring closes is asked for by springs without end on what turns may not do.
 */
export function isRingStable(fibre: Fibre, nodes: number, twist: number): boolean {
  const tree = twistedRing(fibre, nodes, twist);
  const stability = new Stability(tree, (j, _share, out) => out.set(tree.deviation.subarray(4 * j, 4 * j + 4)));
  const { size } = stability;
  const matrix = new Float64Array(size * size);
  stability.write(0, undefined, 0, matrix);
  const stiffness = CLOSED * tree.stiffness[3]!;
  for (const row of closures(tree))
    for (let r = 0; r < size; r++)
      for (let c = 0; c <= r; c++) matrix[r * size + c] = matrix[r * size + c]! + stiffness * row[r]! * row[c]!;
  return factorCholesky(matrix, size);
}

/** What turns of the links may not do, a row each: turn the last one, and part the ring, in lengths of a link. */
function closures({ links, axes }: Tree): Float64Array[] {
  const size = 3 * (links - 1);
  const rows = Array.from({ length: 7 }, () => new Float64Array(size));
  for (let c = 0; c < 3; c++) rows[c]![size - 3 + c] = 1;
  for (let j = 1; j + 1 < links; j++)
    for (let c = 0; c < 3; c++) {
      // The link's end moves by φ × t.
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      const row = rows[3 + c]!;
      row[3 * j - 3 + d] = axes[9 * j + 3 + e]!;
      row[3 * j - 3 + e] = -axes[9 * j + 3 + d]!;
    }
  // A straight round fibre turns in itself for nothing, so the whole ring may turn about its first link for nothing. That says nothing
  // about stability: the height of the far side is held, which takes away just that.
  rows[6]!.set(rows[5]!.subarray(0, 3 * (links >> 1)));
  return rows;
}

/** A ring of links in the plane z = 0, bent and twisted evenly, in balance with the force that goes through all of them. */
export function twistedRing(fibre: Fibre, nodes: number, twist: number): Tree {
  const tree = makeTree(nodes + 1, 1);
  const { soft, stiff, twist: torsion } = sectionOf(fibre, 1);
  tree.links = nodes + 1;
  tree.base = HELD;
  const angle = (2 * Math.PI) / nodes;
  for (let j = 0; j <= nodes; j++) {
    tree.parent[j] = j - 1;
    tree.length[j] = LINK;
    if (j > 0) tree.attach[3 * j + 1] = LINK;
    tree.rest[4 * j + 3] = 1;
    const along: Vec3 = [cos(j * angle), sin(j * angle), 0];
    const up: Vec3 = [0, 0, 1];
    const straight = fromAxes(up, along, cross(up, along));
    tree.q.set(multiply(straight, fromAxisAngle([0, 1, 0], (twist * j) / nodes)), 4 * j);
    for (const [c, k] of [soft, torsion, stiff].entries()) tree.stiffness[3 * j + c] = (2 * k) / LINK;
  }
  pose(tree);
  tree.force[3 * nodes + 2] = innerForce(tree, Math.floor(nodes / 2));
  sumForces(tree);
  return tree;
}

/** The force across the plane that a link needs, whose joints pull at both ends: one that turns about the other is balanced by it. */
function innerForce(tree: Tree, link: number): number {
  const torque = new Float64Array(3);
  const tangent = new Float64Array(3);
  const m = 9 * link + 3;
  let turning = 0;
  for (const [j, sign] of [
    [link, 1],
    [link + 1, -1],
  ] as const) {
    writeJoint(tree.deviation, 4 * j, tree.stiffness, 3 * j, torque, tangent, 0);
    for (let d = 0; d < 3; d++) {
      const a = 9 * j + 3 * d;
      turning += sign * torque[d]! * (tree.axes[a]! * tree.axes[m + 1]! - tree.axes[a + 1]! * tree.axes[m]!);
    }
  }
  return -turning / LINK;
}

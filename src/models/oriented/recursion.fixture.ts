import { add, addScaled, at, cross, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import { placeTree, type Tree } from './tree.ts';

/**
 * The published recursions of a tree in motion, in plain vectors: forces from accelerations (Algorithm 1), and the energy of motion. The
 * step does not use them (it takes accelerations as differences of places); tests hold it and the articulated-body sweep to them.
 *
 * `tree.inertia` and `tree.roundness` are masses here and not masses over H². A link's own axes: x, along it, z.
 */

/** How a tree moves: turning of every link relative to its parent, in its own axes, and the rate of that; and what its base does. */
export interface TreeMotion {
  readonly w: Float64Array;
  readonly wRate: Float64Array;
  readonly spin: Vec3;
  readonly velocity: Vec3;
  readonly spinRate: Vec3;
  readonly acceleration: Vec3;
}

interface Link {
  readonly spin: Vec3;
  readonly spinRate: Vec3;
  readonly velocity: Vec3;
  readonly acceleration: Vec3;
}

/** A vector in a link's own axes, in the world. */
export function toWorld({ axes }: Tree, j: number, v: Vec3): Vec3 {
  return add(add(scale(at(axes, 3 * j), v[0]), scale(at(axes, 3 * j + 1), v[1])), scale(at(axes, 3 * j + 2), v[2]));
}

/** A vector of the world in a link's own axes. */
export function toLink({ axes }: Tree, j: number, v: Vec3): Vec3 {
  return [dot(at(axes, 3 * j), v), dot(at(axes, 3 * j + 1), v), dot(at(axes, 3 * j + 2), v)];
}

/** Velocities and accelerations of all links' origins, parents first. */
function links(tree: Tree, motion: TreeMotion): Link[] {
  const { spin, velocity, spinRate, acceleration } = motion;
  const out: Link[] = [{ spin, velocity, spinRate, acceleration }];
  for (let j = 1; j < tree.links; j++) {
    const parent = out[tree.parent[j]!]!;
    const arm = at(tree.arm, j);
    const own = toWorld(tree, j, at(motion.w, j));
    const rate = toWorld(tree, j, at(motion.wRate, j));
    out.push({
      spin: add(parent.spin, own),
      spinRate: add(add(parent.spinRate, rate), cross(parent.spin, own)),
      velocity: add(parent.velocity, cross(parent.spin, arm)),
      acceleration: add(
        add(parent.acceleration, cross(parent.spinRate, arm)),
        cross(parent.spin, cross(parent.spin, arm)),
      ),
    });
  }
  return out;
}

/** I v of a link about its middle: m l²/12 across it, and what its thickness adds. */
function turnInertia({ inertia, length, roundness, axes }: Tree, j: number, v: Vec3): Vec3 {
  const t = at(axes, 3 * j + 1);
  const along = dot(t, v);
  const across = (inertia[j]! * length[j]! * length[j]!) / 12;
  return add(scale(addScaled(v, t, -along), across), scale(addScaled(v, t, along), roundness[j]!));
}

/**
 * What every joint lacks for a motion, in its link's axes: the forces that the motion takes, less those that act (`gravity`, and torques of
 * joints in `torque`). Zero where the equations of motion hold.
 */
export function residual(tree: Tree, motion: TreeMotion, gravity: Vec3, torque: Float64Array): Float64Array {
  placeTree(tree);
  const moving = links(tree, motion);
  const force: Vec3[] = [];
  const moment: Vec3[] = [];
  for (let j = 0; j < tree.links; j++) {
    const { spin, spinRate, acceleration } = moving[j]!;
    const middle = scale(at(tree.axes, 3 * j + 1), 0.5 * tree.length[j]!);
    const a = add(add(acceleration, cross(spinRate, middle)), cross(spin, cross(spin, middle)));
    const f = scale(addScaled(a, gravity, -1), tree.inertia[j]!);
    force.push(f);
    const turning = add(turnInertia(tree, j, spinRate), cross(spin, turnInertia(tree, j, spin)));
    moment.push(add(cross(middle, f), turning));
  }
  const out = new Float64Array(3 * tree.links);
  for (let j = tree.links - 1; j > 0; j--) {
    const needed = toLink(tree, j, moment[j]!);
    for (let c = 0; c < 3; c++) out[3 * j + c] = needed[c]! - torque[3 * j + c]!;
    const i = tree.parent[j]!;
    force[i] = add(force[i]!, force[j]!);
    moment[i] = add(moment[i]!, add(moment[j]!, cross(at(tree.arm, j), force[j]!)));
  }
  return out;
}

/** Energy of motion. */
export function kineticEnergy(tree: Tree, motion: TreeMotion): number {
  placeTree(tree);
  return links(tree, motion).reduce((sum, { spin, velocity }, j) => {
    const v = add(velocity, cross(spin, scale(at(tree.axes, 3 * j + 1), 0.5 * tree.length[j]!)));
    return sum + 0.5 * tree.inertia[j]! * dot(v, v) + 0.5 * dot(spin, turnInertia(tree, j, spin));
  }, 0);
}

/** The mass matrix, by the columns that unit accelerations take: 3 (links − 1) square, by rows. */
export function massMatrix(tree: Tree): Float64Array {
  const size = 3 * (tree.links - 1);
  const out = new Float64Array(size * size);
  const still = { w: new Float64Array(3 * tree.links), spin: ZERO, velocity: ZERO, spinRate: ZERO, acceleration: ZERO };
  const none = new Float64Array(3 * tree.links);
  for (let c = 0; c < size; c++) {
    const wRate = new Float64Array(3 * tree.links);
    wRate[3 + c] = 1;
    const column = residual(tree, { ...still, wRate }, ZERO, none);
    for (let r = 0; r < size; r++) out[r * size + c] = column[3 + r]!;
  }
  return out;
}

const ZERO: Vec3 = [0, 0, 0];

import type { Made } from '../../numeric/made.ts';

/**
 * A tree of rigid links joined by spherical joints, in the middle of a step: the workspace that all strands of a model share. Links stand
 * parents first; link 0 is the base. All vectors are in world axes and all moments about the link's own origin, so that a motion goes from
 * parent to child by (φ, o) → (φ, o + φ × r) and a force back by (n, f) → (n + r × f, f): the spatial algebra of Featherstone 1987
 * without rotations.
 */
export type Tree = { -readonly [name in keyof Made<typeof makeTree>]: Made<typeof makeTree>[name] };

/** Where the base goes: as its root says, or freely. */
export const HELD = 0;
export const FREE = 1;

export function makeTree(links: number, points: number) {
  const three = (): Float64Array => new Float64Array(3 * links);
  const four = (): Float64Array => new Float64Array(4 * links);
  const six = (): Float64Array => new Float64Array(6 * links);
  return {
    links: 0,
    base: HELD as number,
    parent: new Int32Array(links),
    length: new Float64Array(links),
    /** Where the link begins in its parent's axes. */
    attach: three(),
    /** Origin, orientation, and what follows from it: axes x, y, z as rows of three, and the way from the parent's origin. */
    origin: three(),
    q: four(),
    axes: new Float64Array(9 * links),
    arm: three(),

    /** Joint: rest orientation, K, friction over time, orientation at the start, what history says it turned. */
    rest: four(),
    stiffness: three(),
    friction: new Float64Array(links),
    start: four(),
    turnPast: three(),
    /** Limits of all joints as sin² of half the angle, 1 where there is none; their spring, and how they push: bending, twist. */
    mostBend: 1 as number,
    mostTwist: 1 as number,
    limitSpring: 0 as number,
    limitForce: new Float64Array(2 * links),
    /** Orientation relative to the parent, deviation from rest, and the turn since the start: all of the present shape. */
    relative: four(),
    deviation: four(),
    turn: four(),

    /** Inertia over H², and the places of both ends and the axes that it is counted from. */
    inertia: new Float64Array(links),
    roundness: new Float64Array(links),
    from: three(),
    to: three(),
    axisTarget: six(),

    /** Forces on the link: sum, sum times place along it, moment that its axes bring. */
    force: three(),
    lever: three(),
    moment: three(),
    /** Stiffnesses on it: sums of A, s A, s² A. */
    a0: six(),
    a1: six(),
    a2: six(),
    /** Torque and stiffness of the joint, in the link's axes. */
    torque: three(),
    tangent: three(),

    /** Articulated inertia as factored: blocks J (symmetric), C (by rows), M (symmetric), and the inverse of J + armature. */
    blockJ: six(),
    blockC: new Float64Array(9 * links),
    blockM: six(),
    inverse: six(),
    /** The base's own system, where it is free. */
    baseFactor: new Float64Array(36),
    /** Sums of a sweep: moments and forces, what a joint lacks for balance, and the answer (φ, o) with each joint's own part. */
    n: three(),
    f: three(),
    own: three(),
    phi: three(),
    shift: three(),
    given: three(),
    gathered: six(),
    /** How strongly the forces on a link and beyond it pull along it: Σ r · f. */
    pull: new Float64Array(links),

    /** Loads at points of links: force b − A (x − ref). */
    points: 0,
    link: new Int32Array(points),
    place: new Float64Array(points),
    a: new Float64Array(6 * points),
    b: new Float64Array(3 * points),
    ref: new Float64Array(3 * points),
    scratch: new Float64Array(64),
    kept: { q: four(), origin: new Float64Array(3) },
    /** What a free base lacks for balance, and its answer: moment, force. */
    lack: new Float64Array(6),
  };
}

/** Room for links and points; what is there is lost where the tree grows. */
export function reserve(tree: Tree, links: number, points: number): Tree {
  if (links <= tree.length.length && points <= tree.link.length) return tree;
  const { mostBend, mostTwist, limitSpring } = tree;
  const larger = makeTree(Math.max(links, tree.length.length), Math.max(points, tree.link.length));
  return Object.assign(larger, { mostBend, mostTwist, limitSpring });
}

/** A point on a link with nothing acting on it; its number. */
export function addPoint(tree: Tree, link: number, place: number): number {
  if (tree.points === tree.link.length) growPoints(tree);
  const p = tree.points++;
  tree.link[p] = link;
  tree.place[p] = place;
  for (let c = 0; c < 6; c++) tree.a[6 * p + c] = 0;
  for (let c = 0; c < 3; c++) {
    tree.b[3 * p + c] = 0;
    tree.ref[3 * p + c] = tree.origin[3 * link + c]! + place * tree.axes[9 * link + 3 + c]!;
  }
  return p;
}

function growPoints(tree: Tree): void {
  const longer = <A extends Float64Array | Int32Array>(old: A): A => {
    const next = new (old.constructor as new (n: number) => A)(2 * old.length);
    next.set(old);
    return next;
  };
  tree.link = longer(tree.link);
  tree.place = longer(tree.place);
  tree.a = longer(tree.a);
  tree.b = longer(tree.b);
  tree.ref = longer(tree.ref);
}

/** Axes, arms and origins of all links from their orientations; the base's origin is given. */
export function placeTree(tree: Tree): void {
  const { links, parent, attach, origin, axes, arm, q } = tree;
  for (let j = 0; j < links; j++) {
    const a = 4 * j;
    const x = q[a]!;
    const y = q[a + 1]!;
    const z = q[a + 2]!;
    const w = q[a + 3]!;
    const m = 9 * j;
    axes[m] = 1 - 2 * (y * y + z * z);
    axes[m + 1] = 2 * (x * y + w * z);
    axes[m + 2] = 2 * (x * z - w * y);
    axes[m + 3] = 2 * (x * y - w * z);
    axes[m + 4] = 1 - 2 * (x * x + z * z);
    axes[m + 5] = 2 * (y * z + w * x);
    axes[m + 6] = 2 * (x * z + w * y);
    axes[m + 7] = 2 * (y * z - w * x);
    axes[m + 8] = 1 - 2 * (x * x + y * y);
    if (j === 0) continue;
    const i = parent[j]!;
    const p = 9 * i;
    for (let c = 0; c < 3; c++) {
      const r =
        attach[3 * j]! * axes[p + c]! + attach[3 * j + 1]! * axes[p + 3 + c]! + attach[3 * j + 2]! * axes[p + 6 + c]!;
      arm[3 * j + c] = r;
      origin[3 * j + c] = origin[3 * i + c]! + r;
    }
  }
}

/** Writes conj(a) b. */
export function writeRelative(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const x = -a[i]!;
  const y = -a[i + 1]!;
  const z = -a[i + 2]!;
  const w = a[i + 3]!;
  const bx = b[j]!;
  const by = b[j + 1]!;
  const bz = b[j + 2]!;
  const bw = b[j + 3]!;
  out[o] = w * bx + x * bw + y * bz - z * by;
  out[o + 1] = w * by - x * bz + y * bw + z * bx;
  out[o + 2] = w * bz + x * by - y * bx + z * bw;
  out[o + 3] = w * bw - x * bx - y * by - z * bz;
}

/** Orientations of all joints, their deviations from rest and turns since the start; the signs are those of less than half a turn. */
export function measureJoints(tree: Tree): void {
  const { links, parent, q, relative, rest, deviation, start, turn } = tree;
  for (let j = 1; j < links; j++) {
    const a = 4 * j;
    writeRelative(q, 4 * parent[j]!, q, a, relative, a);
    writeRelative(rest, a, relative, a, deviation, a);
    if (deviation[a + 3]! < 0) for (let c = a; c < a + 4; c++) deviation[c] = -deviation[c]!;
    writeRelative(start, a, relative, a, turn, a);
    if (turn[a + 3]! < 0) for (let c = a; c < a + 4; c++) turn[c] = -turn[c]!;
  }
}

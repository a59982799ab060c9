import { makeRootStates, OBSTACLE_ROW, type PointForces, type RootStates, type Roots } from '../../models/model.ts';
import { smoothstep } from '../../numeric/curve.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, subtract } from '../../numeric/vector.ts';
import { ForceRows } from '../force-rows.ts';
import type { HairState } from '../interaction.ts';
import type { BodyObstacles } from '../obstacles.ts';
import type { Pinch, RecoveryState, RootPenetration } from './recovery-state.ts';

/** Time in which a frozen node follows its pose, seconds; implicit, so short against a step is fine. */
const FOLLOW = 1 / 300;

/** What holds frozen and pinched pieces of strands where they should be. */
export class RecoveryForces {
  private readonly obstacles: BodyObstacles;
  private readonly roots: Roots;
  private readonly options: { readonly fade: number; readonly thickness: number };
  private readonly forces = new ForceRows();
  private readonly hit = new Float64Array(OBSTACLE_ROW);

  constructor(obstacles: BodyObstacles, roots: Roots, options: { readonly fade: number; readonly thickness: number }) {
    this.obstacles = obstacles;
    this.roots = roots;
    this.options = options;
  }

  /** Forces for one step. The poses of penetrating strands follow what is not frozen yet. */
  gather(hair: HairState, strandOf: ReadonlyMap<number, number>, memory: RecoveryState): PointForces | null {
    const { forces } = this;
    forces.clear();
    if (memory.penetrations.length === 0 && memory.pinches.length === 0) return null;
    const ids = [...new Set([...memory.penetrations, ...memory.pinches].map(({ id }) => id))].sort((a, b) => a - b);
    const root = makeRootStates(1);
    for (const id of ids) {
      const k = strandOf.get(id)!;
      const penetrations = memory.penetrations.filter((penetration) => penetration.id === id);
      const pinches = memory.pinches.filter((pinch) => pinch.id === id);
      for (const penetration of penetrations) this.relax(hair, k, penetration);
      if (penetrations.length > 0) this.roots.sample(hair.ids.subarray(k, k + 1), hair.time + hair.dt, root);
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        if (hair.inverseMass[i] === 0) continue;
        const [penetration, weight] = this.strongest(penetrations, hair.s[i]!);
        if (penetration && weight > 0) this.freeze(hair, id, i, i - hair.first[k]!, penetration, weight, root);
        const pinch = pinches.find(({ s }) => s === hair.s[i]);
        if (pinch) this.holdBetween(hair, id, i, pinch);
      }
    }
    return forces.count > 0 ? forces : null;
  }

  private strongest(penetrations: readonly RootPenetration[], s: number): readonly [RootPenetration | null, number] {
    let best: RootPenetration | null = null;
    let most = 0;
    for (const penetration of penetrations) {
      const beyond = (s - penetration.to) / this.options.fade;
      const weight = penetration.weight * (beyond > 0 ? smoothstep(1 - beyond) : 1);
      if (weight > most) {
        most = weight;
        best = penetration;
      }
    }
    return [best, most];
  }

  /** What is not frozen yet takes its present place as its pose: a node that freezes is not pulled anywhere. */
  private relax(hair: HairState, k: number, penetration: RootPenetration): void {
    const present = poseInRoot(this.roots, hair, k);
    const begin = hair.first[k]!;
    for (let i = 0; i < present.length / 3; i++) {
      const free = 1 - this.strongest([penetration], hair.s[begin + i]!)[1];
      for (let c = 3 * i; c < 3 * i + 3; c++)
        penetration.pose[c] = penetration.pose[c]! + free * (present[c]! - penetration.pose[c]!);
    }
  }

  /** Springs to the pose in the root's frame, and drag towards its rigid velocity. */
  private freeze(
    hair: HairState,
    id: number,
    i: number,
    own: number,
    penetration: RootPenetration,
    weight: number,
    root: RootStates,
  ): void {
    const arm = rotate(quatOf(root), at(penetration.pose, own));
    const target = add(at(root.position, 0), arm);
    const velocity = add(at(root.velocity, 0), cross(at(root.angularVelocity, 0), arm));
    const rate = weight / (hair.inverseMass[i]! * FOLLOW);
    const r = this.forces.push(id, hair.s[i]!);
    this.forces.pull(r, rate / FOLLOW, ...target);
    this.forces.drag(r, (2 * rate) / (1 + hair.dt / FOLLOW), ...velocity);
  }

  /** Towards the middle between two surfaces, with the mean of their velocities. */
  private holdBetween(hair: HairState, id: number, i: number, { a, b, weight }: Pinch): void {
    const { hit } = this;
    const p = at(hair.position, i);
    const first = this.distance(hair, i, a);
    const [nx, ny, nz, ax, ay, az] = hit.slice(1, 7) as unknown as [number, number, number, number, number, number];
    const second = this.distance(hair, i, b);
    const most = 0.25 * this.options.thickness;
    const move = Math.min(Math.max(0.5 * (second - first), -most), most);
    const [vx, vy, vz] = [0.5 * (ax + hit[4]!), 0.5 * (ay + hit[5]!), 0.5 * (az + hit[6]!)];
    const rate = weight / (hair.inverseMass[i]! * FOLLOW);
    const r = this.forces.push(id, hair.s[i]!);
    const { dt } = hair;
    this.forces.pull(
      r,
      rate / FOLLOW,
      p[0] + move * nx + dt * vx,
      p[1] + move * ny + dt * vy,
      p[2] + move * nz + dt * vz,
    );
    this.forces.drag(r, (2 * rate) / (1 + dt / FOLLOW), vx, vy, vz);
  }

  private distance(hair: HairState, i: number, collider: number): number {
    const x = hair.position;
    this.obstacles.colliders[collider]!.sample(x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!, this.hit, 0);
    return this.hit[0]!;
  }
}

/** A strand's nodes in the coordinates of its root. */
export function poseInRoot(roots: Roots, hair: HairState, k: number): Float64Array {
  const root = makeRootStates(1);
  roots.sample(hair.ids.subarray(k, k + 1), hair.time, root);
  const toRoot = conjugate(quatOf(root));
  const origin = at(root.position, 0);
  const begin = hair.first[k]!;
  const pose = new Float64Array(3 * (hair.first[k + 1]! - begin));
  for (let i = 0; i < pose.length / 3; i++)
    pose.set(rotate(toRoot, subtract(at(hair.position, begin + i), origin)), 3 * i);
  return pose;
}

function quatOf({ orientation: o }: RootStates): Quat {
  return [o[0]!, o[1]!, o[2]!, o[3]!];
}

import type { LayerParameters } from '../../models/layer-offset.ts';
import { OBSTACLE_ROW } from '../../models/model.ts';
import { at, mix } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { HairState } from '../interaction.ts';
import { type BodyObstacles, extendBox } from '../obstacles.ts';
import type { FilteredRange } from './collision-filter.ts';
import { GroomedLayerOffset } from './groomed-layer-offset.ts';
import { pinchAt } from './pinching.ts';
import type { Depenetration } from './recovery-state.ts';

/** Beyond this distance from a surface nothing presses on a node, metres: twice the usual thickness. */
export const DEPENETRATION_MARGIN = 0.003;
/** At the start, nodes deeper than this in a collider are pushed out, metres. */
const DEEP = 0.001;
/** Length of strand that may be inside beyond twice the root's depth, metres. */
const SHORT_WAY = 0.02;
/** Speed at which more of a strand may go under, m/s. */
const SINK_SPEED = 0.15;
/** A root that is farther than this from a collider holds no node inside it, metres: the longest edge. */
export const ROOT_REACH = 0.02;
/** Surfaces farther than this from where a node would be kept cannot press on it in the next step, metres. */
export const PRESS_REACH = 0.008;

/** How deep nodes of strands are in colliders, and how far they keep from them. */
export class StrandDepths {
  readonly obstacles: BodyObstacles;
  /** Distance that strands keep where they do not lie on other hair; nodes nearer to two opposing surfaces are pinched. */
  readonly thickness: number;
  private readonly layerOffset: GroomedLayerOffset;
  private readonly hit = new Float64Array(OBSTACLE_ROW);
  private readonly box = new Float64Array(6);
  private near = new Float64Array(0);
  private reach = new Float64Array(0);

  /** `guides`: the groom at time 0, whose distance from the body says where strands lie on other hair. */
  constructor(obstacles: BodyObstacles, guides: Strands, layer: LayerParameters) {
    this.obstacles = obstacles;
    this.thickness = layer.thickness;
    this.layerOffset = new GroomedLayerOffset(obstacles, guides, layer);
  }

  /** Distance that a point keeps from the body that it grows on, and the greatest that any keeps. */
  clearance(id: number, s: number): number {
    return this.layerOffset.clearance(id, s);
  }

  get most(): number {
    return Math.max(this.thickness, this.layerOffset.most);
  }

  /** Colliders farther than this from a node do not matter to it. */
  private get farthest(): number {
    return Math.max(this.most + PRESS_REACH, ROOT_REACH);
  }

  /** Whether a collider that the strands do not grow on may matter to any of them but those that are left out. */
  mayMeetOthers({ first, position, time }: HairState, isLeftOut: Uint8Array | null): boolean {
    this.box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (let k = 0; k + 1 < first.length; k++)
      if (isLeftOut?.[k] !== 1) extendBox(position, first[k]!, first[k + 1]!, this.box);
    return this.obstacles.othersMayReach(this.box, this.farthest, time);
  }

  /** How near the nearest collider is to every node that it may matter to. */
  lookAround({ s, position, time }: HairState): void {
    if (this.reach.length < s.length) {
      this.near = new Float64Array(OBSTACLE_ROW * s.length);
      this.reach = new Float64Array(s.length).fill(this.farthest);
    }
    this.obstacles.nearest(position, s.length, time, this.near, undefined, undefined, this.reach);
  }

  /** Of node i, to the nearest collider, where that is near enough to matter. */
  nearest(i: number): number {
    return this.near[OBSTACLE_ROW * i]!;
  }

  /** Whether any node of a strand is inside something. */
  mayTouch(hair: HairState, k: number): boolean {
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) if (this.nearest(i) < 0) return true;
    return false;
  }

  /** Every run of nodes that is inside a collider, half an edge to either side with it. */
  inside(hair: HairState, k: number, collider: number): Depenetration[] {
    const depenetrations: Depenetration[] = [];
    let run: Depenetration | null = null;
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
      const depth = -this.distance(hair, i, collider);
      if (depth <= DEEP) {
        run = null;
        continue;
      }
      const { id, from, to } = pinchAt(hair, k, i, 0, 0);
      const deepest = Math.max(depth + DEPENETRATION_MARGIN, run?.depth ?? 0) - DEPENETRATION_MARGIN;
      if (run) depenetrations.pop();
      run = depenetrationOf(id, collider, run?.from ?? from, to, deepest);
      depenetrations.push(run);
    }
    return depenetrations;
  }

  /** The greatest depth of a strand's nodes and middles of edges between two arc lengths in a collider; negative outside. */
  deepest(hair: HairState, k: number, collider: number, from: number, to: number): number {
    const { s } = hair;
    const last = hair.first[k + 1]! - 1;
    let deepest = Number.NEGATIVE_INFINITY;
    for (let i = hair.first[k]!; i <= last; i++) {
      if (s[i]! >= from && s[i]! <= to) deepest = Math.max(deepest, -this.distance(hair, i, collider));
      const middle = i < last ? 0.5 * (s[i]! + s[i + 1]!) : to + 1;
      if (middle >= from && middle <= to) deepest = Math.max(deepest, -this.distance(hair, i, collider, 0.5));
    }
    return deepest;
  }

  /** From a node, or from a fraction of its edge. */
  distance(hair: HairState, i: number, collider: number, fraction = 0): number {
    const here = at(hair.position, i);
    const [x, y, z] = fraction === 0 ? here : mix(here, at(hair.position, i + 1), fraction);
    this.obstacles.colliders[collider]!.sample(x, y, z, this.hit, 0);
    return this.hit[0]!;
  }

  /** How deep the deepest of the nodes that a root holds is in a collider. */
  rootDepth(hair: HairState, k: number, collider: number): number {
    let depth = Number.NEGATIVE_INFINITY;
    for (let i = hair.first[k]!; i < hair.first[k + 1]! && hair.inverseMass[i] === 0; i++)
      depth = Math.max(depth, -this.distance(hair, i, collider));
    return depth;
  }

  /**
   * Arc length of the first node outside a collider, as seen from the root. No farther than a strand needs to come out from
   * that depth, or slowly from what it was: else each node that sinks would pull the next one after it, until the whole
   * strand hangs below.
   */
  wayOut(hair: HairState, k: number, collider: number, depth: number, before: number): number {
    const most = Math.max(2 * depth + SHORT_WAY, before + SINK_SPEED * hair.dt);
    for (let i = hair.first[k]! + 1; i < hair.first[k + 1]! && hair.s[i]! < most; i++)
      if (hair.inverseMass[i] !== 0 && this.distance(hair, i, collider) > DEPENETRATION_MARGIN) return hair.s[i]!;
    return most;
  }

  /** How much farther than its thickness a piece keeps from a collider, because other hair lies between. */
  layerOffsetOf(id: number, s: number, collider: number): number {
    return collider === this.obstacles.owner ? Math.max(0, this.layerOffset.clearance(id, s) - this.thickness) : 0;
  }

  leastLayerOffsetOf({ id, collider, from, to }: FilteredRange): number {
    return collider === this.obstacles.owner ? Math.max(0, this.layerOffset.least(id, from, to) - this.thickness) : 0;
  }
}

export function depenetrationOf(id: number, collider: number, from: number, to: number, depth: number): Depenetration {
  return { id, collider, from, to, depth: Math.max(depth, 0) + DEPENETRATION_MARGIN };
}

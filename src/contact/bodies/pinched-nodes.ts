import { OBSTACLE_ROW } from '../../models/model.ts';
import { at } from '../../numeric/vector.ts';
import type { HairState } from '../interaction.ts';
import { opposed, type Press, pinchAt, roomBetween, withShortRests } from './pinching.ts';
import type { Depenetration, Pinch, RecoveryState } from './recovery-state.ts';
import { DEPENETRATION_MARGIN, depenetrationOf, PRESS_REACH, type StrandDepths } from './strand-depths.ts';

/** Freezing weaker than this has ended; that of a pinched piece which touches nothing any more ends sooner. */
export const GONE = 0.01;
const FREE = 0.3;
/** Most surfaces about one node that are looked at. */
export const MOST_NEAR = 8;

/** Nodes that two colliders press from opposite sides. */
export class PinchedNodes {
  private readonly depths: StrandDepths;
  private readonly nearRows = new Float64Array(OBSTACLE_ROW * MOST_NEAR);
  private readonly nearIndex = new Int32Array(MOST_NEAR);

  constructor(depths: StrandDepths) {
    this.depths = depths;
  }

  /**
   * Old and new ones after a step in which freezing changes by `rate` of what it lacks, and strands with new ones. Adds what is let go,
   * and what gives way beside them, to what is pushed out.
   */
  update(
    hair: HairState,
    strandOf: ReadonlyMap<number, number>,
    rate: number,
    memory: RecoveryState,
    depenetrations: Depenetration[],
  ): { pinches: Pinch[]; fresh: number[] } {
    const known = new Map<string, Pinch>();
    for (const pinch of memory.pinches)
      if (strandOf.has(pinch.id)) known.set(`${pinch.id} ${pinch.s}`, { ...pinch, isPressed: false });
    const fresh: number[] = [];
    for (const { k, i, a, b } of withShortRests(hair, this.findPressed(hair, depenetrations))) {
      if (isBuriedIn(memory, hair.ids[k]!, hair.s[i]!, a, b)) continue;
      const key = `${hair.ids[k]!} ${hair.s[i]!}`;
      const pinch = known.get(key);
      if (pinch) pinch.isPressed = true;
      else {
        known.set(key, pinchAt(hair, k, i, a, b));
        fresh.push(hair.ids[k]!);
      }
      this.dragAlong(hair, k, i, [a, b], depenetrations);
    }
    const pinches: Pinch[] = [];
    for (const pinch of known.values()) {
      pinch.weight += rate * ((pinch.isPressed ? 1 : 0) - pinch.weight);
      if (pinch.isPressed) pinches.push(pinch);
      else if (pinch.weight > (this.isFree(hair, strandOf.get(pinch.id)!, pinch) ? FREE : GONE)) pinches.push(pinch);
      else
        for (const collider of [pinch.a, pinch.b]) {
          const left = this.depths.deepest(hair, strandOf.get(pinch.id)!, collider, pinch.from, pinch.to);
          const layerOffset = this.depths.layerOffsetOf(pinch.id, pinch.from, collider);
          if (left > -this.depths.thickness - layerOffset)
            depenetrations.push(depenetrationOf(pinch.id, collider, pinch.from, pinch.to, left + layerOffset));
        }
    }
    pinches.sort((p, q) => p.id - q.id || p.s - q.s);
    return { pinches, fresh: [...new Set(fresh)] };
  }

  /** Whether a piece that was pinched touches neither collider any more. */
  private isFree(hair: HairState, k: number, { a, b, from, to }: Pinch): boolean {
    const far = -2 * this.depths.thickness;
    return this.depths.deepest(hair, k, a, from, to) < far && this.depths.deepest(hair, k, b, from, to) < far;
  }

  /** Nodes without room; where there is room but for the hair below, that hair gives way. */
  private findPressed(hair: HairState, depenetrations: Depenetration[]): Press[] {
    const pressed: Press[] = [];
    const { depths, nearRows: rows, nearIndex } = this;
    const { thickness, obstacles } = depths;
    const { owner } = obstacles;
    const farthest = depths.most + PRESS_REACH;
    for (let k = 0; k < hair.ids.length; k++)
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const near = depths.nearest(i);
        if (hair.inverseMass[i] === 0 || !(near < farthest)) continue;
        const clearance = depths.clearance(hair.ids[k]!, hair.s[i]!);
        const reach = Math.max(thickness, clearance) + PRESS_REACH;
        if (!(near < reach)) continue;
        const [x, y, z] = at(hair.position, i);
        const found = obstacles.within(x, y, z, reach, hair.time, rows, nearIndex);
        const pair = opposed(rows, found);
        if (!pair) continue;
        const [a, b] = [nearIndex[pair[0]]!, nearIndex[pair[1]]!];
        const room = roomBetween(rows, OBSTACLE_ROW * pair[0], OBSTACLE_ROW * pair[1], hair.dt);
        const isBedPressed = owner === a || owner === b ? room < clearance + thickness + DEPENETRATION_MARGIN : false;
        if (room < 2.5 * thickness) pressed.push({ k, i, a, b });
        else if (isBedPressed) this.allow(hair, k, i, owner, Math.max(0, clearance - thickness), depenetrations);
      }
    return pressed;
  }

  /** The nodes beside a pinched one may follow it a little. */
  private dragAlong(
    hair: HairState,
    k: number,
    i: number,
    colliders: readonly number[],
    depenetrations: Depenetration[],
  ): void {
    for (const j of [i - 1, i + 1])
      if (j >= hair.first[k]! && j < hair.first[k + 1]! && hair.inverseMass[j] !== 0)
        for (const collider of colliders) {
          const depth = this.depths.layerOffsetOf(hair.ids[k]!, hair.s[j]!, collider) + DEPENETRATION_MARGIN;
          this.allow(hair, k, j, collider, depth, depenetrations);
        }
  }

  /** Lets the piece about a node that deep into a collider, to be pushed out from there. */
  private allow(
    hair: HairState,
    k: number,
    i: number,
    collider: number,
    depth: number,
    depenetrations: Depenetration[],
  ): void {
    const { id, from, to } = pinchAt(hair, k, i, 0, 0);
    const known = depenetrations.find((one) => one.id === id && one.collider === collider && one.from === from);
    if (known) known.depth = Math.max(known.depth, depth);
    else if (depth > 0) depenetrations.push({ id, collider, from, to, depth });
  }
}

function isBuriedIn({ penetrations }: RecoveryState, id: number, s: number, a: number, b: number): boolean {
  return penetrations.some(
    (one) => one.id === id && one.isUnder && s <= one.to && (one.collider === a || one.collider === b),
  );
}

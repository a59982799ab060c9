import { BoxTree } from './box-tree.ts';
import type { Collider } from './collider.ts';

/** Colliders at one time, and a tree over the boxes of those that end somewhere. Shared by everybody who asks about them. */
export class ColliderSet {
  readonly colliders: readonly Collider[];
  readonly bounded: readonly number[];
  readonly unbounded: readonly number[];
  readonly tree: BoxTree;
  /** Samples of colliders taken so far: what the broad phase saves on. */
  samples = 0;
  private time = Number.NaN;

  constructor(colliders: readonly Collider[]) {
    this.colliders = colliders;
    for (const collider of colliders) collider.setTime(0);
    const isBounded = (i: number): boolean => colliders[i]!.box.every(Number.isFinite);
    const all = colliders.map((_, i) => i);
    this.bounded = all.filter(isBounded);
    this.unbounded = all.filter((i) => !isBounded(i));
    this.tree = new BoxTree(this.bounded.map((i) => colliders[i]!.box));
  }

  setTime(time: number): void {
    if (time === this.time) return;
    for (let i = 0; i < this.colliders.length; i++) this.colliders[i]!.setTime(time);
    this.tree.refit();
    this.time = time;
  }

  /** Bodies were put elsewhere by hand: what is known of the present time no longer holds. */
  forget(): void {
    this.time = Number.NaN;
  }
}

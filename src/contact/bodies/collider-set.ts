import type { Collider } from './collider.ts';

/** Colliders at one time. Shared by everybody who asks about them. */
export class ColliderSet {
  readonly colliders: readonly Collider[];
  /** Of each collider at that time: low xyz, high xyz. */
  readonly boxes: Float64Array;
  /** Samples of colliders taken so far: what bounds save on. */
  samples = 0;
  private time = Number.NaN;

  constructor(colliders: readonly Collider[]) {
    this.colliders = colliders;
    this.boxes = new Float64Array(6 * colliders.length);
  }

  setTime(time: number): void {
    if (time === this.time) return;
    for (let i = 0; i < this.colliders.length; i++) {
      this.colliders[i]!.setTime(time);
      this.boxes.set(this.colliders[i]!.box, 6 * i);
    }
    this.time = time;
  }

  /** Bodies were put elsewhere by hand: what is known of the present time no longer holds. */
  forget(): void {
    this.time = Number.NaN;
  }
}

import type { StrandContacts } from '../contactable.ts';
import type { TreeContacts } from './minimise.ts';

/** The contacts of several strands that are solved together: what asks for another solve is any of them. */
export class JoinedContacts implements TreeContacts {
  /** How many of them take part. */
  size = 1;
  private readonly all: readonly StrandContacts[];

  constructor(all: readonly StrandContacts[]) {
    this.all = all;
  }

  get count(): number {
    let sum = 0;
    for (let m = 0; m < this.size; m++) sum += this.all[m]!.count;
    return sum;
  }

  begin(inverseStepSquared: number): void {
    for (let m = 0; m < this.size; m++) this.all[m]!.begin(inverseStepSquared);
  }

  scatter(): void {
    for (let m = 0; m < this.size; m++) this.all[m]!.scatter();
  }

  isRejected(): boolean {
    for (let m = 0; m < this.size; m++) if (this.all[m]!.isRejected()) return true;
    return false;
  }

  update(isWhole: boolean, isStill: boolean): boolean {
    let isConverged = true;
    for (let m = 0; m < this.size; m++) if (!this.all[m]!.update(isWhole, isStill)) isConverged = false;
    return isConverged;
  }

  follow(isThorough: boolean): boolean {
    let isOther = false;
    for (let m = 0; m < this.size; m++) if (this.all[m]!.follow(isThorough)) isOther = true;
    return isOther;
  }

  energy(isActiveOnly: boolean): number {
    let sum = 0;
    for (let m = 0; m < this.size; m++) sum += this.all[m]!.energy(isActiveOnly);
    return sum;
  }
}

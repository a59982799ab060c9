import { InputError } from '../strands/input-error.ts';
import { Budget, grouped } from './budget.ts';
import type { FileData } from './bytes.ts';
import { asBytes, readText, viewOf } from './bytes.ts';
import { cutOff } from './cut-off.ts';

/** Skin weights of TressFX strands: each follows up to four bones. */
export interface BoneSkin {
  /** By bone index. */
  readonly bones: readonly string[];
  /** Four bone indices a strand. */
  readonly joints: Uint32Array;
  /** Four weights a strand; those of unused joints are 0. */
  readonly weights: Float32Array;
  readonly notes: readonly string[];
}

export interface BoneSkinOptions {
  /** What may be allocated: twice the file and 1 MB where absent. */
  budget?: Budget;
}

const ROW_BYTES = 36;
const JOINTS = 4;

/** Reads little-endian integers one after the other and says what was expected where the file ends. */
class Cursor {
  at = 0;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.bytes = bytes;
    this.#view = viewOf(bytes);
  }

  need(count: number, what: string): void {
    if (count > this.bytes.length - this.at)
      throw cutOff(
        'tfxbone/truncated',
        `${this.name}: ${what} would need ${grouped(count)} bytes from byte ${grouped(this.at)} but the file ends at ${grouped(this.bytes.length)}`,
      );
  }

  integer(what: string): number {
    this.need(4, what);
    this.at += 4;
    return this.#view.getInt32(this.at - 4, true);
  }

  /** A number of things of which each takes at least `size` bytes. */
  count(size: number, what: string): number {
    const count = this.integer(`the number of ${what}`);
    if (count < 0) throw new InputError('tfxbone/count', `${this.name}: the header promises ${count} ${what}`);
    this.need(count * size, `${grouped(count)} ${what}`);
    return count;
  }

  float(): number {
    this.at += 4;
    return this.#view.getFloat32(this.at - 4, true);
  }
}

function readBones(cursor: Cursor, budget: Budget): string[] {
  const count = cursor.count(8, 'bones');
  budget.claim(8 * count, 'bone names');
  const bones = new Array<string | undefined>(count).fill(undefined);
  for (let b = 0; b < count; b++) {
    const index = cursor.integer(`bone ${b}`);
    if (!(index >= 0 && index < count) || bones[index] !== undefined)
      throw new InputError(
        'tfxbone/bone-index',
        `${cursor.name}: bone ${b} has index ${index}, of ${count} bones or taken before`,
      );
    const length = cursor.integer(`the name of bone ${b}`);
    if (length < 0)
      throw new InputError('tfxbone/count', `${cursor.name}: the name of bone ${b} has ${length} characters`);
    cursor.need(length, `the name of bone ${b}`);
    budget.claim(length, 'bone names');
    bones[index] = readText(cursor.bytes, cursor.at, cursor.at + length).replace(/\0.*$/s, '');
    cursor.at += length;
  }
  return bones as string[];
}

function readJoint(cursor: Cursor, strand: number, bones: number): { bone: number; weight: number } {
  const bone = cursor.integer(`strand ${strand}`);
  const weight = cursor.float();
  if (bone >= 0 && bone < bones) return { bone, weight };
  // Exporters fill unused joints with -1 or rubbish.
  if (weight === 0) return { bone: 0, weight };
  throw new InputError('tfxbone/joint', `${cursor.name}: strand ${strand} follows bone ${bone} of ${bones}`);
}

/** Reads a .tfxbone file. Strands come in the order of their indices, whatever their order in the file. */
export function readTfxBone(name: string, data: FileData, options: BoneSkinOptions = {}): BoneSkin {
  const bytes = asBytes(data);
  const budget = options.budget ?? new Budget(bytes.length, { name });
  const cursor = new Cursor(name, bytes);
  const bones = readBones(cursor, budget);
  const count = cursor.count(ROW_BYTES, 'strands');
  const joints = budget.uint32(JOINTS * count, 'joints');
  const weights = budget.float32(JOINTS * count, 'weights');
  const isTaken = budget.uint8(count, 'strand marks');
  for (let row = 0; row < count; row++) {
    const strand = cursor.integer(`strand ${row}`);
    if (!(strand >= 0 && strand < count) || isTaken[strand] === 1)
      throw new InputError(
        'tfxbone/strand-index',
        `${name}: row ${row} is for strand ${strand}, of ${count} strands or taken before`,
      );
    isTaken[strand] = 1;
    for (let k = 0; k < JOINTS; k++) {
      const { bone, weight } = readJoint(cursor, strand, bones.length);
      joints[JOINTS * strand + k] = bone;
      weights[JOINTS * strand + k] = weight;
    }
  }
  const rest = bytes.length - cursor.at;
  return {
    bones,
    joints,
    weights,
    notes: rest > 0 ? [`${grouped(rest)} bytes after the last strand were ignored`] : [],
  };
}

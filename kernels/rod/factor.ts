import { BLOCK, FIRST, LEAD, RIGHT, ROW, UNKNOWNS } from '../../src/kernels/rod-layout.ts';
import { local, type Rows } from '../language.ts';

/** The block at hand is reached from two blocks before it, so that no offset is negative. */
const HERE = 2 * BLOCK;
/** Unknowns of the two blocks before. */
const BEHIND = 2 * UNKNOWNS;

/**
 * L D Lᵀ in place, block by block from the tip; diagonal entries hold 1/D afterwards, and right sides are substituted forward on the way. `blocks` are
 * those after the lead.
 */
export function factor(system: Rows, blocks: number): void {
  for (let i = 0; i < blocks; i++) {
    factorBlock(system, BLOCK * (i + LEAD - 2));
    forwardBlock(system, BLOCK * (i + LEAD - 2));
  }
}

/** Five rows. v is the row of L D; columns before the block's own are rows of the two blocks before. */
export function factorBlock(system: Rows, b: number): void {
  for (let row = 0; row < UNKNOWNS; row++) {
    const v = local(BEHIND + UNKNOWNS);
    const at = HERE + ROW[row];
    let pivot = system[b + at + row];
    for (let column = FIRST[row]; column < row; column++) {
      // The column's own row: unknown `other` of the block that begins `back` before this one.
      const back = UNKNOWNS * Math.floor(column / UNKNOWNS);
      const other = column - back;
      const theirs = HERE + (BLOCK * back) / UNKNOWNS + ROW[other] - back;
      let sum = system[b + at + column];
      for (let k = Math.max(FIRST[row], FIRST[other] + back); k < column; k++)
        sum = sum - v[k + BEHIND] * system[b + theirs + k];
      v[column + BEHIND] = sum;
    }
    for (let column = FIRST[row]; column < row; column++) {
      const back = UNKNOWNS * Math.floor(column / UNKNOWNS);
      const other = column - back;
      const l = v[column + BEHIND] * system[b + HERE + (BLOCK * back) / UNKNOWNS + ROW[other] + other];
      pivot = pivot - l * v[column + BEHIND];
      system[b + at + column] = l;
    }
    system[b + at + row] = 1 / pivot;
  }
}

/** Substitutes back; the solution takes the place of the right side. What is held, two blocks at the root, does not move. */
export function substitute(system: Rows, blocks: number): void {
  for (let row = 0; row < UNKNOWNS; row++) {
    system[BLOCK * (blocks + LEAD) + RIGHT + row] = 0;
    system[BLOCK * (blocks + LEAD) + BLOCK + RIGHT + row] = 0;
  }
  for (let i = blocks - 1; i >= 0; i--) backwardBlock(system, BLOCK * (i + LEAD));
}

export function forwardBlock(system: Rows, b: number): void {
  for (let row = 0; row < UNKNOWNS; row++) {
    let sum = system[b + HERE + RIGHT + row];
    for (let column = FIRST[row]; column < row; column++) {
      const back = UNKNOWNS * Math.floor(column / UNKNOWNS);
      sum =
        sum -
        system[b + HERE + ROW[row] + column] * system[b + HERE + (BLOCK * back) / UNKNOWNS + RIGHT + column - back];
    }
    system[b + HERE + RIGHT + row] = sum;
  }
}

/** The block at b, by what is solved: the two blocks after it, and the later of its own unknowns. */
export function backwardBlock(system: Rows, b: number): void {
  for (let i = 0; i < UNKNOWNS; i++) {
    const own = UNKNOWNS - 1 - i;
    let sum = system[b + RIGHT + own] * system[b + ROW[own] + own];
    for (let ahead = 0; ahead < 3; ahead++)
      for (let row = 0; row < UNKNOWNS; row++)
        if (FIRST[row] <= own - UNKNOWNS * ahead && (ahead > 0 || row > own))
          sum =
            sum -
            system[b + BLOCK * ahead + ROW[row] + own - UNKNOWNS * ahead] * system[b + BLOCK * ahead + RIGHT + row];
    system[b + RIGHT + own] = sum;
  }
}

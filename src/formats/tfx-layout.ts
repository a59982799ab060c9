/** Where things lie in a TressFX file; read and written from the same table. */

export type TfxVersion = 3 | 4;
export type TfxArray = 'positions' | 'thickness' | 'strandUv' | 'pointUv' | 'colour' | 'guide';

export const HEADER_BYTES: Readonly<Record<TfxVersion, number>> = /* @__PURE__ */ Object.freeze({ 3: 296, 4: 160 });

/** Points a strand that TressFX takes: its thread groups of 64 hold whole strands. */
export const USUAL_POINTS: readonly number[] = /* @__PURE__ */ Object.freeze([4, 8, 16, 32, 64]);

interface Place {
  readonly array: TfxArray;
  /** Index of the 32-bit word in the header that holds the array's offset. */
  readonly word: number;
}

/** In the order in which the arrays are written. */
export const LAYOUT: Readonly<Record<TfxVersion, readonly Place[]>> = /* @__PURE__ */ Object.freeze({
  3: [
    { array: 'positions', word: 36 },
    { array: 'thickness', word: 37 },
    { array: 'strandUv', word: 38 },
    { array: 'colour', word: 39 },
    { array: 'guide', word: 40 },
    { array: 'pointUv', word: 41 },
  ],
  4: [
    { array: 'positions', word: 3 },
    { array: 'strandUv', word: 4 },
    { array: 'pointUv', word: 5 },
    { array: 'thickness', word: 6 },
    { array: 'colour', word: 7 },
  ],
});

export function arrayBytes(array: TfxArray, version: TfxVersion, strands: number, pointsPerStrand: number): number {
  const points = strands * pointsPerStrand;
  switch (array) {
    case 'positions':
      return (version === 3 ? 12 : 16) * points;
    case 'colour':
      return 16 * points;
    case 'pointUv':
      return 8 * points;
    case 'strandUv':
      return 8 * strands;
    case 'thickness':
    case 'guide':
      return 4 * strands;
  }
}

import type { CurlyParameters } from './parameters.ts';

/** The published parameters of two characters, an edge and a mass being the unit: ranges are root to tip, or base to most. */
export const curlyPresets = {
  redhead: {
    stretchStiffness: 5e6,
    stretchDamping: 4472,
    bendSmoothing: 0.1,
    bendStiffness: 7.2e4,
    bendStiffnessTip: 100,
    bendDamping: 2495,
    bendDampingTip: 40,
    coreSmoothing: 0.03,
    coreStiffness: 1.5e4,
    coreStiffnessMost: 6e5,
    coreDamping: 100,
    coreDampingMost: 1e4,
    outerRate: 1440,
  },
  horse: {
    stretchStiffness: 3e5,
    stretchDamping: 6025,
    bendSmoothing: 0.01,
    bendStiffness: 4.7e4,
    bendStiffnessTip: 300,
    bendDamping: 1083,
    bendDampingTip: 22,
    coreSmoothing: 0,
    coreStiffness: 0,
    coreStiffnessMost: 0,
    coreDamping: 0,
    coreDampingMost: 0,
    outerRate: 720,
  },
} as const satisfies Record<string, Partial<CurlyParameters>>;

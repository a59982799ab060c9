import { z } from 'zod';
import type { Curve } from './curve.ts';

export interface CurveParameter {
  /** One sentence of plain words. */
  readonly about: string;
  /** What places are measured in. */
  readonly unit?: string;
  /** Farthest place; the tip is at 1 where places are shares of the length. */
  readonly end?: number;
}

/** A factor that varies: knots (place, factor), places rising; no knots change nothing. */
export function curveParameter(parameter: CurveParameter): z.ZodDefault<z.ZodType<Curve>> {
  const { about, unit = 'share of the length', end = 1 } = parameter;
  return z
    .array(z.tuple([z.number().min(0).max(end), z.number().min(0).max(100)]))
    .refine(
      (knots) => knots.every(([place], k) => k === 0 || place > knots[k - 1]![0]),
      'knots must be sorted, no two at one place',
    )
    .default([])
    .meta({ description: `${about} Knots [${unit}, factor]; none: 1 everywhere.` });
}

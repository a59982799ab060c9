import { z } from 'zod';
import type { Curve } from '../numeric/curve.ts';

/** A factor that varies: knots (place, factor), places rising; no knots change nothing. */
export function curveParameter(about: string, unit = 'share of the length'): z.ZodDefault<z.ZodType<Curve>> {
  return z
    .array(z.tuple([z.number().min(0), z.number().min(0)]))
    .refine(
      (knots) => knots.every(([place], k) => k === 0 || place > knots[k - 1]![0]),
      'knots must be sorted, no two at one place',
    )
    .default([])
    .meta({ description: `${about} Knots [${unit}, factor]; none: 1 everywhere.` });
}

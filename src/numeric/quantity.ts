import { z } from 'zod';

/** What a parameter means, for the scene file's checks, the studio's panel, the command's help and the docs alike. */
export interface QuantityMeta {
  /** SI unit as printed, for example 'm', 'kg/m³'; '' for a plain number. */
  readonly unit: string;
  /** One line in plain words. */
  readonly about: string;
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only. */
  readonly integer?: boolean;
}

/** A number with unit, range, default and meaning. Out-of-range values are refused with the range in the message. */
export function quantity(meta: QuantityMeta & { readonly default: number }): z.ZodDefault<z.ZodNumber> {
  let schema = z.number();
  if (meta.integer) schema = schema.int();
  const unit = meta.unit ? ` ${meta.unit}` : '';
  if (meta.min !== undefined) schema = schema.min(meta.min, `must be at least ${meta.min}${unit}`);
  if (meta.max !== undefined) schema = schema.max(meta.max, `must be at most ${meta.max}${unit}`);
  return schema.default(meta.default).meta({ description: meta.about, unit: meta.unit });
}

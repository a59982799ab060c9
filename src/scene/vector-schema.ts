import { z } from 'zod';

type Triple = [number, number, number];

/** Three numbers that have a default. */
export const vector = (
  fallback: Triple,
  about: string,
): z.ZodDefault<z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null>> =>
  z.tuple([z.number(), z.number(), z.number()]).default(fallback).meta({ description: about });

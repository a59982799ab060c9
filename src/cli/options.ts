import { grouped } from '../formats/budget.ts';
import { didYouMean } from '../numeric/nearest.ts';
import type { ForGrooms } from '../scene/adapt.ts';
import { UsageError } from './errors.ts';

/** One option of a command: its help and its check in one place. */
export interface Option<T> {
  /** One line. */
  readonly about: string;
  /** Stands for the value in the help; absent for a flag. */
  readonly value?: string;
  /** One letter, for `-o`. */
  readonly short?: string;
  /** What the help says about values: a range or a list. */
  readonly allowed?: string;
  /** Shown in the help where it says something. */
  readonly fallbackText?: string;
  readonly isRequired?: boolean;
  /** Where the option is not given. */
  readonly fallback: T;
  /** Reads what was given; throws a UsageError that names the option. */
  readonly read: (text: string, name: string) => T;
  /** Joins what is given again with what was given before; without it the last one counts. */
  join?(before: T, after: T): T;
}

export type Options = Readonly<Record<string, Option<unknown>>>;
export type Values<O extends Options> = { readonly [name in keyof O]: O[name] extends Option<infer T> ? T : never };

export const flag = (about: string, short?: string): Option<boolean> => ({
  about,
  ...(short ? { short } : {}),
  fallback: false,
  read: () => true,
});

export interface TextOptions {
  readonly about: string;
  readonly value: string;
  readonly short?: string;
}

/** Any text, which has to be given. */
export const requiredText = (options: TextOptions): Option<string> => ({
  ...options,
  isRequired: true,
  fallback: '',
  read: (text, name) => {
    if (text === '') throw new UsageError('usage/value', `${name} needs a value`);
    return text;
  },
});

/** Any text; undefined where it is not given. */
export const text = (options: TextOptions): Option<string | undefined> => {
  const { read } = requiredText(options);
  return { ...options, fallback: undefined, read };
};

/** NAME=VALUE, as often as wanted; numbers become numbers. */
export const assignments = (about: string): Option<Readonly<Record<string, number | string>>> => ({
  about,
  value: 'NAME=VALUE',
  fallback: {},
  read: (given, name) => {
    const [, key, value] = /^([^=\s]+)=(.+)$/.exec(given) ?? [];
    if (key === undefined || value === undefined)
      throw new UsageError('usage/value', `${name} needs NAME=VALUE, not "${given}"`);
    const number = Number(value);
    return { [key]: Number.isNaN(number) ? value : number };
  },
  join: (before, after) => ({ ...before, ...after }),
});

/** PATH=VALUE, as often as wanted; values are JSON, words need no quotes. */
export const changes = (about: string): Option<Readonly<Record<string, unknown>>> => ({
  about,
  value: 'PATH=VALUE',
  fallback: {},
  read: (given, name) => {
    const [path, value] = assigned(given, name, 'PATH=VALUE');
    return { [path]: wordOrJson(value) };
  },
  join: (before, after) => ({ ...before, ...after }),
});

/** PATH=VALUE,VALUE,… as often as wanted. */
export const valueLists = (about: string): Option<Readonly<Record<string, readonly unknown[]>>> => ({
  about,
  value: 'PATH=V,V,…',
  fallback: {},
  read: (given, name) => {
    const [path, values] = assigned(given, name, 'PATH=VALUE,VALUE');
    return { [path]: jsonList(values) ?? values.split(',').map((value) => wordOrJson(value.trim())) };
  },
  join: (before, after) => ({ ...before, ...after }),
});

function assigned(given: string, name: string, form: string): [string, string] {
  const [, path, value] = /^([^=\s]+)=(.+)$/s.exec(given) ?? [];
  if (path === undefined || value === undefined)
    throw new UsageError('usage/value', `${name} needs ${form}, not "${given}"`);
  return [path, value];
}

function jsonList(text: string): unknown[] | null {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    return null;
  }
}

function wordOrJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface NumberOptions {
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
  /** A word that stands for the largest number. */
  readonly most?: string;
  /** What happens where the option is not given, in words. */
  readonly otherwise?: string;
}

/** A number within a range; undefined where it is not given. */
export function number(options: NumberOptions): Option<number | undefined> {
  const { about, min, max, isWhole = false, otherwise, most } = options;
  const range = `${grouped(min)} to ${grouped(max)}${most === undefined ? '' : `, or ${most}`}`;
  return {
    about,
    value: 'N',
    allowed: range,
    ...(otherwise ? { fallbackText: otherwise } : {}),
    fallback: undefined,
    read: (text, name) => {
      const value = text === most ? max : numberFrom(text, isWhole);
      if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value)))
        throw new UsageError(
          'usage/number',
          `${name} must be a ${isWhole ? 'whole number' : 'number'} from ${range}, not "${text}"`,
        );
      return value;
    },
  };
}

/** The same for all grooms of a scene, or NAME=VALUE for one of them; several by commas, or by giving the option again. */
export function forGrooms<T>(option: Option<T | undefined>): Option<ForGrooms<T> | undefined> {
  const read = (text: string, name: string): ForGrooms<T> => {
    if (!text.includes('=')) return option.read(text, name)!;
    return Object.fromEntries(
      text.split(',').map((part) => {
        const [groom = '', value = ''] = part.split('=', 2);
        if (groom === '')
          throw new UsageError('usage/value', `${name} needs the name of a groom before =, in "${text}"`);
        return [groom, option.read(value, name)!];
      }),
    );
  };
  const { fallback: _, read: __, join: ___, ...rest } = option;
  return {
    ...rest,
    about: `${option.about}; GROOM=${option.value} for one groom`,
    fallback: undefined,
    read,
    join: (before, after) => (isByName(before) && isByName(after) ? { ...before, ...after } : after),
  };
}

const isByName = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Counts may be written short: 2k, 100k, 1.5M. Rounded, because 1.1 times a thousand is not quite 1,100. */
function numberFrom(text: string, isCount: boolean): number {
  const [, digits, scale] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([kKM]?)$/i.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const times = scale === '' ? 1 : SCALES[scale!];
  if (times === undefined || (times > 1 && !isCount)) return Number.NaN;
  return times === 1 ? Number(digits) : Number((times * Number(digits)).toPrecision(15));
}

const SCALES: Readonly<Record<string, number>> = { k: 1000, K: 1000, M: 1_000_000 };

/** A number within a range that has a value of its own where it is not given. */
export function numberOr(fallback: number, options: NumberOptions): Option<number> {
  const { read, join: _, ...rest } = number(options);
  return {
    fallbackText: grouped(fallback),
    ...rest,
    fallback,
    read: (text, name) => read(text, name)!,
  };
}

/** One of some words; `fallback` where it is not given. */
export function choice<const T extends string, const F extends T | undefined>(
  about: string,
  value: string,
  choices: readonly T[],
  fallback: F,
): Option<T | F> {
  return {
    about,
    value,
    allowed: choices.join(', '),
    ...(fallback === undefined ? {} : { fallbackText: fallback }),
    fallback,
    read: (text, name) => {
      if ((choices as readonly string[]).includes(text)) return text as T;
      const suggestion = didYouMean(text, choices);
      throw new UsageError(
        'usage/choice',
        `${name} must be one of ${choices.join(', ')}, not "${text}"${suggestion || '.'}`,
      );
    },
  };
}

import type { Curve } from './curve.ts';
import { InputError } from './input-error.ts';
import { readTable, readValue } from './parameter-reader.ts';
import type { Vec3 } from './vector.ts';

/**
 * Parameters as plain data: what each is called, means, is measured in, may be and is where nobody says. Declared once beside
 * the code that uses them; the scene file's checks, its JSON Schema, the studio's panel, the command's help and the docs follow.
 */

interface Declared {
  /** One line in plain words. */
  readonly about: string;
  /** Must be given; the default is then only what a panel begins with. */
  readonly required?: true;
}

/** A number with its unit and range. */
export interface NumberParameter extends Declared {
  readonly kind: 'number';
  /** SI unit as printed, for example 'm', 'kg/m³'; '' for a plain number. */
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only. */
  readonly integer?: boolean;
  readonly default: number;
}

export interface BooleanParameter extends Declared {
  readonly kind: 'boolean';
  readonly default: boolean;
}

/** One of a few words. */
export interface ChoiceParameter<Option extends string = string> extends Declared {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly default: Option;
}

export interface TextParameter extends Declared {
  readonly kind: 'text';
  readonly default: string;
}

/** A colour as #rrggbb. */
export interface ColourParameter extends Declared {
  readonly kind: 'colour';
  readonly default: string;
}

/** Three numbers, each in the same range. */
export interface VectorParameter extends Declared {
  readonly kind: 'vector';
  readonly min?: number;
  readonly max?: number;
  /** Why all three may not be 0, where they may not. */
  readonly notZero?: string;
  readonly default: Vec3;
}

/** A factor that varies: knots (place, factor), places rising; no knots, the default, change nothing. */
export interface CurveParameter extends Declared {
  readonly kind: 'curve';
  /** What places are measured in. */
  readonly unit: string;
  /** Farthest place; the tip is at 1 where places are fractions of the length. */
  readonly end: number;
}

/** Parameters under one name. */
export interface GroupParameter<Table extends ParameterTable = ParameterTable> {
  readonly kind: 'group';
  readonly about?: string;
  readonly required?: true;
  readonly fields: Table;
}

/** One of several groups, told apart by the word in their `kind`; one must be given where there is no default. */
export interface VariantParameter<Variants extends VariantTables = VariantTables> {
  readonly kind: 'variant';
  readonly about?: string;
  readonly required?: true;
  readonly variants: Variants;
  readonly default?: { readonly kind: keyof Variants };
}

/** Any number of the same, up to a limit; none by default. */
export interface ListParameter<Item extends Parameter = Parameter> extends Declared {
  readonly kind: 'list';
  readonly item: Item;
  readonly most: number;
}

export type Parameter =
  | NumberParameter
  | BooleanParameter
  | ChoiceParameter
  | TextParameter
  | ColourParameter
  | VectorParameter
  | CurveParameter
  | GroupParameter
  | VariantParameter
  | ListParameter;

/** Parameters by name. */
export interface ParameterTable {
  readonly [name: string]: Parameter;
}

/** Groups by the word in their `kind`. */
export interface VariantTables {
  readonly [kind: string]: ParameterTable;
}

type Flat<T> = { readonly [name in keyof T]: T[name] };

/** The value of a parameter, complete. */
export type ValueOf<P extends Parameter> = P extends { readonly kind: 'number' }
  ? number
  : P extends { readonly kind: 'boolean' }
    ? boolean
    : P extends { readonly kind: 'text' | 'colour' }
      ? string
      : P extends { readonly kind: 'vector' }
        ? Vec3
        : P extends { readonly kind: 'curve' }
          ? Curve
          : P extends ChoiceParameter<infer Option>
            ? Option
            : P extends GroupParameter<infer Table>
              ? ValuesOf<Table>
              : P extends VariantParameter<infer Variants>
                ? VariantOf<Variants>
                : P extends ListParameter<infer Item>
                  ? readonly ValueOf<Item>[]
                  : never;

/** The values of a table, complete. */
export type ValuesOf<Table extends ParameterTable> = { readonly [name in keyof Table]: ValueOf<Table[name]> };

/** What `NoInfer` is, for TypeScript before 5.4. */
type NotInferred<T> = [T][T extends unknown ? 0 : never];

type VariantOf<Variants extends VariantTables> = {
  [kind in keyof Variants]: Flat<{ readonly kind: kind } & ValuesOf<Variants[kind]>>;
}[keyof Variants];

/** A parameter's value as a person gives it. */
export type InputOf<P extends Parameter> =
  P extends GroupParameter<infer Table>
    ? InputsOf<Table>
    : P extends VariantParameter<infer Variants>
      ? { [kind in keyof Variants]: Flat<{ readonly kind: kind } & InputsOf<Variants[kind]>> }[keyof Variants]
      : P extends ListParameter<infer Item>
        ? readonly InputOf<Item>[]
        : ValueOf<P>;

type RequiredNames<Table extends ParameterTable> = {
  [name in keyof Table]: Table[name] extends { readonly required: true } ? name : never;
}[keyof Table];

/** A table's values as a person gives them: what is left out has its default. */
export type InputsOf<Table extends ParameterTable> = Flat<
  { readonly [name in Exclude<keyof Table, RequiredNames<Table>>]?: InputOf<Table[name]> } & {
    readonly [name in RequiredNames<Table>]: InputOf<Table[name]>;
  }
>;

type Made<P extends Parameter> = Omit<P, 'kind'>;

export const quantity = (declared: Made<NumberParameter>): NumberParameter => ({ kind: 'number', ...declared });

/** A fraction: a plain number from 0 to 1. */
export const fraction = (value: number, about: string): NumberParameter =>
  quantity({ unit: '', about, min: 0, max: 1, default: value });

export const flag = (declared: Made<BooleanParameter>): BooleanParameter => ({ kind: 'boolean', ...declared });

export const choice = <const Option extends string>(
  declared: Made<ChoiceParameter<Option>>,
): ChoiceParameter<Option> => ({ kind: 'choice', ...declared });

export const text = (declared: Made<TextParameter>): TextParameter => ({ kind: 'text', ...declared });

export const colour = (declared: Made<ColourParameter>): ColourParameter => ({ kind: 'colour', ...declared });

export const vector = (declared: Made<VectorParameter>): VectorParameter => ({ kind: 'vector', ...declared });

/** Without `unit` and `end` places are fractions of a strand's length. */
export const curve = (declared: { about: string; unit?: string; end?: number }): CurveParameter => ({
  kind: 'curve',
  unit: 'fraction of the length',
  end: 1,
  ...declared,
});

export const group = <Table extends ParameterTable>(fields: Table, about?: string): GroupParameter<Table> => ({
  kind: 'group',
  ...(about === undefined ? {} : { about }),
  fields,
});

export const variant = <Variants extends VariantTables>(
  declared: Omit<VariantParameter<Variants>, 'kind' | 'default'> & {
    readonly default?: NotInferred<VariantOf<Variants>>;
  },
): VariantParameter<Variants> => ({ kind: 'variant', ...declared });

export const list = <Item extends Parameter>(declared: Made<ListParameter<Item>>): ListParameter<Item> => ({
  kind: 'list',
  ...declared,
});

/** A parameter that must be given. */
export const required = <P extends Parameter>(parameter: P): P & { readonly required: true } => ({
  ...parameter,
  required: true,
});

/** What a table makes of given values: defaults where nothing is said. Everything that is wrong is named in one sentence. */
export function completeParameters<Table extends ParameterTable>(
  table: Table,
  given: unknown = {},
  where = 'Parameters',
): ValuesOf<Table> {
  const problems: string[] = [];
  const values = readTable(table, given, { place: [], problems });
  refuse(problems, where);
  // The reader has followed the table that the type is made of.
  return values as ValuesOf<Table>;
}

/** The same for a single parameter. */
export function completeValue<P extends Parameter>(parameter: P, given: unknown, where: string): ValueOf<P> {
  const problems: string[] = [];
  const value = readValue(parameter, given, { place: [], problems });
  refuse(problems, where);
  return value as ValueOf<P>;
}

/** What is wrong with given values, one part of a sentence each; places begin with `place`. */
export function parameterProblems(table: ParameterTable, given: unknown, place: readonly string[] = []): string[] {
  const problems: string[] = [];
  readTable(table, given, { place, problems });
  return problems;
}

function refuse(problems: readonly string[], where: string): void {
  if (problems.length > 0) throw new InputError('parameters/invalid', `${where}: ${problems.join('; ')}.`);
}

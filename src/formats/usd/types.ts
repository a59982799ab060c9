/** A scene as USD files describe it, whether text or crate: what hair and bodies need of it. */

export type UsdArray = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/** One value of a property. */
export interface UsdValue {
  /** Numbers in it, tuples counted as their numbers; 0 for texts. */
  count(): number;
  /** Writes its numbers. */
  fill(out: UsdArray): void;
  /** Tokens, strings, paths; in order. */
  texts(): string[];
  /** About how many bytes of the file it takes. */
  size(): number;
}

export interface UsdProperty {
  readonly name: string;
  /** For example `point3f[]`; empty for relationships. */
  readonly type: string;
  readonly value: UsdValue | undefined;
  /** Time codes, rising, one for each sample. */
  readonly times: ArrayLike<number>;
  readonly sample: (index: number) => UsdValue;
  /** `interpolation` and so on. */
  readonly metadata: ReadonlyMap<string, UsdValue>;
}

/** What one layer says about a prim. */
export interface UsdSpec {
  readonly specifier: 'def' | 'over' | 'class';
  /** `BasisCurves`, `Mesh`, `Xform` or another; empty where none is said. */
  readonly type: string;
  readonly properties: Map<string, UsdProperty>;
  readonly children: Map<string, UsdSpec>;
  /** What it takes over from elsewhere, the strongest first. */
  readonly arcs: readonly UsdArc[];
  /** Undefined where it says nothing. */
  readonly isActive: boolean | undefined;
}

export const ARC_KINDS = ['inherits', 'references', 'payload', 'specializes'] as const;

export interface UsdArc {
  readonly kind: (typeof ARC_KINDS)[number];
  /** The file, as the layer names it; empty for the layer itself. */
  readonly asset: string;
  /** The prim there; empty for the one that the layer names as its default. */
  readonly path: string;
}

/** One file. */
export interface UsdLayer {
  readonly metadata: ReadonlyMap<string, UsdValue>;
  /** The prims at the top are its children. */
  readonly root: UsdSpec;
  /** Files whose prims lie below those of this one. */
  readonly subLayers: readonly string[];
  /** Sets of variants, none of which is taken. */
  readonly variants: number;
}

/** A prim as it stands on the stage. */
export interface UsdPrim {
  readonly path: string;
  readonly type: string;
  readonly parent: UsdPrim | undefined;
  /** Whether it and all above it are defined somewhere, and not only spoken of (`over`). */
  readonly isDefined: boolean;
  readonly properties: ReadonlyMap<string, UsdProperty>;
}

export interface UsdStage {
  readonly metadata: ReadonlyMap<string, UsdValue>;
  /** Parents first. */
  readonly prims: readonly UsdPrim[];
}

const SIZES: readonly (readonly [RegExp, number])[] = [
  [/^matrix2/, 4],
  [/^matrix3/, 9],
  [/^(matrix4|frame4)/, 16],
  [/^quat/, 4],
  [/^\D+2[dfhi]?$/, 2],
  [/^\D+3[dfhi]?$/, 3],
  [/^\D+4[dfhi]?$/, 4],
];

/** Numbers in one element of a type: 3 for `point3f[]`. */
export function tupleSize(type: string): number {
  const base = type.replace('[]', '');
  return SIZES.find(([pattern]) => pattern.test(base))?.[1] ?? 1;
}

export type NumberKind = 'float' | 'double' | 'int' | 'uint' | 'uchar';

export function numberKind(type: string): NumberKind {
  const base = type.replace('[]', '');
  if (/^(int|int[234]|int64|bool)$/.test(base)) return 'int';
  if (/^(uint|uint64)$/.test(base)) return 'uint';
  if (base === 'uchar') return 'uchar';
  return /d$|^double|^timecode/.test(base) && !/^(float|half)/.test(base) ? 'double' : 'float';
}

/** The first number of a value; undefined where there is none. */
export function numberOf(value: UsdValue | undefined): number | undefined {
  if (!value || value.count() < 1) return undefined;
  const out = new Float64Array(value.count() === 1 ? 1 : Math.min(value.count(), 64));
  if (value.count() > out.length) return undefined;
  value.fill(out);
  return out[0];
}

export const textOf = (value: UsdValue | undefined): string | undefined => value?.texts()[0];

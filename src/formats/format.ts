import type { TriangleMesh } from '../body/mesh.ts';
import type { Strands } from '../strands/strands.ts';
import type { Budget } from './budget.ts';
import type { Unit, UpAxis } from './units.ts';

/** What a file says besides its strands, under `format.name`, for example `hair.text`. Lengths are in metres. */
export type MetadataValue = string | number | boolean | readonly number[];
export type Metadata = Readonly<Record<string, MetadataValue>>;

export interface HairFile {
  /** In metres, Y up. */
  readonly strands: Strands;
  /** Sentences about what was assumed, left out or strange. */
  readonly notes: readonly string[];
  /** Hand it to `writeHair` and the same format keeps it. */
  readonly metadata: Metadata;
}

export interface MeshFile {
  /** In metres, Y up. */
  readonly mesh: TriangleMesh;
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** The file's unit; what the file says, else metres, where absent. */
  unit?: Unit;
  /** The axis that points up in the file; what the file says, else Y, where absent. */
  up?: UpAxis;
  /** What may be allocated: twice the file and 1 MB where absent. */
  budget?: Budget;
}

export interface WriteOptions {
  /** The unit to write in; metres where absent. */
  unit?: Unit;
  /** The axis to point up in the file; Y where absent. */
  up?: UpAxis;
  /** As a reader returned it. */
  metadata?: Metadata;
  /** Is told about what the format cannot hold. */
  note?: (sentence: string) => void;
  /** .tfx: 4 where absent. */
  tfxVersion?: 3 | 4;
  /** .obj: one `l a b` a segment (the default; Blender keeps only the first segment of longer ones), or whole polylines. */
  objLines?: 'segments' | 'polylines';
}

/** A file as a reader gets it. */
export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  readonly note: (sentence: string) => void;
}

/** What a reader returns, in the file's unit and axes. */
export interface HairContent {
  readonly strands: Strands;
  readonly metadata: Metadata;
  /** Metres per unit, where the file says it. */
  readonly unit?: number;
  /** Where the file says it. */
  readonly up?: UpAxis;
}

/** A file as a writer gets it: options, and metadata in the file's unit. */
export interface Target {
  readonly name: string;
  readonly options: WriteOptions;
  readonly metadata: Metadata;
  /** Metres per unit of the file. */
  readonly unit: number;
  readonly note: (sentence: string) => void;
}

/** One file format. What is absent cannot be done with it. */
export interface FileFormat {
  readonly title: string;
  /** Lower case, without the dot; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Names of metadata that are lengths and change with the unit. */
  readonly lengths?: readonly string[];
  /** Whether the first bytes are this format's. */
  readonly matches?: (bytes: Uint8Array) => boolean;
  readonly readHair?: (source: Source) => HairContent;
  readonly writeHair?: (strands: Strands, target: Target) => Uint8Array;
  readonly readMesh?: (source: Source) => TriangleMesh;
  readonly writeMesh?: (mesh: TriangleMesh, target: Target) => Uint8Array;
}

import type { TriangleMesh } from '../body/mesh.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import type { Strands } from '../strands/strands.ts';
import type { HairAnimation } from './animation.ts';
import type { Budget } from './budget.ts';
import type { ByteSink } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';
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

export interface AnimationFile {
  /** In metres, Y up. */
  readonly animation: HairAnimation;
  readonly notes: readonly string[];
  readonly metadata: Metadata;
}

export interface MeshFile {
  /** In metres, Y up. */
  readonly mesh: TriangleMesh;
  readonly notes: readonly string[];
  /** All vertices over time, where the file moves them and `withMotion` asks for it. */
  readonly frames?: MeshFrames;
}

/** Vertices of a mesh at rising times, the first of which is 0. */
export interface MeshFrames {
  readonly times: Float64Array;
  readonly frames: readonly Float32Array[];
}

export interface ReadOptions {
  /** The file's unit; what the file says, else metres, where absent. */
  unit?: Unit;
  /** The axis that points up in the file; what the file says, else Y, where absent. */
  up?: UpAxis;
  /** What may be allocated: twice the file (four times for formats that unpack) and 1 MB where absent. */
  budget?: Budget;
  /** `readMesh`: also how the mesh moves. */
  withMotion?: boolean;
  /** Keep the strands that are whole of a file that was cut off, where the format's layout allows it: .hair .tfx .ply .data. */
  partial?: boolean;
  /** Which frame of an animated file `readHair` takes, seconds: the one nearest to it, the first where absent. */
  time?: number;
  /**
   * What becomes of cubic curves: `evaluated` to polylines on the curve (the default), or their `control` points as they
   * are, which lie beside the curve.
   */
  curves?: 'evaluated' | 'control';
  /**
   * Gives the bytes of files that this one names (.usd and its kin), by paths from where this one is; undefined where there is
   * none. Without it, such files are not loaded, which is said.
   */
  files?: (path: string) => Uint8Array | undefined;
  /** Segments of the polyline for each control point of a cubic curve, 1 to 16; 2 where absent. */
  refine?: number;
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
  /** Where the strands were read as control points: the basis to write them with, in formats that know curves. */
  basis?: CurveBasis;
  /** .glb: what strands become; cards where absent. */
  gltfShape?: 'cards' | 'tubes' | 'lines';
  /** .glb: how many cards at most; 300 where absent. */
  cards?: number;
  /** .glb: breadth of one strand on its card, metres; from the strands' radius where absent. */
  width?: number;
}

/** How a curve follows from its control points. */
export type CurveBasis = 'linear' | 'bezier' | 'bspline' | 'catmullRom';

/** A file as a reader gets it. */
export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  readonly note: (sentence: string) => void;
  readonly options: ReadOptions;
}

/** A file as a reader of animations gets it: not necessarily in memory. */
export interface AnimationSource extends Omit<Source, 'bytes'> {
  readonly data: ByteSource;
}

/** What a file says, or lets one guess, about its unit and axes. */
export interface Scale {
  /** Metres per unit. */
  readonly unit?: number;
  readonly up?: UpAxis;
  /** How it is known, for the sentence that tells the person: `the stage says so`. */
  readonly unitReason?: string;
  readonly upReason?: string;
}

/** What a reader returns, in the file's unit and axes. */
export interface HairContent extends Scale {
  readonly strands: Strands;
  readonly metadata: Metadata;
}

export interface AnimationContent extends Scale {
  readonly animation: HairAnimation;
  readonly metadata: Metadata;
}

export interface MeshContent extends Scale {
  readonly mesh: TriangleMesh;
  readonly frames?: MeshFrames;
}

/** A file as a writer gets it: options, and metadata in the file's unit. */
export interface Target {
  readonly name: string;
  readonly options: WriteOptions;
  readonly metadata: Metadata;
  /** Metres per unit of the file. */
  readonly unit: number;
  readonly up: UpAxis;
  readonly note: (sentence: string) => void;
}

export interface AnimationTarget extends Target {
  readonly sink: ByteSink;
}

export interface StreamTarget extends AnimationTarget {
  /** Is told how many strands are written. */
  readonly onStrands?: ((written: number) => void) | undefined;
}

/** One file format. What is absent cannot be done with it. */
export interface FileFormat {
  readonly title: string;
  /** Lower case, without the dot; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Names of metadata that are lengths and change with the unit. */
  readonly lengths?: readonly string[];
  /** Bytes that reading may allocate for each byte of the file; 2 where absent. */
  readonly budgetFactor?: number;
  /** Whether the first bytes (at least 64, if there are as many) are this format's. */
  readonly matches?: (bytes: Uint8Array) => boolean;
  readonly readHair?: (source: Source) => HairContent;
  readonly writeHair?: (strands: Strands, target: Target) => Uint8Array;
  /** Formats that are written range by range, so that the strands need not fit into memory. */
  readonly streamHair?: (strands: StrandStream, target: StreamTarget) => void;
  /** Formats that hold time: `readHair` and `writeHair` are then those of single frames. */
  readonly openAnimation?: (source: AnimationSource) => AnimationContent;
  readonly writeAnimation?: (animation: HairAnimation, target: AnimationTarget) => void;
  readonly readMesh?: (source: Source) => TriangleMesh | MeshContent;
  readonly writeMesh?: (mesh: TriangleMesh, target: Target) => Uint8Array;
}

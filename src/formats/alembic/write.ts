import type { TriangleMesh } from '../../body/mesh.ts';
import type { Attribute, AttributeArray, Strands } from '../../strands/strands.ts';
import { pointCount, strandCount } from '../../strands/strands.ts';
import type { HairAnimation } from '../animation.ts';
import { frameRate, stillAnimation } from '../animation.ts';
import { MemorySink } from '../byte-sink.ts';
import { littleEndian } from '../bytes.ts';
import type { AnimationTarget, CurveBasis, Target } from '../format.ts';

import { UNREAL_ID, UNREAL_TOOL, UNREAL_VERSION, UNREAL_WIDTH, unrealName } from '../groom-names.ts';
import { scaled } from '../packing.ts';
import { ACYCLIC } from './archive.ts';
import { ArchiveWriter, type CompoundSpec, type ObjectSpec, type PropertySpec } from './archive-write.ts';
import type { Timing } from './headers.ts';
import type { Reference } from './ogawa.ts';
import { BOOL, F32, F64, I16, I32, PODS, podOf, STRING, U8, U32 } from './pod.ts';

/** Writes hair as `/groom` (a transform that does nothing) > `/groom/hair` (curves), as Unreal and Blender expect it. */

const XFORM = 'schema=AbcGeom_Xform_v3';
const CURVES = 'schema=AbcGeom_Curve_v2;schemaBaseType=AbcGeom_GeomBase_v1';
const MESH = 'schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1';
const BASES: Readonly<Record<CurveBasis, readonly number[]>> = {
  linear: [1, 0, 0, 0],
  bezier: [0, 0, 1, 1],
  bspline: [0, 0, 2, 2],
  catmullRom: [0, 0, 3, 3],
};
/** Extents have one byte in the file. */
const MOST_SIZE = 255;
/** The time sampling of the animation; 0 is the one that every archive has. */
const ANIMATION = 1;

const TYPES: Readonly<Record<number, string>> = { 1: '', 2: 'interpretation=vector;', 3: '' };

type ScopeName = 'con' | 'uni' | 'vtx';

const paramMeta = (pod: number, extent: number, scope: ScopeName): string =>
  `arrayExtent=1;geoScope=${scope};${TYPES[extent] ?? ''}isGeomParam=true;podExtent=${extent};podName=${PODS[pod]!.name}`;

/** Bytes of a number sequence as the file has it. */
function packed(pod: number, values: ArrayLike<number>): Uint8Array {
  if (pod === U8 || pod === BOOL) return Uint8Array.from(values);
  if (pod === I16) return littleEndian(Int16Array.from(values));
  if (pod === I32) return littleEndian(values instanceof Int32Array ? values : Int32Array.from(values));
  if (pod === U32) return littleEndian(values instanceof Uint32Array ? values : Uint32Array.from(values));
  if (pod === F64) return littleEndian(Float64Array.from(values));
  return littleEndian(values instanceof Float32Array ? values : Float32Array.from(values));
}

class GroomWriter {
  readonly #archive: ArchiveWriter;
  readonly #strands: Strands;
  readonly #note: Target['note'];

  constructor(archive: ArchiveWriter, strands: Strands, note: Target['note']) {
    this.#archive = archive;
    this.#strands = strands;
    this.#note = note;
  }

  param(name: string, pod: number, extent: number, scope: ScopeName, data: Reference): PropertySpec {
    const meta = paramMeta(pod, extent, scope);
    return { name, kind: 'array', pod, extent, meta, timing: ANIMATION, data: [data], isSingle: scope === 'con' };
  }

  /** What Unreal's schema asks of the top node: the version, and who wrote it. */
  version(): PropertySpec[] {
    const tool = this.#archive.sample(new TextEncoder().encode('Pelage\0'));
    return [
      ...UNREAL_VERSION.map(([name, value]) =>
        this.param(name, I16, 1, 'con', this.#archive.sample(packed(I16, [value]))),
      ),
      { ...this.param(UNREAL_TOOL, STRING, 1, 'con', tool), elements: 1 },
    ];
  }

  /** What stands beside the points, and what stands under `.arbGeomParams`. */
  attributes(): { standard: PropertySpec[]; other: PropertySpec[] } {
    const { id, pointAttributes, strandAttributes } = this.#strands;
    const isSmall = id.every((value) => value < 0x80000000);
    const standard: PropertySpec[] = [];
    const other = [
      this.param(UNREAL_ID, isSmall ? I32 : U32, 1, 'uni', this.#archive.sample(packed(isSmall ? I32 : U32, id))),
    ];
    for (const [scope, attributes] of [
      ['vtx', pointAttributes],
      ['uni', strandAttributes],
    ] as const)
      for (const [name, attribute] of attributes) {
        if (scope === 'uni' && pointAttributes.has(name)) this.#note(`${name} is kept a point, and left out a strand`);
        else if (attribute.size > MOST_SIZE)
          this.#note(`.abc holds at most ${MOST_SIZE} numbers a value: ${name} was left out`);
        else this.#attribute(name, attribute, scope, standard, other);
      }
    return { standard, other };
  }

  #attribute(
    name: string,
    { size, data }: Attribute,
    scope: ScopeName,
    standard: PropertySpec[],
    other: PropertySpec[],
  ): void {
    if (name === 'radius' && size === 1) {
      const width = this.#archive.sample(packed(F32, scaled(Float32Array.from(data), 2)));
      standard.push(this.param('width', F32, 1, scope, width));
      other.push(this.param(UNREAL_WIDTH, F32, 1, scope, width));
      return;
    }
    const pod = isCounted(name) ? I32 : podOf(data);
    const sample = this.#archive.sample(packed(pod, data));
    if (name === 'normal' && size === 3) standard.push(this.param('N', pod, 3, scope, sample));
    else if (name === 'uv' && size === 2 && scope === 'vtx') standard.push(this.param('uv', pod, 2, scope, sample));
    else other.push(this.param(unrealName(name, size), pod, size, scope, sample));
    if (name === 'rootUv' && size === 2 && scope === 'uni' && !this.#strands.pointAttributes.has('uv'))
      standard.push(this.param('uv', pod, 2, scope, sample));
  }
}

/** Unreal reads these as whole numbers with a sign. */
const isCounted = (name: string): boolean => ['isGuide', 'group', 'closestGuides'].includes(name);

function boundsOf(points: Float32Array): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3)
    for (let c = 0; c < 3; c++) {
      const x = points[i + c]!;
      if (x < low[c]!) low[c] = x;
      if (x > high[c]!) high[c] = x;
    }
  return low.every(Number.isFinite) && high.every(Number.isFinite) ? [...low, ...high] : [0, 0, 0, 0, 0, 0];
}

/** Films at a constant rate are sampled uniformly, as others expect it of them; other times stand one by one. */
export function timingOf(times: Float64Array): Timing & { samples: number } {
  const start = times[0] ?? 0;
  const samples = times.length;
  if (samples < 2) return { perCycle: 1, times: [start], samples };
  const measured = frameRate(times);
  return measured === undefined
    ? { perCycle: ACYCLIC, times: Array.from(times), samples }
    : { perCycle: 1 / measured, times: [start], samples };
}

const scalar = (
  name: string,
  pod: number,
  extent: number,
  data: Reference[],
  more: Partial<PropertySpec> = {},
): PropertySpec => ({
  name,
  kind: 'scalar',
  pod,
  extent,
  data,
  ...more,
});

const archiveMeta = ({ unit, up }: Target): string =>
  `_ai_AlembicVersion=Alembic 1.8.5 (Ogawa);_ai_Application=Pelage;metersPerUnit=${unit};upAxis=${up.toUpperCase()}`;

/** A transform that leaves things where they are. */
function still(
  archive: ArchiveWriter,
  name: string,
  more: readonly CompoundSpec[],
  children: ObjectSpec[],
): ObjectSpec {
  const inherits = scalar('.inherits', BOOL, 1, [archive.sample(Uint8Array.of(1))]);
  return {
    name,
    meta: `${XFORM};schemaObjTitle=AbcGeom_Xform_v3:.xform`,
    properties: [{ name: '.xform', meta: XFORM, properties: [inherits, ...more] }],
    children,
  };
}

export function writeAbcAnimation(animation: HairAnimation, target: AnimationTarget): void {
  const archive = new ArchiveWriter(target.sink);
  const { strands, times } = animation;
  const points: Reference[] = [];
  const bounds: Reference[] = [];
  for (let k = 0; k < times.length; k++) {
    const positions = k === 0 ? strands.positions : animation.frame(k);
    points.push(archive.sample(littleEndian(positions)));
    bounds.push(archive.sample(packed(F64, boundsOf(positions))));
  }
  const samples = times.length;
  const writer = new GroomWriter(archive, strands, target.note);
  const { standard, other } = writer.attributes();
  const counts = Int32Array.from({ length: strandCount(strands) }, (_, s) => strands.first[s + 1]! - strands.first[s]!);
  const basis = Uint8Array.from(BASES[target.options.basis ?? 'linear']);
  const geometry: (PropertySpec | CompoundSpec)[] = [
    scalar('.selfBnds', F64, 6, bounds, { meta: 'interpretation=box', timing: ANIMATION }),
    {
      name: 'P',
      kind: 'array',
      pod: F32,
      extent: 3,
      meta: 'geoScope=vtx;interpretation=point',
      timing: ANIMATION,
      data: points,
    },
    {
      name: 'nVertices',
      kind: 'array',
      pod: I32,
      extent: 1,
      timing: ANIMATION,
      data: [archive.sample(littleEndian(counts))],
      samples,
    },
    scalar('curveBasisAndType', U8, 4, [archive.sample(basis)], { timing: ANIMATION, samples }),
    ...standard,
    { name: '.arbGeomParams', properties: [...writer.version(), ...other] },
  ];
  const hair: ObjectSpec = {
    name: 'hair',
    meta: `${CURVES};schemaObjTitle=AbcGeom_Curve_v2:.geom`,
    properties: [{ name: '.geom', meta: CURVES, properties: geometry }],
  };
  const groom = still(archive, 'groom', [{ name: '.arbGeomParams', properties: writer.version() }], [hair]);
  archive.finish([groom], archiveMeta(target), [{ perCycle: 1, times: [0], samples: 1 }, timingOf(times)]);
}

export function writeAbcHair(strands: Strands, target: Target): Uint8Array {
  const sink = new MemorySink(65_536 + 24 * pointCount(strands));
  writeAbcAnimation(stillAnimation(strands), { ...target, sink });
  return sink.bytes();
}

export function writeAbcMesh(mesh: TriangleMesh, target: Target): Uint8Array {
  const sink = new MemorySink(65_536 + 2 * mesh.positions.byteLength + 2 * mesh.triangles.byteLength);
  const archive = new ArchiveWriter(sink);
  const array = (name: string, data: AttributeArray, pod: number, extent: number, meta?: string): PropertySpec => ({
    name,
    kind: 'array',
    pod,
    extent,
    meta,
    data: [archive.sample(packed(pod, data))],
  });
  const corners = new Int32Array(mesh.triangles.length);
  for (let t = 0; t < corners.length; t += 3) {
    corners[t] = mesh.triangles[t]!;
    corners[t + 1] = mesh.triangles[t + 2]!;
    corners[t + 2] = mesh.triangles[t + 1]!;
  }
  const geometry = [
    scalar('.selfBnds', F64, 6, [archive.sample(packed(F64, boundsOf(mesh.positions)))], {
      meta: 'interpretation=box',
    }),
    array('P', mesh.positions, F32, 3, 'geoScope=vtx;interpretation=point'),
    array('.faceIndices', corners, I32, 1),
    array('.faceCounts', new Int32Array(corners.length / 3).fill(3), I32, 1),
    array(
      'N',
      mesh.normals,
      F32,
      3,
      `arrayExtent=1;geoScope=vtx;interpretation=normal;isGeomParam=true;podExtent=3;podName=float32_t`,
    ),
    ...(mesh.uv ? [array('uv', mesh.uv, F32, 2, paramMeta(F32, 2, 'vtx'))] : []),
  ];
  if (mesh.regions.size > 0)
    target.note(`.abc has no place for these regions, they were left out: ${[...mesh.regions.keys()].join(', ')}`);
  const body: ObjectSpec = {
    name: 'mesh',
    meta: `${MESH};schemaObjTitle=AbcGeom_PolyMesh_v1:.geom`,
    properties: [{ name: '.geom', meta: MESH, properties: geometry }],
  };
  archive.finish([still(archive, 'body', [], [body])], archiveMeta(target), [{ perCycle: 1, times: [0], samples: 1 }]);
  return sink.bytes();
}

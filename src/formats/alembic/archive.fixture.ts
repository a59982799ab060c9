import { MemorySink } from '../byte-sink.ts';
import { littleEndian } from '../bytes.ts';
import { ArchiveWriter, type CompoundSpec, type ObjectSpec, type PropertySpec } from './archive-write.ts';
import type { Timing } from './headers.ts';
import { BOOL, F32, F64, I8, I32, STRING, U8 } from './pod.ts';

/**
 * Alembic archives for tests, in shapes that other programs write. The bytes are those of the writer here, which follows the
 * layout of Alembic's own library: equal samples are stored once, descriptions stand in one table.
 */

type Numbers = ArrayBufferView & { readonly BYTES_PER_ELEMENT: number };

const CURVES = 'schema=AbcGeom_Curve_v2;schemaBaseType=AbcGeom_GeomBase_v1';
const XFORM = 'schema=AbcGeom_Xform_v3';

export interface CurvesOptions {
  /** One list of points a sample. */
  readonly samples: readonly Float32Array[];
  /** Points of each curve, one list a sample; the first holds for all where there is one. */
  readonly counts: readonly Int32Array[];
  /** type, wrap, basis, basis. */
  readonly basis?: readonly [number, number, number, number];
  /** Further properties beside the points. */
  readonly more?: readonly (PropertySpec | CompoundSpec)[];
  /** Properties under `.arbGeomParams`. */
  readonly params?: readonly (PropertySpec | CompoundSpec)[];
  /** Properties of the object itself, such as `visible`. */
  readonly own?: readonly (PropertySpec | CompoundSpec)[];
}

export class ArchiveBuilder {
  readonly #sink = new MemorySink();
  readonly writer: ArchiveWriter = new ArchiveWriter(this.#sink);

  array(name: string, pod: number, extent: number, samples: readonly Numbers[], meta = ''): PropertySpec {
    const data = samples.map((values) => this.writer.sample(littleEndian(values)));
    return { name, kind: 'array', pod, extent, meta, timing: 1, data };
  }

  floats(name: string, values: Float32Array, scope = '', extent = 1): PropertySpec {
    return this.array(name, F32, extent, [values], scope && `geoScope=${scope};isGeomParam=true`);
  }

  integers(name: string, values: Int32Array, scope = '', extent = 1): PropertySpec {
    return this.array(name, I32, extent, [values], scope && `geoScope=${scope};isGeomParam=true`);
  }

  bytes(name: string, values: Uint8Array): PropertySpec {
    return this.array(name, U8, 1, [values]);
  }

  texts(name: string, values: readonly string[], scope = 'con'): PropertySpec {
    const bytes = new TextEncoder().encode(values.map((text) => `${text}\0`).join(''));
    const data = [this.writer.sample(bytes)];
    const meta = `geoScope=${scope};isGeomParam=true`;
    return { name, kind: 'array', pod: STRING, extent: 1, meta, data, elements: values.length };
  }

  text(name: string, value: string): PropertySpec {
    const data = [this.writer.sample(new TextEncoder().encode(`${value}\0`))];
    return { name, kind: 'scalar', pod: STRING, extent: 1, data };
  }

  /** `visible` as exporters write it: 1 shown, 0 hidden, -1 as the parent is. */
  visible(value: number): PropertySpec {
    return { name: 'visible', kind: 'scalar', pod: I8, extent: 1, data: [this.writer.sample(Uint8Array.of(value))] };
  }

  curves(
    name: string,
    { samples, counts, basis = [1, 0, 0, 0], more = [], params, own = [] }: CurvesOptions,
  ): ObjectSpec {
    const data = [this.writer.sample(Uint8Array.from(basis))];
    const geometry: (PropertySpec | CompoundSpec)[] = [
      this.array('P', F32, 3, samples, 'geoScope=vtx;interpretation=point'),
      { ...this.array('nVertices', I32, 1, counts), samples: samples.length },
      { name: 'curveBasisAndType', kind: 'scalar', pod: U8, extent: 4, timing: 1, data, samples: samples.length },
      ...more,
      ...(params ? [{ name: '.arbGeomParams', properties: params }] : []),
    ];
    return {
      name,
      meta: `${CURVES};schemaObjTitle=AbcGeom_Curve_v2:.geom`,
      properties: [{ name: '.geom', meta: CURVES, properties: geometry }, ...own],
    };
  }

  mesh(name: string, schema: string, points: Float32Array, counts: Int32Array, corners: Int32Array): ObjectSpec {
    const meta = `schema=${schema};schemaBaseType=AbcGeom_GeomBase_v1`;
    const geometry = [
      this.array('P', F32, 3, [points], 'geoScope=vtx;interpretation=point'),
      this.integers('.faceIndices', corners),
      this.integers('.faceCounts', counts),
    ];
    return { name, meta, properties: [{ name: '.geom', meta, properties: geometry }] };
  }

  /** A transform: by a translation where one is given. */
  transform(
    name: string,
    children: readonly ObjectSpec[],
    move?: readonly [number, number, number],
    own: readonly PropertySpec[] = [],
  ): ObjectSpec {
    const scalar = (label: string, pod: number, extent: number, bytes: Uint8Array): PropertySpec => ({
      name: label,
      kind: 'scalar',
      pod,
      extent,
      data: [this.writer.sample(bytes)],
    });
    const properties = [
      scalar('.inherits', BOOL, 1, Uint8Array.of(1)),
      ...(move
        ? [scalar('.ops', U8, 1, Uint8Array.of(0x10)), scalar('.vals', F64, 3, littleEndian(Float64Array.from(move)))]
        : []),
    ];
    return {
      name,
      meta: `${XFORM};schemaObjTitle=AbcGeom_Xform_v3:.xform`,
      properties: [{ name: '.xform', meta: XFORM, properties }, ...own],
      children,
    };
  }

  /** An object that stands for another one of the archive. */
  instance(name: string, source: string): ObjectSpec {
    return { name, meta: 'isInstance=1', properties: [this.text('.instanceSource', source)] };
  }

  finish(
    objects: readonly ObjectSpec[],
    timing: Timing & { samples: number } = { perCycle: 1 / 24, times: [0], samples: 1 },
    meta = '_ai_Application=Maya 2024',
  ): Uint8Array {
    this.writer.finish(objects, meta, [{ perCycle: 1, times: [0], samples: 1 }, timing]);
    return this.#sink.bytes();
  }
}

import type { AttributeArray } from '../../strands/strands.ts';
import type { ByteSink } from '../byte-sink.ts';
import { CrateWriter, KIND, VALUE } from './crate-write.ts';
import { AUTHOR, type StageHead, type StageTarget, type UsdList } from './stage-target.ts';

/** A stage as a crate file (.usdc). */

/** The type of a value by that of a list's element; points, colours and normals are tuples of single precision. */
const VALUES: Readonly<Record<string, number>> = {
  float: VALUE.float,
  int: VALUE.int,
  uint: VALUE.uint,
  uchar: VALUE.uchar,
  int2: VALUE.int2,
  int3: VALUE.int3,
  int4: VALUE.int4,
};
const TUPLES: readonly number[] = [0, VALUE.float, VALUE.float2, VALUE.float3, VALUE.float4];
const DEF = 0;
const UNIFORM = 1;

export class CrateStage implements StageTarget {
  readonly #crate: CrateWriter;
  #head: StageHead | null = null;
  #prim: readonly [type: string, name: string] = ['', ''];
  /** Properties in order, with what is known of each. */
  readonly #properties: (readonly [name: string, fields: Readonly<Record<string, bigint>>])[] = [];

  constructor(sink: ByteSink) {
    this.#crate = new CrateWriter(sink);
  }

  begin(head: StageHead): void {
    this.#head = head;
  }

  prim(type: string, name: string): void {
    this.#prim = [type, name];
  }

  token(name: string, value: string): void {
    const crate = this.#crate;
    this.#properties.push([
      name,
      {
        typeName: crate.token('token'),
        variability: crate.inlined(VALUE.variability, UNIFORM),
        default: crate.token(value),
      },
    ]);
  }

  list(list: UsdList, data: AttributeArray): void {
    this.#properties.push([list.name, { ...this.#declared(list), default: this.#array(list, data) }]);
  }

  samples(list: UsdList, codes: Float64Array, frame: (k: number) => Float32Array): void {
    const values = Array.from(codes, (_, k) => this.#array(list, frame(k)));
    this.#properties.push([list.name, { ...this.#declared(list), timeSamples: this.#crate.samples(codes, values) }]);
  }

  end(): void {
    const crate = this.#crate;
    const { prim, unit, up, timing } = this.#head!;
    const [type, name] = this.#prim;
    const codes = timing?.codes;
    crate.spec(crate.path(null, ''), KIND.root, {
      defaultPrim: crate.token(prim),
      documentation: crate.string(AUTHOR),
      ...(timing && codes
        ? {
            endTimeCode: crate.double(codes[codes.length - 1]!),
            framesPerSecond: crate.double(timing.rate),
            startTimeCode: crate.double(codes[0]!),
            timeCodesPerSecond: crate.double(timing.rate),
          }
        : {}),
      metersPerUnit: crate.double(unit),
      upAxis: crate.token(up.toUpperCase()),
      primChildren: crate.tokens([prim]),
    });
    const top = crate.path(0, prim);
    const def = crate.inlined(VALUE.specifier, DEF);
    crate.spec(top, KIND.prim, { specifier: def, typeName: crate.token('Xform'), primChildren: crate.tokens([name]) });
    const own = crate.path(top, name);
    const properties = crate.tokens(this.#properties.map(([property]) => property));
    crate.spec(own, KIND.prim, { specifier: def, typeName: crate.token(type), properties });
    for (const [property, fields] of this.#properties)
      crate.spec(crate.property(own, property), KIND.attribute, fields);
    crate.end();
  }

  #declared({ type, interpolation, elementSize }: UsdList): Record<string, bigint> {
    const crate = this.#crate;
    return {
      typeName: crate.token(`${type}[]`),
      ...(elementSize ? { elementSize: crate.inlined(VALUE.int, elementSize) } : {}),
      ...(interpolation ? { interpolation: crate.token(interpolation) } : {}),
    };
  }

  #array({ type, tuple }: UsdList, data: AttributeArray): bigint {
    return this.#crate.array(VALUES[type] ?? TUPLES[tuple]!, data.length / tuple, data);
  }
}

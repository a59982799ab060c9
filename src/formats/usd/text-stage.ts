import type { AttributeArray } from '../../strands/strands.ts';
import type { ByteSink } from '../byte-sink.ts';
import { TextWriter } from '../text-writer.ts';
import { AUTHOR, type StageHead, type StageTarget, type UsdList } from './stage-target.ts';

/** A stage in USD text (.usda). */

const INDENT = '        ';

export class TextStage implements StageTarget {
  readonly #out = new TextWriter();
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  begin({ prim, unit, up, timing }: StageHead): void {
    const out = this.#out;
    out.text('#usda 1.0\n(\n');
    out.text(`    defaultPrim = "${prim}"\n    doc = "${AUTHOR}"\n`);
    if (timing) {
      const { rate, codes } = timing;
      out.text(`    endTimeCode = ${codes[codes.length - 1]}\n    framesPerSecond = ${rate}\n`);
      out.text(`    metersPerUnit = ${unit}\n    startTimeCode = ${codes[0]}\n    timeCodesPerSecond = ${rate}\n`);
    } else out.text(`    metersPerUnit = ${unit}\n`);
    out.text(`    upAxis = "${up.toUpperCase()}"\n)\n\ndef Xform "${prim}"\n{\n`);
  }

  prim(type: string, name: string): void {
    this.#out.text(`    def ${type} "${name}"\n    {\n`);
  }

  token(name: string, value: string): void {
    this.#out.text(`${INDENT}uniform token ${name} = "${value}"\n`);
  }

  list({ name, type, tuple, interpolation, elementSize }: UsdList, data: AttributeArray): void {
    const out = this.#out;
    out.text(`${INDENT}${type}[] ${name} = `);
    this.#numbers(data, tuple);
    if (interpolation || elementSize) {
      out.text(' (\n');
      if (elementSize) out.text(`${INDENT}    elementSize = ${elementSize}\n`);
      if (interpolation) out.text(`${INDENT}    interpolation = "${interpolation}"\n`);
      out.text(`${INDENT})`);
    }
    out.text('\n');
    this.#flush();
  }

  samples({ name, type, tuple }: UsdList, codes: Float64Array, frame: (k: number) => Float32Array): void {
    this.#out.text(`${INDENT}${type}[] ${name}.timeSamples = {\n`);
    codes.forEach((code, k) => {
      this.#out.text(`${INDENT}    ${code}: `);
      this.#numbers(frame(k), tuple);
      this.#out.text(',\n');
      this.#flush();
    });
    this.#out.text(`${INDENT}}\n`);
  }

  end(): void {
    this.#out.text('    }\n}\n');
    this.#flush();
  }

  /** A list of tuples (or of numbers, for a size of 1). */
  #numbers(data: AttributeArray, size: number): void {
    const out = this.#out;
    out.text('[');
    if (data instanceof Float32Array) out.list(data, size);
    else
      for (let i = 0; i < data.length; i++) {
        if (i > 0) out.text(i % size === 0 && size > 1 ? '), (' : ', ');
        else if (size > 1) out.text('(');
        const value = data[i]!;
        if (value < 0) out.text('-').integer(-value);
        else out.integer(value);
        if (i === data.length - 1 && size > 1) out.text(')');
      }
    out.text(']');
  }

  /** Moves what was written so far to the sink. */
  #flush(): void {
    this.#sink.write(this.#out.view());
    this.#out.clear();
  }
}

import { InputError } from '../../strands/input-error.ts';
import { grouped } from '../budget.ts';
import { viewOf } from '../bytes.ts';
import { CUT_OFF_IN_STRANDS, cutOff } from '../cut-off.ts';
import { parseDecimal } from '../decimal.ts';
import { PLY_BYTES, type PlyElement, type PlyHeader, type PlyType } from './ply-header.ts';

/** Reads the data of a .ply file value by value, whatever its encoding. */
export class PlyRows {
  private readonly name: string;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly header: PlyHeader;
  private at: number;

  constructor(name: string, bytes: Uint8Array, header: PlyHeader) {
    this.name = name;
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.header = header;
    this.at = header.end;
  }

  /** Refuses counts that the bytes left could not hold: every row has at least one byte. */
  check(element: PlyElement): void {
    const least = this.header.encoding === 'ascii' ? 2 * element.properties.length : rowBytes(element);
    if (element.count * Math.max(least, 1) > this.bytes.length - this.at + 1)
      throw cutOff(
        'ply/truncated',
        `${this.name}: ${grouped(element.count)} rows of ${element.name} are promised but the file ends at ${grouped(this.bytes.length)}`,
        CUT_OFF_IN_STRANDS,
      );
  }

  /** How many rows are whole in what is left of the file; a row of text ends with its line. Lists are not looked through. */
  whole(element: PlyElement): number {
    if (this.header.encoding !== 'ascii')
      return Math.min(element.count, Math.floor((this.bytes.length - this.at) / Math.max(1, rowBytes(element))));
    let rows = 0;
    for (let at = this.bytes.indexOf(10, this.at); at >= 0 && rows < element.count; rows++)
      at = this.bytes.indexOf(10, at + 1);
    return rows;
  }

  /** Gives every value of one row to `take(property, value)`; lists give their length first, then `item(property, value)`. */
  row(
    element: PlyElement,
    take: (property: number, value: number) => void,
    item: (property: number, value: number) => void,
  ): void {
    for (let p = 0; p < element.properties.length; p++) {
      const { type, countType } = element.properties[p]!;
      if (!countType) {
        take(p, this.value(type));
        continue;
      }
      const length = this.value(countType);
      if (!(length >= 0 && length <= this.bytes.length - this.at))
        throw new InputError('ply/list', `${this.name}: a list of ${element.name} has ${length} entries: damaged`);
      take(p, length);
      for (let i = 0; i < length; i++) item(p, this.value(type));
    }
  }

  private value(type: PlyType): number {
    return this.header.encoding === 'ascii' ? this.word() : this.binary(type, this.header.encoding === 'little');
  }

  private word(): number {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at]! <= 32) this.at++;
    const start = this.at;
    while (this.at < bytes.length && bytes[this.at]! > 32) this.at++;
    if (start === this.at) throw this.cutOff();
    return parseDecimal(bytes, start, this.at);
  }

  private binary(type: PlyType, isLittle: boolean): number {
    const { view, at } = this;
    const size = PLY_BYTES[type];
    if (at + size > view.byteLength) throw this.cutOff();
    this.at += size;
    switch (type) {
      case 'i8':
        return view.getInt8(at);
      case 'u8':
        return view.getUint8(at);
      case 'i16':
        return view.getInt16(at, isLittle);
      case 'u16':
        return view.getUint16(at, isLittle);
      case 'i32':
        return view.getInt32(at, isLittle);
      case 'u32':
        return view.getUint32(at, isLittle);
      case 'f32':
        return view.getFloat32(at, isLittle);
      case 'f64':
        return view.getFloat64(at, isLittle);
    }
  }

  private cutOff(): InputError {
    return cutOff(
      'ply/truncated',
      `${this.name}: the data ends early, at byte ${grouped(this.bytes.length)}`,
      CUT_OFF_IN_STRANDS,
    );
  }
}

function rowBytes(element: PlyElement): number {
  return element.properties.reduce((sum, { type, countType }) => sum + PLY_BYTES[countType ?? type], 0);
}

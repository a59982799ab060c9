import type { TriangleMesh } from '../../body/mesh.ts';
import type { Attribute, AttributeArray, Strands } from '../../strands/strands.ts';
import { strandCount } from '../../strands/strands.ts';
import { frameRate, type HairAnimation, stillAnimation } from '../animation.ts';
import type { ByteSink } from '../byte-sink.ts';
import { MemorySink } from '../byte-sink.ts';
import type { AnimationTarget, Target } from '../format.ts';

import { UNREAL_ID, unrealName } from '../groom-names.ts';
import { scaled } from '../packing.ts';
import { TextWriter } from '../text-writer.ts';
import { writeZip } from './zip.ts';

/** Writes hair as one `BasisCurves` prim, /groom/hair, in USD text. */

/** USD's usual number of time codes a second, where the frames of an animation do not suggest another. */
const USUAL_RATE = 24;

/** Time codes a second, and the code of each frame: whole numbers where the frames are evenly spaced from one. */
function codesOf(times: Float64Array): { rate: number; codes: Float64Array } {
  const rate = frameRate(times) ?? USUAL_RATE;
  const isWhole = times.every((time) => Math.abs(time * rate - Math.round(time * rate)) < 1e-4);
  return { rate, codes: times.map((time) => (isWhole ? Math.round(time * rate) : time * rate)) };
}

function putHeader(
  out: TextWriter,
  prim: string,
  target: Target,
  animation?: { rate: number; codes: Float64Array },
): void {
  const { unit, up } = target;
  out.text('#usda 1.0\n(\n');
  out.text(`    defaultPrim = "${prim}"\n    doc = "written by Pelage"\n`);
  if (animation) {
    const { rate, codes } = animation;
    out.text(`    endTimeCode = ${codes[codes.length - 1]}\n    framesPerSecond = ${rate}\n`);
    out.text(`    metersPerUnit = ${unit}\n    startTimeCode = ${codes[0]}\n    timeCodesPerSecond = ${rate}\n`);
  } else out.text(`    metersPerUnit = ${unit}\n`);
  out.text(`    upAxis = "${up.toUpperCase()}"\n)\n\ndef Xform "${prim}"\n{\n`);
}

/** A list of tuples (or of numbers, for a size of 1). */
function putNumbers(out: TextWriter, data: ArrayLike<number>, size: number): void {
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

const INDENT = '        ';

interface Written {
  readonly name: string;
  readonly type: string;
  /** Numbers a tuple as it is written. */
  readonly tuple: number;
  readonly interpolation?: 'uniform' | 'vertex';
  readonly elementSize?: number;
}

function putArray(
  out: TextWriter,
  { name, type, tuple, interpolation, elementSize }: Written,
  data: ArrayLike<number>,
): void {
  out.text(`${INDENT}${type}[] ${name} = `);
  putNumbers(out, data, tuple);
  if (interpolation || elementSize) {
    out.text(' (\n');
    if (elementSize) out.text(`${INDENT}    elementSize = ${elementSize}\n`);
    if (interpolation) out.text(`${INDENT}    interpolation = "${interpolation}"\n`);
    out.text(`${INDENT})`);
  }
  out.text('\n');
}

/** The type of a list of such values; values of sizes that USD has no type for are plain lists with an element size. */
function listType(data: AttributeArray, size: number): Pick<Written, 'type' | 'tuple' | 'elementSize'> {
  const base =
    data instanceof Float32Array
      ? 'float'
      : data instanceof Int32Array
        ? 'int'
        : data instanceof Uint32Array
          ? 'uint'
          : 'uchar';
  if (size === 1) return { type: base, tuple: 1 };
  if (size <= 4 && (base === 'float' || base === 'int')) return { type: `${base}${size}`, tuple: size };
  return { type: base, tuple: 1, elementSize: size };
}

/** Attributes that USD has a name and type for. */
const STANDARD: readonly (readonly [string, number, string, string])[] = [
  ['colour', 3, 'color3f', 'primvars:displayColor'],
  ['opacity', 1, 'float', 'primvars:displayOpacity'],
  ['normal', 3, 'normal3f', 'normals'],
  ['uv', 2, 'texCoord2f', 'primvars:st'],
];

/** Whole numbers with a sign, as Unreal reads them. */
const COUNTED = ['isGuide', 'group', 'closestGuides'];

function putAttribute(
  out: TextWriter,
  name: string,
  { size, data }: Attribute,
  interpolation: 'uniform' | 'vertex',
  note: Target['note'],
): void {
  if (name === 'radius' && size === 1) {
    putArray(out, { name: 'widths', type: 'float', tuple: 1, interpolation }, scaled(Float32Array.from(data), 2));
    return;
  }
  const standard = STANDARD.find(([own, count]) => own === name && count === size && data instanceof Float32Array);
  if (standard && !(name === 'uv' && interpolation === 'uniform')) {
    putArray(out, { name: standard[3], type: standard[2], tuple: size, interpolation }, data);
    return;
  }
  const values = COUNTED.includes(name) ? Int32Array.from(data) : data;
  const written = unrealName(name, size)
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_');
  if (written !== unrealName(name, size))
    note(`the attribute ${name} is called ${written} in the file: USD allows no other characters`);
  putArray(out, { name: `primvars:${written}`, interpolation, ...listType(values, size) }, values);
}

function putAttributes(out: TextWriter, strands: Strands, note: Target['note']): void {
  const { id, pointAttributes, strandAttributes } = strands;
  const ids = id.every((value) => value < 0x80000000) ? Int32Array.from(id) : id;
  putArray(out, { name: `primvars:${UNREAL_ID}`, interpolation: 'uniform', ...listType(ids, 1) }, ids);
  for (const [name, attribute] of pointAttributes) putAttribute(out, name, attribute, 'vertex', note);
  for (const [name, attribute] of strandAttributes)
    if (pointAttributes.has(name)) note(`${name} is kept a point, and left out a strand`);
    else putAttribute(out, name, attribute, 'uniform', note);
}

function boundsOf(points: Float32Array): Float32Array {
  const box = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < points.length; i++) {
    const c = i % 3;
    box[c] = Math.min(box[c]!, points[i]!);
    box[3 + c] = Math.max(box[3 + c]!, points[i]!);
  }
  return box.every(Number.isFinite) ? box : new Float32Array(6);
}

/** Moves what was written so far to the sink. */
function flush(out: TextWriter, sink: ByteSink): void {
  sink.write(out.view());
  out.clear();
}

function putPoints(out: TextWriter, animation: HairAnimation, codes: Float64Array, sink: ByteSink): void {
  if (codes.length === 1) {
    putArray(out, { name: 'extent', type: 'float3', tuple: 3 }, boundsOf(animation.strands.positions));
    putArray(out, { name: 'points', type: 'point3f', tuple: 3 }, animation.strands.positions);
    return;
  }
  const boxes: Float32Array[] = [];
  out.text(`${INDENT}point3f[] points.timeSamples = {\n`);
  codes.forEach((code, k) => {
    const positions = k === 0 ? animation.strands.positions : animation.frame(k);
    boxes.push(boundsOf(positions));
    out.text(`${INDENT}    ${code}: `);
    putNumbers(out, positions, 3);
    out.text(',\n');
    flush(out, sink);
  });
  out.text(`${INDENT}}\n${INDENT}float3[] extent.timeSamples = {\n`);
  codes.forEach((code, k) => {
    out.text(`${INDENT}    ${code}: `);
    putNumbers(out, boxes[k]!, 3);
    out.text(',\n');
  });
  out.text(`${INDENT}}\n`);
}

export function writeUsdaAnimation(animation: HairAnimation, target: AnimationTarget): void {
  const { strands, times } = animation;
  const { sink, options, note } = target;
  const timing = codesOf(times);
  const out = new TextWriter();
  putHeader(out, 'groom', target, times.length > 1 ? timing : undefined);
  const { basis = 'linear' } = options;
  out.text(`    def BasisCurves "hair"\n    {\n`);
  out.text(`${INDENT}uniform token type = "${basis === 'linear' ? 'linear' : 'cubic'}"\n`);
  if (basis !== 'linear') out.text(`${INDENT}uniform token basis = "${basis}"\n`);
  out.text(`${INDENT}uniform token wrap = "nonperiodic"\n`);
  const counts = Int32Array.from({ length: strandCount(strands) }, (_, s) => strands.first[s + 1]! - strands.first[s]!);
  putArray(out, { name: 'curveVertexCounts', type: 'int', tuple: 1 }, counts);
  putPoints(out, animation, timing.codes, sink);
  putAttributes(out, strands, note);
  out.text('    }\n}\n');
  flush(out, sink);
}

function inMemory(write: (sink: ByteSink) => void): Uint8Array {
  const sink = new MemorySink();
  write(sink);
  return sink.bytes();
}

export const writeUsdaHair = (strands: Strands, target: Target): Uint8Array =>
  inMemory((sink) => writeUsdaAnimation(stillAnimation(strands), { ...target, sink }));

export function writeUsdaMesh(mesh: TriangleMesh, target: Target): Uint8Array {
  const out = new TextWriter();
  putHeader(out, 'body', target);
  out.text('    def Mesh "mesh"\n    {\n');
  putArray(out, { name: 'extent', type: 'float3', tuple: 3 }, boundsOf(mesh.positions));
  putArray(out, { name: 'faceVertexCounts', type: 'int', tuple: 1 }, new Int32Array(mesh.triangles.length / 3).fill(3));
  putArray(out, { name: 'faceVertexIndices', type: 'int', tuple: 1 }, Int32Array.from(mesh.triangles));
  putArray(out, { name: 'normals', type: 'normal3f', tuple: 3, interpolation: 'vertex' }, mesh.normals);
  putArray(out, { name: 'points', type: 'point3f', tuple: 3 }, mesh.positions);
  if (mesh.uv) putArray(out, { name: 'primvars:st', type: 'texCoord2f', tuple: 2, interpolation: 'vertex' }, mesh.uv);
  out.text(`${INDENT}uniform token subdivisionScheme = "none"\n    }\n}\n`);
  if (mesh.regions.size > 0)
    target.note(`.usda has no place for these regions, they were left out: ${[...mesh.regions.keys()].join(', ')}`);
  return out.bytes();
}

/** The stage of an archive is its first file. */
const zipped = (bytes: Uint8Array): Uint8Array => writeZip([{ name: 'stage.usda', bytes }]);

export const writeUsdzHair = (strands: Strands, target: Target): Uint8Array => zipped(writeUsdaHair(strands, target));

export const writeUsdzMesh = (mesh: TriangleMesh, target: Target): Uint8Array => zipped(writeUsdaMesh(mesh, target));

export function writeUsdzAnimation(animation: HairAnimation, target: AnimationTarget): void {
  target.sink.write(zipped(inMemory((sink) => writeUsdaAnimation(animation, { ...target, sink }))));
}

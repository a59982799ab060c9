import type { TriangleMesh } from '../../body/mesh.ts';
import type { Attribute, AttributeArray, Strands } from '../../strands/strands.ts';
import { strandCount } from '../../strands/strands.ts';
import { frameRate, type HairAnimation, stillAnimation } from '../animation.ts';
import type { ByteSink } from '../byte-sink.ts';
import { MemorySink } from '../byte-sink.ts';
import type { AnimationTarget, Target } from '../format.ts';

import { UNREAL_ID, unrealName } from '../groom-names.ts';
import { scaled } from '../packing.ts';
import { CrateStage } from './crate-stage.ts';
import type { MakeStage, StageTarget, StageTiming, UsdList } from './stage-target.ts';
import { TextStage } from './text-stage.ts';
import { writeZip } from './zip.ts';

/** Writes hair as one `BasisCurves` prim, /groom/hair, in USD text or as a crate file. */

/** USD's usual number of time codes a second, where the frames of an animation do not suggest another. */
const USUAL_RATE = 24;

/** Time codes a second, and the code of each frame: whole numbers where the frames are evenly spaced from one. */
function codesOf(times: Float64Array): StageTiming {
  const rate = frameRate(times) ?? USUAL_RATE;
  const isWhole = times.every((time) => Math.abs(time * rate - Math.round(time * rate)) < 1e-4);
  return { rate, codes: times.map((time) => (isWhole ? Math.round(time * rate) : time * rate)) };
}

/** The type of a list of such values; values of sizes that USD has no type for are plain lists with an element size. */
function listType(data: AttributeArray, size: number): Pick<UsdList, 'type' | 'tuple' | 'elementSize'> {
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
  stage: StageTarget,
  name: string,
  { size, data }: Attribute,
  interpolation: 'uniform' | 'vertex',
  note: Target['note'],
): void {
  if (name === 'radius' && size === 1) {
    stage.list({ name: 'widths', type: 'float', tuple: 1, interpolation }, scaled(Float32Array.from(data), 2));
    return;
  }
  const standard = STANDARD.find(([own, count]) => own === name && count === size && data instanceof Float32Array);
  if (standard && !(name === 'uv' && interpolation === 'uniform')) {
    stage.list({ name: standard[3], type: standard[2], tuple: size, interpolation }, data);
    return;
  }
  const values = COUNTED.includes(name) ? Int32Array.from(data) : data;
  const written = unrealName(name, size)
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_');
  if (written !== unrealName(name, size))
    note(`the attribute ${name} is called ${written} in the file: USD allows no other characters`);
  stage.list({ name: `primvars:${written}`, interpolation, ...listType(values, size) }, values);
}

function putAttributes(stage: StageTarget, strands: Strands, note: Target['note']): void {
  const { id, pointAttributes, strandAttributes } = strands;
  const ids = id.every((value) => value < 0x80000000) ? Int32Array.from(id) : id;
  stage.list({ name: `primvars:${UNREAL_ID}`, interpolation: 'uniform', ...listType(ids, 1) }, ids);
  for (const [name, attribute] of pointAttributes) putAttribute(stage, name, attribute, 'vertex', note);
  for (const [name, attribute] of strandAttributes)
    if (pointAttributes.has(name)) note(`${name} is kept a point, and left out a strand`);
    else putAttribute(stage, name, attribute, 'uniform', note);
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

function putPoints(stage: StageTarget, animation: HairAnimation, codes: Float64Array): void {
  const extent = { name: 'extent', type: 'float3', tuple: 3 };
  const points = { name: 'points', type: 'point3f', tuple: 3 };
  const { positions } = animation.strands;
  if (codes.length === 1) {
    stage.list(extent, boundsOf(positions));
    stage.list(points, positions);
    return;
  }
  const boxes: Float32Array[] = [];
  stage.samples(points, codes, (k) => {
    const frame = k === 0 ? positions : animation.frame(k);
    boxes.push(boundsOf(frame));
    return frame;
  });
  stage.samples(extent, codes, (k) => boxes[k]!);
}

function writeAnimation(make: MakeStage, animation: HairAnimation, target: AnimationTarget): void {
  const { strands, times } = animation;
  const { sink, options, note, unit, up } = target;
  const timing = codesOf(times);
  const stage = make(sink);
  stage.begin({ prim: 'groom', unit, up, timing: times.length > 1 ? timing : undefined });
  const { basis = 'linear' } = options;
  stage.prim('BasisCurves', 'hair');
  stage.token('type', basis === 'linear' ? 'linear' : 'cubic');
  if (basis !== 'linear') stage.token('basis', basis);
  stage.token('wrap', 'nonperiodic');
  const counts = Int32Array.from({ length: strandCount(strands) }, (_, s) => strands.first[s + 1]! - strands.first[s]!);
  stage.list({ name: 'curveVertexCounts', type: 'int', tuple: 1 }, counts);
  putPoints(stage, animation, timing.codes);
  putAttributes(stage, strands, note);
  stage.end();
}

function writeMesh(make: MakeStage, mesh: TriangleMesh, { unit, up, note }: Target, extension: string): Uint8Array {
  return inMemory((sink) => {
    const stage = make(sink);
    stage.begin({ prim: 'body', unit, up });
    stage.prim('Mesh', 'mesh');
    stage.list({ name: 'extent', type: 'float3', tuple: 3 }, boundsOf(mesh.positions));
    stage.list({ name: 'faceVertexCounts', type: 'int', tuple: 1 }, new Int32Array(mesh.triangles.length / 3).fill(3));
    stage.list({ name: 'faceVertexIndices', type: 'int', tuple: 1 }, Int32Array.from(mesh.triangles));
    stage.list({ name: 'normals', type: 'normal3f', tuple: 3, interpolation: 'vertex' }, mesh.normals);
    stage.list({ name: 'points', type: 'point3f', tuple: 3 }, mesh.positions);
    if (mesh.uv) stage.list({ name: 'primvars:st', type: 'texCoord2f', tuple: 2, interpolation: 'vertex' }, mesh.uv);
    stage.token('subdivisionScheme', 'none');
    stage.end();
    if (mesh.regions.size > 0)
      note(`${extension} has no place for these regions, they were left out: ${[...mesh.regions.keys()].join(', ')}`);
  });
}

function inMemory(write: (sink: ByteSink) => void): Uint8Array {
  const sink = new MemorySink();
  write(sink);
  return sink.bytes();
}

const asText: MakeStage = (sink) => new TextStage(sink);
const asCrate: MakeStage = (sink) => new CrateStage(sink);

const writeHair = (make: MakeStage, strands: Strands, target: Target): Uint8Array =>
  inMemory((sink) => writeAnimation(make, stillAnimation(strands), { ...target, sink }));

export const writeUsdaHair = (strands: Strands, target: Target): Uint8Array => writeHair(asText, strands, target);
export const writeUsdcHair = (strands: Strands, target: Target): Uint8Array => writeHair(asCrate, strands, target);

export const writeUsdaAnimation = (animation: HairAnimation, target: AnimationTarget): void =>
  writeAnimation(asText, animation, target);
export const writeUsdcAnimation = (animation: HairAnimation, target: AnimationTarget): void =>
  writeAnimation(asCrate, animation, target);

export const writeUsdaMesh = (mesh: TriangleMesh, target: Target): Uint8Array =>
  writeMesh(asText, mesh, target, '.usda');
export const writeUsdcMesh = (mesh: TriangleMesh, target: Target): Uint8Array =>
  writeMesh(asCrate, mesh, target, '.usdc');

/** The stage of an archive is its first file. */
const zipped = (bytes: Uint8Array): Uint8Array => writeZip([{ name: 'stage.usda', bytes }]);

export const writeUsdzHair = (strands: Strands, target: Target): Uint8Array => zipped(writeUsdaHair(strands, target));

export const writeUsdzMesh = (mesh: TriangleMesh, target: Target): Uint8Array => zipped(writeUsdaMesh(mesh, target));

export function writeUsdzAnimation(animation: HairAnimation, target: AnimationTarget): void {
  target.sink.write(zipped(inMemory((sink) => writeUsdaAnimation(animation, { ...target, sink }))));
}

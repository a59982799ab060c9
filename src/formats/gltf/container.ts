import { type GLTF, type JSONDocument, WebIO } from '@gltf-transform/core';
import { InputError } from '../../strands/input-error.ts';
import { grouped } from '../budget.ts';
import { viewOf } from '../bytes.ts';
import { checkNotEmpty, cutOff, readWhole } from '../cut-off.ts';
import type { NeighbourReader } from './neighbours.ts';

/** Every element of the largest type, a matrix of floats. */
const MOST_BYTES_AN_ELEMENT = 64;
const HEADER = 20;
const GLB_MAGIC = 0x46546c67;

/** Extensions that files call required though the shape of a body does not depend on them. */
const HARMLESS =
  /^KHR_(mesh_quantization|texture_|materials_|lights_|xmp)|^EXT_texture_|^MSFT_texture_|^KHR_animation_pointer$/;

export interface OpenedGltf extends JSONDocument {
  /** With pictures and materials. */
  readonly whole: GLTF.IGLTF;
}

/**
 * The parts of a .glb or .gltf that say where a body is; pictures and materials are left out. Everything that the file promises
 * is checked against its size before the library sees it.
 */
export async function openGltf(name: string, bytes: Uint8Array, files?: NeighbourReader): Promise<OpenedGltf> {
  checkNotEmpty(name, bytes.length);
  const isBinary = bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === GLB_MAGIC;
  const json = isBinary ? jsonOfBinary(name, bytes) : readWhole(bytes.length, () => jsonOfText(name, bytes));
  check(name, json);
  const bare = withoutPictures(json);
  if (!isBinary) {
    const resources = buffersOf(name, bare, files);
    checkCounts(name, bare, bytes.length + Object.values(resources).reduce((sum, one) => sum + one.length, 0));
    return { json: bare, resources, whole: json };
  }
  if (json.buffers?.some((buffer) => buffer.uri !== undefined))
    throw new InputError('gltf/external', `${name} names files beside it: export it as one .glb`);
  checkCounts(name, bare, bytes.length);
  const { resources } = await new WebIO().binaryToJSON(bytes);
  return { json: bare, resources, whole: json };
}

function parse(name: string, bytes: Uint8Array): GLTF.IGLTF {
  const text = new TextDecoder().decode(bytes).trimEnd();
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as GLTF.IGLTF;
  } catch (error) {
    const { message } = error as Error;
    if (endsEarly(text, message)) throw cutOff('gltf/truncated', `${name}: the file ends within its JSON`);
    throw new InputError('gltf/json', `${name}: its JSON is damaged: ${message}`);
  }
  throw new InputError('gltf/json', `${name}: its JSON is no glTF`);
}

/** Engines say in their own words that text ends too soon; what stands last in it says it too, unless it is an inner bracket. */
const endsEarly = (text: string, message: string): boolean =>
  !text.endsWith('}') || /\bend\b|unterminated/i.test(message) || message.includes(`position ${text.length}`);

function jsonOfBinary(name: string, bytes: Uint8Array): GLTF.IGLTF {
  const length = bytes.length < HEADER ? Number.POSITIVE_INFINITY : viewOf(bytes).getUint32(12, true);
  if (HEADER + length > bytes.length) throw cutOff('gltf/truncated', `${name}: the file ends within its JSON`);
  const promised = viewOf(bytes).getUint32(8, true);
  if (promised > bytes.length)
    throw cutOff(
      'gltf/truncated',
      `${name}: the header promises ${grouped(promised)} bytes but the file ends at ${grouped(bytes.length)}`,
    );
  return parse(name, bytes.subarray(HEADER, HEADER + length));
}

const OPENING_BRACE = 0x7b;

function jsonOfText(name: string, bytes: Uint8Array): GLTF.IGLTF {
  if (!bytes.subarray(0, 64).includes(OPENING_BRACE))
    throw new InputError(
      'gltf/magic',
      `${name}: a .glb file starts with glTF and a .gltf file with {, this one with neither`,
    );
  return parse(name, bytes);
}

function check(name: string, json: GLTF.IGLTF): void {
  const needed = (json.extensionsRequired ?? []).filter((extension) => !HARMLESS.test(extension));
  if (needed.length > 0)
    throw new InputError(
      'gltf/extension',
      `${name} needs ${needed.join(', ')}, which is not read: export it without compression`,
    );
}

/** An accessor without a buffer view is filled with zeros as long as it says: no longer than the file itself. */
function checkCounts(name: string, json: GLTF.IGLTF, size: number): void {
  for (const { count = 0, bufferView } of json.accessors ?? [])
    if (!(count * (bufferView === undefined ? MOST_BYTES_AN_ELEMENT : 1) <= size))
      throw new InputError('gltf/count', `${name}: an accessor of ${count} elements is larger than the file`);
}

function withoutPictures(json: GLTF.IGLTF): GLTF.IGLTF {
  const { images, textures, samplers, extensionsRequired, extensionsUsed, extensions, ...rest } = json;
  // Materials keep their names alone: they tell regions.
  const materials = json.materials?.map(({ name = '' }) => ({ name }));
  return { ...rest, ...(materials ? { materials } : {}) };
}

function buffersOf(name: string, json: GLTF.IGLTF, files: NeighbourReader | undefined): JSONDocument['resources'] {
  const resources: JSONDocument['resources'] = {};
  for (const { uri } of json.buffers ?? []) {
    // What is written into the file itself is read by the library.
    if (uri === undefined || uri.startsWith('data:')) continue;
    if (!files) throw new InputError('gltf/external', `${name} names the file ${uri} beside it: export it as one .glb`);
    resources[uri] = files(decodeURIComponent(uri)) as Uint8Array<ArrayBuffer>;
  }
  return resources;
}

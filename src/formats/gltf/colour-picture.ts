import type { GLTF } from '@gltf-transform/core';
import type { MeshPicture } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import type { OpenedGltf } from './container.ts';
import type { NeighbourReader } from './neighbours.ts';

/** Where the library keeps the numbers of a .glb. */
const OWN_BUFFER = '@glb.bin';

/**
 * The picture of a file's base colour, as bytes: what fields over its skin may be read from. One that cannot be had is named and loses
 * nothing else; of several the first is taken.
 */
export function colourPicture(
  name: string,
  { whole, resources }: OpenedGltf,
  files: NeighbourReader | undefined,
  notes: string[],
): MeshPicture | null {
  const found = new Set(
    (whole.materials ?? []).flatMap(({ pbrMetallicRoughness }) => {
      const texture = pbrMetallicRoughness?.baseColorTexture?.index;
      const image = texture === undefined ? undefined : whole.textures?.[texture]?.source;
      return image === undefined ? [] : [image];
    }),
  );
  const [first] = found;
  if (first === undefined) return null;
  if (found.size > 1) notes.push(`${name} has ${found.size} pictures of its colour: fields read the first`);
  const image = whole.images?.[first];
  const called = `the picture ${image?.name ?? image?.uri?.slice(0, 40) ?? first} of ${name}`;
  const bytes = image ? bytesOf(whole, image, resources, files) : null;
  if (bytes) return { name: called, bytes };
  notes.push(`${called} is missing: its colour cannot be read`);
  return null;
}

function bytesOf(
  { bufferViews, buffers }: GLTF.IGLTF,
  { uri, bufferView }: GLTF.IImage,
  resources: OpenedGltf['resources'],
  files: NeighbourReader | undefined,
): Uint8Array | null {
  if (uri?.startsWith('data:')) return decoded(uri);
  if (uri !== undefined) return neighbour(decodeURIComponent(uri), files);
  const view = bufferView === undefined ? undefined : bufferViews?.[bufferView];
  if (!view) return null;
  const owner = buffers?.[view.buffer]?.uri;
  const buffer = owner?.startsWith('data:') ? decoded(owner) : resources[owner ?? OWN_BUFFER];
  const from = view.byteOffset ?? 0;
  if (!buffer || !(from + view.byteLength <= buffer.length)) return null;
  return buffer.slice(from, from + view.byteLength);
}

function neighbour(name: string, files: NeighbourReader | undefined): Uint8Array | null {
  try {
    return files?.(name) ?? null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Bytes that are written into a text. */
function decoded(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',');
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) return null;
  try {
    return Uint8Array.from(atob(uri.slice(comma + 1)), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

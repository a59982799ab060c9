import type { Scene } from '../../../src/scene/schema.ts';

/** A document in the address: packed and written in letters that addresses keep. */
const KEY = '#scene=';
/** Longer addresses are cut off by mail programs and servers. */
const LONGEST = 8000;

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  how: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(how)).arrayBuffer());

/** An address that holds a document; null where it would be too long. */
export async function linkTo(scene: Scene): Promise<string | null> {
  const text = new TextEncoder().encode(JSON.stringify(scene));
  const packed = await through(text, new CompressionStream('deflate-raw'));
  if (packed.length > LONGEST) return null;
  const letters = btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const address = new URL(window.location.href);
  address.search = '';
  address.hash = `${KEY.slice(1)}${letters}`;
  return address.href.length > LONGEST ? null : address.href;
}

/** The document that the address holds, as a file; null where it holds none. */
export async function linkedScene(
  hash: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | null> {
  if (!hash.startsWith(KEY)) return null;
  try {
    const letters = hash.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/');
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    return { name: 'linked.json', bytes: await through(packed, new DecompressionStream('deflate-raw')) };
  } catch {
    return null;
  }
}

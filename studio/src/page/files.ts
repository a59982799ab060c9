import type { NamedFile } from '../simulation/protocol.ts';

/** Everything that src/formats reads hair from. Written out: the page does without the readers, which are the worker's. */
export const HAIR_TYPES: readonly string[] = [
  ...['.tfx', '.hair', '.obj', '.abc', '.usda', '.usdc', '.usd', '.usdz'],
  ...['.pelage', '.ply', '.data', '.txt', '.xyz'],
];
/** Heads, animals and other bodies; some of the types above hold them too. */
const BODY_TYPES = ['.glb', '.gltf'];

const OPENED_TYPES = [...HAIR_TYPES, ...BODY_TYPES, '.json'];
/** What scenes and bodies name beside them. */
const BESIDE_TYPES = ['.bin', '.mtl', '.png', '.jpg', '.jpeg'];

/** Reads files that a person gave, or throws a sentence about the first that cannot be what the studio opens. */
export async function readFiles(files: readonly File[]): Promise<readonly NamedFile[]> {
  const opened = files.filter((file) => OPENED_TYPES.some((end) => file.name.toLowerCase().endsWith(end)));
  const [first] = files;
  if (opened.length === 0)
    throw new Error(
      `${first?.name ?? 'This'} is not a file that the studio opens: it takes hair as ${HAIR_TYPES.join(', ')}, heads and animals as .glb, .gltf, .obj, .abc, .usd, and scenes as .json.`,
    );
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** Asks for files with the browser's own dialog. */
export function chooseFiles(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = [...OPENED_TYPES, ...BESIDE_TYPES].join(',');
    input.multiple = true;
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

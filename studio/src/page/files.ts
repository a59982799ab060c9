import type { NamedFile } from '../simulation/protocol.ts';

export const OPENED_TYPES = '.tfx,.hair,.obj,.json';

const EXTENSIONS = OPENED_TYPES.split(',');

/** Reads files that a person gave, or throws a sentence about the first that cannot be what the studio opens. */
export async function readFiles(files: readonly File[]): Promise<readonly NamedFile[]> {
  const opened = files.filter((file) => EXTENSIONS.some((end) => file.name.toLowerCase().endsWith(end)));
  const [first] = files;
  if (opened.length === 0)
    throw new Error(
      `${first?.name ?? 'This'} is not a file that the studio opens: it takes .tfx, .hair and .obj hair files and .json scenes.`,
    );
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** Asks for files with the browser's own dialog. */
export function chooseFiles(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = OPENED_TYPES;
    input.multiple = true;
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

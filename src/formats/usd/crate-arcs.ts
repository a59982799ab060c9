import type { CrateFile } from './crate-file.ts';
import { type Names, type Rep, TYPE } from './crate-value.ts';
import type { UsdArc } from './types.ts';

/** What a prim of a crate file takes over from elsewhere: lists of paths, references and payloads. */

/** Bits of a list's first byte: which parts follow it. They are stored in this order. */
const PARTS = [2, 4, 32, 64, 8, 16] as const;
const DELETED = 8;
const ORDERED = 16;

type ReadItem = (file: CrateFile, names: Names) => Omit<UsdArc, 'kind'>;

const pathAt = (file: CrateFile, names: Names): string => names.paths[file.u32()] ?? '';
const stringAt = (file: CrateFile, { strings, tokens }: Names): string => tokens[strings[file.u32()] ?? -1] ?? '';

const readPath: ReadItem = (file, names) => ({ asset: '', path: pathAt(file, names) });

function readPayload(file: CrateFile, names: Names): Omit<UsdArc, 'kind'> {
  const asset = stringAt(file, names);
  const path = pathAt(file, names);
  // Since version 0.8 a time offset and a scale follow.
  if (names.version >= 8) file.take(16);
  return { asset, path };
}

/** A reference is followed by a time offset, a scale and a dictionary, which is empty in files of all known writers. */
const readReference: ReadItem = (file, names) => {
  const asset = stringAt(file, names);
  const path = pathAt(file, names);
  file.take(16);
  if (file.u64() > 0)
    throw file.error('reference', 'a reference has data of its own, which is not read: save it as .usda');
  return { asset, path };
};

const LISTS: Readonly<Record<number, ReadItem>> = {
  [TYPE.pathListOp]: readPath,
  [TYPE.referenceListOp]: readReference,
  [TYPE.payloadListOp]: readPayload,
};

export function arcsOf(file: CrateFile, kind: UsdArc['kind'], rep: Rep | undefined, names: Names): UsdArc[] {
  if (!rep) return [];
  file.at = rep.payload;
  if (rep.type === TYPE.payload) return [{ kind, ...readPayload(file, names) }];
  const read = LISTS[rep.type];
  if (!read) return [];
  const parts = file.u8();
  const arcs: UsdArc[] = [];
  for (const part of PARTS) {
    if ((parts & part) === 0) continue;
    const count = file.u64();
    file.budget.claim(32 * count, 'references');
    for (let i = 0; i < count; i++) {
      const item = read(file, names);
      if (part !== DELETED && part !== ORDERED) arcs.push({ kind, ...item });
    }
  }
  return arcs;
}

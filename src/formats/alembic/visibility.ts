import type { Archive } from './archive.ts';
import type { AbcObject } from './headers.ts';

const SHOWN_AS_PARENT = 255;

/** Whether an object, and so all below it, is hidden from beginning to end: `visible` is 0, where 1 is shown and -1 as its parent. */
export function isHidden(archive: Archive, object: AbcObject, note: (sentence: string) => void): boolean {
  const property = archive.propertiesOf(object).get('visible');
  if (property?.kind !== 'scalar' || property.samples === 0) return false;
  const values = Array.from(archive.changes(property), (k) => archive.sampleBytes(property, k)[0] ?? SHOWN_AS_PARENT);
  const hidden = values.filter((value) => value === 0).length;
  if (hidden > 0 && hidden < values.length) note(`${object.path} is hidden at times: it is shown throughout`);
  return hidden === values.length;
}

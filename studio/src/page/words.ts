/** Numbers and names as people read them. */

export const counted = (value: number): string => value.toLocaleString('en');

/** `long-straight` → `Long straight`. File names stay as they are. */
export function titleOf(name: string): string {
  if (name.includes('.')) return name;
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Bytes as people read them: 3.1 MB. */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0);
}

/** A sentence of a reader without what it says of the command's options: the page has none. */
export const withoutOptions = (sentence: string): string =>
  sentence.replace(/[;,:]?[^;,:.]*\s\(?--[a-z][^.;]*/g, '').replace(/; "[a-z]+" (shows more|chooses another)/g, '');

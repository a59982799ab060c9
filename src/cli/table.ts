import { grouped } from '../formats/budget.ts';

/** Rows of two cells as lines, the second cells under each other. */
export function columns(rows: readonly (readonly [string, string])[], indent = 2): string[] {
  const width = rows.reduce((most, [left]) => Math.max(most, left.length), 0);
  return rows.map(([left, right]) => `${' '.repeat(indent)}${left.padEnd(width)}  ${right}`.trimEnd());
}

/** Rows of any number of cells as lines, the cells of a column under each other. */
export function grid(rows: readonly (readonly string[])[]): string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, c) =>
    rows.reduce((most, row) => Math.max(most, row[c]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, c) => cell.padEnd(widths[c]!))
      .join('  ')
      .trimEnd(),
  );
}

/** A length for people. */
export function lengthText(metres: number): string {
  const size = Math.abs(metres);
  if (size === 0) return '0 m';
  if (size < 0.01) return `${round(1000 * metres)} mm`;
  if (size < 1) return `${round(100 * metres)} cm`;
  return `${round(metres)} m`;
}

const round = (value: number): string => String(Number(value.toPrecision(3)));

/** A time for people. */
export function timeText(seconds: number): string {
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** A size for people. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${round(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${round(bytes / 1e6)} MB` : `${round(bytes / 1e9)} GB`;
}

/** A count with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Numbers and names as people read them. */

export const counted = (value: number): string => value.toLocaleString('en');

/** `long-straight` → `Long straight`. File names stay as they are. */
export function titleOf(name: string): string {
  if (name.includes('.')) return name;
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0);
}

/** The name itself, or with a number behind it where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const bare = name.replace(/ \d+$/, '');
  let number = 2;
  while (taken.includes(`${bare} ${number}`)) number++;
  return `${bare} ${number}`;
}

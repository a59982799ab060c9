/** Whether this is the first time that this browser asks for it; without storage it always is. */
export function isFirstTime(what: string): boolean {
  const key = `pelage-told-${what}`;
  try {
    if (window.localStorage.getItem(key) !== null) return false;
    window.localStorage.setItem(key, '1');
  } catch {
    return true;
  }
  return true;
}

/** What the page's address asks for; the rest is chosen by the page. */
export interface PageParameters {
  /** An example's name. */
  readonly scene?: string;
  readonly paused: boolean;
  /** Simulate this many frames of 1/30 s, show the last and stay paused: a repeatable picture. */
  readonly frame?: number;
  readonly strands?: number;
  readonly guides?: number;
  /** `shadow=0`: without shadows. */
  readonly shadow: boolean;
}

const LARGEST_COUNT = 1_000_000;

function count(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || !/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), LARGEST_COUNT);
}

export function readParameters(search: string): PageParameters {
  const query = new URLSearchParams(search);
  const isOn = (name: string, absent: boolean): boolean => (query.has(name) ? query.get(name) !== '0' : absent);
  return {
    scene: query.get('scene') ?? undefined,
    paused: isOn('paused', false),
    frame: count(query, 'frame'),
    strands: count(query, 'strands'),
    guides: count(query, 'guides'),
    shadow: isOn('shadow', true),
  };
}

/** Puts the shown example into the address, so that it can be kept and sent; everything but the scene is dropped. */
export function rememberScene(name: string | null): void {
  const url = new URL(window.location.href);
  url.search = name === null ? '' : `?scene=${encodeURIComponent(name)}`;
  window.history.replaceState(null, '', url);
}

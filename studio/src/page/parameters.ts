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
  /** `draw=0`: hair moves and tools work, but only pictures and videos that somebody exports are drawn. */
  readonly draw: boolean;
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
    draw: isOn('draw', true),
  };
}

/**
 * Puts the shown example into the address, so that it can be kept and sent. What else was asked for goes with the scene that
 * it was asked for, but for drawing, which is a matter of the machine.
 */
export function rememberScene(name: string | null): void {
  const url = new URL(window.location.href);
  const query = new URLSearchParams();
  if (name !== null) query.set('scene', name);
  if (!readParameters(url.search).draw) query.set('draw', '0');
  url.search = query.toString();
  url.hash = '';
  window.history.replaceState(null, '', url);
}

import type { KeptCamera } from '../viewport/view.ts';

/** What a reload brings back besides the work: the tool in the hand and where it was looked from. */
export interface KeptView extends KeptCamera {
  /** The example that was shown; null for files. */
  readonly origin: string | null;
  readonly tool: string;
}

const KEY = 'pelage-view';

/** As long as the tab is open. */
export function keepView(view: KeptView): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // Without storage a reload begins anew.
  }
}

export function keptView(): KeptView | null {
  try {
    const view = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as KeptView | null;
    const { camera } = view ?? {};
    const numbers = [
      camera?.azimuth,
      camera?.elevation,
      camera?.distance,
      camera?.fieldOfView,
      ...(camera?.target ?? []),
    ];
    return numbers.length === 7 && numbers.every(Number.isFinite) ? view : null;
  } catch {
    return null;
  }
}

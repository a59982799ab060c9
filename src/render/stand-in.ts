import type { Bounds } from './bounds.ts';

/**
 * Strands that stand for several. Light must find all hair that there is: to it a strand that stands for ten is ten. The eye
 * must find nothing bare that was hidden, and no ribbons: hair that lies in many layers hides what is below it with fewer
 * of them just as well, so that strands become wider only as far as what they hide asks for.
 *
 * Strands that lie anyhow hide 1 − exp(−layers). Real ones lie in tufts, which leaves more between them: six layers hide
 * 95 % and more of a scalp in every built-in style, where four leave stripes of it open.
 */
const ENOUGH_LAYERS = 6;
/** A wider strand is seen as a ribbon, m. */
const WIDEST = 3.2e-3;
/** What hair lies on, over the surface of its box: a head under long hair, and one under short hair. */
const SPREAD = 0.3;

/** Fewer strands than this do not hide what they grow on, however wide they may be drawn. */
export const FEWEST_STRANDS = 400;

/** Strands that one stands for where a fraction is drawn; see `rankFraction` in strands.wgsl.ts. */
export const standsFor = (keep: number): number => (keep >= 1 ? 1 : 1 / (keep * (1 - 1 / 16)));

/** Layers of hair over what it hides: its own area over the area that it lies on. */
export function layersOf(strands: number, length: number, width: number, { low, high }: Bounds): number {
  const [x, y, z] = [0, 1, 2].map((c) => Math.max(0, high[c]! - low[c]!)) as [number, number, number];
  const surface = 2 * (x * y + y * z + z * x);
  return surface > 0 ? (strands * width * length) / (SPREAD * surface) : 0;
}

/** How much wider than `width` (m) a strand is drawn that stands for so many, of hair in so many layers. */
export function widening(stands: number, layers: number, width: number): number {
  const asked = stands * Math.min(1, ENOUGH_LAYERS / Math.max(layers, 1e-6));
  return Math.max(1, Math.min(asked, Math.max(1, WIDEST / width)));
}

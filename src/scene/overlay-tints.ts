import { factorsAt } from '../salon/apply-products.ts';
import type { StrandProducts } from '../salon/products.ts';
import type { Salon } from '../salon/salon.ts';
import type { DyedStrand } from './tints.ts';

/** What can be shown on hair in place of its colour: nothing, or what tools have done to it. */
export const OVERLAYS = ['none', 'section', 'wetness', 'products', 'stiffness', 'levels'] as const;
export type Overlay = (typeof OVERLAYS)[number];

type Colour = readonly [number, number, number];

const NOTHING: Colour = [0.12, 0.12, 0.13];
const WATER: Colour = [0.02, 0.3, 1];
const SPRAY: Colour = [0.9, 0.12, 0.75];
const MOUSSE: Colour = [0.1, 0.8, 0.35];
const STIFF: Colour = [1, 0.25, 0.02];
const CHOSEN: Colour = [0.05, 0.55, 0.9];
/** How much of the hair's own colour it covers. */
const COVER = 0.85;
/** How much the section covers: hair is worked on while it is seen. */
const CHOSEN_COVER = 0.55;

const mixed = (fraction: number, colour: Colour): Colour => {
  const part = (c: 0 | 1 | 2): number => NOTHING[c] + fraction * (colour[c] - NOTHING[c]);
  return [part(0), part(1), part(2)];
};

function colourOf(overlay: Overlay, own: StrandProducts, i: number, salon: Salon): Colour {
  if (overlay === 'wetness') return mixed(own.wet[i]!, WATER);
  if (overlay === 'stiffness') {
    const { stiffness } = factorsAt({ ...own, thin: new Float64Array(own.s.length) }, i, salon.settings);
    return mixed((stiffness - 1) / Math.max(1e-9, salon.settings.sprayStiffening), STIFF);
  }
  const [spray, mousse] = [own.spray[i]!, own.mousse[i]!];
  const [red, green, blue] = mixed(spray, SPRAY);
  const add = (base: number, c: 0 | 1 | 2): number => Math.min(1, base + mousse * (MOUSSE[c] - NOTHING[c]));
  return [add(red, 0), add(green, 1), add(blue, 2)];
}

/** The colour that an overlay lays on a simulated strand. */
export function overlayDye(overlay: Overlay, salon: Salon): (id: number) => DyedStrand | undefined {
  return (id) => {
    const own = salon.products.get(id);
    if (overlay === 'section') return salon.selection.ids.has(id) ? even(CHOSEN, CHOSEN_COVER) : undefined;
    if (!own) return even(NOTHING, COVER);
    const nodes = own.s.length;
    const colours = Array.from({ length: nodes }, (_, i) => colourOf(overlay, own, i, salon));
    const part = (c: 0 | 1 | 2): Float64Array => Float64Array.from(colours, (colour) => colour[c]);
    return { s: own.s, dye: new Float64Array(nodes).fill(COVER), red: part(0), green: part(1), blue: part(2) };
  };
}

/** One colour from root to tip. */
function even([red, green, blue]: Colour, cover: number): DyedStrand {
  const both = (value: number): Float64Array => Float64Array.of(value, value);
  return { s: Float64Array.of(0, 1), dye: both(cover), red: both(red), green: both(green), blue: both(blue) };
}

/** Changes whenever what an overlay shows does so that it could be seen. */
export function overlaySignature(overlay: Overlay, salon: Salon): string {
  if (overlay === 'section') return [...salon.selection.ids].join(' ');
  let sum = 0;
  for (const id of salon.products.ids()) {
    const { wet, spray, mousse } = salon.products.get(id)!;
    const shown =
      overlay === 'wetness' ? wet : overlay === 'stiffness' ? spray : spray.map((s, i) => s + 3 * mousse[i]!);
    for (let i = 0; i < shown.length; i++) sum += Math.round(50 * shown[i]!) * (1 + (i % 7));
  }
  return String(sum);
}

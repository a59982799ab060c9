import { fromSrgb, type Look } from '../../../src/render/index.ts';
import type { ColourScheme } from '../page/colour-scheme.ts';

/** The picture's background in the colours of the page; theme/tokens.css holds the same ones for the time before it. */
export const BACKDROPS: Readonly<Record<ColourScheme, Partial<Look>>> = {
  light: { backgroundCentre: fromSrgb(0xf4f2ef), backgroundEdge: fromSrgb(0xcfcbc5) },
  dark: { backgroundCentre: fromSrgb(0x3a3b40), backgroundEdge: fromSrgb(0x151619) },
};

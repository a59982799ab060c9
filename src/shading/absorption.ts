import type { Rgb } from './angles.ts';
import type { HairLook } from './look.ts';
import { absorptionOfColour, absorptionOfMelanin } from './pigment.ts';

const channelFromSrgb = (value: number): number => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

export const linearOf = (text: string): Rgb => {
  const packed = Number.parseInt(text.slice(1), 16);
  return [16, 8, 0].map((shift) => channelFromSrgb((packed >>> shift) & 255)) as Rgb;
};

/** Absorption of a look's own colour, dry and without dye; of a fibre without a core where the colour was picked. */
export function absorptionOf(look: HairLook): Rgb {
  const { colour } = look;
  if (colour.kind === 'melanin') return absorptionOfMelanin(colour.melanin, colour.redness);
  if (colour.kind === 'absorption') return [...colour.absorption];
  return absorptionOfColour(linearOf(colour.colour), look.roundness);
}

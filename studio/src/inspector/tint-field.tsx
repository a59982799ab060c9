import type { JSX } from 'react';
import { fromSrgb } from '../../../src/render/look.ts';
import { absorptionOfColour, colourOfAbsorption } from '../../../src/shading/pigment.ts';
import type { TintSpec } from './field-spec.ts';

type Rgb = readonly [number, number, number];

/** Of the highlights around the hair, which the look of a pigment depends on a little. */
const ROUGHNESS = 0.3;

const rgb = (value: readonly number[]): [number, number, number] => [value[0] ?? 0, value[1] ?? 0, value[2] ?? 0];

/** sRGB of a linear colour, IEC 61966-2-1; what is brighter than white is white. */
function toHex(linear: Rgb): string {
  const byte = (c: number): string => {
    const t = Math.min(1, Math.max(0, c));
    const encoded = t <= 0.0031308 ? 12.92 * t : 1.055 * t ** (1 / 2.4) - 0.055;
    return Math.round(255 * encoded)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(byte).join('')}`;
}

/** Numbers of a document that three digits tell. */
const plain = (value: Rgb): number[] => value.map((c) => Number(c.toPrecision(4)));

export interface TintFieldProps {
  readonly spec: TintSpec;
  readonly value: readonly number[];
  onChange(value: readonly number[]): void;
}

/** A swatch with the browser's picker, for colours that are numbers in the document. */
export function TintField({ spec, value, onChange }: TintFieldProps): JSX.Element {
  const shown = spec.isAbsorption ? colourOfAbsorption(rgb(value), ROUGHNESS) : rgb(value);
  const pick = (hex: string): void => {
    const colour = fromSrgb(Number.parseInt(hex.slice(1), 16));
    onChange(
      plain(spec.isAbsorption ? absorptionOfColour(rgb(colour.map((c) => Math.max(c, 1e-3))), ROUGHNESS) : colour),
    );
  };
  return (
    <label className="field colour" title={spec.about}>
      <span>{spec.title}</span>
      <input type="color" value={toHex(rgb(shown))} onChange={(event) => pick(event.target.value)} />
    </label>
  );
}

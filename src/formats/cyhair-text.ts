import type { UpAxis } from './units.ts';

/** The 88 characters of a cyHair header that anybody may use. Pelage says there what the format has no place for. */
export interface CyHairText {
  /** Without what Pelage added. */
  readonly text: string;
  /** Metres per unit; absent where the text does not say so. */
  readonly unit?: number;
  readonly up?: UpAxis;
  /** Which defaults of the header are meant for all strands. */
  readonly meant: readonly string[];
}

const ADDED = / \[unit ([\d.e+-]{1,24}) m, ([yz]) up((?:, (?:thickness|colour))*)\]$/;

export function parseText(whole: string): CyHairText {
  const found = ADDED.exec(whole);
  const unit = Number(found?.[1]);
  if (!found || !(unit > 0 && Number.isFinite(unit))) return { text: whole, meant: [] };
  return {
    text: whole.slice(0, found.index),
    unit,
    up: found[2] as UpAxis,
    meant: found[3]!.split(', ').filter((word) => word !== ''),
  };
}

export const composeText = ({ text, unit, up, meant }: Required<CyHairText>): string =>
  `${text} [${[`unit ${unit} m`, `${up} up`, ...meant].join(', ')}]`;

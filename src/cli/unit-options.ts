import type { Unit, UpAxis } from '../formats/index.ts';
import { UsageError } from './errors.ts';
import { choice, type Option } from './options.ts';

const UNITS = ['m', 'cm', 'mm', 'in'];

/** A unit of length: its name, or the number of metres in it. */
export function unitOption(about: string, otherwise: string): Option<Unit | undefined> {
  return {
    about,
    value: 'UNIT',
    allowed: `${UNITS.join(', ')} or metres in one unit`,
    fallbackText: otherwise,
    fallback: undefined,
    read: (text, name) => {
      if (UNITS.includes(text)) return text as Unit;
      const metres = text.trim() === '' ? Number.NaN : Number(text);
      if (metres >= 1e-9 && metres <= 1e9) return metres;
      throw new UsageError(
        'usage/unit',
        `${name} must be ${UNITS.join(', ')}, or the number of metres in one unit (1e-9 to 1e9), not "${text}"`,
      );
    },
  };
}

export function upOption(about: string): Option<UpAxis | undefined> {
  const axes: readonly UpAxis[] = ['y', 'z'];
  return choice(about, 'AXIS', axes, undefined);
}

import { type JSX, useId, useState } from 'react';
import type { NumberSpec } from './field-spec.ts';
import { shownUnit, wordFor } from './words.ts';

export interface NumberFieldProps {
  readonly spec: NumberSpec;
  /** Absent where it is chosen elsewhere. */
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

const STEPS = 400;

/** Places of the slider, from 0 to STEPS, and values. A logarithmic slider keeps its first place for the least value. */
function toPlace({ min, max, isLogarithmic, initial }: NumberSpec, value: number): number {
  if (!isLogarithmic) return (STEPS * (value - min)) / (max - min);
  const least = Math.max(min, initial * 1e-3);
  return value <= least ? 0 : (STEPS * Math.log(value / least)) / Math.log(max / least);
}

function fromPlace(spec: NumberSpec, place: number): number {
  const { min, max, integer, isLogarithmic, initial } = spec;
  const least = Math.max(min, initial * 1e-3);
  const t = place / STEPS;
  const exact = isLogarithmic ? (place === 0 ? min : least * (max / least) ** t) : min + t * (max - min);
  return integer ? Math.round(exact) : Number(exact.toPrecision(3));
}

/** A number that fits its field: 2000000000 is 2e9. */
function written(value: number): string {
  const plain = String(value);
  const short = value.toExponential().replace('e+', 'e');
  return plain.length > 7 && short.length < plain.length ? short : plain;
}

/** A slider, the number itself to type, its unit, and the way back to what it was. */
export function NumberField({ spec, value, onChange }: NumberFieldProps): JSX.Element {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const unit = shownUnit(spec);
  // Nobody reads 34.3775°.
  const digits = unit.name === '°' ? 3 : 6;
  const inUnit = (given: number): number => Number((given * unit.perUnit).toPrecision(digits));
  const first = spec.isOptional ? undefined : spec.initial;
  const asText = (given: number | undefined): string =>
    wordFor(spec, given) ?? `${written(inUnit(given!))} ${unit.name}`.trim();
  const word = wordFor(spec, value);
  const commit = (text: string): void => {
    setTyped(null);
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    onChange(Math.min(spec.max, Math.max(spec.min, Number((number / unit.perUnit).toPrecision(12)))));
  };
  const isChanged = value !== first;
  return (
    <div className="field number" title={spec.about}>
      <label htmlFor={id}>{spec.title}</label>
      <input
        type="range"
        min={0}
        max={STEPS}
        step={1}
        aria-label={`${spec.title}, slider`}
        aria-valuetext={asText(value)}
        value={value === undefined ? 0.5 * STEPS : toPlace(spec, value)}
        onChange={(event) => onChange(fromPlace(spec, Number(event.target.value)))}
      />
      <span className="typed">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={typed ?? word ?? written(inUnit(value!))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={(event) => typed !== null && commit(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
        />
        <span className="unit">{word === null || typed !== null ? unit.name : ''}</span>
      </span>
      <button
        type="button"
        className="back"
        aria-label={`${spec.title}: back to ${asText(first)}`}
        title={`Back to ${asText(first)}`}
        disabled={!isChanged}
        onClick={() => onChange(first)}
      >
        ↺
      </button>
    </div>
  );
}

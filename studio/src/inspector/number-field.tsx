import { type JSX, useId, useState } from 'react';
import type { NumberSpec } from './field-spec.ts';

export interface NumberFieldProps {
  readonly spec: NumberSpec;
  readonly value: number;
  onChange(value: number): void;
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

/** Documents hold metres; people read small lengths in parts of them. */
function shownUnit({ unit, initial, max }: NumberSpec): { readonly name: string; readonly perUnit: number } {
  if (unit !== 'm' || max > 1) return { name: unit, perUnit: 1 };
  return initial > 0 && initial < 5e-4 ? { name: 'µm', perUnit: 1e6 } : { name: 'mm', perUnit: 1e3 };
}

/** A slider, the number itself to type, its unit, and the way back to what it was. */
export function NumberField({ spec, value, onChange }: NumberFieldProps): JSX.Element {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const unit = shownUnit(spec);
  const inUnit = (given: number): number => Number((given * unit.perUnit).toPrecision(6));
  const shown = inUnit(value);
  const initial = `${inUnit(spec.initial)} ${unit.name}`.trim();
  const commit = (text: string): void => {
    setTyped(null);
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    onChange(Math.min(spec.max, Math.max(spec.min, Number((number / unit.perUnit).toPrecision(12)))));
  };
  const isChanged = value !== spec.initial;
  return (
    <div className="field number" title={spec.about}>
      <label htmlFor={id}>{spec.title}</label>
      <input
        type="range"
        min={0}
        max={STEPS}
        step={1}
        aria-label={`${spec.title}, slider`}
        aria-valuetext={`${shown} ${unit.name}`.trim()}
        value={toPlace(spec, value)}
        onChange={(event) => onChange(fromPlace(spec, Number(event.target.value)))}
      />
      <span className="typed">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={typed ?? written(shown)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={(event) => typed !== null && commit(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
        />
        <span className="unit">{unit.name}</span>
      </span>
      <button
        type="button"
        className="back"
        aria-label={`${spec.title}: back to ${initial}`}
        title={`Back to ${initial}`}
        disabled={!isChanged}
        onClick={() => onChange(spec.initial)}
      >
        ↺
      </button>
    </div>
  );
}

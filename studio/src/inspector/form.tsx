import { type JSX, useId } from 'react';
import type { Curve } from '../../../src/numeric/curve.ts';
import { titleOf } from '../page/words.ts';
import { CurveField } from './curve-field.tsx';
import type { ChoiceSpec, FieldSpec, NumberSpec, VariantSpec } from './field-spec.ts';
import { NumberField } from './number-field.tsx';
import { TintField } from './tint-field.tsx';
import { choiceTitle, isRare } from './words.ts';
import './form.css';

export type Values = Readonly<Record<string, unknown>>;

export interface FormProps {
  readonly fields: readonly FieldSpec[];
  readonly values: Values;
  /** The whole object with one value changed. */
  onChange(values: Values): void;
}

/** Controls for declared parameters; those that few people need are folded away. */
export function Form({ fields, values, onChange }: FormProps): JSX.Element {
  const plain = fields.filter(({ name }) => !isRare(name));
  const rare = fields.filter(({ name }) => isRare(name));
  return (
    <div className="form">
      <Fields fields={plain} values={values} onChange={onChange} />
      {rare.length > 0 && (
        <details className="field group">
          <summary>Advanced</summary>
          <div className="form">
            <Fields fields={rare} values={values} onChange={onChange} />
          </div>
        </details>
      )}
    </div>
  );
}

function Fields({ fields, values, onChange }: FormProps): JSX.Element {
  return (
    <>
      {fields.map((spec) => (
        <Field
          key={spec.name}
          spec={spec}
          value={values[spec.name]}
          onChange={(value) => onChange({ ...values, [spec.name]: value })}
        />
      ))}
    </>
  );
}

interface FieldProps {
  readonly spec: FieldSpec;
  readonly value: unknown;
  onChange(value: unknown): void;
}

function Field({ spec, value, onChange }: FieldProps): JSX.Element {
  switch (spec.kind) {
    case 'number':
      return <NumberField spec={spec} value={numberOf(spec, value)} onChange={onChange} />;
    case 'choice':
      return <ChoiceField spec={spec} value={typeof value === 'string' ? value : spec.initial} onChange={onChange} />;
    case 'switch':
      return (
        <label className="field switch" title={spec.about}>
          <span>{spec.title}</span>
          <input
            type="checkbox"
            checked={typeof value === 'boolean' ? value : spec.initial}
            onChange={(event) => onChange(event.target.checked)}
          />
        </label>
      );
    case 'text':
      return (
        <label className="field text" title={spec.about}>
          <span>{spec.title}</span>
          <input
            type="text"
            value={typeof value === 'string' ? value : spec.initial}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      );
    case 'vector':
      return (
        <VectorField spec={spec} value={(value as readonly number[] | undefined) ?? spec.initial} onChange={onChange} />
      );
    case 'colour':
      return (
        <label className="field colour" title={spec.about}>
          <span>{spec.title}</span>
          <input
            type="color"
            value={typeof value === 'string' ? value : spec.initial}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      );
    case 'tint':
      return (
        <TintField spec={spec} value={(value as readonly number[] | undefined) ?? spec.initial} onChange={onChange} />
      );
    case 'variant':
      return <VariantField spec={spec} value={(value as Values | undefined) ?? {}} onChange={onChange} />;
    case 'curve':
      return (
        <CurveField
          title={spec.title}
          about={spec.about}
          value={(value as Curve | undefined) ?? []}
          onChange={onChange}
        />
      );
    case 'group':
      return (
        <details className="field group">
          <summary title={spec.about}>{spec.title}</summary>
          <Form fields={spec.fields} values={(value as Values | undefined) ?? {}} onChange={onChange} />
        </details>
      );
  }
}

function numberOf({ isOptional, initial }: NumberSpec, value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isOptional ? undefined : initial;
}

/** What a kind of object begins with. */
function initialsOf(fields: readonly FieldSpec[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => ('initial' in field && field.kind !== 'number' ? [[field.name, field.initial]] : [])),
  );
}

function VariantField({
  spec,
  value,
  onChange,
}: {
  readonly spec: VariantSpec;
  readonly value: Values;
  onChange(value: Values): void;
}): JSX.Element {
  const names = spec.variants.map((variant) => variant.name);
  const kind = typeof value.kind === 'string' ? value.kind : names[0]!;
  const fields = spec.variants.find((variant) => variant.name === kind)?.fields ?? [];
  const choose = (name: string): void =>
    onChange({ kind: name, ...initialsOf(spec.variants.find((variant) => variant.name === name)?.fields ?? []) });
  return (
    <div className="field variant">
      <ChoiceField
        spec={{ ...spec, kind: 'choice', choices: names, initial: names[0]! }}
        value={kind}
        onChange={choose}
      />
      {fields.length > 0 && <Form fields={fields} values={value} onChange={onChange} />}
    </div>
  );
}

function ChoiceField({
  spec,
  value,
  onChange,
}: {
  readonly spec: ChoiceSpec;
  readonly value: string;
  onChange(value: string): void;
}): JSX.Element {
  const id = useId();
  return (
    <div className="field choice" title={spec.about}>
      <label htmlFor={id}>{spec.title}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {spec.choices.map((choice) => (
          <option key={choice} value={choice}>
            {spec.isGiven ? choice : (choiceTitle(choice) ?? titleOf(choice))}
          </option>
        ))}
      </select>
    </div>
  );
}

const AXES = ['x', 'y', 'z'] as const;

function VectorField({
  spec,
  value,
  onChange,
}: {
  readonly spec: FieldSpec;
  readonly value: readonly number[];
  onChange(value: readonly number[]): void;
}): JSX.Element {
  return (
    <fieldset className="field vector" title={spec.about}>
      <legend>{spec.title}</legend>
      {AXES.map((axis, c) => (
        <label key={axis}>
          <span>{axis}</span>
          <input
            type="number"
            step="any"
            value={value[c] ?? 0}
            onChange={(event) => onChange(value.map((v, i) => (i === c ? Number(event.target.value) : v)))}
          />
        </label>
      ))}
    </fieldset>
  );
}

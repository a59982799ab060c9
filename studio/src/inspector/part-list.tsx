import type { JSX } from 'react';
import './part-list.css';

export interface PartListProps {
  /** What the list is of: grooms, bodies. */
  readonly title: string;
  readonly names: readonly string[];
  readonly chosen: number;
  /** Whether the chosen one may go. */
  readonly canRemove: boolean;
  onChoose(index: number): void;
  onAdd(): void;
  onDuplicate(): void;
  onRemove(): void;
}

/** The grooms or bodies of a scene: one is chosen and shown below; more can be added. */
export function PartList(props: PartListProps): JSX.Element {
  const { title, names, chosen, canRemove, onChoose, onAdd, onDuplicate, onRemove } = props;
  const of = names[chosen] ?? '';
  return (
    <section className="part-list" aria-label={title}>
      <ul>
        {names.map((name, k) => (
          <li key={name}>
            <button type="button" aria-pressed={k === chosen} onClick={() => onChoose(k)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="plain-button" onClick={onAdd}>
          Add
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={names.length === 0}
          onClick={onDuplicate}
          title={`Another one like ${of}`}
        >
          Duplicate
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={!canRemove}
          onClick={onRemove}
          title={`Takes ${of} away`}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

/** Which of several is shown below, where there are several. */
export function PartChoice({
  title,
  names,
  chosen,
  onChoose,
}: Pick<PartListProps, 'title' | 'names' | 'chosen' | 'onChoose'>): JSX.Element | null {
  if (names.length < 2) return null;
  return (
    <label className="part-choice">
      <span>{title}</span>
      <select value={chosen} onChange={(event) => onChoose(Number(event.target.value))}>
        {names.map((name, k) => (
          <option key={name} value={k}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

import type { JSX } from 'react';
import { HiddenIcon, LockedIcon, OpenLockIcon, SeenIcon } from '../panels/icons.tsx';
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
  /** One a part: whether it is not to be seen, and whether tools leave it alone; absent where that means nothing. */
  readonly layers?: Layers;
}

/** What is seen of several parts, and what tools may touch. */
export interface Layers {
  readonly hidden: readonly boolean[];
  readonly locked: readonly boolean[];
  onHidden(index: number): void;
  onLocked(index: number): void;
  /** Tools touch this one alone. */
  onAlone(index: number): void;
}

/** The grooms or bodies of a scene: one is chosen and shown below; more can be added. */
export function PartList(props: PartListProps): JSX.Element {
  const { title, names, chosen, canRemove, onChoose, onAdd, onDuplicate, onRemove, layers } = props;
  const of = names[chosen] ?? '';
  return (
    <section className="part-list" aria-label={title}>
      <ul>
        {names.map((name, k) => (
          <li key={name}>
            <button type="button" aria-pressed={k === chosen} onClick={() => onChoose(k)}>
              {name}
            </button>
            {layers && (
              <>
                <button
                  type="button"
                  className="mark"
                  aria-pressed={layers.hidden[k] ?? false}
                  aria-label={`Hide ${name}`}
                  title={layers.hidden[k] ? `Shows ${name} again` : `Hides ${name}`}
                  onClick={() => layers.onHidden(k)}
                >
                  {layers.hidden[k] ? <HiddenIcon /> : <SeenIcon />}
                </button>
                <button
                  type="button"
                  className="mark"
                  aria-pressed={layers.locked[k] ?? false}
                  aria-label={`Lock ${name}`}
                  title={layers.locked[k] ? `Tools touch ${name} again` : `Tools leave ${name} alone`}
                  onClick={() => layers.onLocked(k)}
                >
                  {layers.locked[k] ? <LockedIcon /> : <OpenLockIcon />}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="actions">
        {layers && names.length > 1 && (
          <button
            type="button"
            className="plain-button alone"
            onClick={() => layers.onAlone(chosen)}
            title={`Tools touch ${of} alone`}
          >
            Work on this
          </button>
        )}
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

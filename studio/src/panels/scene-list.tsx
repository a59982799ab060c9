import type { JSX } from 'react';
import { titleOf } from '../page/words.ts';
import type { Source } from '../simulation/protocol.ts';
import { OpenIcon } from './icons.tsx';
import './scene-list.css';

export interface SceneListProps {
  readonly names: readonly string[];
  /** What is on the stage, or on its way there. */
  readonly chosen: Source | null;
  onChoose(name: string): void;
  onOpen(): void;
}

export function SceneList({ names, chosen, onChoose, onOpen }: SceneListProps): JSX.Element {
  return (
    <nav className="panel scene-list" aria-label="Scenes">
      <h1 className="brand">Pelage</h1>
      <h2 id="examples-title">Examples</h2>
      <ul aria-labelledby="examples-title">
        {names.map((name) => {
          const isChosen = chosen?.kind === 'example' && chosen.name === name;
          return (
            <li key={name}>
              <button type="button" aria-current={isChosen ? 'true' : undefined} onClick={() => onChoose(name)}>
                {titleOf(name)}
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="open"
        aria-keyshortcuts="O"
        title="Open a scene (.json) or hair (.tfx, .hair, .obj); files can also be dropped on the page. Key: O"
        onClick={onOpen}
      >
        <OpenIcon />
        Open…
      </button>
    </nav>
  );
}

import type { JSX } from 'react';
import { exampleScene } from '../../../src/scene/examples.ts';
import { titleOf } from '../page/words.ts';
import { isStyle } from '../simulation/start-scenes.ts';

/** Small pictures of the built-in scenes, as the command renders them. */
const pictures = import.meta.glob<string>('../../../docs/images/styles/*.{png,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
});

const pictureNamed = (name: string): string | undefined =>
  Object.entries(pictures).find(([path]) => /[^/]*(?=\.\w+$)/.exec(path)?.[0] === name)?.[1];

/** A scene's own picture, or its style's: what it looks like before it moves. */
function pictureOf(name: string): string | undefined {
  const own = pictureNamed(name);
  if (own) return own;
  const { source } = exampleScene(name).grooms[0]!;
  return source.kind === 'style' ? pictureNamed(source.style) : undefined;
}

/** What a scene in motion is made of, in small print. */
function hairOf(name: string): string | null {
  const { source } = exampleScene(name).grooms[0]!;
  return !isStyle(name) && source.kind === 'style' ? titleOf(source.style) : null;
}

export interface ShelfItem {
  readonly name: string;
  readonly picture: string | undefined;
  /** In small print. */
  readonly more: string | null;
}

/** A built-in scene. */
export const sceneItem = (name: string): ShelfItem => ({ name, picture: pictureOf(name), more: hairOf(name) });

/** Anything else that has a picture. */
export const pictured = (name: string): ShelfItem => ({ name, picture: pictureNamed(name), more: null });

export interface ShelfProps {
  readonly title: string;
  readonly items: readonly ShelfItem[];
  readonly chosen?: string | null;
  onChoose(name: string): void;
}

/** Pictures in a row, each of which can be chosen. */
export function Shelf({ title, items, chosen, onChoose }: ShelfProps): JSX.Element | null {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {items.map(({ name, picture, more }) => (
          <li key={name}>
            <button type="button" aria-current={name === chosen ? 'true' : undefined} onClick={() => onChoose(name)}>
              {picture ? <img src={picture} alt="" loading="lazy" /> : <span className="no-picture" />}
              <span className="name">
                {titleOf(name)}
                {more && <small>{more}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type JSX, type KeyboardEvent, type ReactNode, useRef } from 'react';
import './inspector.css';

export const TABS = ['Tool', 'Hair', 'Body', 'Motion', 'Look', 'History'] as const;
export type Tab = (typeof TABS)[number];

export interface InspectorProps {
  readonly tab: Tab;
  onTab(tab: Tab): void;
  readonly children: ReactNode;
}

/** The panel at the right: one tab a subject. */
export function Inspector({ tab, onTab, children }: InspectorProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    onTab(TABS[next]!);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <aside className="panel inspector" aria-label="Inspector">
      <div className="tabs" role="tablist" aria-label="Subjects" ref={list}>
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls="inspector-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        id="inspector-panel"
        className="tab-panel"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        tabIndex={0}
      >
        {children}
      </div>
    </aside>
  );
}

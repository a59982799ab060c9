import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ToolIcon } from './tool-icons.tsx';
import './tool-rail.css';

/** A tool as the rail shows it. */
export interface RailTool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** One letter that takes the tool up. */
  readonly key: string;
}

export interface ToolRailProps {
  readonly tools: readonly RailTool[];
  readonly chosen: string;
  onChoose(name: string): void;
}

/** Which ends of a list can be scrolled further to: `start`, `end`, both or none. */
function hiddenEnds(list: HTMLElement): string {
  const isRow = list.scrollWidth > list.clientWidth;
  const before = isRow ? list.scrollLeft : list.scrollTop;
  const after = isRow ? list.scrollWidth - list.clientWidth - before : list.scrollHeight - list.clientHeight - before;
  return [before > 1 ? 'start' : '', after > 1 ? 'end' : ''].filter(Boolean).join(' ');
}

/** The tools, one column of pictures; arrows go from one to the next. */
export function ToolRail({ tools, chosen, onChoose }: ToolRailProps): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tools.findIndex((tool) => tool.name === chosen);
    const next = tools[(at + step + tools.length) % tools.length]!;
    onChoose(next.name);
    document.getElementById(`tool-${next.name}`)?.focus();
  };
  const list = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState('');
  useEffect(() => {
    const look = (): void => setHidden(hiddenEnds(list.current!));
    const resize = new ResizeObserver(look);
    resize.observe(list.current!);
    return () => resize.disconnect();
  }, []);
  return (
    <div
      ref={list}
      className="panel tool-rail"
      data-hidden={hidden || undefined}
      onScroll={(event) => setHidden(hiddenEnds(event.currentTarget))}
      role="radiogroup"
      aria-label="Tools"
      aria-orientation="vertical"
    >
      {tools.map((tool) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button cannot hold a picture and a letter.
        <button
          key={tool.name}
          id={`tool-${tool.name}`}
          type="button"
          role="radio"
          aria-checked={tool.name === chosen}
          aria-label={tool.title}
          aria-keyshortcuts={tool.key.toUpperCase()}
          title={`${tool.title} (${tool.key.toUpperCase()}) – ${tool.about}`}
          tabIndex={tool.name === chosen ? 0 : -1}
          onClick={() => onChoose(tool.name)}
          onKeyDown={onKeyDown}
        >
          <ToolIcon name={tool.name} />
          <kbd>{tool.key.toUpperCase()}</kbd>
        </button>
      ))}
    </div>
  );
}

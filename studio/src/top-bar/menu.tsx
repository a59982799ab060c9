import { type JSX, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './menu.css';

export interface MenuItem {
  readonly name: string;
  readonly title: string;
  /** Small print beside it: a key, an extension. */
  readonly hint?: string;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  readonly label: string;
  readonly about: string;
  readonly items: readonly MenuItem[];
  readonly isDisabled?: boolean;
  /** Left out where the page is narrow. */
  readonly isOnDesk?: boolean;
  /** What was chosen last is still being done. */
  readonly isBusy?: boolean;
  onChoose(name: string): void;
  readonly children?: ReactNode;
}

/** A button with a list that drops from it; arrows go through the list. */
export function Menu({
  label,
  about,
  items,
  isDisabled,
  isOnDesk,
  isBusy = false,
  onChoose,
  children,
}: MenuProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]:not(:disabled)')?.focus();
    const onDown = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    window.addEventListener('pointerdown', onDown);
    return () => window.removeEventListener('pointerdown', onDown);
  }, [isOpen]);

  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== 'Escape' && !step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
    if (step) all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  const isChoice = items.some((item) => item.isChosen !== undefined);

  return (
    <div className={isOnDesk ? 'menu on-desk' : 'menu'} ref={root}>
      <button
        ref={button}
        type="button"
        className="bar-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-busy={isBusy}
        // Not disabled: the focus stays where it is.
        aria-disabled={isBusy || undefined}
        title={isBusy ? `${about}: being written…` : about}
        disabled={isDisabled}
        onClick={() => !isBusy && setIsOpen(!isOpen)}
      >
        {isBusy ? <span className="spinner" aria-hidden="true" /> : children}
        <span>{label}</span>
        <span className="caret" aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} className="panel menu-list" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.name}
              type="button"
              role={isChoice ? 'menuitemradio' : 'menuitem'}
              {...(isChoice ? { 'aria-checked': item.isChosen === true } : {})}
              disabled={item.isDisabled}
              tabIndex={-1}
              onClick={() => {
                close();
                onChoose(item.name);
              }}
            >
              <span>{item.title}</span>
              {item.hint && <small>{item.hint}</small>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

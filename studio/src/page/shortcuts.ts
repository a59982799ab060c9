import { useEffect, useRef } from 'react';

/** Keys that work anywhere on the page, by `KeyboardEvent.key` in lower case. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/** Space and Enter press the button that has the focus: they are no shortcuts there. */
function belongsToTarget(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.target.matches(TYPED_INTO)) return true;
  return (event.key === ' ' || event.key === 'Enter') && event.target.closest('button, a, summary') !== null;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || belongsToTarget(event)) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

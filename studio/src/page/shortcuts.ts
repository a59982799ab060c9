import { useEffect, useRef } from 'react';

/** Keys that work anywhere on the page: `KeyboardEvent.key` in lower case, after `ctrl+` and `shift+` where both are down. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPED_INTO = 'input:not([type="range"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Space and Enter press the button that has the focus: they are no shortcuts there. */
function belongsToTarget(event: KeyboardEvent, isCommand: boolean): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.target.matches(TYPED_INTO)) return !isCommand;
  if (event.target.closest('[role="menu"], dialog')) return true;
  if (event.key === 'Home' && event.target.matches('input')) return true;
  return (event.key === ' ' || event.key === 'Enter') && event.target.closest('button, a, summary, input') !== null;
}

function nameOf(event: KeyboardEvent): string {
  const isCommand = event.ctrlKey || event.metaKey;
  return `${isCommand ? 'ctrl+' : ''}${isCommand && event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.altKey || event.defaultPrevented || belongsToTarget(event, isCommand)) return;
      const action = latest.current[nameOf(event)];
      if (!action) return;
      event.preventDefault();
      if (!event.repeat || isCommand) action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

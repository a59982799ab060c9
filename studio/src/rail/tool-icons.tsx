import type { JSX } from 'react';

/** One drawing a tool, on a field of 20 by 20, in strokes. The button beside has the words. */
const PATHS: Readonly<Record<string, string>> = {
  view: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM10 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  section: 'M4 4.5h3M9 4.5h3M14 4.5h2v2M16 8.5v3M16 13.5v2h-2M12 15.5H9M7 15.5H4v-2M4 11.5v-3M8 10l1.6 1.8L12.6 8',
  'cutting-line': 'M3 14.5 17 8M5.5 3v8M9 3v6.6M12.5 3v5M16 3v3.4M5.5 15.6v1.4M9 14v1.4',
  'guide-cut': 'M4 3v12h12M4 15 13 6M7.6 15a4 4 0 0 0-1-2.6M11.4 5.6l1.8.2.2 1.8',
  clippers: 'M7.5 7.5h5V15a2.5 2.5 0 0 1-5 0ZM7 7.5h6V5H7zM7.6 5V2.6M10 5V2.6M12.4 5V2.6',
  'thinning-shears':
    'M5.4 12.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM14.6 12.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6.6 13 13 3M13.4 13 7 3M8.4 2.6 7.6 5M9.6 4.6 8.8 7',
  grab: 'M6 10.5V6.2a1.2 1.2 0 0 1 2.4 0V9V4.4a1.2 1.2 0 0 1 2.4 0V9V5a1.2 1.2 0 0 1 2.4 0v4.5V7a1.2 1.2 0 0 1 2.3 0v5.2c0 2.8-1.7 4.8-4.6 4.8-2.2 0-3.3-.8-4.4-2.6L4 11.3c-.6-1 .9-2 1.6-1.2Z',
  comb: 'M3 5h14v3.2H3zM4.5 8.2V15M7.2 8.2V15M10 8.2V15M12.8 8.2V15M15.5 8.2V15',
  scissors: 'M5.4 12.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM14.6 12.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6.6 13 13 3M13.4 13 7 3',
  water: 'M10 2.8c2.6 3.4 4.6 5.9 4.6 8.7a4.6 4.6 0 0 1-9.2 0c0-2.8 2-5.3 4.6-8.7ZM8 12a2.2 2.2 0 0 0 1.8 2.2',
  dryer: 'M3 6.5a3.5 3.5 0 0 1 3.5-3.5L15 4.4v4.2l-5 .9M6.5 3a3.5 3.5 0 1 0 0 7l3.5-.5M7.5 10l1 6.5h2.6l-1-7M17 5v3',
  hairspray: 'M6 8h6v9H6zM7.4 8V5.4h3.2V8M13.4 4.4h.01M15.6 3.2h.01M15.6 5.6h.01M17.6 2h.01M17.6 4.4h.01M17.6 6.8h.01',
  mousse: 'M5 12.5a2.8 2.8 0 0 1 .4-5.6 4.4 4.4 0 0 1 8.5-.6 3.2 3.2 0 0 1 1 6.2M6.6 13l1 4h4.8l1-4Z',
  clasp: 'M3 10.5c2-3.6 12-3.6 14 0M3 10.5c0 2 2 3.5 3.6 2.6M17 10.5c0 2-2 3.5-3.6 2.6M8 8.2v4.6M12 8.2v4.6',
  'curling-iron':
    'M4 16 13.5 6.5M5.8 17.6 15 8.4M13.5 6.5l1.9-1.9a1.3 1.3 0 0 1 1.9 1.9L15 8.4M3 11c-1-2 2-2.6 1.4-4.6S5 3.6 6 3',
  brush:
    'M12.2 2.8c2 0 3.4 2 3 4.6-.5 3-3 5.2-5.2 4.8-1.6-.3-2-2-1.6-4.2.5-2.8 2-5.2 3.8-5.2ZM8.6 11.4 4 17M11 5.4l-2 .4M10.4 8l-2 .3M10 10.4l-1.6.2',
  grow: 'M3 16.5h14M6 16.5c0-3 .4-5 2-6.5M10 16.5c0-5 .6-8.4 3-11M14 16.5c0-2.6.3-4.4 1.6-6M4.6 5.6h4M6.6 3.6v4',
  lengthen: 'M10 3v13M6.5 12.5 10 16l3.5-3.5M4.5 3h11',
  paint:
    'M16.5 3.5c-4 2-6.6 4.6-7.9 7.2l1.7 1.7c2.6-1.3 5.2-3.9 6.2-8.9ZM7.6 11.6c-2 0-2.4 1.6-2.6 2.8-.2 1-.9 1.6-2 1.8 3 1.6 6.6.4 6.3-2.9',
  rest: 'M10 3.2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6ZM8.2 7.6v4.8M11.8 7.6v4.8',
};

export function ToolIcon({ name }: { readonly name: string }): JSX.Element {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name] ?? PATHS.rest}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

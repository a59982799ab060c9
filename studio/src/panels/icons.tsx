import type { JSX } from 'react';

/** Line icons on a 16 pixel grid; decoration only, the button beside has the words. */
function Icon({ path, isFilled = false }: { readonly path: string; readonly isFilled?: boolean }): JSX.Element {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={isFilled ? 1 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export const PlayIcon = (): JSX.Element => <Icon isFilled path="M5 3.2v9.6l7.6-4.8z" />;
export const PauseIcon = (): JSX.Element => <Icon isFilled path="M4.4 3.4h2v9.2h-2zM9.6 3.4h2v9.2h-2z" />;
export const ResetIcon = (): JSX.Element => <Icon path="M3.2 8a4.8 4.8 0 1 0 1.6-3.6L3.2 6M3.2 2.8V6h3.2" />;
export const FrameIcon = (): JSX.Element => (
  <Icon path="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6" />
);
export const OpenIcon = (): JSX.Element => (
  <Icon path="M2.2 12.6V3.8a.8.8 0 0 1 .8-.8h3.1l1.5 1.7H12a.8.8 0 0 1 .8.8v1.2M2.2 12.6l1.7-5.2a.9.9 0 0 1 .9-.7h8.5a.8.8 0 0 1 .8 1.1l-1.4 4.2a.9.9 0 0 1-.9.6z" />
);
export const CloseIcon = (): JSX.Element => <Icon path="M4 4l8 8M12 4l-8 8" />;

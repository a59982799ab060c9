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
export const StepIcon = (): JSX.Element => <Icon isFilled path="M4.2 3.4v9.2l5.8-4.6zM11 3.4h1.6v9.2H11z" />;
export const ResetIcon = (): JSX.Element => <Icon path="M3.2 8a4.8 4.8 0 1 0 1.6-3.6L3.2 6M3.2 2.8V6h3.2" />;
export const FrameIcon = (): JSX.Element => (
  <Icon path="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6" />
);
export const OpenIcon = (): JSX.Element => (
  <Icon path="M2.2 12.6V3.8a.8.8 0 0 1 .8-.8h3.1l1.5 1.7H12a.8.8 0 0 1 .8.8v1.2M2.2 12.6l1.7-5.2a.9.9 0 0 1 .9-.7h8.5a.8.8 0 0 1 .8 1.1l-1.4 4.2a.9.9 0 0 1-.9.6z" />
);
export const UndoIcon = (): JSX.Element => <Icon path="M5.6 3 2.6 6l3 3M2.6 6h6.6a3.6 3.6 0 0 1 0 7.2H6" />;
export const RedoIcon = (): JSX.Element => <Icon path="M10.4 3l3 3-3 3M13.4 6H6.8a3.6 3.6 0 0 0 0 7.2H10" />;
export const CloseIcon = (): JSX.Element => <Icon path="M4 4l8 8M12 4l-8 8" />;
export const StylesIcon = (): JSX.Element => (
  <Icon path="M2.8 2.8h4v4h-4zM9.2 2.8h4v4h-4zM2.8 9.2h4v4h-4zM9.2 9.2h4v4h-4z" />
);
export const SaveIcon = (): JSX.Element => <Icon path="M8 2.4v7M5 6.8l3 3 3-3M2.8 10.6v2.2h10.4v-2.2" />;
export const ExportIcon = (): JSX.Element => <Icon path="M8 9.6v-7M5 5.2l3-3 3 3M2.8 9.2v3.6h10.4V9.2" />;
export const CameraIcon = (): JSX.Element => (
  <Icon path="M2.2 5h2.6l1.1-1.7h4.2L11.2 5h2.6v7.8H2.2zM8 6.6a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2" />
);
export const CompareIcon = (): JSX.Element => <Icon path="M2.6 3.2h10.8v9.6H2.6zM8 3.2v9.6" />;
export const HelpIcon = (): JSX.Element => (
  <Icon path="M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM6.3 6.5a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1M8 11.2h.01" />
);
export const SunIcon = (): JSX.Element => (
  <Icon path="M8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2ZM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M12.5 3.5l-.8.8M4.3 11.7l-.8.8" />
);
export const MoonIcon = (): JSX.Element => <Icon path="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z" />;
export const PanelIcon = (): JSX.Element => <Icon path="M2.4 3.2h11.2v9.6H2.4zM9.8 3.2v9.6" />;
export const VideoIcon = (): JSX.Element => <Icon isFilled path="M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6Z" />;
export const SeenIcon = (): JSX.Element => (
  <Icon path="M1.8 8S4 3.9 8 3.9 14.2 8 14.2 8 12 12.1 8 12.1 1.8 8 1.8 8ZM8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4" />
);
export const HiddenIcon = (): JSX.Element => (
  <Icon path="M2.6 2.6l10.8 10.8M6.4 4.1A6 6 0 0 1 8 3.9c4 0 6.2 4.1 6.2 4.1a11 11 0 0 1-1.9 2.4M4.2 5.3A10.5 10.5 0 0 0 1.8 8S4 12.1 8 12.1a6 6 0 0 0 2.6-.6" />
);
export const LockedIcon = (): JSX.Element => <Icon path="M3.8 7.2h8.4v6H3.8zM5.4 7.2V5.2a2.6 2.6 0 0 1 5.2 0v2" />;
export const OpenLockIcon = (): JSX.Element => <Icon path="M3.8 7.2h8.4v6H3.8zM5.4 7.2V4.8a2.6 2.6 0 0 1 5-.8" />;

import type { JSX } from 'react';
import { models } from '../../../src/models/index.ts';
import type { ColourScheme } from '../page/colour-scheme.ts';
import {
  CameraIcon,
  CompareIcon,
  ExportIcon,
  HelpIcon,
  MoonIcon,
  OpenIcon,
  PanelIcon,
  RedoIcon,
  SaveIcon,
  StylesIcon,
  SunIcon,
  UndoIcon,
  VideoIcon,
} from '../panels/icons.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import './top-bar.css';

export interface TopBarProps {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly scheme: ColourScheme;
  /** The model beside; null where only one is shown. */
  readonly compared: string | null;
  readonly isRecording: boolean;
  /** A file is being written. */
  readonly isExporting: boolean;
  /** What would be undone, and done again; null where there is nothing. */
  readonly undone: string | null;
  readonly redone: string | null;
  readonly canRecord: boolean;
  readonly isInspecting: boolean;
  /** Whether controllers of a headset can hold the tools. */
  readonly hasXr: boolean;
  onRename(name: string): void;
  onStyles(): void;
  onOpen(): void;
  onSave(): void;
  onExport(kind: string): void;
  onUndo(): void;
  onRedo(): void;
  onCamera(preset: string): void;
  onCompare(model: string | null): void;
  onScheme(): void;
  onHelp(): void;
  onInspect(): void;
}

/** What hair can be written as, by extension. */
const EXPORTS: readonly MenuItem[] = [
  { name: 'hair', title: 'Hair', hint: '.hair' },
  { name: 'abc', title: 'Alembic curves', hint: '.abc' },
  { name: 'usda', title: 'USD curves', hint: '.usda' },
  { name: 'glb', title: 'glTF', hint: '.glb' },
  { name: 'ply', title: 'PLY', hint: '.ply' },
  { name: 'guides', title: 'Simulated strands alone', hint: '.hair' },
  { name: 'png', title: 'Picture', hint: '.png' },
  { name: 'both', title: 'Before and after', hint: '.png' },
  { name: 'link', title: 'Link to this document' },
];

export const CAMERA_PRESETS: readonly MenuItem[] = [
  { name: 'front', title: 'Front', hint: '1' },
  { name: 'left', title: 'Left', hint: '2' },
  { name: 'right', title: 'Right', hint: '3' },
  { name: 'back', title: 'Back', hint: '4' },
  { name: 'top', title: 'Top', hint: '5' },
  { name: 'all', title: 'Show everything', hint: 'F' },
];

const XR_ITEM: MenuItem = { name: 'xr', title: 'Work with VR controllers' };

export function TopBar(props: TopBarProps): JSX.Element {
  const { name, isDisabled, scheme, compared, isRecording, canRecord, isInspecting } = props;
  const turntable: MenuItem = { name: 'turntable', title: 'Turntable', hint: '.webm' };
  const video: MenuItem = { name: 'video', title: isRecording ? 'Stop the video' : 'Video', hint: '.webm' };
  const beside: readonly MenuItem[] = [
    { name: '', title: 'One model', isChosen: compared === null },
    ...models.map((model) => ({ name: model.name, title: `Beside ${model.name}`, isChosen: compared === model.name })),
  ];
  return (
    <header className="panel top-bar">
      <h1 className="brand">Pelage</h1>
      <input
        className="document-name"
        aria-label="Name of the document"
        title="Name of the document"
        value={name}
        spellCheck={false}
        onChange={(event) => props.onRename(event.target.value)}
      />
      <nav aria-label="Document">
        <Button label="Styles" about="Hair to start from" onClick={props.onStyles} icon={<StylesIcon />} />
        <Button
          label="Open"
          isOnDesk
          about="Open a scene or hair; files can also be dropped on the page (Ctrl+O)"
          keys="Control+O"
          onClick={props.onOpen}
          icon={<OpenIcon />}
        />
        <Button
          label="Save"
          about="Save the scene with everything that was done (Ctrl+S)"
          keys="Control+S"
          isDisabled={isDisabled}
          onClick={props.onSave}
          icon={<SaveIcon />}
        />
        <Menu
          label="Export"
          about="The hair as a file, a picture, a video"
          items={canRecord ? [...EXPORTS, turntable, video] : EXPORTS}
          isDisabled={isDisabled}
          isBusy={props.isExporting}
          onChoose={props.onExport}
        >
          <ExportIcon />
        </Menu>
        {isRecording && (
          <Button label="Stop" about="Stop the video" onClick={() => props.onExport('video')} icon={<VideoIcon />} />
        )}
      </nav>
      <nav aria-label="What was done">
        <IconButton
          label="Undo"
          about={props.undone === null ? 'Nothing to undo' : `Undo ${props.undone} (Ctrl+Z)`}
          keys="Control+Z"
          isDisabled={props.undone === null}
          onClick={props.onUndo}
          icon={<UndoIcon />}
        />
        <IconButton
          label="Redo"
          about={props.redone === null ? 'Nothing to redo' : `Redo ${props.redone} (Ctrl+Y)`}
          keys="Control+Y"
          isDisabled={props.redone === null}
          onClick={props.onRedo}
          icon={<RedoIcon />}
        />
      </nav>
      <nav aria-label="View" className="at-end">
        <Menu
          label="View"
          about="Where the camera stands"
          items={props.hasXr ? [...CAMERA_PRESETS, XR_ITEM] : CAMERA_PRESETS}
          onChoose={props.onCamera}
        >
          <CameraIcon />
        </Menu>
        <Menu
          label="Compare"
          isOnDesk
          about="The same hair on two models, in step"
          items={beside}
          isDisabled={isDisabled}
          onChoose={(model) => props.onCompare(model || null)}
        >
          <CompareIcon />
        </Menu>
        <IconButton
          label={scheme === 'dark' ? 'Light colours' : 'Dark colours'}
          isOnDesk
          onClick={props.onScheme}
          icon={scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
        />
        <IconButton label="Help" keys="?" onClick={props.onHelp} icon={<HelpIcon />} />
        <IconButton
          label="Inspector"
          keys="\"
          isPressed={isInspecting}
          onClick={props.onInspect}
          icon={<PanelIcon />}
        />
      </nav>
    </header>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly icon: JSX.Element;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  /** Left out where the page is narrow: opening is in the gallery too, colours follow the system. */
  readonly isOnDesk?: boolean;
  onClick(): void;
}

function Button({
  label,
  about,
  icon,
  keys,
  isDisabled,
  isOnDesk,
  onClick,
}: ButtonProps & { readonly about: string }): JSX.Element {
  return (
    <button
      type="button"
      className={isOnDesk ? 'bar-button on-desk' : 'bar-button'}
      aria-label={label}
      title={about}
      aria-keyshortcuts={keys}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </button>
  );
}

function IconButton(props: ButtonProps & { readonly isPressed?: boolean; readonly about?: string }): JSX.Element {
  return (
    <button
      type="button"
      className={`bar-button icon-only${props.isOnDesk ? ' on-desk' : ''}`}
      aria-label={props.label}
      aria-pressed={props.isPressed}
      title={props.about ?? (props.keys ? `${props.label} (${props.keys})` : props.label)}
      aria-keyshortcuts={props.keys}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}

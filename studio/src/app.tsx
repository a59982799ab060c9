import { type JSX, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PictureLook } from '../../src/render/index.ts';
import type { Overlay } from '../../src/scene/overlay-tints.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { BroughtDialog } from './gallery/brought.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { hasXr, startXr } from './hand/xr-session.ts';
import { HelpOverlay } from './help/help-overlay.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { BodyPanel } from './inspector/body-panel.tsx';
import type { Values } from './inspector/form.tsx';
import { HairPanel } from './inspector/hair-panel.tsx';
import { Inspector, type Tab } from './inspector/inspector.tsx';
import { LookPanel, MotionPanel, ToolPanel } from './inspector/panels.tsx';
import { ownHeadOf, styled } from './inspector/scene-parts.ts';
import { useLayers } from './inspector/use-layers.ts';
import { toggleColourScheme, useColourScheme } from './page/colour-scheme.ts';
import { chooseFiles } from './page/files.ts';
import { type KeptView, keepView } from './page/kept-view.ts';
import { rememberScene } from './page/parameters.ts';
import { type Shortcuts, useShortcuts } from './page/shortcuts.ts';
import { forgetWork } from './page/storage.ts';
import { useAutosave } from './page/use-autosave.ts';
import { useBrought } from './page/use-brought.ts';
import { useExports } from './page/use-exports.ts';
import { useFingerprint } from './page/use-fingerprint.ts';
import { useOtherTab } from './page/use-other-tab.ts';
import { useNarrow, useRoom } from './page/use-room.ts';
import { canRecord } from './page/video.ts';
import { titleOf } from './page/words.ts';
import type { WorkPlace } from './page/work-place.ts';
import { DropTarget } from './panels/drop-target.tsx';
import { Messages } from './panels/messages.tsx';
import { StatisticsLine } from './panels/statistics-line.tsx';
import { ToolRail } from './rail/tool-rail.tsx';
import { useCompanion } from './simulation/companion.ts';
import { filesOf } from './simulation/documents.ts';
import { doneAfterRedo, doneAfterUndo } from './simulation/edits.ts';
import { isStyle } from './simulation/start-scenes.ts';
import { type SimulationStore, type StudioState, sourceName } from './simulation/store.ts';
import { useDraft } from './simulation/use-draft.ts';
import { Timeline } from './timeline/timeline.tsx';
import { clipsOf, trials, withClip } from './timeline/trials.ts';
import { findStudioTool, railTools, type Scaled } from './tools/catalogue.ts';
import { CAMERA_PRESETS, TopBar } from './top-bar/top-bar.tsx';
import { TourPanel } from './tour/tour.tsx';
import { useTour } from './tour/use-tour.ts';
import { type Gpu, type GpuProblem, isProblem } from './viewport/gpu.ts';
import { moveTo } from './viewport/presets.ts';
import { sceneLook } from './viewport/scene-look.ts';
import type { StillGl } from './viewport/screen.ts';
import { useGpu } from './viewport/use-gpu.ts';
import type { View } from './viewport/view.ts';
import { Viewport } from './viewport/viewport.tsx';
import { WithoutGpu } from './viewport/without-gpu.tsx';

function Status({
  preparing,
  progress,
  summary,
  statistics,
  isRefining,
}: StudioState & { readonly isRefining: boolean }): JSX.Element | null {
  if (preparing) {
    const fraction = progress > 0 ? ` ${Math.round(100 * progress)} %` : '';
    return (
      <output className="preparing">
        Preparing {sourceName(preparing)}…{fraction}
      </output>
    );
  }
  return summary && <StatisticsLine summary={summary} statistics={statistics} isRefining={isRefining} />;
}

export interface AppProps {
  readonly firstGpu: Gpu | StillGl | GpuProblem;
  readonly store: SimulationStore;
  readonly exampleNames: readonly string[];
  /** The example that the work began with; null for files. */
  readonly firstOrigin: string | null;
  /** Where the work is kept. */
  readonly firstPlace: WorkPlace;
  /** Scenes in motion wait until somebody plays them. */
  readonly prefersStillness: boolean;
  /** What was in the hand and where it was looked from before a reload. */
  readonly kept: KeptView | null;
  /** What differs from the scene's own picture. */
  readonly look: Partial<PictureLook>;
  /** Drawn pixels per pixel of the display, along one side. */
  readonly resolution: number;
  /** Else only what is exported is drawn. */
  readonly isDrawing: boolean;
  readonly strands: number | undefined;
  /** Whether somebody came for the first time. */
  readonly isNew: boolean;
}

export function App(props: AppProps): JSX.Element {
  const { firstGpu, store, exampleNames, resolution, isDrawing } = props;
  const state = useSyncExternalStore(store.subscribe, store.snapshot);
  const gpu = useGpu(firstGpu);
  const scheme = useColourScheme();
  const views = useRef<View[]>([]);
  const [toolName, setToolName] = useState(props.kept?.tool ?? 'view');
  const [isRefining, setIsRefining] = useState(false);
  const [settings, setSettings] = useState<Readonly<Record<string, Values>>>({});
  const [overlay, setOverlay] = useState<Overlay>('none');
  const [isMirrored, setIsMirrored] = useState(false);
  const [tab, setTab] = useState<Tab>('Tool');
  const [isInspecting, setIsInspecting] = useState(() => window.innerWidth > 760);
  const [isInGallery, setIsInGallery] = useState(false);
  const [isHelping, setIsHelping] = useState(false);
  const [compared, setCompared] = useState<string | null>(null);
  const [origin, setOrigin] = useState(props.firstOrigin);
  const [place, setPlace] = useState(props.firstPlace);
  useOtherTab(store, place, setPlace);
  const draft = useDraft(store, state);
  const { scene, lookChanges, edits } = draft;
  const name = scene?.name ?? '';
  const [isHistorySaved, setIsHistorySaved] = useState(true);
  const files = useExports(store, views, name, { lookChanges, edits, isHistorySaved });
  const fingerprint = useFingerprint(store, state);
  const room = useRoom(isInspecting, compared !== null);
  const isNarrow = useNarrow();
  // A window that becomes narrow shows the hair first.
  useEffect(() => setIsInspecting(!isNarrow), [isNarrow]);
  useAutosave(store, origin, { lookChanges, edits }, state, place);
  const tour = useTour(props.isNew, draft.done);
  const layers = useLayers(store, scene, state);
  const companion = useCompanion(store, state.summary, compared, props.strands);

  const tool = findStudioTool(toolName);
  const parameters = settings[toolName] ?? NO_SETTINGS;
  const held = useMemo(() => tool && { tool, parameters, isMirrored }, [tool, parameters, isMirrored]);
  // Whoever chooses a section sees what is in it.
  const shownOverlay = overlay === 'none' && toolName === 'section' ? 'section' : overlay;
  const scaleTool = (what: Scaled, factor: number): void => {
    if (tool) setSettings((all) => ({ ...all, [toolName]: tool.scaled(all[toolName] ?? NO_SETTINGS, what, factor) }));
  };
  const look = useMemo(() => (scene ? sceneLook(scene, props.look) : null), [scene, props.look]);
  const [groom, setGroom] = useState(0);
  const [body, setBody] = useState(0);
  const chosenGroom = Math.min(groom, (scene?.grooms.length ?? 1) - 1);
  const chosenBody = Math.max(0, Math.min(body, (scene?.bodies.length ?? 1) - 1));
  const regions = useMemo(
    () => state.summary?.bodies.map((mesh) => [...(mesh?.regions.keys() ?? [])]) ?? [],
    [state.summary],
  );

  const brought = useBrought(store);
  const clips = useMemo(() => (scene ? clipsOf(scene, filesOf(state.source)) : []), [scene, state.source]);
  const open = (): void => {
    setIsInGallery(false);
    void chooseFiles().then(openAll);
  };
  const openAll = (chosen: readonly File[]): void => {
    if (chosen.length > 0) setOrigin(null);
    void brought.open(chosen);
  };
  const start = (example: string): void => {
    setIsInGallery(false);
    setOrigin(example);
    if (example === origin) void forgetWork(place.key).catch(() => {});
    store.open({ kind: 'example', name: example }, { playing: !isStyle(example) && !props.prefersStillness });
    rememberScene(example);
  };
  const chooseTool = (chosen: string): void => {
    setToolName(chosen);
    setTab('Tool');
  };
  // A scene that is made again is told again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told with every summary.
  useEffect(() => store.lay(shownOverlay), [store, state.summary, shownOverlay]);
  const attempt = (trial: string): void => {
    const known = trials.find((one) => one.name === trial);
    if (known) store.happen(known.event, known.title);
  };
  const nextTrial = useRef(0);
  const [canUseXr, setCanUseXr] = useState(false);
  useEffect(() => void hasXr().then(setCanUseXr), []);
  const latestHeld = useRef(held);
  latestHeld.current = held;
  const workWithControllers = (): void => {
    startXr({ stylist: store, held: () => latestHeld.current }).catch((error: unknown) =>
      store.say('error', `The controllers cannot be used: ${error instanceof Error ? error.message : String(error)}.`),
    );
  };

  const undo = (): void => draft.go(doneAfterUndo(draft.deeds, draft.done));
  const redo = (): void => draft.go(doneAfterRedo(draft.deeds, draft.done));
  const shortcuts: Record<string, () => void> = {
    ' ': () => store.togglePlaying(),
    '.': () => store.stepOnce(),
    home: () => store.reset(),
    f: () => moveTo(views.current, 'all'),
    n: () => attempt(trials[nextTrial.current++ % 3]!.name),
    o: open,
    '?': () => setIsHelping(true),
    x: () => setIsMirrored(!isMirrored),
    '[': () => scaleTool('size', 1 / KEY_SCALE),
    ']': () => scaleTool('size', KEY_SCALE),
    '{': () => scaleTool('strength', 1 / KEY_SCALE),
    '}': () => scaleTool('strength', KEY_SCALE),
    '\\': () => setIsInspecting(!isInspecting),
    'ctrl+z': undo,
    'ctrl+y': redo,
    'ctrl+shift+z': redo,
    'ctrl+s': () => void files.save(),
    'ctrl+o': open,
  };
  for (const { key, name: chosen } of railTools) if (key) shortcuts[key] = () => chooseTool(chosen);
  for (const { name: preset, hint } of CAMERA_PRESETS)
    if (hint && /\d/.test(hint)) shortcuts[hint] = () => moveTo(views.current, preset);
  useShortcuts(shortcuts as Shortcuts);

  useEffect(() => {
    document.title = name ? `${titleOf(name)} – Pelage Studio` : 'Pelage Studio';
  }, [name]);

  // A reload finds the same tool and the same view.
  const inHand = useRef({ origin, toolName });
  inHand.current = { origin, toolName };
  useEffect(() => {
    const onHide = (): void => {
      const [view] = views.current;
      const { origin: from, toolName: tool } = inHand.current;
      if (view) keepView({ origin: from, tool, camera: view.camera, isFramed: view.isFramed });
    };
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);

  // Where there is nothing to look at there is something to choose.
  const isEmpty = state.summary === null && state.preparing === null && state.messages.length > 0;
  useEffect(() => {
    if (isEmpty) setIsInGallery(true);
  }, [isEmpty]);

  if (isProblem(gpu)) return <WithoutGpu problem={gpu} />;
  const chosen = state.preparing ?? state.source;
  const isDisabled = !state.summary;
  const { live } = state;
  const label = `Hair: ${chosen ? sourceName(chosen) : 'none'}. Arrow keys turn the view${tool ? `, Enter uses the tool ${tool.title}` : ''}.`;
  const viewport = {
    gpu,
    stylist: store,
    views,
    held,
    look,
    hidden: layers.hidden,
    resolution,
    isDrawing,
    room,
    label,
  };
  const messages = <Messages messages={state.messages} onDismiss={(id) => store.dismiss(id)} />;
  return (
    <main aria-busy={state.preparing !== null} data-step={state.statistics?.step} data-workers={state.summary?.workers}>
      <div className="viewports">
        <Viewport
          {...viewport}
          store={store}
          caption={companion ? modelNames(scene) : isDrawing ? undefined : 'Drawing is off'}
          kept={props.kept}
          onRefining={setIsRefining}
          onScale={scaleTool}
          onLook={(camera) => {
            tour.turned();
            store.look(camera);
          }}
        />
        {companion && (
          <Viewport
            {...viewport}
            store={companion}
            label={`${label} On ${compared}.`}
            caption={compared ?? undefined}
          />
        )}
      </div>
      <div className="desk">
        <TopBar
          name={name}
          isDisabled={isDisabled}
          scheme={scheme}
          compared={compared}
          isRecording={files.isRecording}
          isExporting={files.isBusy}
          undone={draft.deeds[draft.done - 1]?.title ?? null}
          redone={draft.deeds[draft.done]?.title ?? null}
          canRecord={canRecord()}
          isInspecting={isInspecting}
          onRename={(given) => draft.changeLook({ name: given })}
          onStyles={() => setIsInGallery(true)}
          onOpen={open}
          onSave={() => void files.save()}
          onExport={(kind) => void files.write(kind)}
          onUndo={undo}
          onRedo={redo}
          hasXr={canUseXr}
          onCamera={(preset) => (preset === 'xr' ? workWithControllers() : moveTo(views.current, preset))}
          onCompare={setCompared}
          onScheme={toggleColourScheme}
          onHelp={() => setIsHelping(true)}
          onInspect={() => setIsInspecting(!isInspecting)}
        />
        <ToolRail tools={railTools} chosen={toolName} onChoose={chooseTool} />
        {isInspecting && (
          <Inspector tab={tab} onTab={setTab}>
            {tab === 'Tool' && (
              <ToolPanel
                tool={tool}
                parameters={parameters}
                onChange={(values) => setSettings({ ...settings, [toolName]: values })}
                isMirrored={isMirrored}
                onMirrored={setIsMirrored}
                overlay={overlay}
                onOverlay={setOverlay}
                onSection={(way) => store.section({ way }, way === 'all' ? 'No section' : 'The other hair')}
              />
            )}
            {tab === 'Hair' && scene && (
              <HairPanel
                scene={scene}
                chosen={chosenGroom}
                regions={regions}
                layers={layers}
                onChoose={setGroom}
                onChange={draft.change}
              />
            )}
            {tab === 'Body' && scene && (
              <BodyPanel scene={scene} chosen={chosenBody} onChoose={setBody} onChange={draft.change} />
            )}
            {tab === 'Motion' && scene && (
              <MotionPanel
                scene={scene}
                chosen={chosenBody}
                onChoose={setBody}
                onChange={draft.change}
                isColoured={overlay === 'levels'}
                onColoured={(isOn) => setOverlay(isOn ? 'levels' : 'none')}
              />
            )}
            {tab === 'Look' && scene && (
              <LookPanel
                scene={scene}
                groom={chosenGroom}
                body={chosenBody}
                onGroom={setGroom}
                onBody={setBody}
                onChange={draft.changeLook}
              />
            )}
            {tab === 'History' && (
              <HistoryPanel
                deeds={draft.deeds}
                done={draft.done}
                fingerprint={fingerprint}
                isSaved={isHistorySaved}
                onSaved={setIsHistorySaved}
                onGo={draft.go}
              />
            )}
          </Inspector>
        )}
        {!isInGallery && messages}
        {state.summary && <TourPanel tour={tour} onTool={chooseTool} />}
        <div className="bottom">
          <Status {...state} isRefining={isRefining} />
          <Timeline
            isPlaying={state.playing}
            isDisabled={isDisabled}
            time={state.statistics?.time ?? 0}
            end={Math.max(live.end, state.statistics?.time ?? 0)}
            speed={state.speed}
            trials={trials}
            clips={clips}
            marks={live.commands.map((command) => command.time)}
            onToggle={() => store.togglePlaying()}
            onStep={() => store.stepOnce()}
            onReset={() => store.reset()}
            onSeek={(time) => store.seek(time)}
            onSpeed={(speed) => store.setSpeed(speed)}
            onTrial={attempt}
            onClip={(clip) => scene && draft.change(withClip(scene, clip))}
          />
        </div>
      </div>
      <Gallery
        names={exampleNames}
        chosen={chosen?.kind === 'example' ? chosen.name : origin}
        isOpen={isInGallery}
        ownHead={ownHeadOf(scene)}
        onChoose={start}
        onStyle={(style) => {
          setIsInGallery(false);
          if (scene) draft.change(styled(scene, chosenGroom, style));
        }}
        onOpenFile={open}
        onClose={() => setIsInGallery(false)}
      >
        {isInGallery && messages}
      </Gallery>
      <BroughtDialog
        mesh={brought.mesh}
        styles={exampleNames.filter(isStyle)}
        onChoose={brought.choose}
        onClose={brought.leave}
      />
      <HelpOverlay
        tools={railTools}
        isOpen={isHelping}
        onTour={() => {
          setIsHelping(false);
          tour.start();
        }}
        onClose={() => setIsHelping(false)}
      />
      <DropTarget onFiles={openAll} />
    </main>
  );
}

const NO_SETTINGS: Values = {};
/** What a key of size or strength changes it by. */
const KEY_SCALE = 1.15;

/** The models of all grooms, each once. */
const modelNames = (scene: Scene | null): string | undefined =>
  scene ? [...new Set(scene.grooms.map(({ model }) => model.name))].join(', ') : undefined;

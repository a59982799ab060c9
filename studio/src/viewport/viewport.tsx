import { type JSX, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { OrbitCamera } from '../../../src/render/index.ts';
import { Hand, type Held, type Stylist } from '../hand/hand.ts';
import { KeyboardHand } from '../hand/keyboard-hand.ts';
import { drawTool } from '../hand/overlay.ts';
import { PointerHand } from '../hand/pointer-hand.ts';
import { Scenery } from '../hand/scenery.ts';
import { useColourScheme } from '../page/colour-scheme.ts';
import type { FrameSink, SimulationStore } from '../simulation/store.ts';
import type { Scaled } from '../tools/catalogue.ts';
import { BACKDROPS } from './backdrop.ts';
import type { Room } from './framing.ts';
import { cameraAfterKey, listenToPointers } from './gestures.ts';
import type { Gpu } from './gpu.ts';
import type { SceneLook } from './scene-look.ts';
import type { StillGl } from './screen.ts';
import { type KeptCamera, View } from './view.ts';
import './viewport.css';

export interface ViewportProps {
  readonly gpu: Gpu | StillGl;
  /** Whose hair is shown. */
  readonly store: SimulationStore;
  /** Who does what tools do here. */
  readonly stylist: Stylist;
  /** All views that turn together; this one is among them while it is there, first where it is the main one. */
  readonly views: RefObject<View[]>;
  readonly held: Held | null;
  readonly look: SceneLook | null;
  /** One a groom: which of them are not to be seen. */
  readonly hidden: readonly boolean[];
  readonly resolution: number;
  readonly isDrawing: boolean;
  readonly room: Room;
  readonly label: string;
  /** Stands at its upper edge, where there are two or none is drawn. */
  readonly caption?: string;
  /** Where it was looked from before a reload. */
  readonly kept?: KeptCamera | null;
  /** Told whether better pictures of what stands still are under way. */
  onRefining?(isRefining: boolean): void;
  /** Told when a gesture makes the tool larger or stronger. */
  onScale?(what: Scaled, factor: number): void;
  /** Told where it is looked from when the camera was moved by hand. */
  onLook?(camera: OrbitCamera): void;
}

/** Everything behind one picture: who draws, who points, who works. */
interface Apparatus {
  readonly view: View;
  readonly hand: Hand;
  readonly keys: KeyboardHand;
}

function sinkOf(view: View, scenery: Scenery, hand: Hand, place: HTMLElement): FrameSink {
  return {
    setScene: (summary) => {
      scenery.setScene(summary);
      view.setScene(summary);
    },
    reshape: (shown) => view.reshape(shown),
    frame: (frame, giveBack) => {
      place.dataset.step = String(frame.step);
      scenery.frame(frame);
      hand.effect = frame.effect;
      view.frame(frame, giveBack);
    },
  };
}

export function Viewport(props: ViewportProps): JSX.Element {
  const { gpu, store, stylist, views, held, look, resolution, isDrawing, room, label, caption, onRefining } = props;
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const overlayRef = useRef<HTMLCanvasElement>(null);
  const apparatus = useRef<Apparatus | null>(null);
  const kept = useRef(props.kept ?? null);
  const latest = useRef({ held, room, onRefining, onLook: props.onLook, onScale: props.onScale });
  const scheme = useColourScheme();
  latest.current = { held, room, onRefining, onLook: props.onLook, onScale: props.onScale };

  useEffect(() => {
    const canvas = canvasRef.current!;
    // Asked for before pictures are drawn: where the processor draws them, the answer would wait for one, in a stroke.
    overlayRef.current!.getContext('2d');
    const view = new View(canvas, gpu, { resolution, isDrawing });
    view.setRoom(latest.current.room);
    view.onRefining = (isRefining) => latest.current.onRefining?.(isRefining);
    view.onMoved = (camera) => latest.current.onLook?.(camera);
    if (kept.current) view.keepCamera(kept.current);
    const sizeOf = (): { width: number; height: number } => ({
      width: canvas.clientWidth,
      height: canvas.clientHeight,
    });
    const scenery = new Scenery();
    const hand = new Hand(scenery, stylist, () => ({ camera: view.shownCamera, size: sizeOf() }));
    hand.held = latest.current.held;
    hand.onScale = (what, factor) => latest.current.onScale?.(what, factor);
    const holder = {
      get camera() {
        return view.camera;
      },
      set camera(camera) {
        for (const one of views.current) one.camera = camera;
      },
    };
    views.current.push(view);
    if (views.current.length > 1) view.camera = views.current[0]!.camera;
    const detach = store.attach(sinkOf(view, scenery, hand, canvas.parentElement!));
    const stopListening = listenToPointers(canvas, holder, new PointerHand(canvas, hand));
    const stopDrawing = hand.subscribe(() => drawOverlay(overlayRef.current!, hand, view));
    apparatus.current = { view, hand, keys: new KeyboardHand(hand, sizeOf) };
    return () => {
      apparatus.current = null;
      // A new device, or a new neighbour, shows what this one has shown.
      kept.current = { camera: view.camera, isFramed: view.isFramed };
      hand.letGo();
      views.current = views.current.filter((one) => one !== view);
      stopListening();
      stopDrawing();
      detach();
      view.destroy();
    };
  }, [gpu, store, stylist, views, resolution, isDrawing]);

  useEffect(() => {
    if (!gpu || !look) return;
    const backdrop = look.hasBackdrop ? {} : BACKDROPS[scheme];
    apparatus.current?.view.setLook({ ...look, picture: { ...look.picture, ...backdrop } });
  }, [scheme, look, gpu]);

  const { hidden } = props;
  // Those that are seen again come with the frame that is asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scene or device shows everything.
  useEffect(() => {
    apparatus.current?.view.setHidden(hidden);
    store.refresh();
  }, [hidden, gpu, store]);

  useEffect(() => {
    const hand = apparatus.current?.hand;
    if (!hand) return;
    if (hand.held?.tool !== held?.tool) {
      hand.letGo();
      hand.hide();
      hand.roll = 0;
      hand.aperture = 1;
    }
    hand.held = held;
    hand.refresh();
  }, [held]);

  useEffect(() => apparatus.current?.view.setRoom(room), [room]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const now = apparatus.current;
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    if (now.keys.press(event.key, event.shiftKey)) {
      event.preventDefault();
      return;
    }
    const camera = cameraAfterKey(now.view.camera, event.key, event.shiftKey);
    if (!camera) return;
    event.preventDefault();
    for (const one of views.current) one.camera = camera;
  };

  return (
    <div
      className="viewport"
      data-tool={held?.tool.name}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows turn the view, Enter takes the tool.
      tabIndex={0}
      aria-label={label}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - Enter Escape"
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvasRef} className="picture" />
      <canvas ref={overlayRef} className="overlay" />
      {caption && <p className="caption panel">{caption}</p>}
    </div>
  );
}

function drawOverlay(canvas: HTMLCanvasElement, hand: Hand, view: View): void {
  const ratio = window.devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (hand.view) drawTool(context, hand.view, view.shownCamera, { width, height });
}

import type { StrokeEffect } from '../../../src/salon/tool.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import type {
  Fingerprint,
  Frame,
  FromWorker,
  HandMessage,
  LiveState,
  NamedFile,
  SceneRequest,
  SceneSummary,
  ShownTopology,
  ToWorker,
  UndoneCommands,
} from './protocol.ts';

export interface KeptDocument {
  readonly scene: Scene;
  readonly step: number;
  /** What was done, in words. */
  readonly labels: readonly string[];
  readonly undone: UndoneCommands;
  readonly stamp: string | undefined;
}

const documentOf = ({ scene, step, labels, undone, stamp }: KeptDocument): KeptDocument => ({
  ...{ scene, step, labels, undone, stamp },
});

/** One scene in one worker, as the page sees it. */
export interface Session {
  /** Says something that needs no answer. */
  tell(message: Exclude<ToWorker, { type: 'prepare' | 'shown' | 'document' | 'export' | 'fingerprint' }>): void;
  /** Gives a frame's memory back after it was shown. */
  giveBack(positions: Float32Array<ArrayBuffer>): void;
  /** The document; its state is kept beside it where asked for. Like all that is asked: null where no answer can come. */
  document(isKept: boolean): Promise<KeptDocument | null>;
  /** Several files where the format cannot tell the scene's grooms apart. */
  exportHair(name: string, which: 'shown' | 'guides'): Promise<readonly NamedFile[]>;
  fingerprint(): Promise<Fingerprint | null>;
  end(): void;
}

export interface SessionListener {
  /** How much of a document has been played again, 0..1. */
  progress(fraction: number): void;
  ready(summary: SceneSummary): void;
  reshape(shown: ShownTopology): void;
  frame(frame: Frame): void;
  state(state: LiveState): void;
  /** A stroke has ended, having done so much. */
  ended(effect: StrokeEffect): void;
  /** A message was answered at that step. */
  did(step: number, message: HandMessage): void;
  /** A request could not be answered; the scene goes on. */
  refused(sentence: string): void;
  /** The scene is lost. */
  failed(sentence: string): void;
}

export function startSession(request: SceneRequest, listener: SessionListener): Session {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
  const send = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);
  const waiting = new Map<number, (answer: FromWorker | null) => void>();
  let asked = 0;
  const answer = (request: number, given: FromWorker | null): void => {
    waiting.get(request)?.(given);
    waiting.delete(request);
  };
  const endWaiting = (): void => {
    for (const request of [...waiting.keys()]) answer(request, null);
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'progress':
        listener.progress(data.fraction);
        break;
      case 'ready':
        listener.ready(data.summary);
        break;
      case 'topology':
        listener.reshape(data.shown);
        break;
      case 'frame':
        listener.frame(data.frame);
        break;
      case 'state':
        listener.state(data.state);
        break;
      case 'ended':
        listener.ended(data.effect);
        break;
      case 'did':
        listener.did(data.step, data.message);
        break;
      case 'refused':
        listener.refused(data.sentence);
        if (data.request !== undefined) answer(data.request, null);
        break;
      case 'failed':
        listener.failed(data.sentence);
        endWaiting();
        break;
      default:
        answer(data.request, data);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    listener.failed(`The simulation could not start: ${event.message || 'its program did not load'}.`);
    endWaiting();
  };
  const ask = <Answer extends FromWorker>(message: (request: number) => ToWorker): Promise<Answer | null> =>
    new Promise((resolve) => {
      const number = ++asked;
      waiting.set(number, (given) => resolve(given as Answer | null));
      send(message(number));
    });
  send({ type: 'prepare', request });
  return {
    tell: (message) => send(message),
    giveBack: (positions) => send({ type: 'shown', positions }, [positions.buffer]),
    document: (isKept) =>
      ask<Extract<FromWorker, { type: 'document' }>>((number) => ({ type: 'document', isKept, request: number })).then(
        (answered) => answered && documentOf(answered),
      ),
    exportHair: (name, which) =>
      ask<Extract<FromWorker, { type: 'files' }>>((number) => ({ type: 'export', name, which, request: number })).then(
        (answered) => answered?.files ?? [],
      ),
    fingerprint: () =>
      ask<Extract<FromWorker, { type: 'fingerprint' }>>((number) => ({ type: 'fingerprint', request: number })).then(
        (answered) => answered?.print ?? null,
      ),
    end: () => {
      worker.terminate();
      endWaiting();
    },
  };
}

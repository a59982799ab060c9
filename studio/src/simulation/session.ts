import type { Scene } from '../../../src/scene/schema.ts';
import type {
  Fingerprint,
  Frame,
  FromWorker,
  HandMessage,
  LiveState,
  NamedFile,
  ShownTopology,
  StageRequest,
  StageSummary,
  ToWorker,
} from './protocol.ts';

export interface KeptDocument {
  readonly scene: Scene;
  readonly step: number;
  readonly stamp: string | undefined;
}

/** One scene in one worker, as the page sees it. */
export interface Session {
  /** Says something that needs no answer. */
  tell(message: Exclude<ToWorker, { type: 'prepare' | 'shown' | 'document' | 'export' | 'fingerprint' }>): void;
  /** Gives a frame's memory back after it was shown. */
  giveBack(positions: Float32Array<ArrayBuffer>): void;
  /** The document; its state is kept beside it where asked for. */
  document(isKept: boolean): Promise<KeptDocument>;
  exportHair(name: string, which: 'shown' | 'guides'): Promise<NamedFile>;
  fingerprint(): Promise<Fingerprint>;
  end(): void;
}

export interface SessionListener {
  /** How much of a document has been played again, 0..1. */
  progress(share: number): void;
  ready(summary: StageSummary): void;
  reshape(shown: ShownTopology): void;
  frame(frame: Frame): void;
  state(state: LiveState): void;
  /** A message was answered at that step. */
  did(step: number, message: HandMessage): void;
  /** A request could not be answered; the scene goes on. */
  refused(sentence: string): void;
  /** The scene is lost. */
  failed(sentence: string): void;
}

export function startSession(request: StageRequest, listener: SessionListener): Session {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
  const send = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);
  const waiting = new Map<number, (answer: FromWorker) => void>();
  let asked = 0;
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'progress':
        listener.progress(data.share);
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
      case 'did':
        listener.did(data.step, data.message);
        break;
      case 'refused':
        listener.refused(data.sentence);
        if (data.request !== undefined) waiting.delete(data.request);
        break;
      case 'failed':
        listener.failed(data.sentence);
        break;
      default:
        waiting.get(data.request)?.(data);
        waiting.delete(data.request);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    listener.failed(`The simulation could not start: ${event.message || 'its program did not load'}.`);
  };
  const ask = <Answer extends FromWorker>(message: (request: number) => ToWorker): Promise<Answer> =>
    new Promise((resolve) => {
      const number = ++asked;
      waiting.set(number, (answer) => resolve(answer as Answer));
      send(message(number));
    });
  send({ type: 'prepare', request });
  return {
    tell: (message) => send(message),
    giveBack: (positions) => send({ type: 'shown', positions }, [positions.buffer]),
    document: (isKept) =>
      ask<Extract<FromWorker, { type: 'document' }>>((number) => ({ type: 'document', isKept, request: number })).then(
        ({ scene, step, stamp }) => ({ scene, step, stamp }),
      ),
    exportHair: (name, which) =>
      ask<Extract<FromWorker, { type: 'file' }>>((number) => ({ type: 'export', name, which, request: number })).then(
        ({ file }) => file,
      ),
    fingerprint: () =>
      ask<Extract<FromWorker, { type: 'fingerprint' }>>((number) => ({ type: 'fingerprint', request: number })).then(
        ({ print }) => print,
      ),
    end: () => worker.terminate(),
  };
}

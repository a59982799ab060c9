import type { Frame, FromWorker, StageRequest, StageSummary, ToWorker } from './protocol.ts';

/** One stage in one worker, as the page sees it. */
export interface Session {
  play(): void;
  pause(): void;
  reset(): void;
  refresh(): void;
  /** Gives a frame's memory back after it was shown. */
  giveBack(positions: Float32Array<ArrayBuffer>): void;
  end(): void;
}

export interface SessionListener {
  ready(summary: StageSummary): void;
  frame(frame: Frame): void;
  failed(sentence: string): void;
}

export function startSession(request: StageRequest, listener: SessionListener): Session {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
  const send = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'ready') listener.ready(data.summary);
    else if (data.type === 'frame') listener.frame(data.frame);
    else listener.failed(data.sentence);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    listener.failed(`The simulation could not start: ${event.message || 'its program did not load'}.`);
  };
  send({ type: 'prepare', request });
  return {
    play: () => send({ type: 'play' }),
    pause: () => send({ type: 'pause' }),
    reset: () => send({ type: 'reset' }),
    refresh: () => send({ type: 'refresh' }),
    giveBack: (positions) => send({ type: 'shown', positions }, [positions.buffer]),
    end: () => worker.terminate(),
  };
}

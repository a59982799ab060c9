/** Records a canvas as a video until it is told to stop, which waits for its first picture. */
export interface Recording {
  stop(): Promise<Blob>;
}

const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const FRAMES_A_SECOND = 60;
const BITS_A_SECOND = 16_000_000;
/** Milliseconds between two parts, and for which a first picture is waited for. */
const PART = 250;
const LONGEST_WAIT = 20_000;

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && TYPES.some((type) => MediaRecorder.isTypeSupported(type));

export function record(canvas: HTMLCanvasElement): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))!;
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_A_SECOND });
  const parts: Blob[] = [];
  const begun = new Promise<void>((resolve) => {
    window.setTimeout(resolve, LONGEST_WAIT);
    recorder.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      parts.push(data);
      resolve();
    };
  });
  recorder.start(PART);
  return {
    async stop() {
      await begun;
      await new Promise((resolve) => {
        recorder.onstop = resolve;
        recorder.stop();
      });
      for (const track of stream.getTracks()) track.stop();
      if (parts.length === 0) throw new Error('The browser recorded no picture: record for longer.');
      return new Blob(parts, { type: mimeType });
    },
  };
}

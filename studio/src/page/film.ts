/** Records a canvas as a film until it is told to stop. */
export interface Recording {
  stop(): Promise<Blob>;
}

const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const FRAMES_A_SECOND = 60;
const BITS_A_SECOND = 16_000_000;

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && TYPES.some((type) => MediaRecorder.isTypeSupported(type));

export function record(canvas: HTMLCanvasElement): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))!;
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_A_SECOND });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start(1000);
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          for (const track of stream.getTracks()) track.stop();
          resolve(new Blob(parts, { type: mimeType }));
        };
        recorder.stop();
      }),
  };
}

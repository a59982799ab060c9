import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { InputError } from '../../strands/input-error.ts';
import type { PictureSize } from './size.ts';

export const hasFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Encoders divide a picture among threads, and how many there are shows in the bytes: the same on every machine. */
const THREADS = '4';

const CODECS: Readonly<Record<string, readonly string[]>> = {
  '.mp4': ['-c:v', 'libx264', '-crf', '17', '-preset', 'medium', '-movflags', '+faststart'],
  '.webm': ['-c:v', 'libvpx-vp9', '-crf', '28', '-b:v', '0', '-row-mt', '1'],
};

export const VIDEO_EXTENSIONS: readonly string[] = Object.keys(CODECS);

/** Pictures on their way into a video. */
export class VideoWriter {
  readonly #path: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #complaint = '';

  constructor(path: string, extension: string, { width, height }: PictureSize, fps: number) {
    this.#path = path;
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-'];
    // Players expect colours at half resolution, which needs even sides; one row or column is repeated where they are odd.
    const even = ['-vf', 'pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p', '-color_range', 'tv', '-threads', THREADS];
    const all = ['-y', '-loglevel', 'error', ...input, ...CODECS[extension]!, ...even, path];
    this.#process = spawn('ffmpeg', all, { stdio: ['pipe', 'ignore', 'pipe'] });
    this.#process.stderr!.on('data', (data: Buffer) => {
      this.#complaint = (this.#complaint + data.toString()).slice(-500);
    });
    this.#process.stdin!.on('error', () => {});
    this.#ended = new Promise((done, failed) => {
      this.#process.on('error', failed);
      this.#process.on('close', (code) => (code === 0 ? done() : failed(this.#failure())));
    });
    this.#ended.catch(() => {});
  }

  /** RGBA rows from the top. */
  async add(rgba: Uint8Array): Promise<void> {
    const stdin = this.#process.stdin!;
    if (stdin.destroyed) return this.#ended;
    if (!stdin.write(rgba)) await Promise.race([new Promise((done) => stdin.once('drain', done)), this.#ended]);
  }

  async end(): Promise<void> {
    this.#process.stdin!.end();
    await this.#ended;
  }

  /** Ends without a video. */
  abandon(): void {
    this.#process.kill();
    rmSync(this.#path, { force: true });
  }

  #failure(): InputError {
    const reason = this.#complaint.trim().split('\n').at(-1) ?? '';
    return new InputError('video/ffmpeg', `${this.#path}: ffmpeg could not write the video${reason && ` (${reason})`}`);
  }
}

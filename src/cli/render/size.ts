import { UsageError } from '../errors.ts';
import type { Option } from '../options.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** WebGPU's default limit of a texture's side. */
const MOST = 8192;

/** WIDTHxHEIGHT in pixels. */
export const sizeOption = (fallback: PictureSize): Option<PictureSize> => ({
  about: 'size of the picture in pixels',
  value: 'WxH',
  fallbackText: `${fallback.width}x${fallback.height}`,
  allowed: `1x1 to ${MOST}x${MOST}`,
  fallback,
  read: (text, name) => {
    const [, w, h] = /^(\d{1,5})[x×](\d{1,5})$/i.exec(text) ?? [];
    const width = Number(w);
    const height = Number(h);
    if (!(width >= 1 && height >= 1 && width <= MOST && height <= MOST))
      throw new UsageError('usage/size', `${name} must be WIDTHxHEIGHT with sides of 1 to ${MOST}, not "${text}"`);
    return { width, height };
  },
});

export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** A-B, both counted from 1. */
export const rangeOption: Option<FrameRange | undefined> = {
  about: 'frames to draw, from 1',
  value: 'A-B',
  fallback: undefined,
  read: (text, name) => {
    const [, a, b] = /^(\d{1,7})-(\d{1,7})$/.exec(text) ?? [];
    const from = Number(a);
    const to = Number(b);
    if (!(from >= 1 && to >= from))
      throw new UsageError('usage/frames', `${name} must be A-B with 1 ≤ A ≤ B, for example 1-240, not "${text}"`);
    return { from, to };
  },
};

import { type Bounds, CAMERA_DEFAULTS, type OrbitCamera, type Size, viewProjection } from '../src/render/index.ts';
import { transformPoint } from '../src/render/matrix.ts';
import type { Strands } from '../src/strands/strands.ts';
import { framed, type Room } from '../studio/src/viewport/framing.ts';

/** Which pixels of the studio's picture are hair, from the strands themselves. */

/** Strands that must cross a pixel: one alone lets what is behind it through. */
const DENSE = 4;

/** The studio's camera at a side of the figure. */
export function cameraAt(azimuth: number, figure: Bounds, size: Size, room: Room): OrbitCamera {
  return framed({ ...CAMERA_DEFAULTS, azimuth, elevation: 0.05 }, figure, size, room);
}

/** How many strands cross each pixel, with those of their points that count. */
export function strandsAtPixels(
  { first, positions }: Pick<Strands, 'first' | 'positions'>,
  camera: OrbitCamera,
  { width, height }: Size,
  counts: (x: number, y: number, z: number) => boolean,
): Uint16Array {
  const matrix = viewProjection(camera, width / height);
  const number = new Uint16Array(width * height);
  const last = new Int32Array(width * height).fill(-1);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]!; i + 1 < first[k + 1]!; i++)
      for (let part = 0; part < 1; part += 0.25) {
        const [x, y, z] = [0, 1, 2].map(
          (c) => positions[3 * i + c]! + part * (positions[3 * i + 3 + c]! - positions[3 * i + c]!),
        ) as [number, number, number];
        if (!counts(x, y, z)) continue;
        const [u, v] = transformPoint(matrix, [x, y, z]);
        const column = Math.floor((0.5 + 0.5 * u) * width);
        const row = Math.floor((0.5 - 0.5 * v) * height);
        const pixel = row * width + column;
        if (column < 0 || column >= width || row < 0 || row >= height || last[pixel] === k) continue;
        last[pixel] = k;
        number[pixel]!++;
      }
  return number;
}

/** Mean luminance (Rec. 709, linear light, 0..1) of the pixels that hair covers, and how many they are. */
export function hairLuminance(rgba: Uint8Array, strands: Uint16Array): { luminance: number; pixels: number } {
  const linear = (value: number): number => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  let sum = 0;
  let pixels = 0;
  strands.forEach((count, i) => {
    if (count < DENSE) return;
    sum += 0.2126 * linear(rgba[4 * i]!) + 0.7152 * linear(rgba[4 * i + 1]!) + 0.0722 * linear(rgba[4 * i + 2]!);
    pixels++;
  });
  return { luminance: sum / pixels, pixels };
}

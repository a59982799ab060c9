import type { OwnUint32Array } from '../numeric/owned-arrays.ts';

/** What is on hair: water of each strand, tints of each point (4 numbers), and factors of each strand's colour (3). */
export interface Coat {
  readonly wetness: Float32Array | null;
  readonly tints: Float32Array | null;
  readonly colours: Float32Array | null;
}

/**
 * What is on a point of hair, in one word, because a kernel may read eight buffers and no more: water (7 bits), fraction of
 * the tint (7 bits), and the square roots of its red, green and blue (6 bits each). Where strands have colours of their own a
 * second word has the square roots of their factors (10 bits each, half for 1).
 */
export function coatWords(first: Uint32Array, order: Uint32Array, { wetness, tints, colours }: Coat): OwnUint32Array {
  const words = wordsOf({ colours });
  const out = new Uint32Array(words * first[first.length - 1]!);
  let to = 0;
  for (const strand of order) {
    const wet = part(wetness?.[strand] ?? 0, 127);
    const own = colours ? factorBits(colours, 3 * strand) : 0;
    for (let point = first[strand]!; point < first[strand + 1]!; point++) {
      out[to] = wet + (tints ? tintBits(tints, 4 * point) : 0);
      if (words > 1) out[to + 1] = own;
      to += words;
    }
  }
  return out;
}

/** Words of a point. */
export const wordsOf = ({ colours }: Pick<Coat, 'colours'>): number => (colours ? 2 : 1);

function factorBits(colours: Float32Array, at: number): number {
  const [r, g, b] = [0, 1, 2].map((c) => part(0.5 * Math.sqrt(Math.max(0, colours[at + c]!)), 1023)) as [
    number,
    number,
    number,
  ];
  return r + g * 2 ** 10 + b * 2 ** 20;
}

const part = (value: number, steps: number): number => Math.round(steps * Math.min(1, Math.max(0, value)));

function tintBits(tints: Float32Array, at: number): number {
  const fraction = part(tints[at]!, 127);
  if (fraction === 0) return 0;
  const [r, g, b] = [1, 2, 3].map((c) => part(Math.sqrt(Math.max(0, tints[at + c]!)), 63)) as [number, number, number];
  return fraction * 2 ** 7 + r * 2 ** 14 + g * 2 ** 20 + b * 2 ** 26;
}

/** Reading a word; `tinted` lays the tint over a fibre's pigment, `scale` its colour's. */
export const coatWgsl = /* wgsl */ `
fn wetnessOf(word: u32) -> f32 {
  return f32(word & 0x7fu) / 127.0;
}

fn isTinted(word: u32) -> bool {
  return (word & 0x3f80u) != 0u;
}

// The absorption whose colour is that of sigma times what the second word says.
fn shifted(sigma: vec3f, scale: f32, word: u32) -> vec3f {
  let root = 2.0 * vec3f(f32(word & 0x3ffu), f32((word >> 10u) & 0x3ffu), f32((word >> 20u) & 0x3ffu)) / 1023.0;
  let moved = max(vec3f(0.0), sqrt(sigma) - 2.0 * log(max(root, vec3f(0.03))) / scale);
  return moved * moved;
}

fn tinted(sigma: vec3f, scale: f32, word: u32) -> vec3f {
  let fraction = f32((word >> 7u) & 0x7fu) / 127.0;
  let root = vec3f(f32((word >> 14u) & 0x3fu), f32((word >> 20u) & 0x3fu), f32(word >> 26u)) / 63.0;
  let scaled = log(max(root * root, vec3f(1e-3))) / scale;
  return mix(sigma, scaled * scaled, fraction);
}
`;

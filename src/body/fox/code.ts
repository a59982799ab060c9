/**
 * Whole numbers below 65,536 as bytes that deflate well, for baked meshes and clips: each as its step from the number `stride`
 * places before, small steps of either sign as small numbers, all low bytes before all high ones.
 */
export function encodeSteps(numbers: Uint16Array, stride: number): Uint8Array {
  const count = numbers.length;
  const out = new Uint8Array(2 * count);
  for (let i = 0; i < count; i++) {
    const step = ((numbers[i]! - (i < stride ? 0 : numbers[i - stride]!)) << 16) >> 16;
    const folded = ((step << 1) ^ (step >> 31)) & 0xffff;
    out[i] = folded & 255;
    out[count + i] = folded >> 8;
  }
  return out;
}

export function decodeSteps(bytes: Uint8Array, stride: number): Uint16Array {
  const count = bytes.length / 2;
  const out = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const folded = bytes[i]! | (bytes[count + i]! << 8);
    const step = (folded >> 1) ^ -(folded & 1);
    out[i] = step + (i < stride ? 0 : out[i - stride]!);
  }
  return out;
}

/** Corners of triangles, each as how far it lies below the first vertex that no triangle had before: 0 for that vertex. */
export function encodeCorners(triangles: Uint32Array): Uint16Array {
  const out = new Uint16Array(triangles.length);
  let next = 0;
  for (let c = 0; c < triangles.length; c++) {
    out[c] = next - triangles[c]!;
    if (triangles[c] === next) next++;
  }
  return out;
}

export function decodeCorners(codes: Uint16Array): Uint32Array {
  const out = new Uint32Array(codes.length);
  let next = 0;
  for (let c = 0; c < codes.length; c++) {
    out[c] = next - codes[c]!;
    if (out[c] === next) next++;
  }
  return out;
}

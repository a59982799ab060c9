/**
 * For every vertex the lowest-numbered vertex at exactly the same place. Files split vertices along uv seams;
 * whoever asks which triangles are neighbours must not take such a seam for a hole.
 */
export function weldVertices(positions: Float32Array): Uint32Array {
  const count = positions.length / 3;
  const welded = new Uint32Array(count);
  let capacity = 16;
  while (capacity < 2 * count) capacity *= 2;
  const table = new Int32Array(capacity).fill(-1);
  const bits = new Uint32Array(3);
  const words = new Float32Array(bits.buffer);
  for (let v = 0; v < count; v++) {
    const x = positions[3 * v]!;
    const y = positions[3 * v + 1]!;
    const z = positions[3 * v + 2]!;
    // Adding zero turns -0 into 0, which is the same place with other bits.
    words[0] = x + 0;
    words[1] = y + 0;
    words[2] = z + 0;
    let h = Math.imul(bits[0]!, 0x9e3779b1) ^ Math.imul(bits[1]!, 0x85ebca77) ^ Math.imul(bits[2]!, 0xc2b2ae3d);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    let at = (h ^ (h >>> 13)) & (capacity - 1);
    let found = table[at]!;
    while (
      found >= 0 &&
      (positions[3 * found] !== x || positions[3 * found + 1] !== y || positions[3 * found + 2] !== z)
    ) {
      at = (at + 1) & (capacity - 1);
      found = table[at]!;
    }
    if (found < 0) {
      table[at] = v;
      found = v;
    }
    welded[v] = found;
  }
  return welded;
}

/** Positions and tangents of strands into the arrays that the graphics processor reads, without allocation. */

/** Shorter differences have no direction, metres squared. */
const NO_LENGTH = 1e-20;

/** One vertex a point. A tangent is the direction between a point's neighbours; where these coincide, that of the point before. */
export function writeLines(
  first: Uint32Array,
  positions: Float32Array | Float64Array,
  position: Float32Array,
  tangent: Float32Array,
): void {
  writePoints(first, positions, position, tangent, 1);
}

/** Two vertices a point, both where the point is. */
export function writeRibbons(
  first: Uint32Array,
  positions: Float32Array | Float64Array,
  position: Float32Array,
  tangent: Float32Array,
): void {
  writePoints(first, positions, position, tangent, 2);
}

function writePoints(
  first: Uint32Array,
  positions: Float32Array | Float64Array,
  position: Float32Array,
  tangent: Float32Array,
  copies: number,
): void {
  for (let k = 0; k + 1 < first.length; k++) {
    const begin = first[k]!;
    const end = first[k + 1]!;
    let tx = 0;
    let ty = 1;
    let tz = 0;
    for (let p = begin; p < end; p++) {
      const a = 3 * (p > begin ? p - 1 : p);
      const b = 3 * (p + 1 < end ? p + 1 : p);
      const dx = positions[b]! - positions[a]!;
      const dy = positions[b + 1]! - positions[a + 1]!;
      const dz = positions[b + 2]! - positions[a + 2]!;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared > NO_LENGTH) {
        const scale = 1 / Math.sqrt(squared);
        tx = scale * dx;
        ty = scale * dy;
        tz = scale * dz;
      }
      const x = positions[3 * p]!;
      const y = positions[3 * p + 1]!;
      const z = positions[3 * p + 2]!;
      for (let copy = 0; copy < copies; copy++) {
        const o = 3 * (copies * p + copy);
        position[o] = x;
        position[o + 1] = y;
        position[o + 2] = z;
        tangent[o] = tx;
        tangent[o + 1] = ty;
        tangent[o + 2] = tz;
      }
    }
  }
}

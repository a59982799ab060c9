/**
 * The point of a triangle nearest to (x, y, z): returns the squared distance and writes the weights of the three
 * corners, exactly zero for those that do not take part.
 *
 * `corners` holds nine numbers a triangle, `offset` says where this one begins. Ericson 2005, section 5.1.5: the
 * Voronoi regions of corners and edges are asked one after the other, the face comes last. The extra strict comparisons
 * let triangles without area (two or three equal corners) fall through to an edge that has a length, so no NaN can
 * arise. One straight kernel: it is the inner loop of the hierarchy's queries and of baking.
 */
export function closestOnTriangle(
  corners: Float32Array,
  offset: number,
  x: number,
  y: number,
  z: number,
  weights: Float64Array,
): number {
  const ax = corners[offset]!;
  const ay = corners[offset + 1]!;
  const az = corners[offset + 2]!;
  const abx = corners[offset + 3]! - ax;
  const aby = corners[offset + 4]! - ay;
  const abz = corners[offset + 5]! - az;
  const acx = corners[offset + 6]! - ax;
  const acy = corners[offset + 7]! - ay;
  const acz = corners[offset + 8]! - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const d1 = abx * px + aby * py + abz * pz;
  const d2 = acx * px + acy * py + acz * pz;
  const abab = abx * abx + aby * aby + abz * abz;
  const abac = abx * acx + aby * acy + abz * acz;
  const acac = acx * acx + acy * acy + acz * acz;
  // Dot products with the edges seen from b (d3, d4) and from c (d5, d6).
  const d3 = d1 - abab;
  const d4 = d2 - abac;
  const d5 = d1 - abac;
  const d6 = d2 - acac;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let u = 0;
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) {
    u = 1;
  } else if (d3 >= 0 && d4 <= d3) {
    v = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0 && abab > 0) {
    v = d1 / abab;
    u = 1 - v;
  } else if (d6 >= 0 && d5 <= d6) {
    w = 1;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0 && acac > 0) {
    w = d2 / acac;
    u = 1 - w;
  } else {
    const toC = d4 - d3;
    const bcbc = toC + (d5 - d6);
    const sum = va + vb + vc;
    if (va <= 0 && toC >= 0 && d5 >= d6 && bcbc > 0) {
      w = toC / bcbc;
      v = 1 - w;
    } else if (sum > 0) {
      v = vb / sum;
      w = vc / sum;
      u = 1 - v - w;
    } else {
      u = 1;
    }
  }
  weights[0] = u;
  weights[1] = v;
  weights[2] = w;
  const ex = px - v * abx - w * acx;
  const ey = py - v * aby - w * acy;
  const ez = pz - v * abz - w * acz;
  return ex * ex + ey * ey + ez * ez;
}

/** Nine numbers a triangle: the corners of all triangles, in the given order (or in the mesh's). */
export function gatherCorners(positions: Float32Array, triangles: Uint32Array, order?: Uint32Array): Float32Array {
  const corners = new Float32Array(3 * triangles.length);
  for (let k = 0; k < triangles.length / 3; k++) {
    const t = order ? order[k]! : k;
    for (let c = 0; c < 3; c++) {
      const v = 3 * triangles[3 * t + c]!;
      corners[9 * k + 3 * c] = positions[v]!;
      corners[9 * k + 3 * c + 1] = positions[v + 1]!;
      corners[9 * k + 3 * c + 2] = positions[v + 2]!;
    }
  }
  return corners;
}

/** Whether a strand enters the body it grows on. */

/** What is asked of a body: the signed distance to its surface, negative inside, metres, never an overestimate outside. */
export interface BodyDistance {
  distance(x: number, y: number, z: number): number;
}

export interface DepthLimits {
  /** How deep a root may sit, metres. */
  readonly rootDepth: number;
  /** How deep any point may sit once the strand has come out of the body, metres. */
  readonly depth: number;
}

/** Findings about one strand against a body. Points count from the root. */
export interface Depth {
  /** Depth of the root, metres; 0 where it is outside. */
  root: number;
  isRootBuried: boolean;
  /** Points too deep, the root not counted. */
  inside: number;
  deepest: number;
  deepestPoint: number;
  /** The strand never leaves the body. */
  isIngrown: boolean;
  /** 1 where a point is too deep. */
  isInside: Uint8Array;
}

export function makeDepth(): Depth {
  return {
    ...{ root: 0, isRootBuried: false, inside: 0, deepest: 0, deepestPoint: -1, isIngrown: false },
    isInside: new Uint8Array(0),
  };
}

/**
 * Hair comes out of the skin: up to its first point outside, a strand may be as deep as a root may. If the root itself is
 * deeper, that is named once, as a buried root, and the way out is not counted. A strand that never comes out is inside.
 */
export function inspectDepth(
  body: BodyDistance,
  positions: Float32Array,
  begin: number,
  end: number,
  limits: DepthLimits,
  out: Depth,
): void {
  resetDepth(out, end - begin);
  let hasLeft = false;
  // No point nearer to the last measured one than its distance can be inside: most points are never measured.
  let reach = 0;
  for (let p = begin; p < end; p++) {
    const x = positions[3 * p]!;
    const y = positions[3 * p + 1]!;
    const z = positions[3 * p + 2]!;
    if (x * 0 + y * 0 + z * 0 !== 0) {
      reach = 0;
      continue;
    }
    if (p > begin && reach > 0) {
      const dx = x - positions[3 * p - 3]!;
      const dy = y - positions[3 * p - 2]!;
      const dz = z - positions[3 * p - 1]!;
      reach -= Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (reach > 0) continue;
    }
    const d = body.distance(x, y, z);
    reach = d;
    if (d >= 0) hasLeft = true;
    else if (p === begin) {
      out.root = -d;
      out.isRootBuried = -d > limits.rootDepth;
    } else if (hasLeft || !out.isRootBuried) {
      if (-d > (hasLeft ? limits.depth : limits.rootDepth)) addInside(out, p - begin, -d);
    }
  }
  if (!hasLeft && end - begin > 1) markIngrown(body, positions, begin, end, out);
}

function resetDepth(out: Depth, points: number): void {
  out.root = 0;
  out.isRootBuried = false;
  out.isIngrown = false;
  out.inside = 0;
  out.deepest = 0;
  if (out.isInside.length < points) out.isInside = new Uint8Array(points);
  else out.isInside.fill(0, 0, points);
}

function addInside(out: Depth, point: number, depth: number): void {
  out.isInside[point] = 1;
  out.inside++;
  if (depth > out.deepest) {
    out.deepest = depth;
    out.deepestPoint = point;
  }
}

function markIngrown(body: BodyDistance, positions: Float32Array, begin: number, end: number, out: Depth): void {
  out.inside = 0;
  out.deepest = 0;
  for (let p = begin + 1; p < end; p++) {
    const d = body.distance(positions[3 * p]!, positions[3 * p + 1]!, positions[3 * p + 2]!);
    if (d < 0) addInside(out, p - begin, -d);
  }
  out.isIngrown = out.inside > 0;
}

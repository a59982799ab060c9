/** Points of strands in a packed buffer, and the Catmull-Rom curve through them. Needs `positions` and `words`. */
export const pointsWgsl = /* wgsl */ `
fn positionOf(point: u32) -> vec3f {
  return vec3f(positions[3u * point], positions[3u * point + 1u], positions[3u * point + 2u]);
}

fn before(point: u32) -> u32 {
  return select(point - 1u, point, (words[point] & ROOT) != 0u);
}

fn after(point: u32) -> u32 {
  return select(point + 1u, point, (words[point] & TIP) != 0u);
}

fn tangentOf(point: u32) -> vec3f {
  let chord = positionOf(after(point)) - positionOf(before(point));
  let l = length(chord);
  return select(vec3f(0.0, -1.0, 0.0), chord / l, l > 1e-9);
}

// Uniform Catmull-Rom between a point and the next; ends continue straight.
fn curveAt(point: u32, t: f32) -> vec3f {
  let b = positionOf(point);
  if (t == 0.0) {
    return b;
  }
  let c = positionOf(point + 1u);
  let a = select(positionOf(before(point)), 2.0 * b - c, (words[point] & ROOT) != 0u);
  let d = select(positionOf(after(point + 1u)), 2.0 * c - b, (words[point + 1u] & TIP) != 0u);
  return b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}
`;

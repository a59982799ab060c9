/** Light from all around: a studio with a bright ceiling, a large window on one side and a warm floor. Procedural. */
export const environmentWgsl = /* wgsl */ `
const SKY = vec3f(0.62, 0.66, 0.74);
const HORIZON = vec3f(0.42, 0.42, 0.44);
const FLOOR = vec3f(0.24, 0.20, 0.17);

// Radiance from a direction, blurred by about \`rough\` (0 sharp, 1 a hemisphere).
fn environment(direction: vec3f, rough: f32) -> vec3f {
  let edge = mix(0.25, 1.0, rough);
  let up = smoothstep(-edge, edge, direction.y);
  let side = 1.0 - abs(direction.y);
  return frame.ambient * (mix(FLOOR, SKY, up) + HORIZON * 0.25 * side * side);
}
`;

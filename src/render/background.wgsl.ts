/** A soft pool of light behind the figure, in one triangle at the far plane. */
export const backgroundWgsl = /* wgsl */ `
struct BackgroundVertex {
  @builtin(position) clip: vec4f,
  @location(0) place: vec2f,
}

@vertex fn backgroundVertex(@builtin(vertex_index) index: u32) -> BackgroundVertex {
  let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
  return BackgroundVertex(vec4f(corner, 1.0, 1.0), corner);
}

@fragment fn backgroundFragment(in: BackgroundVertex) -> @location(0) vec4f {
  let away = length((in.place - vec2f(0.0, 0.12)) * vec2f(min(frame.aspect, 1.6), 1.0) * 0.62);
  let colour = mix(frame.backgroundCentre, frame.backgroundEdge, smoothstep(0.0, 1.15, away));
  return vec4f(colour, 1.0);
}
`;

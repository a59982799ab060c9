/** The body: a matt mannequin under a key, a fill and a rim light. */
export const bodyWgsl = /* wgsl */ `
struct BodyVertex {
  @builtin(position) clip: vec4f,
  @location(0) world: vec3f,
  @location(1) normal: vec3f,
  @location(2) scalp: f32,
}

@vertex fn bodyVertex(
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) scalp: f32,
) -> BodyVertex {
  let world = frame.bodyPose * vec4f(position, 1.0);
  let turned = (frame.bodyPose * vec4f(normal, 0.0)).xyz;
  return BodyVertex(frame.viewProjection * world, world.xyz, turned, scalp);
}

@vertex fn bodyLightVertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return frame.lightProjection * (frame.bodyPose * vec4f(position, 1.0));
}

// Diffuse light that bends a little round the edge, as on skin and wax, and is redder where it does.
fn wrapped(cosine: f32) -> vec3f {
  let wrap = vec3f(0.34, 0.24, 0.2);
  let lit = max((vec3f(cosine) + wrap) / (1.0 + wrap), vec3f(0.0));
  return lit * lit;
}

@fragment fn bodyFragment(in: BodyVertex) -> @location(0) vec4f {
  let normal = normalize(in.normal);
  let view = normalize(frame.eye - in.world);
  let facing = max(dot(normal, view), 0.0);
  let reaching = keyReachingBody(in.world + normal * 0.003, 60.0, 0.002);

  var light = ambient(normal) * (0.55 + 0.45 * facing);
  light += KEY_COLOUR * wrapped(dot(normal, frame.key)) * reaching;
  light += FILL_COLOUR * wrapped(dot(normal, frame.fill));
  let rim = pow(1.0 - facing, 3.0) * max(dot(normal, frame.rim), 0.0);

  let halfway = normalize(frame.key + view);
  let gloss = 0.045 * pow(max(dot(normal, halfway), 0.0), 22.0) * reaching;
  // Roots that are not drawn still darken the scalp.
  let albedo = mix(frame.body, frame.hairRoot * 2.2, 0.8 * in.scalp);
  let colour = albedo * light * 0.62 + KEY_COLOUR * gloss + RIM_COLOUR * rim * 0.16;
  return film(colour);
}
`;

import { threadWgsl } from './kernel.ts';
import { strandsWgsl } from './strands.wgsl.ts';

/**
 * From strand points to the vertices of what is drawn: the Catmull-Rom curve through the points, cut into pieces, in
 * pixels. A vertex: place (2), distance, width in pixels and a spare as two halves; its light as four halves. Vertex v
 * begins the piece to v + 1; a width below zero begins none.
 */
export const projectWgsl: string = /* wgsl */ `
${strandsWgsl}${threadWgsl}
@group(0) @binding(4) var<storage, read> light: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> colours: array<vec2u>;

fn mixed(a: vec2u, b: vec2u, t: f32) -> vec2u {
  return vec2u(
    pack2x16float(mix(unpack2x16float(a.x), unpack2x16float(b.x), t)),
    pack2x16float(mix(unpack2x16float(a.y), unpack2x16float(b.y), t)),
  );
}

@compute @workgroup_size(64)
fn project(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (thread >= groom.points * groom.subdivisions) {
    return;
  }
  let point = drawnPoint(thread / groom.subdivisions);
  let vertex = groom.firstVertex + thread;
  let word = words[point];
  let part = thread % groom.subdivisions;
  let isTip = (word & TIP) != 0u;
  let rank = rankWidth(word);
  if (rank <= 0.0 || (isTip && part > 0u)) {
    vertices[vertex] = vec4f(0.0, 0.0, 0.0, bitcast<f32>(pack2x16float(vec2f(-1.0, 0.0))));
    return;
  }
  let t = f32(part) / f32(groom.subdivisions);
  let world = curveAt(point, t);
  let clip = frame.viewProjection * vec4f(world, 1.0);
  var along = alongOf(word);
  var colour = light[point];
  if (part > 0u) {
    let next = after(point);
    along = mix(along, alongOf(words[next]), t);
    colour = mixed(colour, light[next], t);
  }
  let distance = max(clip.w, 1e-4);
  let place = (clip.xy / distance * vec2f(0.5, -0.5) + 0.5) * frame.size;
  let width = min(2.0 * groom.radius * taper(along) * rank / (frame.pixelSize * distance), 4096.0);
  let isAhead = clip.w > 1e-3 && clip.z > 0.0;
  let begins = isAhead && !isTip;
  // A tip still ends the piece before it: its own width is kept in the second half.
  vertices[vertex] = vec4f(place, distance, bitcast<f32>(pack2x16float(vec2f(select(-1.0, width, begins), select(-1.0, width, isAhead)))));
  colours[vertex] = colour;
}
`;

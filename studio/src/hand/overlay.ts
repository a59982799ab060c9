import { add, addScaled, cross, normalize, perpendicular, scale, type Vec3 } from '../../../src/numeric/vector.ts';
import type { OrbitCamera, Size } from '../../../src/render/index.ts';
import type { ToolVolume } from '../../../src/salon/tool.ts';
import type { HandView } from './hand.ts';
import { axesOf, type Projected, projector } from './ray.ts';

/** Colour of a tool's outline; it lies on a dark and a light rim, so that it is seen on any hair. */
const TINTS: Readonly<Record<string, string>> = {
  water: '#3d8bff',
  dryer: '#ff9d3c',
  hairspray: '#b48cff',
  mousse: '#8fd3c4',
  'curling-iron': '#ff7a4d',
};
const PLAIN_TINT = '#ffffff';
const RIM = 'rgb(12 10 8 / 80%)';
const GLOW = 'rgb(255 255 255 / 55%)';
const SHADOW = 'rgb(0 0 0 / 34%)';

const ROUND = 36;
/** The least half width of what is drawn of a thin thing, pixels: teeth and blades are seen from their ends. */
const THIN = 4;
/** Of the ring that shows how far a tool is, pixels. */
const RING = { radius: 11, aside: 24 };

type Project = (point: Vec3) => Projected | null;

/** Draws what a tool reaches, its contact shadow where it points, and how far it is, over the picture. */
export function drawTool(
  context: CanvasRenderingContext2D,
  { tool, parameters, pose, other, trail, place, isHolding, effect }: HandView,
  camera: OrbitCamera,
  size: Size,
): void {
  const project = projector(camera, size);
  const tint = TINTS[tool.name] ?? PLAIN_TINT;
  const volume = tool.volume(parameters, pose);
  const radius = shadowRadius(volume, pose.origin, place);
  drawShadow(context, project, place, radius, camera);
  if (volume.kind === 'cone') drawFalloff(context, project, place, radius, camera, tint);
  for (const shape of [volume, ...(other ? [tool.volume(parameters, other)] : [])]) {
    if (shape.kind === 'cone') drawCone(context, project, shape.cone, tint, isHolding);
    else if (shape.kind === 'triangle') drawThin(context, shape.corners.map(project), tint, isHolding);
    else drawCapsules(context, project, shape.capsules, tint, isHolding);
  }
  if (tool.isDrawn) drawTrail(context, drawnLine(tool.name, parameters, trail).map(project), tint);
  const centre = project(place);
  if (centre && effect && effect.progress !== null) drawProgress(context, centre, effect.progress, tint);
}

/** How wide the tool is where it meets the hair. */
function shadowRadius(volume: ToolVolume, origin: Vec3, place: Vec3): number {
  const away = Math.hypot(place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]);
  if (volume.kind === 'cone') return Math.max(0.006, away * volume.cone.slope);
  if (volume.kind === 'triangle') return 0.012;
  return Math.max(0.008, ...volume.capsules.map((capsule) => capsule.radius));
}

/** What a drawn line will be: a cut is straight from its beginning to its end, a lasso closes. */
function drawnLine(name: string, { way }: HandView['parameters'], trail: readonly Vec3[]): readonly Vec3[] {
  if (trail.length < 2 || (name === 'section' && way !== 'lasso' && way !== 'side')) return [];
  return way === 'lasso' ? [...trail, trail[0]!] : [trail[0]!, trail.at(-1)!];
}

function drawTrail(context: CanvasRenderingContext2D, points: readonly (Projected | null)[], tint: string): void {
  for (const [width, colour] of [
    [4.5, RIM],
    [2, tint],
  ] as const) {
    context.beginPath();
    for (const point of points) if (point) context.lineTo(point.x, point.y);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** How much arrives from the middle of a spout to its rim. */
function drawFalloff(
  context: CanvasRenderingContext2D,
  project: Project,
  place: Vec3,
  radius: number,
  camera: OrbitCamera,
  tint: string,
): void {
  const centre = project(place);
  const edge = project(addScaled(place, axesOf(camera).right, radius));
  if (!centre || !edge) return;
  const r = Math.max(4, Math.hypot(edge.x - centre.x, edge.y - centre.y));
  const fading = context.createRadialGradient(centre.x, centre.y, 0, centre.x, centre.y, r);
  for (const off of [0, 0.25, 0.5, 0.75, 1]) {
    const arriving = Math.round(60 * (1 - off * off) ** 2);
    fading.addColorStop(off, `${tint}${arriving.toString(16).padStart(2, '0')}`);
  }
  context.fillStyle = fading;
  context.beginPath();
  context.arc(centre.x, centre.y, r, 0, 2 * Math.PI);
  context.fill();
}

/** A soft dark spot in the plane of the picture at the hair's depth: it grows where the tool is far from the hair. */
function drawShadow(
  context: CanvasRenderingContext2D,
  project: Project,
  place: Vec3,
  radius: number,
  camera: OrbitCamera,
): void {
  const centre = project(place);
  if (!centre) return;
  const { right } = axesOf(camera);
  const edge = project(addScaled(place, right, radius));
  const r = Math.max(4, edge ? Math.hypot(edge.x - centre.x, edge.y - centre.y) : 4);
  const shade = context.createRadialGradient(centre.x, centre.y, 0, centre.x, centre.y, r);
  shade.addColorStop(0, SHADOW);
  shade.addColorStop(1, 'rgb(0 0 0 / 0%)');
  context.fillStyle = shade;
  context.beginPath();
  context.arc(centre.x, centre.y, r, 0, 2 * Math.PI);
  context.fill();
}

/** The rim of what a spout reaches, and its nozzle; nothing lies over the hair. */
function drawCone(
  context: CanvasRenderingContext2D,
  project: Project,
  { apex, axis, reach, slope }: Extract<ToolVolume, { kind: 'cone' }>['cone'],
  tint: string,
  isHolding: boolean,
): void {
  const u = normalize(perpendicular(axis));
  const v = cross(axis, u);
  const centre = addScaled(apex, axis, reach);
  const rim = Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    const side = add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
    return project(addScaled(centre, side, reach * slope));
  });
  outline(context, rim, tint, isHolding);
  const tip = project(apex);
  if (tip) outline(context, around(tip, 3), tint, isHolding);
}

/** Rods side by side: one outline around them all, and each of them within it. */
function drawCapsules(
  context: CanvasRenderingContext2D,
  project: Project,
  capsules: Extract<ToolVolume, { kind: 'capsules' }>['capsules'],
  tint: string,
  isHolding: boolean,
): void {
  const rods = capsules.map(({ a, b, radius }) => ({ from: project(a), to: project(b), radius }));
  const all = rods.flatMap(({ from, to, radius }) =>
    from && to
      ? [...around(from, Math.max(THIN, radius * from.scale)), ...around(to, Math.max(THIN, radius * to.scale))]
      : [],
  );
  outline(context, hull(all), tint, isHolding);
  if (rods.length < 2) return;
  for (const { from, to, radius } of rods)
    if (from && to) {
      const r = Math.max(1, radius * from.scale);
      outline(context, hull([...around(from, r), ...around(to, r)]), tint, isHolding);
    }
}

/** A blade, as thick as can be seen. */
function drawThin(
  context: CanvasRenderingContext2D,
  corners: readonly (Projected | null)[],
  tint: string,
  isHolding: boolean,
): void {
  outline(context, hull(corners.flatMap((corner) => (corner ? around(corner, THIN) : []))), tint, isHolding);
}

/** A ring beside the pointer that fills while the tool does what takes time. */
function drawProgress(context: CanvasRenderingContext2D, { x, y }: Projected, progress: number, tint: string): void {
  const [cx, cy] = [x + RING.aside, y - RING.aside];
  const arc = (fraction: number, width: number, colour: string): void => {
    context.beginPath();
    context.arc(cx, cy, RING.radius, -0.5 * Math.PI, (2 * fraction - 0.5) * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  arc(1, 8, RIM);
  arc(1, 5, GLOW);
  arc(Math.min(1, progress), 5, tint);
}

const around = (centre: Projected, radius: number): Projected[] =>
  Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle), scale: centre.scale };
  });

/** A line with a dark rim, thicker while the tool works. */
function outline(
  context: CanvasRenderingContext2D,
  points: readonly (Projected | null)[],
  tint: string,
  isHolding: boolean,
): void {
  if (points.length < 3 || points.some((point) => !point)) return;
  context.beginPath();
  for (const point of points) context.lineTo(point!.x, point!.y);
  context.closePath();
  context.lineJoin = 'round';
  const width = isHolding ? 2.5 : 1.5;
  context.lineWidth = width + 2.5;
  context.strokeStyle = RIM;
  context.stroke();
  context.lineWidth = width;
  context.strokeStyle = tint;
  context.stroke();
}

/** Convex hull (Andrew 1979). */
export function hull(points: readonly Projected[]): Projected[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const side = (o: Projected, a: Projected, b: Projected): number =>
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list: readonly Projected[]): Projected[] => {
    const chain: Projected[] = [];
    for (const point of list) {
      while (chain.length > 1 && side(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

import { add, addScaled, cross, normalize, perpendicular, scale, type Vec3 } from '../../../src/numeric/vector.ts';
import type { OrbitCamera, Size } from '../../../src/render/index.ts';
import type { ToolVolume } from '../../../src/salon/tool.ts';
import type { HandView } from './hand.ts';
import { axesOf, type Projected, projector } from './ray.ts';

/** Colours of the tool over the picture. */
export interface OverlayInk {
  readonly line: string;
  readonly fill: string;
  readonly held: string;
  readonly shadow: string;
}

const ROUND = 36;

type Project = (point: Vec3) => Projected | null;

/** Draws what a tool reaches, and its contact shadow where it points, over the picture. */
export function drawTool(
  context: CanvasRenderingContext2D,
  { tool, parameters, pose, place, isHolding }: HandView,
  camera: OrbitCamera,
  size: Size,
  ink: OverlayInk,
): void {
  const project = projector(camera, size);
  const volume = tool.volume(parameters, pose);
  drawShadow(context, project, place, shadowRadius(volume, pose.origin, place), camera, ink);
  context.lineWidth = 1.25;
  context.strokeStyle = ink.line;
  context.fillStyle = isHolding ? ink.held : ink.fill;
  if (volume.kind === 'cone') drawCone(context, project, volume.cone);
  else if (volume.kind === 'triangle') drawPolygon(context, volume.corners.map(project));
  else for (const capsule of volume.capsules) drawCapsule(context, project, capsule);
}

/** How wide the tool is where it meets the hair. */
function shadowRadius(volume: ToolVolume, origin: Vec3, place: Vec3): number {
  const away = Math.hypot(place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]);
  if (volume.kind === 'cone') return Math.max(0.006, away * volume.cone.slope);
  if (volume.kind === 'triangle') return 0.012;
  return Math.max(0.008, ...volume.capsules.map((capsule) => capsule.radius));
}

/** A soft dark spot in the plane of the picture at the hair's depth: it grows where the tool is far from the hair. */
function drawShadow(
  context: CanvasRenderingContext2D,
  project: Project,
  place: Vec3,
  radius: number,
  camera: OrbitCamera,
  ink: OverlayInk,
): void {
  const centre = project(place);
  if (!centre) return;
  const { right } = axesOf(camera);
  const edge = project(addScaled(place, right, radius));
  const r = Math.max(4, edge ? Math.hypot(edge.x - centre.x, edge.y - centre.y) : 4);
  const shade = context.createRadialGradient(centre.x, centre.y, 0, centre.x, centre.y, r);
  shade.addColorStop(0, ink.shadow);
  shade.addColorStop(1, 'rgb(0 0 0 / 0%)');
  context.fillStyle = shade;
  context.beginPath();
  context.arc(centre.x, centre.y, r, 0, 2 * Math.PI);
  context.fill();
}

function drawCone(
  context: CanvasRenderingContext2D,
  project: Project,
  { apex, axis, reach, slope }: Extract<ToolVolume, { kind: 'cone' }>['cone'],
): void {
  const u = normalize(perpendicular(axis));
  const v = cross(axis, u);
  const centre = addScaled(apex, axis, reach);
  const rim = Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    const side = add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
    return project(addScaled(centre, side, reach * slope));
  });
  const tip = project(apex);
  drawPolygon(context, rim);
  if (!tip || rim.some((point) => !point)) return;
  drawPolygon(context, hull([tip, ...(rim as Projected[])]), false);
  context.beginPath();
  context.arc(tip.x, tip.y, 3, 0, 2 * Math.PI);
  context.stroke();
}

function drawCapsule(
  context: CanvasRenderingContext2D,
  project: Project,
  { a, b, radius }: { readonly a: Vec3; readonly b: Vec3; readonly radius: number },
): void {
  const from = project(a);
  const to = project(b);
  if (!from || !to) return;
  const around = (centre: Projected): Projected[] =>
    Array.from({ length: ROUND }, (_, k) => {
      const angle = (2 * Math.PI * k) / ROUND;
      const r = Math.max(1, radius * centre.scale);
      return { x: centre.x + r * Math.cos(angle), y: centre.y + r * Math.sin(angle), scale: centre.scale };
    });
  drawPolygon(context, hull([...around(from), ...around(to)]));
}

function drawPolygon(
  context: CanvasRenderingContext2D,
  points: readonly (Projected | null)[],
  isOutlined = true,
): void {
  if (points.length < 3 || points.some((point) => !point)) return;
  context.beginPath();
  for (const point of points) context.lineTo(point!.x, point!.y);
  context.closePath();
  context.fill();
  if (isOutlined) context.stroke();
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

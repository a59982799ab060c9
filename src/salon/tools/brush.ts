import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { addScaled, at, dot, mix, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { toolFrame } from '../frame.ts';
import { acrossAndAlong } from '../loads.ts';
import type { Pose } from '../stroke.ts';
import type { Tool } from '../tool.ts';
import { type Capsule, nearestOnSegment } from '../volumes/capsule.ts';

const parameters = {
  width: quantity({ unit: 'm', about: 'Width of the brush.', min: 0.005, max: 0.3, default: 0.06 }),
  bristles: quantity({ unit: 'm', about: 'How far the bristles reach.', min: 0.002, max: 0.1, default: 0.02 }),
  drag: quantity({
    unit: 'N·s/m²',
    about: 'How strongly the bristles take hair along, for each metre of it.',
    min: 0,
    max: 10,
    default: 2e-3,
  }),
  sliding: quantity({
    unit: '',
    about: 'How much they pull along the hair, relative to across it.',
    min: 0,
    max: 1,
    default: 0.15,
  }),
};

type BrushParameters = ValuesOf<typeof parameters>;

/** Bristles everywhere within a capsule: hair in it is dragged along, less along itself than across. */
export const brush: Tool<typeof parameters> = {
  name: 'brush',
  about: 'Brushes: takes the hair that it touches with it and lets it slide through.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'capsules', capsules: [bodyOf(own, pose)] }),
  work({ view, from, to, loads, changes }, own) {
    if (!(to.press > 0)) return;
    const { hair } = view;
    const velocity = scale(subtract(to.origin, from.origin), 1 / hair.dt);
    const capsule = bodyOf(own, to);
    for (const k of view.byId())
      for (let i = hair.first[k]! + 1; i < hair.first[k + 1]!; i++) {
        const fraction = bristlesAt(capsule, at(hair.position, i));
        if (fraction === 0) continue;
        const edge = hair.s[i]! - hair.s[i - 1]!;
        const pull = own.drag * to.press * fraction * edge;
        const tangent = view.tangentAt({ node: i - 1, fraction: 0 });
        loads.drag(hair.ids[k]!, hair.s[i]!, acrossAndAlong(tangent, pull, own.sliding * pull), velocity);
        changes.touched.add(hair.ids[k]!);
      }
  },
};

function bodyOf(own: BrushParameters, pose: Pose): Capsule {
  const { across } = toolFrame(pose);
  const half = 0.5 * own.width;
  return {
    a: addScaled(pose.origin, across, -half),
    b: addScaled(pose.origin, across, half),
    radius: own.bristles,
  };
}

/** 1 in the middle of the bristles, 0 at their ends. */
function bristlesAt({ a, b, radius }: Capsule, x: Vec3): number {
  const gap = subtract(x, mix(a, b, nearestOnSegment(a, b, x)));
  const off = dot(gap, gap) / (radius * radius);
  return off < 1 ? (1 - off) * (1 - off) : 0;
}

import { conjugate, rotate } from '../../numeric/rotation.ts';
import { add, at, distance, subtract } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { withoutCurls } from '../without-curls.ts';
import { buildSkeleton, globalPoints, linksOf, setSkeleton, supportSkeleton, turnOf } from './build.ts';
import { radiusFactor, windAbout } from './curl.ts';
import { SALON_FIELDS, type Skeleton } from './fields.ts';
import { type SalonParameters, salonParameters } from './parameters.ts';
import { SalonStepper } from './step.ts';

/** Dual skeletons: a chain that swings by an implicit angular equation, and curls that are wound about it. */
export const salonSkeleton = defineModel({
  name: 'dual-skeleton',
  about:
    'Dual skeleton of an interactive salon: a chain with implicit angles and curls that are drawn out about it; very cheap.',
  parameters: salonParameters,
  fields: SALON_FIELDS,
  physics: salonPhysics,
});

function salonPhysics(setup: ModelSetup, parameters: SalonParameters): Physics<typeof SALON_FIELDS> {
  return {
    build: buildSkeleton({ ...setup, ...parameters }),
    stepper: (store) => new SalonStepper(store, parameters),
    present(skeleton) {
      const back = conjugate(turnOf(skeleton));
      const restDirection = new Float64Array(3 * skeleton.nodes);
      for (let i = 0; i + 1 < skeleton.nodes; i++) restDirection.set(rotate(back, at(skeleton.direction, i)), 3 * i);
      return { restDirection };
    },
    adoptShape(skeleton) {
      const back = conjugate(turnOf(skeleton));
      const { position, groomed, nodes } = skeleton;
      for (let i = 1; i < nodes; i++)
        groomed.set(add(at(groomed, 0), rotate(back, subtract(at(position, i), at(position, 0)))), 3 * i);
      setSkeleton(skeleton, parameters);
      if (setup.restState === 'sag-free') supportSkeleton(skeleton, setup.gravity);
    },
    setState: (skeleton, x, v) => takeShape(skeleton, x, v, parameters),
  };
}

/** Links take the direction and motion of points without their curls; curls are wound about them. */
function takeShape(skeleton: Skeleton, x: Float64Array, v: Float64Array, { curlReach }: SalonParameters): number {
  const { position, velocity, restLength, direction, span, restSpan, offset, u1, motion, nodes } = skeleton;
  velocity.set(v);
  motion.set(v);
  if (nodes < 2 || skeleton.rooted[0] !== 1) {
    position.set(x);
    return 0;
  }
  const first = [direction.slice(0, 3), span[0]!] as const;
  const global = withoutCurls(x, restLength, curlReach);
  linksOf(global, direction, span);
  motion.set(withoutCurls(v, restLength, curlReach));
  direction.set(first[0]);
  span[0] = first[1];
  const points = globalPoints(skeleton, at(position, 0));
  const axes = new Float64Array(3 * nodes);
  axes.set(rotate(turnOf(skeleton), at(u1, 0)));
  const factor = (link: number): number =>
    radiusFactor(restLength[link]! / restSpan[link]!, span[link]! / restSpan[link]!);
  windAbout(points, axes, offset, factor, 0, nodes, position);
  let farthest = 0;
  for (let i = 0; i < nodes; i++) farthest = Math.max(farthest, distance(at(position, i), at(x, i)));
  return farthest;
}

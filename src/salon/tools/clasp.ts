import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { add, addScaled, at, distance, dot, mix, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { drawnTogether, fromBody, toBody } from '../clasps.ts';
import { toolFrame } from '../frame.ts';
import type { Pose } from '../stroke.ts';
import type { Tool, Work } from '../tool.ts';
import { type Capsule, nearestPlace } from '../volumes/capsule.ts';

const parameters = {
  kind: choice({
    about:
      'ponytail: draws hair together; bow: a ponytail with a bow; pin: holds it where it is; band: holds it all along the stroke; open: takes clasps away.',
    options: ['ponytail', 'bow', 'pin', 'band', 'open'],
    default: 'ponytail',
  }),
  catch: quantity({ unit: 'm', about: 'Hair within this distance is caught.', min: 0.001, max: 0.3, default: 0.04 }),
  radius: quantity({
    unit: 'm',
    about: 'Radius to which a ponytail is drawn together.',
    min: 0.001,
    max: 0.1,
    default: 0.012,
  }),
  width: quantity({ unit: 'm', about: 'Width of the clasp.', min: 0.001, max: 0.2, default: 0.02 }),
};

type ClaspParameters = ValuesOf<typeof parameters>;

/** A band is laid down in pieces at least this long, metres. */
const PIECE = 0.01;
/** Of its straight length a held piece of hair is at most this fraction long. */
const SLACK = 0.98;

/** Radii of what is seen of a pin and a hairband, metres. */
const PIN = 0.0014;
const BAND = 0.0035;

/** Column of the memory that says which body the clasp rides on. */
const BODY = 5;

/** Bands, pins and ponytails. Memory: clasp, unused, last piece's end (3), body. */
export const clasp: Tool<typeof parameters> = {
  name: 'clasp',
  about: 'Holds hair together: a ponytail, a pin, a hairband; it rides on the head, and hair beyond it moves freely.',
  parameters,
  memoryWidth: 6,
  volume: (own, pose) => ({ kind: 'capsules', capsules: [bodyOf(own, pose)] }),
  work(work, own) {
    const { view, to, carryingBodies, clasps, changes, rows } = work;
    if (!(to.press > 0)) return;
    if (own.kind === 'open') {
      const freed = new Set(clasps.openNear(carryingBodies, to.origin, own.catch));
      for (const id of freed) {
        changes.touched.add(id);
        work.products.get(id)?.squeeze.fill(0);
        changes.dirty.add(id);
      }
      work.bonds.cutThreads(freed);
      return;
    }
    if (rows.count === 0) {
      const body = carryingBodies.nearestTo(view.hair, to.origin);
      rows.push(clasps.next++, 0, ...toBody(carryingBodies.state(body), to.origin), body);
      catchHair(work, own, bodyOf(own, to));
    } else if (own.kind === 'band') {
      const body = carryingBodies.state(rows.at(0, BODY));
      const last = fromBody(body, [rows.at(0, 2), rows.at(0, 3), rows.at(0, 4)]);
      if (distance(last, to.origin) < PIECE) return;
      catchHair(work, own, { a: last, b: to.origin, radius: own.catch });
      toBody(body, to.origin).forEach((value, c) => {
        rows.set(0, 2 + c, value);
      });
    }
  },
};

function bodyOf(own: ClaspParameters, pose: Pose): Capsule {
  const { across } = toolFrame(pose);
  return {
    a: addScaled(pose.origin, across, -0.5 * own.width),
    b: addScaled(pose.origin, across, 0.5 * own.width),
    radius: own.catch,
  };
}

/** Holds, of each strand that passes through the capsule, the place nearest to its axis. */
function catchHair(
  { view, carryingBodies, clasps, changes, rows }: Work,
  own: ClaspParameters,
  capsule: Capsule,
): void {
  const { hair } = view;
  const number = rows.at(0, 0);
  const time = hair.time + hair.dt;
  let fall: Vec3 = [0, 0, 0];
  const shape = carryingBodies.state(rows.at(0, BODY));
  for (const k of view.byId()) {
    const found = nearestPlace(hair, k, capsule.a, capsule.b, capsule.radius);
    if (!found) continue;
    const target =
      own.kind === 'ponytail' || own.kind === 'bow'
        ? drawnTogether(capsule.a, capsule.b, found.point, own.catch, Math.min(own.radius, own.catch))
        : found.point;
    const s = reachingPlace(view.isRooted(k) ? at(hair.position, hair.first[k]!) : null, target, found.s);
    if (s > view.length(k) || clasps.holds(hair.ids[k]!, s)) continue;
    const begin = s === found.s ? found.point : view.pointAt(view.locate(k, s));
    const body = carryingBodies.state(carryingBodies.bodyOf(hair, k));
    clasps.members.push(hair.ids[k]!, s, ...toBody(body, target), ...toBody(body, begin), time, number);
    changes.touched.add(hair.ids[k]!);
    fall = add(fall, view.tangentAt(view.locate(k, s)));
  }
  const [a, b] =
    own.kind === 'ponytail' || own.kind === 'bow' ? aroundTail(capsule, own, fall) : [capsule.a, capsule.b];
  const kind = own.kind === 'ponytail' ? 'tie' : own.kind === 'open' ? 'pin' : own.kind;
  const radius = kind === 'pin' ? PIN : kind === 'band' ? BAND : own.radius;
  const body = rows.at(0, BODY);
  clasps.show({ clasp: number, a: toBody(shape, a), b: toBody(shape, b), radius, body, kind });
}

/** A tie lies about the hair that it draws together, across its run. */
function aroundTail({ a, b }: Capsule, { width }: ClaspParameters, fall: Vec3): readonly [Vec3, Vec3] {
  const middle = mix(a, b, 0.5);
  const way = normalize(fall, [0, -1, 0]);
  return [addScaled(middle, way, -0.25 * width), addScaled(middle, way, 0.25 * width)];
}

/** The arc length nearest to s from which the target can be reached with a little slack. */
function reachingPlace(root: Vec3 | null, target: Vec3, s: number): number {
  if (!root) return s;
  const way = subtract(target, root);
  return Math.max(s, Math.sqrt(dot(way, way)) / SLACK);
}

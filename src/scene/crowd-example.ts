import { hashUnit } from '../numeric/random.ts';
import { SCENE_VERSION, type SceneInput } from './schema.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type GroomInput = NonNullable<SceneInput['grooms']>[number];

/** Styles of the crowd, each with its colour: melanin and redness. */
const STYLES = [
  ['long-wavy', 0.55, 0.35],
  ['bob', 0.93, 0.1],
  ['long-straight', 0.2, 0.15],
  ['curly', 0.45, 0.85],
] as const;
const ACROSS = 7;
/** From head to head, and from the first to the rows behind it, m. */
const [BESIDE, BEHIND, GAP] = [0.75, 1, 1.6];
/** Who walks from the back to the eye, and how long, s. */
const WALKER = 37;
const WALK = 6;

/** Places before a camera that looks along −z: the first head stands alone, the others in rows behind it, each beside those before it. */
function placeOf(n: number): [number, number, number] {
  if (n === 0) return [0, 0, 0];
  const row = Math.floor((n - 1) / ACROSS);
  const column = ((n - 1) % ACROSS) - 3 + (row % 2 === 0 ? 0.25 : -0.25);
  const off = (salt: number): number => 0.2 * (hashUnit(n, salt) - 0.5);
  return [BESIDE * column + off(1), 0.1 + 0.13 * row + off(2), -GAP - BEHIND * row + off(3)];
}

/** What a head does all the time: it looks about, nods, or bounces as in walking. */
function motionOf(n: number): BodyInput['motion'] {
  const start = 0.05 + hashUnit(n, 4);
  const more = { kind: 'head', start, cycles: 1000 } as const;
  if (n % 3 === 0) return { ...more, name: 'turn', amplitude: 0.5, period: 2 + hashUnit(n, 5) };
  if (n % 3 === 1) return { ...more, name: 'bounce', amplitude: 0.02, period: 0.55 };
  return { ...more, name: 'nod', amplitude: 0.3, period: 1.2 + hashUnit(n, 5) };
}

/** Walks up to the eye and stands there; a key every eighth of a second. */
function walk([x, y, z]: readonly [number, number, number]): BodyInput['motion'] {
  const [toX, toY, toZ] = [0.3, 0, 0.2];
  const steps = Array.from({ length: 8 * WALK }, (_, k) => {
    const part = (k + 1) / (8 * WALK);
    const bob = part < 1 && k % 4 === 1 ? 0.02 : 0;
    const position: [number, number, number] = [part * (toX - x), part * (toY - y) + bob, part * (toZ - z)];
    return { time: (k + 1) / 8, position };
  });
  return { kind: 'keys', keys: [{ time: 0 }, ...steps] };
}

/** Heads in one scene, seen by a camera before the first: near ones move strand by strand, far ones as a few strips. */
export function crowdScene(heads = 50, guides = 400): SceneInput {
  const bodies = Array.from({ length: heads }, (_, n): BodyInput => {
    const position = placeOf(n);
    return {
      name: `head ${n + 1}`,
      shape: { kind: 'bust' },
      position,
      motion: n === WALKER ? walk(position) : motionOf(n),
    };
  });
  const grooms = bodies.map(({ name }, n): GroomInput => {
    const [style, melanin, redness] = STYLES[n % STYLES.length]!;
    return {
      name: `hair ${n + 1}`,
      body: name,
      source: { kind: 'style', style },
      guides,
      strands: 10 * guides,
      look: { roughness: 0.2, colour: { kind: 'melanin', melanin, redness } },
    };
  });
  return {
    format: 'pelage-scene',
    version: SCENE_VERSION,
    name: 'crowd',
    about: 'Fifty heads, each simulated as finely as it is seen.',
    bodies,
    grooms,
    levels: {},
    camera: { target: [0.1, 0, 0], distance: 0.9, azimuth: 0, elevation: 0.06, fieldOfView: 0.7 },
  };
}

export const CROWD: SceneInput = crowdScene();

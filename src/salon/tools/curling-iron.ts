import { asin, atan2, cos, exp, sin } from '../../numeric/elementary.ts';
import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { addScaled, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { Barrel } from '../barrel.ts';
import { addFraction } from '../changes.ts';
import { type ToolFrame, toolFrame } from '../frame.ts';
import { isotropic } from '../loads.ts';
import { movedTowards, withinReach } from '../reach.ts';
import type { Tool, Work } from '../tool.ts';
import { nearestPlace } from '../volumes/capsule.ts';

const parameters = {
  radius: quantity({ unit: 'm', about: 'Radius of the barrel.', min: 0.002, max: 0.1, default: 0.012 }),
  length: quantity({ unit: 'm', about: 'Length of the barrel.', min: 0.01, max: 0.5, default: 0.12 }),
  strand: quantity({
    unit: 'm',
    about: 'Half the thickness of the strand that is wound.',
    min: 0,
    max: 0.02,
    default: 0.001,
  }),
  catch: quantity({
    unit: 'm',
    about: 'Hair within this distance of the barrel is taken.',
    min: 0,
    max: 0.1,
    default: 0.01,
  }),
  pitch: quantity({ unit: 'm', about: 'From one winding to the next.', min: 0, max: 0.1, default: 0.004 }),
  winding: quantity({ unit: 'm/s', about: 'How fast hair is wound up.', min: 0.001, max: 10, default: 0.25 }),
  turn: choice({
    about: 'Which way it is wound.',
    options: ['left', 'right'],
    default: 'right',
  }),
  temperature: quantity({
    unit: '°C',
    about: 'A roller is 20 to 60, a curling iron 120 to 200: the hotter, the faster hair keeps the shape.',
    min: 0,
    max: 230,
    default: 180,
  }),
};

type IronParameters = ValuesOf<typeof parameters>;

/** Setting rate at 180 °C and at room temperature, 1/s. */
const HOT_RATE = 3;
const COLD_RATE = 0.05;
/** Wet hair takes the shape more slowly: heat goes into the water first. */
const WET_BRAKE = 0.7;
/** How firmly wound hair is held, N/m, and how fast it comes to its place, m/s. */
const GRIP = 0.2;
const SPEED = 1.5;
/** Friction of hair on the barrel. */
const FRICTION = 0.2;

/**
 * Takes strands that pass the barrel and winds what is beyond that place onto it, outwards; the longer and the hotter it lies
 * there, the more the rest shape becomes the present one. Memory: id, s of the beginning, angle there, place along the
 * barrel, wound length.
 */
export const curlingIron: Tool<typeof parameters> = {
  name: 'curling-iron',
  about: 'Winds hair on a warm barrel (or a roller): it keeps the curl until it gets wet.',
  parameters,
  memoryWidth: 5,
  volume: (own, pose) => ({
    kind: 'capsules',
    capsules: [{ a: pose.origin, b: addScaled(pose.origin, pose.direction, own.length), radius: own.radius }],
  }),
  progress({ view, rows, products }) {
    let sum = 0;
    let nodes = 0;
    for (let row = 0; row < rows.count; row++) {
      const strand = products.get(rows.at(row, 0));
      if (!strand || !view.place.has(strand.id)) continue;
      for (let i = 1; i < strand.s.length; i++) {
        if (strand.s[i]! < rows.at(row, 1)) continue;
        sum += strand.heat[i]!;
        nodes++;
      }
    }
    return nodes > 0 ? sum / nodes : 0;
  },
  work(work, own) {
    const { view, to, rows } = work;
    const frame = toolFrame(to);
    if (!(to.press > 0)) {
      rows.data.length = 0;
      return;
    }
    // The clip closes on the first hair that comes between; what comes later is pushed aside.
    const isOpen = rows.count === 0 && own.catch > 0;
    if (isOpen || work.isFirst || work.from.press === 0) take(work, own, frame);
    work.obstacles.push(barrelOf(work, own));
    for (let row = 0; row < rows.count; row++) {
      const k = view.place.get(rows.at(row, 0));
      if (k === undefined) continue;
      rows.set(row, 4, Math.min(view.length(k), rows.at(row, 4) + own.winding * view.hair.dt));
      wind(work, own, frame, row, k);
      work.changes.touched.add(rows.at(row, 0));
    }
  },
};

/** What was not taken may not enter it; hair that is not chosen does not feel it. */
function barrelOf({ all, view, from, to, rows }: Work, own: IronParameters): Barrel {
  const { hair } = view;
  const ignored = new Set<number>();
  for (let row = 0; row < rows.count; row++) ignored.add(rows.at(row, 0));
  for (const id of all.hair.ids) if (!view.place.has(id)) ignored.add(id);
  const capsule = { a: to.origin, b: addScaled(to.origin, to.direction, own.length), radius: own.radius };
  const velocity = scale(subtract(to.origin, from.origin), 1 / hair.dt);
  return new Barrel({ capsule, end: hair.time + hair.dt, velocity, friction: FRICTION, ignored });
}

function take({ view, to, rows }: Work, own: IronParameters, frame: ToolFrame): void {
  const { hair } = view;
  const end = addScaled(to.origin, frame.forward, own.length);
  for (const k of view.byId()) {
    const found = nearestPlace(hair, k, to.origin, end, own.radius + own.catch);
    if (!found) continue;
    const arm = subtract(found.point, to.origin);
    const angle = atan2(dot(arm, frame.up), dot(arm, frame.across));
    rows.push(hair.ids[k]!, found.s, angle, found.along * own.length, 0);
  }
}

/** Holds the wound nodes on the helix about the barrel and lets heat work on them. */
function wind(work: Work, own: IronParameters, frame: ToolFrame, row: number, k: number): void {
  const { view, rows, loads, products, changes } = work;
  const { hair } = view;
  const id = rows.at(row, 0);
  const begin = rows.at(row, 1);
  const wound = rows.at(row, 4);
  const turn = (own.turn === 'right') === work.isOther ? -1 : 1;
  const first = hair.first[k]!;
  const nodes = hair.first[k + 1]! - first;
  const strand = products.open(hair, k);
  let angle = rows.at(row, 2);
  let along = rows.at(row, 3);
  let last = begin;
  for (let i = 1; i < nodes; i++) {
    const s = hair.s[first + i]!;
    if (s < begin || hair.inverseMass[first + i] === 0) continue;
    if (s - begin > wound) break;
    const step = windingStep(own, s - last);
    angle += turn * step;
    along += (own.pitch * step) / (2 * Math.PI);
    last = s;
    const place = onBarrel(work, own, frame, angle, along);
    const x: Vec3 = [
      hair.position[3 * (first + i)]!,
      hair.position[3 * (first + i) + 1]!,
      hair.position[3 * (first + i) + 2]!,
    ];
    const target = withinReach(view, k, s, movedTowards(x, place, SPEED * hair.dt));
    loads.spring(id, s, target, isotropic(GRIP), isotropic(GRIP * hair.dt), [0, 0, 0]);
    const fraction = 1 - exp(-hair.dt * work.to.press * settingRate(own, strand.wet[i]!));
    addFraction(changes.shapeSet, id, nodes, i, fraction);
    strand.heat[i] = strand.heat[i]! + fraction * (1 - strand.heat[i]!);
  }
}

/** Angle of a winding whose chord is as long as the edge, so that edges lie on the barrel without stretch. */
function windingStep(own: IronParameters, edge: number): number {
  const radius = own.radius + own.strand;
  const rise = (own.pitch * edge) / (2 * Math.PI * radius);
  const chord = Math.sqrt(Math.max(0, edge * edge - rise * rise));
  return 2 * asin(Math.min(0.99, chord / (2 * radius)));
}

function onBarrel({ to }: Work, own: IronParameters, frame: ToolFrame, angle: number, along: number): Vec3 {
  const radius = own.radius + own.strand;
  const centre = addScaled(to.origin, frame.forward, along);
  return addScaled(addScaled(centre, frame.across, radius * cos(angle)), scale(frame.up, radius), sin(angle));
}

function settingRate({ temperature }: IronParameters, wet: number): number {
  const heat = Math.max(0, (temperature - 20) / 160);
  return (COLD_RATE + HOT_RATE * heat * heat) * (1 - WET_BRAKE * wet);
}

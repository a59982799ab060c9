import { smoothstep } from '../../numeric/curve.ts';
import { exp } from '../../numeric/elementary.ts';
import { choice, flag, quantity, type ValuesOf, vector } from '../../numeric/parameters.ts';
import { hashUnit } from '../../numeric/random.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { toBody } from '../clasps.ts';
import { PAINTED, type PaintStroke, paintFraction } from '../paint.ts';
import type { Tool, Work } from '../tool.ts';

const parameters = {
  attribute: choice({
    about:
      'dye colours the hair itself, bleach lifts it by orange and yellow to pale; density, length and colour are painted on the skin.',
    options: [...PAINTED, 'dye', 'bleach'],
    default: 'dye',
  }),
  value: quantity({
    unit: '',
    about: 'Density or length to paint, as a multiple of what the style has.',
    min: 0,
    max: 10,
    default: 1,
  }),
  colour: vector({
    about: 'Colour to paint: red, green, blue, 0 to 1.',
    min: 0,
    max: 1,
    default: [0.5, 0.1, 0.1],
  }),
  radius: quantity({ unit: 'm', about: 'Radius of the brush.', min: 0.001, max: 0.5, default: 0.025 }),
  hardness: quantity({
    unit: '',
    about: 'Fraction of the brush that paints fully; the rest fades to its rim.',
    min: 0,
    max: 0.99,
    default: 0.5,
  }),
  opacity: quantity({ unit: '', about: 'How much covers what was there.', min: 0, max: 1, default: 1 }),
  part: choice({
    about: 'Which part of the hair dye takes on: highlights are single locks, as in foils.',
    options: ['all', 'roots', 'lengths', 'tips', 'highlights'],
    default: 'all',
  }),
  flow: quantity({ unit: '1/s', about: 'How fast dye takes.', min: 0, max: 100, default: 8 }),
  over: flag({
    about: 'Paint over what was painted before; otherwise strokes mix, whatever their order.',
    default: true,
  }),
};

type PaintParameters = ValuesOf<typeof parameters>;

/** Colour on hair, and fields on the skin, by strokes in space: no texture coordinates. Memory: stroke's place, unused. */
export const paint: Tool<typeof parameters> = {
  name: 'paint',
  about: 'Dyes the hair, or paints how dense, how long and which colour it grows.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'capsules', capsules: [{ a: pose.origin, b: pose.origin, radius: own.radius }] }),
  work(work, own) {
    if (!(work.to.press > 0)) return;
    if (own.attribute === 'dye' || own.attribute === 'bleach') dye(work, own);
    else extendPath(work, own, own.attribute);
  },
};

function strokeOf(own: PaintParameters, attribute: PaintStroke['attribute'], path: number[], body = -1): PaintStroke {
  const { radius, hardness, opacity, value, colour } = own;
  return {
    attribute,
    value: attribute === 'colour' ? colour : [value, value, value],
    radius,
    hardness,
    opacity,
    isOver: own.over,
    body,
    path,
  };
}

/** The path is kept in the coordinates of the body: the field rides with it. */
function extendPath(
  { view, rows, paint: strokes, to, carryingBodies }: Work,
  own: PaintParameters,
  attribute: PaintStroke['attribute'],
): void {
  if (rows.count === 0) {
    const body = carryingBodies.nearestTo(view.hair, to.origin);
    rows.push(strokes.length, 0);
    strokes.push(strokeOf(own, attribute, [...toBody(carryingBodies.state(body), to.origin)], body));
    return;
  }
  const place = rows.at(0, 0);
  const point = toBody(carryingBodies.state(strokes[place]!.body), to.origin);
  const { path } = strokes[place]!;
  const last: Vec3 = at(path, path.length / 3 - 1);
  if (distance(last, point) < 0.1 * own.radius) return;
  strokes[place] = { ...strokes[place]!, path: [...path, ...point] };
}

/** Of all locks, those that get highlights. */
const FOILED = 0.3;

/** How much of the dye a place takes, by the part of the hair that is dyed; s from root (0) to tip (1). */
function partShare(part: PaintParameters['part'], id: number, s: number): number {
  if (part === 'highlights') return hashUnit(id, 47) < FOILED ? 1 : 0;
  if (part === 'roots') return 1 - smoothstep((s - 0.15) / 0.2);
  if (part === 'tips') return smoothstep((s - 0.6) / 0.25);
  return part === 'lengths' ? smoothstep((s - 0.15) / 0.2) : 1;
}

/** What bleach makes of dark hair on its way: red brown, orange, yellow, pale; linear red, green and blue. */
const LIFTED = [
  [0.09, 0.022, 0.006],
  [0.3, 0.085, 0.015],
  [0.58, 0.3, 0.08],
  [0.8, 0.64, 0.38],
] as const;

/** The colour of hair that bleach has lifted so far, 0..1. */
function liftedTo(level: number, c: number): number {
  const place = level * (LIFTED.length - 1);
  const i = Math.min(LIFTED.length - 2, Math.floor(place));
  return LIFTED[i]![c]! + (place - i) * (LIFTED[i + 1]![c]! - LIFTED[i]![c]!);
}

/** Dye goes on over what is there: α' = α + a (1 − α), the colour moves by a/α'. Bleach takes all colour that was there with it. */
function dye({ view, from, to, products, changes }: Work, own: PaintParameters): void {
  const { hair } = view;
  const sweep = strokeOf(own, 'colour', [...from.origin, ...to.origin]);
  const middle = at(sweep.path, 1);
  for (const k of view.byId())
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
      const x = at(hair.position, i);
      if (distance(x, middle) > own.radius + distance(from.origin, to.origin)) continue;
      const share = partShare(own.part, hair.ids[k]!, hair.s[i]! / view.length(k));
      if (share === 0) continue;
      const fraction = 1 - exp(-hair.dt * own.flow * to.press * share * paintFraction(sweep, x));
      if (fraction === 0) continue;
      const strand = products.open(hair, k);
      const node = i - hair.first[k]!;
      const whole = strand.dye[node]! + fraction * (1 - strand.dye[node]!);
      for (const [c, part] of [strand.red, strand.green, strand.blue].entries())
        part[node] =
          own.attribute === 'bleach'
            ? liftedTo(whole, c)
            : part[node]! + (fraction / whole) * (own.colour[c]! - part[node]!);
      strand.dye[node] = whole;
      changes.dirty.add(strand.id);
    }
}

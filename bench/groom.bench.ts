import { makeBust } from '../src/body/bust.ts';
import { bakeDistanceField } from '../src/body/distance-field.ts';
import { type Generator, generate, makeGenerator, updateGuides } from '../src/groom/generator.ts';
import { makeGroom } from '../src/groom/groom.ts';
import { makeStrandSettings, type StrandSettingsInput } from '../src/groom/strand-settings.ts';
import { builtInHair } from '../src/groom/styles.ts';
import { interleaved, say } from './measure.ts';

/** How many points a second does one core generate? 100,000 strands of 32 points from 500 guides. */
const mesh = makeBust();
const body = { mesh, field: bakeDistanceField(mesh, { resolution: 96 }) };
const CALM: StrandSettingsInput = { tufts: 0, smallTufts: 0, lengthJitter: 0, frizz: 0, phaseJitter: 0 };

function generatorOf(style: string, strands: StrandSettingsInput): Generator {
  const groom = makeGroom(body, builtInHair(style, { points: 32, strands }), { guides: 500, strands: 100_000 });
  const generator = makeGenerator(groom.binding, makeStrandSettings(groom.style.strands));
  updateGuides(generator, groom.guides.positions);
  return generator;
}

const cases: readonly [string, Generator][] = [
  ['interpolation, straight', generatorOf('long-straight', { ...CALM, mode: 'interpolation' })],
  ['interpolation, curly', generatorOf('curly', { ...CALM, mode: 'interpolation' })],
  ['hybrid with tufts and jitter, straight', generatorOf('long-straight', { mode: 'hybrid' })],
  ['hybrid with tufts and jitter, curly', generatorOf('curly', { mode: 'hybrid' })],
];
const out = new Float32Array(3 * 3_200_000);
const times = interleaved(
  7,
  Object.fromEntries(cases.map(([name, generator]) => [name, () => generate(generator, 0, 100_000, out)])),
);
for (const [name] of cases)
  say(name, `${(3200 / times[name]!).toFixed(1)} M points/s`, name.startsWith('interpolation') ? '10 or more' : '');

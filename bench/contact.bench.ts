import type { HairState } from '../src/contact/interaction.ts';
import { clumpRadii } from '../src/contact/strands/clumps.ts';
import { Contact } from '../src/contact/strands/contact.ts';
import { makeInteraction } from '../src/contact/strands/make.ts';
import { contactParameters, type InteractionDeclaration, makeDeclarations } from '../src/contact/strands/parameters.ts';
import { findModel } from '../src/models/index.ts';
import { completeParameters } from '../src/numeric/parameters.ts';
import { Random } from '../src/numeric/random.ts';
import { parseScene, prepareScene, type SceneInstance } from '../src/scene/index.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { uniformFirst } from '../src/strands/strands.ts';
import { meanDistance, simulateHead } from '../src/validate/full-head.ts';
import { interleaved, processorTime, say } from './measure.ts';

/** What do strands cost that meet each other, against the step of the rods themselves? */

function headOf(style: string, guides: number, points: number): SceneInstance {
  const source = { kind: 'style', style, change: points > 0 ? { points } : {} };
  const scene = { format: 'pelage-scene', version: 2, name: style, grooms: [{ source, guides }] };
  return prepareScene(parseScene(scene, style), { strands: 0 });
}

/** The hair of a scene as interactions see it, moving a little. */
function stateOf({ grooms }: SceneInstance, shift: number): HairState {
  const { guides } = grooms[0]!;
  const radii = clumpRadii(guides);
  const nodes = guides.positions.length / 3;
  const s = new Float64Array(nodes);
  const radius = new Float64Array(nodes);
  const inverseMass = new Float64Array(nodes);
  for (let k = 0; k < guides.id.length; k++)
    for (let i = guides.first[k]!; i < guides.first[k + 1]!; i++) {
      const p = 3 * i;
      const x = guides.positions;
      if (i > guides.first[k]!)
        s[i] = s[i - 1]! + Math.hypot(x[p]! - x[p - 3]!, x[p + 1]! - x[p - 2]!, x[p + 2]! - x[p - 1]!);
      radius[i] = radii[i]!;
      inverseMass[i] = i < guides.first[k]! + 2 ? 0 : 2e7;
    }
  const wave = (i: number): number => Math.sin(0.37 * i) + Math.sin(1.93 * i);
  return {
    time: 0,
    dt: 1 / 120,
    ids: guides.id,
    first: guides.first,
    position: Float64Array.from(guides.positions, (x, i) => x + shift * wave(i)),
    velocity: Float64Array.from(guides.positions, (_, i) => 0.05 * wave(i + 7)),
    s,
    radius,
    inverseMass,
  };
}

/** So fast that what was found does not serve again. */
const fast = new Float64Array(3 * 32000).fill(1);
const declare = (text: object): readonly InteractionDeclaration[] => makeDeclarations([text]);

// 1,000 guides of 32 nodes: each method against a step of the rods without any.
const big = headOf('long-wavy', 1000, 32);
const groomed = stateOf(big, 0);
const moved = stateOf(big, 0.001);
/** Hair that settles. */
const calm: HairState = { ...moved, velocity: moved.velocity.map((v) => 0.1 * v) };
const alone = simulateHead(big, { model: findModel('rod'), restState: 'sag-free', interaction: 'none' });
alone.advance(4);
const contact = new Contact(completeParameters(contactParameters), groomed);
const kept = makeInteraction(declare({ kind: 'contact' }), { groomed })!;
const tasks: Record<string, () => void> = {
  step: () => alone.advance(1),
  contact: () => void kept.act(calm),
  search: () => void contact.detect({ ...calm, velocity: fast }),
};
/** Hair on its way: some steps of flight, then again from the start. */
const flight = Array.from({ length: 8 }, (_, n) => ({
  ...moved,
  position: moved.position.map((x, i) => x + n * moved.dt * moved.velocity[i]!),
}));
for (const kind of ['volume', 'fluid'] as const) {
  const interaction = makeInteraction(declare({ kind }), { groomed })!;
  let step = 0;
  tasks[kind] = () => void interaction.act(flight[step++ % flight.length]!);
}
// What is short is not compiled yet when it is first measured.
for (let n = 0; n < 20; n++) tasks['volume']!();
for (let n = 0; n < 3; n++) for (const name of ['contact', 'search', 'fluid']) tasks[name]!();
const times = interleaved(9, tasks, processorTime);
const fraction = (name: string): string => `${((100 * times[name]!) / times['step']!).toFixed(1)} %`;
say('1,000 x 32 nodes: a step of the rods alone', `${times['step']!.toFixed(1)} ms`);
const { count } = contact.detect(calm);
say('contact, fraction of that step', fraction('contact'));
say('contact, finding pairs nearer than groomed, fraction of that step', fraction('search'));
say('contact, such pairs', `${(count / 1000).toFixed(0)} k`);
say('contact, such pairs found a second', `${(count / times['search']! / 1000).toFixed(1)} M`);
say('volume (the grid), fraction of that step', fraction('volume'), 'at most 10 %');
say('fluid, fraction of that step', fraction('fluid'));

// Four times the guides, radius by 1/√guides, segments of the same length: a block of wavy hair, evenly rooted.
function blockOf(guides: number): HairState {
  const points = 32;
  const random = new Random(3);
  const nodes = guides * points;
  const position = new Float64Array(3 * nodes);
  const s = new Float64Array(nodes);
  for (let k = 0; k < guides; k++) {
    const [x, z, phase] = [random.between(0, 0.3), random.between(0, 0.3), random.between(0, 6.28)];
    for (let i = 0; i < points; i++) {
      const at = 3 * (k * points + i);
      s[k * points + i] = 0.01 * i;
      position.set([x + 0.01 * Math.sin(0.4 * i + phase), -0.01 * i, z + 0.01 * Math.cos(0.3 * i + phase)], at);
    }
  }
  return {
    time: 0,
    dt: 1 / 120,
    ids: Uint32Array.from({ length: guides }, (_, k) => k),
    first: uniformFirst(guides, points),
    position,
    // So fast that what was found does not serve again.
    velocity: new Float64Array(3 * nodes).fill(1),
    s,
    inverseMass: new Float64Array(nodes).fill(2e7),
    radius: new Float64Array(nodes).fill(0.1 / Math.sqrt(guides)),
  };
}
const growth: Record<string, () => void> = {};
for (const guides of [1000, 4000]) {
  const hair = blockOf(guides);
  const all = new Contact(completeParameters(contactParameters, { keepEvery: 0 }), hair);
  growth[guides] = () => void all.detect(hair);
}
for (let n = 0; n < 3; n++) for (const task of Object.values(growth)) task();
const grown = interleaved(7, growth, processorTime);
say(
  'detection, all segments: 4,000 guides / 1,000 guides',
  `${(grown['4000']! / grown['1000']!).toFixed(2)}x`,
  'at most 4.6x',
);

// Pruned against unpruned on the curly style.
const curly = headOf('curly', 60, 0);
function run(declaration: object): { ms: number; volume: number } {
  const simulation: Simulation = simulateHead(curly, {
    model: findModel('rod'),
    restState: 'as-groomed',
    interaction: declare(declaration),
  });
  const start = meanDistance(curly, simulation);
  const begin = processorTime();
  simulation.advanceTo(1);
  return { ms: processorTime() - begin, volume: meanDistance(curly, simulation) / start };
}
const whole = run({ kind: 'contact', keepEvery: 0 });
const prunings = [
  ['points (the default)', { kind: 'contact' }],
  ['points and half of the pairs', { kind: 'contact', pairFraction: 0.5 }],
] as const;
for (const [name, declaration] of prunings) {
  const pruned = run(declaration);
  say(`curly, unpruned / pruned ${name}, whole step`, `${(whole.ms / pruned.ms).toFixed(2)}x`, '1.4x or more');
  say('  difference in volume', `${(100 * Math.abs(pruned.volume / whole.volume - 1)).toFixed(2)} %`, 'below 3 %');
}

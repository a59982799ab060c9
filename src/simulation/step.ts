import type { HairState } from '../contact/interaction.ts';
import type { StepReport } from '../models/model.ts';
import type { SalonLoads } from '../salon/salon.ts';
import type { GroomLog, SimulatedGroom } from './groom.ts';
import { mergeContacts, mergeForces, present } from './merge-rows.ts';
import type { SimulationParts } from './parts.ts';
import type { StepProfiler } from './profiler.ts';
import { joinReports } from './reports.ts';

/** What can happen in a step that a person should know. */
export type StepEvent = 'teleport' | Parameters<GroomLog>[0];

/** Who a step tells what happens in it. */
export interface StepObserver {
  readonly profiler: StepProfiler | null;
  /** Strands were cut, taken away or added; they are read, and have not moved yet. */
  strandsChanged(): void;
  /** Strands at these places of the hair, which followed others, move by themselves from here on. */
  strandsBegun(places: readonly number[], hair: HairState): void;
  readonly log: (kind: StepEvent, strands: readonly number[], detail: string) => void;
}

/** The step to be taken: its number, when it begins and how long it is, seconds. */
export interface StepClock {
  readonly step: number;
  readonly time: number;
  readonly dt: number;
}

export interface StepOutcome {
  readonly report: StepReport;
  /** Grooms that were carried rigidly because their body jumped. */
  readonly carried: ReadonlySet<SimulatedGroom>;
}

/** One internal step of all hair, in the order in which everything happens. */
export function takeStep(parts: SimulationParts, { step, time, dt }: StepClock, observer: StepObserver): StepOutcome {
  const { bodies, grooms, salon, sleep, levels, onHair } = parts;
  const { profiler } = observer;
  const end = time + dt;
  profiler?.('begin');

  // Bodies and roots move to the end of the step. A body that jumps will carry its hair along instead of tearing it.
  const jumps = new Map(bodies.map((body) => [body, body.jumped(time, end)]));
  for (const [body, jump] of jumps) {
    // A pop that goes on for several steps is told of once.
    if (!jump || (step > 0 && body.jumped(time - dt, time))) continue;
    const carried = grooms.filter((groom) => groom.body === body);
    observer.log(
      'teleport',
      carried.flatMap(({ dynamics }) => [...dynamics.ids]),
      jump,
    );
  }

  // What reads all hair reads it as it is now, whatever models and blocks it is in.
  const isRead = salon !== null || sleep !== null || levels !== null || onHair !== null || parts.interaction !== null;
  let hair = isRead ? parts.hair.read(time, dt) : null;

  // Strands join others that move for them, and part from them; tools see all where they are shown.
  if (hair) levels?.update(hair, step);
  if (hair && (salon || onHair)) levels?.show(hair);
  profiler?.('reading');

  // Tools come first: they cut, grow and edit strands, and what they touch wakes up.
  const tools = (hair && salon?.act(hair, parts.strands, step)) ?? null;
  if (tools && followTools(parts, tools, time)) {
    hair = parts.hair.read(time, dt);
    levels?.show(hair);
    observer.strandsChanged();
  }
  if (hair) onHair?.(hair);
  profiler?.('tools');
  const moving = hair && levels ? liftTouched(parts, hair, tools?.touched ?? [], observer) : hair;

  const interaction =
    (moving && parts.interaction?.act(moving, ownOf(parts), parts.blocks.exchange ?? undefined)) ?? null;
  const [toolForces, hairForces] = [tools?.forces, interaction?.forces].map(
    (forces) => (hair && levels && forces ? levels.levels.share(forces, hair) : forces) ?? null,
  );
  const pushes = levels?.takePushes();
  const ties = (hair && levels?.ties(hair)) ?? null;
  profiler?.('interactions');

  const following = grooms.map((groom) => levels?.levels.following(groom.dynamics.ids) ?? null);
  const controlled = grooms.map((groom, g) => groom.control(time, dt, observer.log, following[g]));
  if (grooms.some(({ hasNewHolds }) => hasNewHolds)) parts.hair.forget();
  if (moving) updateSleep(parts, moving, tools?.touched ?? []);
  profiler?.('controls');

  // Every model takes the step with all that acts on its strands, bodies included; strands that fail try again or are reset.
  const carried = new Set(grooms.filter((groom) => jumps.get(groom.body)));
  for (const [g, groom] of grooms.entries()) {
    if (carried.has(groom)) {
      groom.carry(time, end);
      continue;
    }
    const owns = grooms.length > 1 ? setOf(groom.dynamics.ids) : null;
    const actions = {
      forces: mergeForces(present([toolForces, hairForces, controlled[g], pushes, ties]), owns),
      contacts: mergeContacts(present([tools?.contacts, interaction?.contacts]), owns),
      fields: tools?.fields ?? [],
      obstacles: tools?.obstacles ?? [],
      asleep: either(sleep?.asleep(groom.dynamics.ids) ?? null, following[g]!),
    };
    groom.step(time, dt, actions, observer.log);
  }
  parts.hair.moved();
  profiler?.('model');
  return { report: joinReports(grooms.map(({ report }) => report)), carried };
}

/** Ids as a set, made once for the array that they are in. */
function setOf(ids: Uint32Array): ReadonlySet<number> {
  const known = idSets.get(ids) ?? new Set(ids);
  idSets.set(ids, known);
  return known;
}

const idSets = new WeakMap<Uint32Array, ReadonlySet<number>>();

/** Takes note of what tools did to the strands; whether their state must be read again. */
function followTools(parts: SimulationParts, tools: SalonLoads, time: number): boolean {
  const { grown, hasNewTopology, hasNewProperties, touched } = tools;
  for (const { groom, strands } of grown) parts.grooms[groom]!.add(strands, time);
  const isOther = hasNewTopology || grown.length > 0;
  if (isOther || hasNewProperties) parts.hair.changed(touched);
  if (!isOther) return false;
  parts.strands.changed();
  return true;
}

/** Strands that tools touched or that are held move by themselves. Returns all that do. */
function liftTouched(
  { levels, clamps, grooms }: SimulationParts,
  hair: HairState,
  touched: readonly number[],
  observer: StepObserver,
): HairState {
  const held = [
    ...clamps.ids,
    ...grooms.flatMap(({ controls, dynamics }) => controls.heldOf(dynamics.ids, hair.time + hair.dt)),
  ];
  if (touched.length > 0 || held.length > 0) levels!.raise([...touched, ...held], hair);
  const begun = levels!.apply(hair);
  if (begun.length > 0) observer.strandsBegun(begun, hair);
  return levels!.levels.movingHair(hair);
}

/** Which of the strands that move by themselves this block has. */
const ownOf = ({ hair, levels }: SimulationParts): Uint8Array => levels?.levels.movingOf(hair.own) ?? hair.own;

/** Where either is 1. */
function either(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  return a && b ? a.map((one, k) => one | b[k]!) : (a ?? b);
}

/** Hair that is calm falls asleep; it wakes when it is touched, when a body moves and when anything else does. */
function updateSleep(
  { bodies, grooms, fields, sleep }: SimulationParts,
  hair: HairState,
  touched: readonly number[],
): void {
  const { time, dt } = hair;
  const isRestless =
    fields.some((field) => field.isRestless?.(time)) || grooms.some((groom) => groom.isDisturbed(time, time + dt));
  sleep?.update(hair, { touched, isRestless, bodies: bodies.map(({ motion }) => motion.at(time + dt)) });
}

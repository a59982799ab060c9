import { addFraction, type Changes } from './changes.ts';
import type { HairView } from './hair-view.ts';
import type { Products, StrandProducts } from './products.ts';
import type { SalonSettings } from './settings.ts';

/** Hair as wet as this has forgotten what heat did to it. */
const SOAKED = 0.9;

/** Less water than this is none, as a fraction of what a hair can hold. */
const A_DROP = 0.01;

/** Whether water still runs, or dries. */
export function isDripping(products: Products, { damp, evaporation }: SalonSettings): boolean {
  const calm = (evaporation > 0 ? 0 : damp) + A_DROP;
  return products.ids().some((id) => products.get(id)!.wet.some((wet) => wet > calm));
}

/**
 * Water by itself: what is more than a hair holds runs down it, towards whichever of its neighbours lies lower, and off its
 * lowest places; all of it dries slowly. Upwind in space, so water is neither made nor lost along the way.
 */
export function runWater(view: HairView, products: Products, settings: SalonSettings, changes: Changes): void {
  const { hair } = view;
  for (const id of products.ids()) {
    const own = products.get(id)!;
    if (!own.wet.some((wet) => wet > 0)) continue;
    const first = hair.first[view.place.get(id)!]!;
    const ran = runDown(own, hair.position, first, settings, hair.dt);
    const dried = evaporate(own, settings.evaporation * hair.dt);
    if (ran || dried) changes.dirty.add(id);
    forgetHeat(own, changes);
  }
}

function runDown(own: StrandProducts, x: Float64Array, first: number, settings: SalonSettings, dt: number): boolean {
  const { wet, s } = own;
  const nodes = wet.length;
  const excess = wet.map((value) => Math.max(0, value - settings.damp));
  let hasRun = false;
  for (let i = 0; i < nodes; i++) {
    if (excess[i] === 0) continue;
    const height = x[3 * (first + i) + 1]!;
    const drop = (j: number): number => (j < 0 || j >= nodes ? 0 : height - x[3 * (first + j) + 1]!);
    const down = drop(i + 1) > drop(i - 1) ? i + 1 : i - 1;
    const fall = drop(down);
    const isEnd = i === nodes - 1;
    // The lowest place of a strand drips; at a tip that points down the water leaves as fast as it runs.
    const to = fall > 0 ? down : -1;
    const edge = to >= 0 ? Math.abs(s[to]! - s[i]!) : Math.max(s[nodes - 1]! / (nodes - 1), 1e-6);
    const steepness = to >= 0 ? fall / edge : isEnd ? 1 : 0.3;
    const fraction = Math.min(0.5, (settings.dripping * Math.min(1, steepness) * dt) / edge);
    const moved = fraction * excess[i]!;
    if (moved === 0) continue;
    hasRun = true;
    wet[i] = wet[i]! - moved;
    if (to >= 0) wet[to] = wet[to]! + (moved * spanOf(s, i)) / spanOf(s, to);
  }
  // What a full node cannot take has run past it.
  for (let i = 0; i < nodes; i++) if (wet[i]! > 1) wet[i] = 1;
  return hasRun;
}

/** Length that a node stands for. */
function spanOf(s: Float64Array, i: number): number {
  return 0.5 * (s[Math.min(i + 1, s.length - 1)]! - s[Math.max(i - 1, 0)]!);
}

function evaporate({ wet }: StrandProducts, loss: number): boolean {
  if (loss === 0) return false;
  for (let i = 0; i < wet.length; i++) wet[i] = Math.max(0, wet[i]! - loss);
  return true;
}

/** All soaked nodes of the strand, also those without heat: a model may have one rest shape for several. */
function forgetHeat(own: StrandProducts, changes: Changes): void {
  if (!own.heat.some((heat, i) => heat > 0 && own.wet[i]! >= SOAKED)) return;
  for (let i = 0; i < own.wet.length; i++) {
    if (own.wet[i]! < SOAKED) continue;
    addFraction(changes.shapeReset, own.id, own.s.length, i, 1);
    own.heat[i] = 0;
  }
}

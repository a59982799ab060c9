import { halfTurns } from './dual-scatter.ts';
import type { Fibre } from './fibre.ts';
import { streams } from './two-streams.ts';

/** A mass that shows this colour sends back that fraction of light in two streams: of fibres without a core, whatever their roughness. */
const SHOWN = 0.2;
const SENT_BACK = 0.331;

const sentBack = (fibre: Fibre, sigma: number): number => {
  const { ahead, behind } = halfTurns({ ...fibre, sigma: [sigma, sigma, sigma] }, 0, 1);
  return streams(ahead.albedo[0], behind.albedo[0], 0).reflectance;
};

/**
 * By how much √σ must be larger in a fibre with a core for the same colour of a mass, over that of the same fibre without pigment:
 * less pigment lies in the light's way, and less of the light goes on. Nearly the same for all colours (within 10 % from 0.02 to 0.8
 * but for the densest cores).
 */
export function coreColourRatio(fibre: Fibre, scale: number): number {
  if (!fibre.table.core) return 1;
  const wanted = SENT_BACK * sentBack(fibre, 0);
  let [low, high] = [1e-4, 100];
  for (let k = 0; k < 40; k++) {
    const middle = Math.sqrt(low * high);
    if (sentBack(fibre, middle) > wanted) low = middle;
    else high = middle;
  }
  return (Math.sqrt(low) * scale) / -Math.log(SHOWN);
}

import type { RigidMotion } from '../body/motion.ts';
import { bindToBody, rootPoints } from '../groom/body-binding.ts';
import { applyPeltWind, type PeltRoots } from '../groom/layers/pelt-wind.ts';
import { applySculpts, type Sculpt } from '../groom/layers/sculpt.ts';
import type { HairBody } from '../groom/skin.ts';
import type { Strands } from '../strands/strands.ts';
import type { FileReader } from './body-files.ts';
import type { Hair } from './groom.ts';
import type { SceneGroom } from './groom-schema.ts';
import { maskAtRoots } from './masks.ts';

/** What is laid on the result of a run: nothing that is simulated knows of it, so it is as it was when the run is made anew. */
export interface ResultLayers {
  /** Guides of a moment, corrected; those that were given where there is nothing to correct. */
  guidesAt(guides: Float32Array, time: number): Float32Array;
  /** All strands that are shown, with everything on them. */
  hair(plain: Hair): Hair;
}

export interface LayerPlace {
  /** Guides in the coordinates of their body at rest. */
  readonly guides: Strands;
  readonly body: Pick<HairBody, 'mesh'> | null;
  readonly motion: RigidMotion;
  readonly files: FileReader;
  readonly seed: number;
}

/** The layers of a groom; null where it has none, which costs nothing. */
export function makeResultLayers({ sculpt, pelt }: SceneGroom, place: LayerPlace): ResultLayers | null {
  if (sculpt.length === 0 && pelt.strength === 0) return null;
  const { guides, body, motion, files, seed } = place;
  const sculpts = sculpt.map(
    ({ where, ...parameters }): Sculpt => ({ parameters, weights: maskAtRoots(where, guides, body, files) }),
  );
  const guidesAt = (given: Float32Array, time: number): Float32Array => {
    // What tools have left of guides has other points than were groomed: corrections are of whole hair.
    if (sculpts.length === 0 || given.length !== guides.positions.length) return given;
    const positions = given.slice();
    applySculpts(sculpts, { first: guides.first, positions, state: motion.at(time), time });
    return positions;
  };
  const swayed = (plain: Hair): Hair => {
    const { generator: _, toBodySpace: __, ...made } = plain;
    const roots = peltRoots(plain.strands, body);
    const { first } = plain.strands;
    return {
      ...made,
      plain,
      update: (given, time, out, left) => {
        plain.update(guidesAt(given, time), time, out, left);
        applyPeltWind(pelt, roots, { first, positions: out, state: motion.at(time), time, seed });
      },
    };
  };
  const sculpted = (plain: Hair): Hair => ({
    ...plain,
    plain,
    update: (given, time, out, left) => plain.update(guidesAt(given, time), time, out, left),
    ...(plain.toBodySpace
      ? { toBodySpace: (given: Float32Array, time: number) => plain.toBodySpace!(guidesAt(given, time), time) }
      : {}),
  });
  return { guidesAt, hair: pelt.strength === 0 ? sculpted : swayed };
}

/** Where shown strands stand; in the air each stands along its own first piece. */
function peltRoots(strands: Strands, body: LayerPlace['body']): PeltRoots {
  const position = rootPoints(strands);
  if (body) {
    const known =
      strands.strandAttributes.get('rootNormal') ??
      bindToBody(strands, body.mesh).strands.strandAttributes.get('rootNormal');
    return { position, normal: known!.data };
  }
  const normal = new Float64Array(position.length);
  strands.first.forEach((from, k) => {
    if (k + 1 === strands.first.length) return;
    const edge = [0, 1, 2].map((c) => strands.positions[3 * from + 3 + c]! - strands.positions[3 * from + c]!);
    const long = Math.sqrt(edge.reduce((sum, c) => sum + c * c, 0)) || 1;
    normal.set(
      edge.map((c) => c / long),
      3 * k,
    );
  });
  return { position, normal };
}

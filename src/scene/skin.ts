import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import type { HairBody } from '../groom/grow.ts';
import { didYouMean } from '../numeric/nearest.ts';
import { InputError } from '../strands/input-error.ts';
import type { BodyForm } from './body-form.ts';

/** The part of a body that hair of one groom grows on, in the body's own coordinates at time 0. */
export interface Skin extends HairBody {
  readonly region: string;
}

/** What grows where nothing is said. */
const USUAL = 'scalp';
const EVERYWHERE = 'everywhere';

/** The region of a body; the scalp where none is asked for and there is one, else all of it. */
export function skinOf(body: Pick<BodyForm, 'name' | 'mesh' | 'field'>, asked: string | undefined): Skin | null {
  const { mesh, field } = body;
  if (!mesh || !field) return null;
  const region = asked ?? (mesh.regions.has(USUAL) ? USUAL : EVERYWHERE);
  if (mesh.regions.has(region)) return { mesh, field, region };
  if (region === EVERYWHERE) return { mesh: withEverywhere(mesh), field, region };
  const known = [...mesh.regions.keys(), EVERYWHERE];
  const advice = didYouMean(region, known) || `; there are ${known.join(', ')}`;
  throw new InputError('scene/region', `The body ${body.name} has no region "${region}"${advice}`);
}

function withEverywhere(mesh: TriangleMesh): TriangleMesh {
  const all = { weight: new Float32Array(mesh.positions.length / 3).fill(1) };
  return makeMesh({ ...mesh, regions: new Map([...mesh.regions, [EVERYWHERE, all]]) });
}

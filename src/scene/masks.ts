import { bindToBody } from '../groom/body-binding.ts';
import { scalarField } from '../groom/fields/field.ts';
import { RestPose } from '../groom/fields/rest-pose.ts';
import { type HairBody, makePlace } from '../groom/skin.ts';
import type { Strands } from '../strands/strands.ts';
import type { FileReader } from './body-files.ts';
import type { SceneFields } from './field-schema.ts';
import { fieldSources } from './field-sources.ts';

/** Where on the skin something acts: a number from 0 to 1, or a field. */
export type Mask = SceneFields['density'];

type MaskBody = Pick<HairBody, 'mesh'>;

/** What a mask says at the roots of strands, which stand on a body in its own coordinates: one number a strand. */
export function maskAtRoots(mask: Mask, strands: Strands, body: MaskBody | null, files: FileReader): Float64Array {
  const count = strands.id.length;
  if (mask === undefined || !body) return new Float64Array(count).fill(typeof mask === 'number' ? mask : 1);
  const { mesh } = body;
  const rest = mesh.rest ?? mesh;
  const source = fieldSources({ density: mask }, { mesh: rest, files }).density!;
  // Paint without a ground acts where it is and nowhere else.
  const field = scalarField('where', source, rest, { at: () => 0, constant: 0 });
  const bound = bindToBody(strands, mesh).strands;
  const [triangle, weights, normal, uv] = ['rootTriangle', 'rootWeights', 'rootNormal', 'rootUv'].map(
    (name) => bound.strandAttributes.get(name)?.data,
  );
  const place = makePlace();
  const pose = mesh.rest && new RestPose(mesh, mesh.rest);
  return Float64Array.from({ length: count }, (_, k) => {
    place.id = strands.id[k]!;
    place.triangle = triangle![k]!;
    for (let c = 0; c < 3; c++) {
      place.weights[c] = weights![3 * k + c]!;
      place.position[c] = strands.positions[3 * strands.first[k]! + c]!;
      place.normal[c] = normal![3 * k + c]!;
    }
    for (let c = 0; c < 2; c++) place.uv[c] = uv?.[2 * k + c] ?? 0;
    return Math.min(1, Math.max(0, field.at(pose ? pose.atRest(place) : place)));
  });
}

/** The same by the ids of the strands; null where it is 1 everywhere. */
export function maskById(
  mask: Mask,
  strands: Strands,
  body: MaskBody | null,
  files: FileReader,
): ((id: number) => number) | null {
  if (mask === undefined) return null;
  const values = maskAtRoots(mask, strands, body, files);
  const byId = new Map(Array.from(strands.id, (id, k) => [id, values[k]!]));
  return (id) => byId.get(id) ?? 0;
}

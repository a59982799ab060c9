import { clumpRadiusOf } from '../contact/strands/clumps.ts';
import { ShelteringHair } from '../forces/sheltering-hair.ts';
import { strandCount } from '../strands/strands.ts';
import type { GroomInstance } from './groom-instance.ts';
import type { SceneGroom } from './groom-schema.ts';
import type { Scene } from './schema.ts';

const CM2 = 1e-4;

/** The hair that keeps air away from hair inside, where a scene asks for it. It is as dense as the scene says, however many strands are drawn. */
export function makeShelter({ air, grooms: declared }: Scene, grooms: readonly GroomInstance[]): ShelteringHair | null {
  if (!(air.shelter > 0)) return null;
  return new ShelteringHair(
    grooms.map((groom, g) => {
      const { radius, density } = groom.fibre;
      return hairsAGuide(declared[g]!, groom) * Math.PI * radius * radius * density;
    }),
  );
}

/** Hairs that a guide stands for: its share of all, or what grows on the skin that it has for itself. */
function hairsAGuide({ strands, strandDensity }: SceneGroom, { guides }: GroomInstance): number {
  if (strandDensity === undefined) return strands / Math.max(1, strandCount(guides));
  const radius = clumpRadiusOf(guides);
  const skin = guides.id.reduce((sum, id) => sum + Math.PI * radius(id, 0) * radius(id, 0), 0);
  return (strandDensity * skin) / (CM2 * Math.max(1, strandCount(guides)));
}

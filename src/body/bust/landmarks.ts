import type { Vec3 } from '../../numeric/vector.ts';
import { EAR_MIDDLE } from './ear.ts';
import { bustDistance, earlessDistance } from './figure.ts';
import { hairlineAtForehead, hairlineAtNape } from './hairline.ts';
import { CROWN_DIRECTION, HEAD_CENTRE } from './head-chart.ts';
import { exitPoint } from './on-surface.ts';

/** Places on the bust that grooming and scenes refer to, metres. */
export interface BustLandmarks {
  /** Middle of the scalp, at uv (0.5, 0.5). */
  readonly crown: Vec3;
  /** Top of the head. */
  readonly vertex: Vec3;
  /** The hairline in the mirror plane, at the forehead and at the nape. */
  readonly foreheadHairline: Vec3;
  readonly nape: Vec3;
  /** Middle of each ear; left is the character's left, x > 0. */
  readonly leftEar: Vec3;
  readonly rightEar: Vec3;
  readonly noseTip: Vec3;
  readonly chin: Vec3;
  readonly headCentre: Vec3;
  /** From the centre to the side of the head without ears, to the top, and to front and back (their mean). */
  readonly headRadii: Vec3;
}

function headRadii(): Vec3 {
  const [, cy, cz] = HEAD_CENTRE;
  const side = exitPoint(earlessDistance, HEAD_CENTRE, [1, 0, 0])[0];
  const top = exitPoint(earlessDistance, HEAD_CENTRE, [0, 1, 0])[1] - cy;
  const front = exitPoint(earlessDistance, HEAD_CENTRE, [0, 0, 1])[2] - cz;
  const back = cz - exitPoint(earlessDistance, HEAD_CENTRE, [0, 0, -1])[2];
  return [side, top, 0.5 * (front + back)];
}

export function bustLandmarks(): BustLandmarks {
  return {
    crown: exitPoint(bustDistance, HEAD_CENTRE, CROWN_DIRECTION),
    vertex: exitPoint(bustDistance, HEAD_CENTRE, [0, 1, 0]),
    foreheadHairline: hairlineAtForehead(),
    nape: hairlineAtNape(),
    leftEar: EAR_MIDDLE,
    rightEar: [-EAR_MIDDLE[0], EAR_MIDDLE[1], EAR_MIDDLE[2]],
    noseTip: exitPoint(bustDistance, [0, 0.0095, 0.09], [0, 0, 1]),
    chin: exitPoint(bustDistance, [0, -0.05, 0.075], [0, -1, 0]),
    headCentre: HEAD_CENTRE,
    headRadii: headRadii(),
  };
}

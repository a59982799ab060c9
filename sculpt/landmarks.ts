import type { BustLandmarks } from '../src/body/bust.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import { EAR_MIDDLE } from './ear.ts';
import { bustDistance, earlessDistance } from './figure.ts';
import { hairlineAtForehead, hairlineAtNape } from './hairline.ts';
import { CROWN_DIRECTION, HEAD_CENTRE } from './head-chart.ts';
import { exitPoint } from './on-surface.ts';

function headRadii(): Vec3 {
  const [, cy, cz] = HEAD_CENTRE;
  const side = exitPoint(earlessDistance, HEAD_CENTRE, [1, 0, 0])[0];
  const top = exitPoint(earlessDistance, HEAD_CENTRE, [0, 1, 0])[1] - cy;
  const front = exitPoint(earlessDistance, HEAD_CENTRE, [0, 0, 1])[2] - cz;
  const back = cz - exitPoint(earlessDistance, HEAD_CENTRE, [0, 0, -1])[2];
  return [side, top, 0.5 * (front + back)];
}

export function findLandmarks(): BustLandmarks {
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

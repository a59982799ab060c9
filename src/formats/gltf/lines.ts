import { type Strands, strandCount } from '../../strands/strands.ts';
import { onPoints } from '../packing.ts';
import { type Geometry, segmentCount } from './geometry.ts';

/** Strands as lines. A line strip would need a primitive a strand: segments go into one. */
export function linesOf(strands: Strands): Geometry {
  const indices = new Uint32Array(2 * segmentCount(strands));
  let at = 0;
  for (let s = 0; s < strandCount(strands); s++)
    for (let p = strands.first[s]!; p + 1 < strands.first[s + 1]!; p++) {
      indices[at++] = p;
      indices[at++] = p + 1;
    }
  const colour = onPoints(strands, 'colour', 3);
  return {
    name: 'hair',
    isLines: true,
    indices,
    fixed: colour ? { COLOR_0: { size: 3, values: colour } } : {},
    at: (points) => ({ POSITION: { size: 3, values: points } }),
  };
}

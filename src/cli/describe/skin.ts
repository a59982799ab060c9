import { grouped } from '../../formats/budget.ts';
import type { BoneSkin } from '../../formats/index.ts';
import { bytesText } from '../table.ts';
import type { Description } from './description.ts';

export function describeSkin(name: string, bytes: number, { bones, weights, notes }: BoneSkin): Description {
  const strands = weights.length / 4;
  return {
    title: `${name}: skin weights of strands`,
    rows: [
      ['size', bytesText(bytes)],
      ['strands', grouped(strands)],
      ['bones', grouped(bones.length)],
    ],
    notes,
    json: { file: name, kind: 'skin', bytes, strands, boneCount: bones.length, bones, problemCount: 0, problems: [] },
  };
}

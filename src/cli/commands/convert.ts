import { type ReadOptions, readHair, writeHair } from '../../formats/index.ts';
import { repairStrands } from '../../strands/repair.ts';
import { resample } from '../../strands/resample.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import { type Command, command } from '../command.ts';
import { checkWritable, readBytes, writeWhole } from '../files.ts';
import { checkHairName } from '../hair-name.ts';
import { choice, flag, number } from '../options.ts';
import { bytesText, counted } from '../table.ts';
import { unitOption, upOption } from '../unit-options.ts';

/** Repairs that the document lists; their count is complete all the same. */
const MOST_REPAIRS = 1000;

export const convert: Command = command({
  name: 'convert',
  about: 'Writes a hair file in another format. Nothing finite is altered unless an option asks for it.',
  arguments: [
    { name: 'FROM', about: 'a hair file (.tfx .hair .obj)' },
    { name: 'TO', about: 'the file to write; its extension is the format' },
  ],
  options: {
    unit: unitOption('unit of FROM', 'what the file says, else m'),
    up: upOption('axis that points up in FROM'),
    'to-unit': unitOption('unit of TO', 'm'),
    'to-up': upOption('axis that points up in TO'),
    points: number({ about: 'resample every strand to so many points', min: 2, max: 65536, isWhole: true }),
    repair: flag('mend bad strands, leave out those that cannot be mended, and say so'),
    'tfx-version': choice('version of a .tfx file', 'N', ['3', '4'], '4'),
    'obj-lines': choice('how an .obj file holds strands', 'HOW', ['segments', 'polylines'], 'segments'),
  },
  example: 'npx pelage convert a.tfx b.hair',
  run({ context, positionals: [from = '', to = ''], values, report, note }) {
    const bytes = readBytes(context, from);
    checkHairName(to);
    checkWritable(context, to);
    const { unit, up, points } = values;
    const file = readHair(from, bytes, { unit, up } satisfies ReadOptions);
    const notes = [...file.notes];
    const repaired = values.repair ? repairStrands(file.strands) : { strands: file.strands, actions: [] };
    const strands = points === undefined ? repaired.strands : resample(repaired.strands, { points });
    const written = writeHair(to, strands, {
      metadata: file.metadata,
      tfxVersion: values['tfx-version'] === '3' ? 3 : 4,
      objLines: values['obj-lines'],
      unit: values['to-unit'],
      up: values['to-up'],
      note: (sentence) => notes.push(sentence),
    });
    writeWhole(context, to, written);
    const { actions } = repaired;
    for (const sentence of notes) note(sentence);
    if (actions.length > 0)
      note(`${counted(actions.length, 'repair')}, the first: strand ${actions[0]!.strand}: ${actions[0]!.detail}`);
    report({
      json: {
        from,
        to,
        bytes: written.length,
        ...totals(strands),
        repairCount: actions.length,
        repairs: actions.slice(0, MOST_REPAIRS).map(({ strand, kind, detail }) => ({ strand, kind, detail })),
        notes,
      },
      text: `Wrote ${to}: ${counted(strandCount(strands), 'strand')}, ${counted(pointCount(strands), 'point')}, ${bytesText(written.length)}.`,
    });
  },
});

const totals = (strands: Strands): { strands: number; points: number } => ({
  strands: strandCount(strands),
  points: pointCount(strands),
});

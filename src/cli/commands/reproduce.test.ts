import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../strands/input-error.ts';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { fakeContext, pelage, scratchFolder } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';
import { SILENT } from '../progress.ts';
import { reproduceAll } from '../reproduce-all.ts';
import { describeLoads, timeLoads } from '../reproduce-curly.ts';
import { describeFur } from '../reproduce-fur.ts';
import { describeLevels, levelsTable } from '../reproduce-levels.ts';
import { reproduceOriented } from '../reproduce-oriented.ts';
import { reproduceSalon } from '../reproduce-salon.ts';
import { reproduceTwist } from '../reproduce-twist.ts';
import { reproduceWisps } from '../reproduce-wisps.ts';

describe('pelage reproduce', () => {
  it('refuses tables that it does not know, with those that it does', async () => {
    const { code, err } = await pelage('/nowhere', 'reproduce', 'twists');
    expect(code).toBe(2);
    expect(err).toContain('the tables are twist');
  });

  it('prints the published cost of super-helices beside ours', async () => {
    const context = fakeContext();
    // A clock that passes five seconds at every look, so that each row is one frame.
    const now = (): number => {
      context.wait(5000);
      return context.now();
    };
    const code = await dispatch(['reproduce', 'super-helix'], { ...context, now });
    expect(code).toBe(0);
    expect(context.out()).toMatch(/100 +5 +curly +body and strands +\S+ \(\S+ iterations\) +0\.3 to 3/);
    expect(context.out()).toMatch(/in real time: \d+; published: up to 10/);
  });

  it('prints published timings of twist beside ours', () => {
    let clock = 0;
    // A clock that passes a second at every look, so that each timing is one round.
    const now = (): number => {
      clock += 1000;
      return clock;
    };
    const { text } = reproduceTwist(now, true);
    expect(text).toMatch(/30 +Newton, dense as published +1\.0 x +1\.0 x +\S+ +0\.14/);
    expect(text).toMatch(/90 +improved direct +\S+ x +8\.2 x +\S+ +0\.05/);
    expect(text).toMatch(/^Petr Kmoch, .*2018/);
    expect(text).toMatch(/Accuracy.*direct +mean .* worst.*Speed/s);
  });
});

describe('pelage reproduce wisps and salon', () => {
  /** A clock that passes a second at every look. */
  const clock = (): (() => number) => {
    let now = 0;
    return () => {
      now += 1000;
      return now;
    };
  };

  it('sets milliseconds a step beside the published ones, scene by scene', () => {
    const { text } = reproduceWisps({ now: clock(), scenes: ['R2', 'I2'], steps: 4 });
    // One look at a clock that passes a second lasts eight steps of the published integrator.
    expect(text).toMatch(/R2 straight +480 +125 +13\.63/);
    expect(text).toMatch(/I2 straight +124 +125 +2\.22/);
    expect(text).toMatch(/50 +16\.7 \/ 16\.7 \/ 16\.7 +3\.67 \/ 6\.78 \/ 8\.08/);
  });

  it('sets frames of dual skeletons beside the published one, and says how curls hang', async () => {
    const asked = { context: { ...fakeContext(), now: clock() }, progress: SILENT, output: undefined };
    const { text } = await reproduceSalon(asked as never, 2);
    expect(text).toMatch(/straight +296 x 20 +500 +92/);
    expect(text).toMatch(/10 %: 0\.823 +20 %: 0\.570/);
  });
});

describe('pelage reproduce levels', () => {
  it('sets a stylist at work beside the published one, with growth, rest and a crowd', () => {
    const context = fakeContext();
    let clock = 0;
    const now = (): number => {
      clock += 100;
      return clock;
    };
    const stages: string[] = [];
    const table = levelsTable(now, (what) => stages.push(what), true);
    const { text } = describeLevels(table, { context, output: undefined });
    expect(stages).toHaveLength(5);
    expect(text).toMatch(/wisps +100\.0 ms +1\.0 x +12 to 12 +0/);
    expect(text).toMatch(/published +92 ms +- +37 to 296/);
    expect(text).toMatch(/crowd of 2 heads.*of 16 move/);
  });
});

describe('pelage reproduce oriented', () => {
  it('sets sizes, seconds a frame and iterations beside the published ones', () => {
    let clock = 0;
    const now = (): number => {
      clock += 100;
      return clock;
    };
    const { text } = reproduceOriented({ context: { ...fakeContext(), now }, output: undefined }, true);
    expect(text).toMatch(/bangs +9 +135 +0\.10 +\d+\.\d +0\.5/);
    expect(text).toMatch(/foliage +124 +300/);
    expect(text).toMatch(/Newton iterations a step.*mean.*published: 2 to 213, mean 18\.3/);
  });
});

describe('pelage reproduce smoothing, core-stop and curly', () => {
  it('prints how straight smoothed curves are, to the straight one', async () => {
    const { code, out } = await pelage('/nowhere', 'reproduce', 'smoothing');
    expect(code).toBe(0);
    expect(out).toMatch(/Figure 4.*infinite +1\.0000 +0\.000/s);
  });

  it('sets seconds a frame beside table 2, for 1 worker and 2', () => {
    const row = { name: 'tail', hairs: 425, points: 18275, integrator: 'implicit', isPruned: true } as const;
    const text = describeLoads([
      { ...row, workers: 1, seconds: 0.25, published: 31 },
      { ...row, workers: 2, seconds: 0.14, published: 17.3 },
    ]);
    expect(text).toMatch(/tail +425 +18275 +implicit +on +1 +0\.250 +31 +124/);
  });

  it('measures a load on one worker', async () => {
    const context = fakeContext();
    const loads = [{ name: 'tail', hairs: 4, points: 48, thickness: 1, published: [31, 17.3] as const }];
    const rows = await timeLoads({ context, step: () => {}, loads, workers: [1], frames: 1 });
    expect(rows.map(({ points }) => points)).toEqual([48, 48, 48, 48]);
  });
});

describe('pelage reproduce fur', () => {
  const whirled = { cornerAngle: 0.6, quarter: 0.11, corner: 0.3, most: 0, strands: strandsFromPolylines([]) };

  it('says what was measured beside what was published', () => {
    const text = describeFur(
      {
        whirlwind: [
          { ...whirled, interpolation: 'springs', centre: 2e-8, height: 1 },
          { ...whirled, interpolation: 'geometry', centre: 0.059, height: 0.941 },
        ],
        grass: { samples: 900, blades: 16000, pressed: 50, leastAngle: 1.55, away: 1, left: 0 },
        loads: [
          {
            ...{ scene: 'mammoth', hairs: 16000, segments: 5, samples: 990, springs: 3, points: 30 },
            ...{ published: 4, publishedSize: '320x240' },
          },
        ],
      },
      [],
      '',
    );
    expect(text).toMatch(/springs +0\.600 rad +2e-8 .* nearly still/);
    expect(text).toMatch(/shapes +0\.600 rad +0\.059 .* 0\.941 +considerable motion/);
    expect(text).toMatch(/the least bent by 88\.8 degrees/);
    expect(text).toMatch(/mammoth +16000 x 5 +990 +3\.00 +30\.0 +about 4 min at 320x240/);
    expect(text).toMatch(/ellipsoids and capsules .* stand in/);
  });

  it('refuses a folder for tables without pictures', async () => {
    const { code, err } = await pelage('/nowhere', 'reproduce', 'twist', '-o', 'pictures');
    expect(code).toBe(2);
    expect(err).toContain('The table twist has no pictures');
  });
});

describe('pelage reproduce all', () => {
  it('without a name lists every table', async () => {
    const { code, out } = await pelage('/nowhere', 'reproduce');
    expect(code).toBe(0);
    for (const name of ['twist', 'super-helix', 'fur', 'curly', 'all'])
      expect(out).toMatch(new RegExp(`^${name} +\\S`, 'm'));
  });

  it('writes one report of all, and one that fails does not stop the others', async () => {
    const folder = scratchFolder();
    const said: string[] = [];
    const told = {
      context: fakeContext({ cwd: folder }),
      progress: () => SILENT,
      note: (sentence: string) => void said.push(sentence),
      line: () => {},
    };
    const tables = {
      good: () => ({ json: { rows: [1], pictures: [{ file: 'a.png' }] }, text: 'ours 1 < theirs 2' }),
      bad: () => {
        throw new InputError('x', 'The table fell over.');
      },
      last: async () => ({ json: { rows: [] }, text: 'last' }),
    };
    const { isFailure } = await reproduceAll(told, tables, { folder: 'out', drawn: ['good'] });
    expect(isFailure).toBe(true);
    expect(said).toEqual(['bad could not be measured: The table fell over.']);
    const json = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'));
    expect(json.tables.map(({ table }: { table: string }) => table)).toEqual(['good', 'bad', 'last']);
    const html = readFileSync(join(folder, 'out/report.html'), 'utf8');
    for (const part of ['ours 1 &lt; theirs 2', 'The table fell over.', 'src="good/a.png"', '<pre>last</pre>'])
      expect(html).toContain(part);
  });
});

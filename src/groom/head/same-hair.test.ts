import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { generateStrands } from '../generator.ts';
import { groomGenerator, makeGroom } from '../groom.ts';
import { builtInHair, HEAD_STYLE_NAMES } from '../styles.ts';

/** Hair of the built-in styles, as it has always grown: whoever changes it on purpose changes these, and says why. */
const KNOWN: Readonly<Record<string, string>> = {
  buzz: 'fe79b86c695ee3b3',
  bob: 'f716f7517caf332e',
  'long-straight': '9caa257f902eb38f',
  'long-wavy': '071e4a7c1cb967bb',
  curly: 'f568782f1f50b212',
  coily: '1697642b37ce53e9',
  mohawk: 'bb7bbf029c733284',
  ponytail: '789f141ff5c11daf',
  braid: '1e49b9a4cb72ce7e',
  bun: 'd8fcee722ec7a160',
};

const SEED = 3;
const body = { mesh: ellipsoidHead(), field: ellipsoidField() };

describe.each(HEAD_STYLE_NAMES)(`the style %s (seed ${SEED})`, (name) => {
  it('grows the same guides and strands, bit for bit', () => {
    const groom = makeGroom(body, builtInHair(name), { guides: 60, strands: 500, seed: SEED });
    const { positions } = generateStrands(groomGenerator(groom, body), groom.guides.positions, groom.roots);
    const hash = createHash('sha256');
    for (const array of [groom.guides.positions, groom.guides.strandAttributes.get('group')!.data, positions])
      hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    expect(hash.digest('hex').slice(0, 16)).toBe(KNOWN[name]);
  });
});

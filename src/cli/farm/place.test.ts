import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../context.fixture.ts';
import { openTestBucket, type TestBucket } from './bucket.fixture.ts';
import { openBucket } from './bucket.ts';
import { openPlace, type Place } from './place.ts';

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await openTestBucket('shots');
});
afterAll(() => bucket.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (found: Uint8Array | null): string | null => found && new TextDecoder().decode(found);

const PLACES: Record<string, () => Promise<Place>> = {
  'a folder': () => openPlace({ cwd: scratchFolder() }, 'results'),
  'a bucket': () => openBucket('s3://shots/tests/day one', bucket.environment),
};

describe.each(Object.entries(PLACES))('%s', (_, open) => {
  it('gives back what was put, whole and by name, and knows what is not there', async () => {
    const place = await open();
    expect(await place.get('a/b.png')).toBeNull();
    expect(await place.has('a/b.png')).toBe(false);
    expect(await place.list('a')).toEqual([]);
    await place.put('a/b.png', bytes('one'));
    await place.put('a/b.png', bytes('two'));
    expect(textOf(await place.get('a/b.png'))).toBe('two');
    const file = join(scratchFolder(), 'film');
    writeFileSync(file, 'three');
    await place.putFile('a/model.stiffness=0.5 & more.mp4', file);
    for (const name of ['1', '2', '3']) await place.put(`a/${name}`, bytes(name));
    await place.put('a/below/c', bytes('four'));
    const named = (await place.list('a')).filter((name) => name !== 'below');
    expect(named).toEqual(['1', '2', '3', 'b.png', 'model.stiffness=0.5 & more.mp4']);
    expect(textOf(await place.get('a/model.stiffness=0.5 & more.mp4'))).toBe('three');
    await place.remove('a/b.png');
    expect(await place.has('a/b.png')).toBe(false);
  });
});

describe('a folder of results', () => {
  it('never shows a draft beside them', async () => {
    const cwd = scratchFolder();
    const place = await openPlace({ cwd }, 'r');
    await place.put('x/1.png', bytes('1'));
    expect(readdirSync(join(cwd, 'r')).sort()).toEqual(['.farm', 'x']);
    expect(readdirSync(join(cwd, 'r/x'))).toEqual(['1.png']);
    expect(readdirSync(join(cwd, 'r/.farm/drafts'))).toEqual([]);
  });
});

describe('a bucket', () => {
  it('says in words what is wrong, and never a key', async () => {
    const wrong = { ...bucket.environment, AWS_SECRET_ACCESS_KEY: 'not-this-one' };
    const refused = await openBucket('s3://shots', wrong);
    await expect(refused.get('x')).rejects.toThrow(/^s3:\/\/shots: the bucket answered 403 \(SignatureDoesNotMatch\)/);
    await expect(refused.get('x')).rejects.not.toThrow(/not-this-one/);
    await expect(openBucket('s3://shots', {})).rejects.toThrow(/set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
    const none = await openBucket('s3://other', bucket.environment);
    await expect(none.put('x', bytes('x'))).rejects.toThrow('s3://other: there is no such bucket');
    await expect(openBucket('s3://key:secret@shots', bucket.environment)).rejects.toThrow(
      /^s3:\/\/…@shots is no bucket/,
    );
  });
});

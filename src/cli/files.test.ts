import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './context.fixture.ts';
import { checkAccess, checkWritable, isFile, makeFolder, readBytes, writeWhole } from './files.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('writeWhole', () => {
  it('writes, replaces, and leaves nothing else behind', () => {
    const cwd = scratchFolder();
    writeWhole({ cwd }, 'a.hair', bytes('one'));
    writeWhole({ cwd }, 'a.hair', bytes('two'));
    expect(readFileSync(join(cwd, 'a.hair'), 'utf8')).toBe('two');
    expect(readdirSync(cwd)).toEqual(['a.hair']);
  });

  it('keeps a link a link and permissions as they were', () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'real.hair'), 'one');
    chmodSync(join(cwd, 'real.hair'), 0o640);
    symlinkSync('real.hair', join(cwd, 'link.hair'));
    writeWhole({ cwd }, 'link.hair', bytes('two'));
    expect(lstatSync(join(cwd, 'link.hair')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'real.hair'), 'utf8')).toBe('two');
    expect(statSync(join(cwd, 'real.hair')).mode & 0o777).toBe(0o640);
  });

  it('writes to a device itself', () => {
    writeWhole({ cwd: '/' }, '/dev/null', bytes('x'));
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('says why it cannot, and leaves what was there', () => {
    const cwd = scratchFolder();
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), 'kept');
    expect(() => writeWhole({ cwd }, 'missing/a.hair', bytes('x'))).toThrow(
      'missing/a.hair cannot be written: there is no such folder',
    );
    expect(() => writeWhole({ cwd }, 'file/a.hair', bytes('x'))).toThrow(/a part of this path is a file/);
    expect(() => writeWhole({ cwd }, 'folder', bytes('x'))).toThrow('folder cannot be written: it is a folder');
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('kept');
    expect(readdirSync(cwd).sort()).toEqual(['file', 'folder']);
  });
});

describe('readBytes', () => {
  it('says what is missing and what was likely meant', () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'groom.tfx'), 'x');
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'sub', 'curls.hair'), 'x');
    expect(readBytes({ cwd }, 'groom.tfx')).toHaveLength(1);
    expect(() => readBytes({ cwd }, 'grom.tfx')).toThrow('There is no file grom.tfx; did you mean groom.tfx?');
    expect(() => readBytes({ cwd }, 'sub/curl.hair')).toThrow(
      'There is no file sub/curl.hair; did you mean sub/curls.hair?',
    );
    expect(() => readBytes({ cwd }, 'other/x.tfx')).toThrow('There is no file other/x.tfx: there is no folder other');
    expect(() => readBytes({ cwd }, 'sub')).toThrow('sub is a folder, not a file');
    expect(() => readBytes({ cwd }, 'groom.tfx/x')).toThrow(/a part of this path is a file/);
    expect(isFile({ cwd }, 'sub')).toBe(false);
    expect(isFile({ cwd }, 'groom.tfx')).toBe(true);
  });
});

describe('checkWritable and makeFolder', () => {
  it('refuse before any work is done', () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'file'), '');
    mkdirSync(join(cwd, 'folder'));
    expect(() => checkWritable({ cwd }, 'a.hair')).not.toThrow();
    expect(() => checkWritable({ cwd }, 'folder')).toThrow('folder is a folder; give the name of a file in it');
    expect(() => checkWritable({ cwd }, 'new/')).toThrow('new/ is a folder');
    expect(() => checkWritable({ cwd }, 'no/a.hair')).toThrow('There is no folder no to write a.hair into');
    expect(() => checkWritable({ cwd }, 'file/a.hair')).toThrow('file is a file, not a folder');
    expect(() => makeFolder({ cwd }, 'file')).toThrow('file cannot be a folder: there is a file of that name');
    expect(() => makeFolder({ cwd }, 'file/below')).toThrow('file/below cannot be a folder');
    makeFolder({ cwd }, 'a/b');
    expect(existsSync(join(cwd, 'a', 'b'))).toBe(true);
  });
});

describe('a folder in which nothing can be made', () => {
  const refusing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  it('is told from one that is missing', () => {
    expect(() => checkAccess('/x/out', 'out', refusing('EACCES'))).toThrow(
      'Nothing can be written into the folder out: you may not write there (permission denied)',
    );
    expect(() => checkAccess('/x/out', 'out', refusing('EROFS'))).toThrow(/its file system is read-only/);
    expect(() => checkWritable({ cwd: scratchFolder() }, 'none/a.hair')).toThrow(/There is no folder none/);
  });
});

import { describe, expect, it } from 'vitest';
import { resample } from '../strands/resample.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import {
  convertFilm,
  frameRate,
  makeFilm,
  nearestFrame,
  resampleFilm,
  selectFilm,
  stillFilm,
  strandsAt,
} from './film.ts';
import { fromFile, toFile } from './units.ts';

const strands = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
  ],
  [
    [1, 0, 0],
    [1, 1, 1],
  ],
]);
const frames = [0, 1, 2].map((k) => strands.positions.map((x) => x + k));
const film = makeFilm(strands, [0, 0.5, 1], frames);

describe('films', () => {
  it('give frames of the caller’s own', () => {
    const frame = film.frame(1);
    expect(frame).toEqual(frames[1]);
    frame.fill(0);
    expect(film.frame(1)).toEqual(frames[1]);
    expect(strandsAt(film, 2).positions).toEqual(frames[2]);
    expect(stillFilm(strands).frame(0)).toEqual(strands.positions);
  });

  it('know the frame nearest to a time, and their rate', () => {
    expect([-1, 0.2, 0.3, 0.76, 9].map((time) => nearestFrame(film, time))).toEqual([0, 0, 1, 2, 2]);
    expect(frameRate(film.times)).toBe(2);
    expect(frameRate([0, 1, 3])).toBeUndefined();
    expect(frameRate([4])).toBeUndefined();
  });

  it('refuse frames and times that do not fit', () => {
    expect(() => makeFilm(strands, [0], [new Float32Array(3)])).toThrow(RangeError);
    expect(() => makeFilm(strands, [0, 0], [frames[0]!, frames[1]!])).toThrow(/time falls/);
    expect(() => makeFilm(strands, [], [])).toThrow(RangeError);
  });

  it('come back when they are converted there and back', () => {
    const back = convertFilm(convertFilm(film, toFile(0.5, 'z')), fromFile(0.5, 'z'));
    for (let k = 0; k < 3; k++) expect(back.frame(k)).toEqual(frames[k]);
    expect(convertFilm(film, toFile(0.5, 'z')).frame(1).slice(0, 3)).toEqual(Float32Array.of(2, -2, 2));
  });

  it('lose strands and change points in every frame alike', () => {
    const second = selectFilm(film, Uint32Array.of(1));
    expect(second.strands.id).toEqual(Uint32Array.of(1));
    for (let k = 0; k < 3; k++) expect(second.frame(k)).toEqual(frames[k]!.slice(9));
    const five = resampleFilm(film, 5);
    for (let k = 0; k < 3; k++)
      expect(five.frame(k)).toEqual(resample({ ...strands, positions: frames[k]! }, { points: 5 }).positions);
  });
});

import { describe, expect, it } from 'vitest';
import { resample } from '../strands/resample.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import {
  convertAnimation,
  frameRate,
  makeAnimation,
  nearestFrame,
  resampleAnimation,
  selectAnimation,
  stillAnimation,
  strandsAt,
} from './animation.ts';
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
const animation = makeAnimation(strands, [0, 0.5, 1], frames);

describe('animations', () => {
  it('give frames of the caller’s own', () => {
    const frame = animation.frame(1);
    expect(frame).toEqual(frames[1]);
    frame.fill(0);
    expect(animation.frame(1)).toEqual(frames[1]);
    expect(strandsAt(animation, 2).positions).toEqual(frames[2]);
    expect(stillAnimation(strands).frame(0)).toEqual(strands.positions);
  });

  it('know the frame nearest to a time, and their rate', () => {
    expect([-1, 0.2, 0.3, 0.76, 9].map((time) => nearestFrame(animation, time))).toEqual([0, 0, 1, 2, 2]);
    expect(frameRate(animation.times)).toBe(2);
    expect(frameRate([0, 1, 3])).toBeUndefined();
    expect(frameRate([4])).toBeUndefined();
  });

  it('refuse frames and times that do not fit', () => {
    expect(() => makeAnimation(strands, [0], [new Float32Array(3)])).toThrow(RangeError);
    expect(() => makeAnimation(strands, [0, 0], [frames[0]!, frames[1]!])).toThrow(/time falls/);
    expect(() => makeAnimation(strands, [], [])).toThrow(RangeError);
  });

  it('come back when they are converted there and back', () => {
    const back = convertAnimation(convertAnimation(animation, toFile(0.5, 'z')), fromFile(0.5, 'z'));
    for (let k = 0; k < 3; k++) expect(back.frame(k)).toEqual(frames[k]);
    expect(convertAnimation(animation, toFile(0.5, 'z')).frame(1).slice(0, 3)).toEqual(Float32Array.of(2, -2, 2));
  });

  it('lose strands and change points in every frame alike', () => {
    const second = selectAnimation(animation, Uint32Array.of(1));
    expect(second.strands.id).toEqual(Uint32Array.of(1));
    for (let k = 0; k < 3; k++) expect(second.frame(k)).toEqual(frames[k]!.slice(9));
    const five = resampleAnimation(animation, 5);
    for (let k = 0; k < 3; k++)
      expect(five.frame(k)).toEqual(resample({ ...strands, positions: frames[k]! }, { points: 5 }).positions);
  });
});

import type { HairState } from '../contact/interaction.ts';
import { add, subtract, type Vec3 } from '../numeric/vector.ts';
import type { CarryingBodies } from './carrying-bodies.ts';
import { fromBody, toBody } from './clasps.ts';
import { Rows } from './rows.ts';
import { followSamples, POSE_NUMBERS, type Pose, poseFromNumbers, poseNumbers, poseOf, type Stroke } from './stroke.ts';
import type { Tool } from './tool.ts';
import { findTool, type ToolValues, toolParameters } from './tools/index.ts';

/** A stroke that is under way: one hand of it, where it is mirrored. */
export interface Running {
  readonly stroke: number;
  /** Whether this is the hand on the other side. */
  readonly isOther: boolean;
  readonly tool: Tool;
  readonly parameters: ToolValues;
  readonly rows: Rows;
  pose: Pose;
}

/** The strokes of a document that are under way, in its order. What they remember is part of the state. */
export class RunningStrokes {
  private list: Running[] = [];

  all(): readonly Running[] {
    return this.list;
  }

  /** Takes up strokes that begin by this step; returns those that it took up. */
  begin(strokes: readonly Stroke[], step: number): Set<number> {
    const begun = new Set<number>();
    strokes.forEach((stroke, number) => {
      if (stroke.samples.length === 0 || stroke.samples[0]!.step !== step || step >= stroke.end) return;
      if (this.list.some((running) => running.stroke === number)) return;
      this.list.push(startStroke(stroke, number, false));
      if (stroke.isMirrored) this.list.push(startStroke(stroke, number, true));
      begun.add(number);
    });
    this.list.sort((a, b) => a.stroke - b.stroke);
    return begun;
  }

  /** Strokes whose hand has let go by this step, taken out. */
  end(strokes: readonly Stroke[], step: number): Running[] {
    const ended = this.list.filter((running) => !(step < (strokes[running.stroke]?.end ?? 0)));
    if (ended.length > 0) this.list = this.list.filter((running) => !ended.includes(running));
    return ended;
  }

  /** Stroke, hand, pose, then its rows. */
  numbers(): Float64Array[] {
    return this.list.map(({ stroke, isOther, pose, rows }) =>
      Float64Array.of(stroke, isOther ? 1 : 0, ...poseNumbers(pose), ...rows.data),
    );
  }

  restore(strokes: readonly Stroke[], kept: readonly Float64Array[]): void {
    this.list = kept
      .filter((numbers) => strokes[numbers[0]!])
      .map((numbers) => {
        const running = startStroke(strokes[numbers[0]!]!, numbers[0]!, numbers[1] === 1);
        running.pose = poseFromNumbers(numbers, 2);
        running.rows.data = Array.from(numbers.subarray(2 + POSE_NUMBERS));
        return running;
      });
  }
}

function startStroke(stroke: Stroke, number: number, isOther: boolean): Running {
  const tool = findTool(stroke.tool);
  return {
    stroke: number,
    isOther,
    tool,
    parameters: toolParameters(tool, stroke.parameters),
    rows: new Rows(tool.memoryWidth),
    pose: poseOf(stroke.samples[0]!),
  };
}

/** Moves the tool over one step; returns where it was. */
export function moveTool(running: Running, stroke: Stroke, step: number): Pose {
  const before = running.pose;
  running.pose = followSamples(stroke.samples, step, before);
  return before;
}

/** Where the hand lets go: at its last reading, however fast it came there. */
export const poseAtEnd = (stroke: Stroke): Pose => poseOf(stroke.samples.at(-1)!);

/** A pose on the other side of the body whose hair is nearest: its middle is where its own x is 0. */
export function mirrored(pose: Pose, bodies: CarryingBodies, hair: HairState): Pose {
  const body = bodies.state(bodies.nearestTo(hair, pose.origin));
  const other = (x: Vec3): Vec3 => {
    const [a, b, c] = toBody(body, x);
    return fromBody(body, [-a, b, c]);
  };
  const turned = (x: Vec3): Vec3 => subtract(other(add(pose.origin, x)), other(pose.origin));
  return { ...pose, origin: other(pose.origin), direction: turned(pose.direction), up: turned(pose.up) };
}

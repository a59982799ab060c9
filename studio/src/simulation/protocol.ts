import type { TriangleMesh } from '../../../src/body/mesh.ts';
import type { Quat } from '../../../src/numeric/rotation.ts';
import type { Vec3 } from '../../../src/numeric/vector.ts';
import { type GeneratorData, guideFrameSize } from '../../../src/render/generator-data.ts';
import type { StrokeEffect } from '../../../src/salon/tool.ts';
import type { Accessory } from '../../../src/scene/accessories.ts';
import type { SceneEvent } from '../../../src/scene/events.ts';
import type { HandSample } from '../../../src/scene/live.ts';
import type { Overlay } from '../../../src/scene/overlay-tints.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import type { Brought } from './brought-scenes.ts';
import type { Edits } from './edits.ts';
import type { LevelsView } from './live-commands.ts';
import type { PartTimes } from './step-clock.ts';

/** What the page and the simulation's worker say to each other. */

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where the hair comes from: a built-in example, files of which the first says what they are, or a document of this page. */
export type Source =
  | { readonly kind: 'example'; readonly name: string }
  | {
      readonly kind: 'files';
      readonly files: readonly NamedFile[];
      /** What a mesh among them is, and what grows on it. */
      readonly brought?: Brought;
    }
  | {
      readonly kind: 'document';
      readonly scene: Scene;
      readonly files: readonly NamedFile[];
      /** The step that it was left at. */
      readonly step: number;
      /** What its commands were called, in order. */
      readonly labels?: readonly string[];
      /** How many of them are done; all where absent. */
      readonly done?: number;
      /** What was changed in panels. */
      readonly edits?: Edits;
      /** Of the state that was kept with it: nothing is played again where that is found. */
      readonly stamp?: string;
    };

export interface SceneRequest {
  readonly source: Source;
  /** Rendered strands and simulated guides; what the scene says where absent. */
  readonly strands?: number;
  /** Most strands that are drawn where `strands` does not say; files hold all. */
  readonly drawn?: number;
  readonly guides?: number;
  /** Whether the page takes the points of all strands: where it cannot make them from guides. */
  readonly isPlain?: boolean;
  /** Instead of the scene's own. */
  readonly model?: string;
  readonly playing: boolean;
  /** Simulates this many frames of 1/30 s at once, shows the last and stays paused. */
  readonly frame?: number;
}

/** What a person does to the hair or to its time. */
export type HandMessage =
  | { readonly type: 'seek'; readonly time: number }
  | {
      readonly type: 'take';
      readonly tool: string;
      readonly parameters: Record<string, unknown>;
      readonly label: string;
      readonly isMirrored?: boolean | undefined;
    }
  | { readonly type: 'move'; readonly samples: readonly HandSample[] }
  | { readonly type: 'letGo' }
  | { readonly type: 'happen'; readonly event: SceneEvent; readonly label: string }
  | { readonly type: 'look'; readonly view: LevelsView }
  /** Goes to the state after so many commands: undo and redo. */
  | { readonly type: 'go'; readonly done: number };

export type ToWorker =
  | HandMessage
  /** What is shown on the hair in place of its colour. */
  | { readonly type: 'lay'; readonly overlay: Overlay }
  | { readonly type: 'prepare'; readonly request: SceneRequest }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** One internal step. */
  | { readonly type: 'step' }
  /** Simulated seconds per second. */
  | { readonly type: 'speed'; readonly speed: number }
  /** Whether another simulation follows this one: then it waits for every picture. */
  | { readonly type: 'lead'; readonly isFollowed: boolean }
  /** Goes to the step of another simulation and does what was done there. */
  | { readonly type: 'follow'; readonly step: number; readonly message?: HandMessage }
  /** Asks for the document as it is, and for its state to be kept with it; answered by `document` with the same number. */
  | { readonly type: 'document'; readonly isKept: boolean; readonly request: number }
  /** Asks for the hair as a file of that name, or one a groom where the format cannot tell them apart; answered by `files` with the same number. */
  | { readonly type: 'export'; readonly name: string; readonly which: 'shown' | 'guides'; readonly request: number }
  /** Asks for the SHA-256 of the state; answered by `fingerprint` with the same number. */
  | { readonly type: 'fingerprint'; readonly request: number }
  /** Send the present state again: the page has lost its picture. */
  | { readonly type: 'refresh' }
  /** Gives a shown frame's memory back; until then no other frame is sent. */
  | { readonly type: 'shown'; readonly positions: Float32Array<ArrayBuffer> };

/** Where a groom grows. */
export interface GroomPlace {
  /** Place of its body among the scene's; −1 for none. */
  readonly body: number;
  readonly region: string | null;
  /** Strands of the groom that one of those stands for which are shown. */
  readonly standsFor: number;
}

export interface SceneSummary {
  readonly name: string;
  /** The scene as it was opened, with everything filled in. */
  readonly scene: Scene;
  /** One a body of the scene; null for what cannot be seen. */
  readonly bodies: readonly (TriangleMesh | null)[];
  readonly grooms: readonly GroomPlace[];
  /** What is shown first, and what the camera is set up for. */
  readonly shown: ShownTopology;
  readonly positions: Float32Array;
  readonly poses: readonly BodyPose[];
  readonly strands: number;
  readonly guides: number;
  readonly points: number;
  /** Workers that simulate the hair. */
  readonly workers: number;
  readonly notes: readonly string[];
  /** What was changed in panels before the file was saved. */
  readonly edits?: Edits | undefined;
}

/** What frames are made of. */
export interface ShownTopology {
  /** Rises with every change. */
  readonly version: number;
  /** One a groom of the scene: the same object as long as it is the same. */
  readonly grooms: readonly ShownGroom[];
  /** Ties, pins and bands: the same list as long as it is the same. */
  readonly accessories: readonly Accessory[];
}

/** What a frame holds of a groom: guides from which the page makes strands, or the points of all strands. */
export interface ShownGroom {
  readonly generator?: GeneratorData;
  readonly first: Uint32Array;
  readonly id: Uint32Array;
  /** 0..1 a strand. */
  readonly wetness: Float32Array;
  /** Colour on every point, where hair has not its own everywhere. */
  readonly tints?: Float32Array;
  /** Factors of every strand's colour, where they differ from place to place. */
  readonly colours?: Float32Array;
}

/** Numbers of a groom in a frame. */
export const groomSize = ({ generator, first }: ShownGroom): number =>
  generator ? guideFrameSize(generator) : 3 * first.at(-1)!;

/** The numbers of every groom in a frame, which follow one another. */
export function groomParts<Numbers extends Float32Array>(grooms: readonly ShownGroom[], positions: Numbers): Numbers[] {
  let from = 0;
  return grooms.map((groom) => {
    const to = from + groomSize(groom);
    const part = positions.subarray(from, to) as Numbers;
    from = to;
    return part;
  });
}

export type BodyShape = Pick<TriangleMesh, 'positions' | 'normals'>;

/** Where a body is. */
export interface BodyPose {
  readonly position: Vec3;
  readonly orientation: Quat;
  /** In its own coordinates; absent where it is rigid. */
  readonly shape?: BodyShape;
}

export interface Frame {
  /** The numbers of all grooms, one after the other. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Of the topology that the positions belong to. */
  readonly version: number;
  /** One a body of the scene. */
  readonly bodies: readonly BodyPose[];
  /** One an accessory of the topology. */
  readonly accessories: readonly BodyPose[];
  /** Simulated seconds. */
  readonly time: number;
  /** Steps taken. */
  readonly step: number;
  /** Some points of the simulated strands, in the world, for whoever points at hair. */
  readonly points: Float32Array;
  /** Mean computing time of an internal step over the last frame that stepped, milliseconds. */
  readonly stepCost: number;
  /** What that is made of. */
  readonly parts: PartTimes;
  /** Simulated seconds per second of the clock; 1 where the machine keeps up. */
  readonly pace: number;
  /** Simulated strands, and those of them that sleep. */
  readonly simulated: number;
  readonly asleep: number;
  /** Time stands still although it plays, because nothing moves. */
  readonly isAtRest: boolean;
  /** What the tool in the hand has done so far. */
  readonly effect: StrokeEffect | null;
  /** The number asked for by `SceneRequest.frame`, while the state that answers it is shown. */
  readonly frame?: number;
}

/** Something that a person did. */
export interface CommandLine {
  readonly title: string;
  readonly time: number;
}

/** The whole state in a few letters: the same document gives the same ones everywhere. */
export interface Fingerprint {
  readonly step: number;
  readonly sha256: string;
}

/** What was taken back and can be done again, and what it was called. */
export interface UndoneCommands {
  readonly strokes: Scene['strokes'];
  readonly events: Scene['events'];
  readonly labels: readonly string[];
}

export interface LiveState {
  readonly commands: readonly CommandLine[];
  /** How many of them are done; the others are undone. */
  readonly done: number;
  /** The farthest time that was reached. */
  readonly end: number;
  readonly step: number;
}

export type FromWorker =
  /** A long replay is so far, 0..1. */
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'ready'; readonly summary: SceneSummary }
  | { readonly type: 'topology'; readonly shown: ShownTopology }
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'state'; readonly state: LiveState }
  | {
      readonly type: 'document';
      readonly request: number;
      readonly scene: Scene;
      readonly step: number;
      /** What was done, in words. */
      readonly labels: readonly string[];
      /** What was taken back. */
      readonly undone: UndoneCommands;
      /** Of the state that was kept. */
      readonly stamp: string | undefined;
    }
  | { readonly type: 'files'; readonly request: number; readonly files: readonly NamedFile[] }
  | { readonly type: 'fingerprint'; readonly request: number; readonly print: Fingerprint }
  /** A stroke has ended, having done so much. */
  | { readonly type: 'ended'; readonly effect: StrokeEffect }
  /** A message was answered when so many steps were taken. */
  | { readonly type: 'did'; readonly step: number; readonly message: HandMessage }
  /** One request could not be answered; the scene goes on. */
  | { readonly type: 'refused'; readonly sentence: string; readonly request?: number }
  | { readonly type: 'failed'; readonly sentence: string };

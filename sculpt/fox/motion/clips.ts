import { breathe } from './breath.ts';
import type { Clip } from './clip.ts';
import { look } from './look.ts';
import { run } from './run.ts';
import { shake } from './shake.ts';
import { wag } from './wag.ts';
import { walk } from './walk.ts';

export const FOX_CLIPS: readonly Clip[] = [walk, run, look, shake, wag, breathe];

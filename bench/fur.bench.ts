import { fileURLToPath } from 'node:url';
import { furPicture } from './fur-picture.ts';
import { furSteps } from './fur-steps.ts';
import { argument } from './measure.ts';

/** What does fur cost? `--only steps` or `--only picture` asks for one half. */
const only = argument('only', 'both');
if (only !== 'picture') furSteps();
if (only !== 'steps') await furPicture(fileURLToPath(new URL('..', import.meta.url)));

import { fileURLToPath } from 'node:url';
import { furPicture } from './fur-picture.ts';
import { furSteps } from './fur-steps.ts';

/** What does fur cost? */
furSteps();
await furPicture(fileURLToPath(new URL('..', import.meta.url)));

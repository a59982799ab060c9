import { fileURLToPath } from 'node:url';
import { furPicture } from './fur-picture.ts';

/** What does fur cost? */
await furPicture(fileURLToPath(new URL('..', import.meta.url)));

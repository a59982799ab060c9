import { farmSurvives } from './farm-events.fixture.ts';

/** Few and small; `farm.stress.test.ts` has six shots of 24 frames, and a long run that goes on. */
farmSurvives({ shots: 2, frames: 8, guides: 80, strands: 40, size: '32x24' });
